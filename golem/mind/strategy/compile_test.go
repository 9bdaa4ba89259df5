package strategy

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
)

const small = `+++
name = "small"
objective = "try"
assets = ["USDC", "weth"]
protocols = ["uniswap-v3"]
[parameters]
z = -2.5
w = "2h"
[risk]
max_position = "10%"
start_stage = "full"
[heartbeat]
tick_interval = "20s"
+++

# Entry criteria

- rsi(14m) < 30
- the mood is good

` + "```rule entry dip\nwhen zscore({{w}}) < {{z}}\ndo buy 5% of equity\n```\n" + `
# Risk limits

- max drawdown: 8%

# Notes

Two hours is {{w}}.
`

func mustCompile(t testing.TB, text string) *Strategy {
	t.Helper()
	s, err := Compile([]byte(text), DefaultPolicy())
	check(t, err)
	return s
}

// spec: heartbeat §16
func TestAStrategyIsReadWhole(t *testing.T) {
	s := mustCompile(t, small)
	if s.Name != "small" || s.Objective != "try" || fmt.Sprint(s.Assets, s.Protocols) != "[USDC WETH] [uniswap-v3]" {
		t.Errorf("%q %q %v %v", s.Name, s.Objective, s.Assets, s.Protocols)
	}
	if want := (turn.Bounds{MaxDrawdown: 800, MaxPosition: 1000, MaxDeployed: 3000, Slippage: 100}); s.Bounds != want || s.StartStage != "full" {
		t.Errorf("bounds %+v, stage %q", s.Bounds, s.StartStage)
	}
	if s.TickInterval != 30_000 || s.Notes != "Two hours is 2h." {
		t.Errorf("interval %d, notes %q", s.TickInterval, s.Notes)
	}
	if len(s.Rules) != 1 || s.Rules[0].ID() != "rule:entry-dip@22" || !strings.Contains(s.Rules[0].Text, "zscore(2h) < -2.5") {
		t.Errorf("rules %+v", s.Rules)
	}
	want := []Condition{{"rsi", "14m", "<", "30", "", "rsi(14m) < 30", 18}, {Raw: "the mood is good", Line: 19}}
	if fmt.Sprint(s.EntryConditions) != fmt.Sprint(want) {
		t.Errorf("conditions %+v", s.EntryConditions)
	}
	if len(s.Warnings) != 2 || s.Warnings[0].Line != 13 || s.Warnings[1].Line != 19 {
		t.Errorf("warnings %v", s.Warnings)
	}
}

// spec: heartbeat §16: "file with max_drawdown 50 % under a 13 % PolicyCage ⇒ effective 13 %, warning"
func TestALimitLooserThanThePolicyDoesNotHold(t *testing.T) {
	s := mustCompile(t, "+++\nobjective = \"x\"\n[risk]\nmax_drawdown = \"50%\"\nreserve = \"5%\"\n+++\n")
	if s.Bounds.MaxDrawdown != 1300 || s.Bounds.Reserve != 500 {
		t.Errorf("bounds %+v", s.Bounds)
	}
	if got := fmt.Sprint(s.Warnings); !strings.Contains(got, "4:1: max_drawdown 50% is looser than the policy; 13% holds") {
		t.Errorf("warnings %s", got)
	}
}

func TestAStrategyStaysReadable(t *testing.T) {
	many, wide := "# Objective\nx\n", "# Objective\nx\n```rule exit\nwhen true"
	for i := range maxRules + 1 {
		many += fmt.Sprintf("```rule exit r%d\nwhen true do hold\n```\n", i)
	}
	for i := range 5 {
		wide += "\ndo hold\n```\n" + fmt.Sprintf("```rule exit w%d\nwhen true", i)
		for n := range 30 {
			wide += fmt.Sprintf(" or rsi(%dm) < 1", 1+30*i+n)
		}
	}
	for text, want := range map[string]string{
		many:                      "STRATEGY.md:1:1: more than 64 rules",
		wide + "\ndo hold\n```\n": "STRATEGY.md:1:1: the rules read 150 different values",
	} {
		if _, err := Compile([]byte(text), DefaultPolicy()); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestWhatDeservesAttentionIsAWarning(t *testing.T) {
	s := mustCompile(t, "+++\nobjective = \"x\"\n[parameters]\nspare = 3\n[risk]\nmax_position = \"10%\"\n+++\n```rule entry a\nwhen true do buy 20% of equity\n```\n")
	want := `[4:1: parameter spare is not used 8:4: "buy 20% of equity" asks for more than max_position 10%; it will be cut to that]`
	if got := fmt.Sprint(s.Warnings); got != want {
		t.Errorf("%s", got)
	}
	if idle := mustCompile(t, "# Objective\nx\n"); len(idle.Warnings) != 1 || !strings.Contains(idle.Warnings[0].Message, "only watches") {
		t.Errorf("%v", idle.Warnings)
	}
}

func TestLineEndsAndMarksOfOtherSystemsAreRead(t *testing.T) {
	want := mustCompile(t, small)
	got := mustCompile(t, "\ufeff"+strings.ReplaceAll(small, "\n", "\r\n"))
	if diff := Diff(want, got); len(diff) > 0 || got.Rules[0].ID() != want.Rules[0].ID() {
		t.Errorf("%v, %s", diff, got.Rules[0].ID())
	}
}

func TestNoFileLoosensAnyLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		policy := DefaultPolicy()
		text := "+++\nobjective = \"x\"\n[risk]\n"
		for _, b := range boundKeys {
			*b.field(&policy.Bounds) = bps(t, b.key+" policy")
			text += fmt.Sprintf("%s = \"%dbps\"\n", b.key, bps(t, b.key))
		}
		s, err := Compile([]byte(text+"+++\n"), policy)
		check(t, err)
		if s.Bounds != s.Bounds.Tighter(policy.Bounds) {
			t.Fatalf("%+v is looser than %+v", s.Bounds, policy.Bounds)
		}
	})
}

// DESIGN §12.26: a strategy says what the action gate does to its rules.
func TestAStrategyAsksForTheGate(t *testing.T) {
	text := func(gate string) []byte {
		return []byte("+++\nname = \"x\"\nassets = [\"USDC\"]\n[risk]\n" + gate + "+++\n# Objective\n\nNothing.\n\n```rule exit a\nwhen exposure > 1%\ndo sell all\n```\n")
	}
	for gate, want := range map[string]string{"": "", "gate = \"off\"\n": "off", "gate = \"shadow\"\n": "shadow", "gate = \"enforce\"\n": "enforce"} {
		if s, err := Compile(text(gate), DefaultPolicy()); err != nil || s.Gate != want {
			t.Errorf("%q: %q, %v", gate, s.Gate, err)
		}
	}
	if _, err := Compile(text("gate = \"enforc\"\n"), DefaultPolicy()); err == nil || !strings.Contains(err.Error(), "unknown gate \"enforc\"; did you mean enforce?") {
		t.Errorf("a gate that is none: %v", err)
	}
}

func TestEveryProblemIsReportedAtItsPlace(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"all at once": {
			"+++\nnmae = \"x\"\nassets = [\"DOGE\"]\n[risk]\nmax_drawdwn = \"5%\"\nslippage = \"5\"\nstart_stage = \"ful\"\n+++\n" +
				"```rule entrance a\n```\n\n```rule entry\nwhen zscor(2h) < 1\ndo sell all\n```\n",
			`STRATEGY.md:1:1: an objective is required
STRATEGY.md:2:1: unknown key nmae; did you mean name?
STRATEGY.md:3:1: asset "DOGE" is not on the policy's allow-list
STRATEGY.md:5:1: unknown risk limit "max_drawdwn"; did you mean max_drawdown?
STRATEGY.md:6:1: slippage: want a share
STRATEGY.md:7:1: unknown stage "ful"; did you mean full?
STRATEGY.md:9:4: unknown kind of rule "entrance"
STRATEGY.md:13:6: unknown name "zscor"; did you mean zscore?
STRATEGY.md:14:4: a rule of kind entry may not sell`,
		},
		"toml syntax": {"+++\nname = \n+++\n# Objective\nx\n", "STRATEGY.md:2:"},
		"toml type":   {"+++\nname = 3\nobjective = \"x\"\nrisk = 3\n+++\n", "STRATEGY.md:2:1: name must be a text\nSTRATEGY.md:4:1: risk must be a table"},
		"not closed":  {"+++\nname = \"x\"\n", "STRATEGY.md:1:1: the front matter is not closed"},
		"placeholder": {"# Objective\nx\n# Notes\nä {{zz}} {{\n", "STRATEGY.md:4:3: placeholder \"zz\" has no value\nSTRATEGY.md:4:10: a placeholder is written"},
		"columns after a placeholder": {
			"+++\nobjective=\"x\"\n[parameters]\nw=\"2h\"\n+++\n```rule entry\nwhen sma({{w}}) < 5 and hr == 1\ndo hold\n```\n",
			"STRATEGY.md:7:17: cannot compare money with a number\nSTRATEGY.md:7:25: unknown name \"hr\"",
		},
		"given twice": {"+++\nobjective = \"x\"\n+++\n# Objective\ny\n", "STRATEGY.md:4:3: objective is already given on line 2"},
		"same name":   {"# Objective\ny\n```rule exit a\nwhen true do hold\n```\n```rule exit a\nwhen true do hold\n```\n", "STRATEGY.md:6:4: there is already a rule exit a on line 3"},
		"empty rule":  {"# Objective\ny\n```rule exit\n```\n", "STRATEGY.md:4:1: a rule begins with when"},
		"in a list":   {"# Objective\ny\n\n- this\n\n  ```rule exit\n  when tru do hold\n  ```\n", "STRATEGY.md:7:8: unknown name \"tru\"; did you mean true?"},
		"bad name":    {"# Objective\ny\n```rule exit A_B\nwhen true do hold\n```\n", "STRATEGY.md:3:4: the name of a rule"},
		"limits":      {"# Objective\ny\n# Risk limits\n- be careful\n- max position: lots\n", "STRATEGY.md:4:3: under risk limits\nSTRATEGY.md:5:3: max_position: want a share"},
		"protocol":    {"# Objective\ny\n# Protocols\n- unswap-v3\n", "STRATEGY.md:4:3: protocol \"unswap-v3\" has no adapter here; did you mean uniswap-v3?"},
		"parameters":  {"+++\nobjective = \"x\"\n[parameters]\na = true\nb = \"{\"\n+++\n", "STRATEGY.md:4:1: parameter a must be\nSTRATEGY.md:5:1: parameter b must be"},
		"heartbeat":   {"+++\nobjective = \"x\"\n[heartbeat]\ncron = \"5m\"\ntick_interval = 60\n+++\n# Heartbeat\n- tick interval: 1 fortnight\n", "STRATEGY.md:4:1: unknown heartbeat key \"cron\"\nSTRATEGY.md:5:1: tick_interval: want a duration\nSTRATEGY.md:8:3: tick_interval: want a duration"},
		"inline":      {"+++\nobjective = \"x\"\nrisk = { reserve = \"7\" }\n+++\n# Risk limits\n- slippage: 1%\n- slippage: 2%\n", "STRATEGY.md:3:1: reserve: want a share\nSTRATEGY.md:7:3: slippage is already given on line 6"},
		"asset list":  {"+++\nobjective = \"x\"\nassets = [\"USDC\", 3]\nprotocols = \"all\"\n+++\n", "STRATEGY.md:3:1: assets must be a list\nSTRATEGY.md:4:1: protocols must be a list"},
		"not utf-8":   {"# Objective\nab\xff\n", "STRATEGY.md:2:3: the file is not valid UTF-8"},
		"too long":    {strings.Repeat("x", MaxBytes+1), "STRATEGY.md:1:1: the file has more than 65,536 bytes"},
		"empty":       {"", "STRATEGY.md:1:1: an objective is required"},
	} {
		s, err := Compile([]byte(c.text), DefaultPolicy())
		if s != nil || err == nil {
			t.Errorf("%s: accepted", name)
			continue
		}
		got, want := strings.Split(err.Error(), "\n"), strings.Split(c.want, "\n")
		if len(got) != len(want) {
			t.Errorf("%s: %d problems, want %d:\n%v", name, len(got), len(want), err)
			continue
		}
		for i := range want {
			if !strings.HasPrefix(got[i], want[i]) {
				t.Errorf("%s: %q, want %q", name, got[i], want[i])
			}
		}
	}
}

func TestTheExampleStrategiesCompileWithoutAWarning(t *testing.T) {
	for _, name := range []string{"eth-mean-reversion", "lp-recentre"} {
		if s := example(t, name); len(s.Warnings) > 0 || s.Name != name || len(s.Rules) < 4 || s.StartStage != "full" {
			t.Errorf("%s: %d rules, warnings %v", name, len(s.Rules), s.Warnings)
		}
	}
}

func example(t testing.TB, name string) *Strategy {
	t.Helper()
	text, err := os.ReadFile("../../../strategies/" + name + ".md")
	check(t, err)
	return mustCompile(t, string(text))
}

func FuzzCompile(f *testing.F) {
	f.Add([]byte(small))
	f.Add([]byte("+++\n[risk]\n+++\n- {{a}}\n```rule\n"))
	f.Add([]byte("Notes\n---\n> ```rule entry\n> when {{\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := Compile(text, DefaultPolicy())
		if (s == nil) == (err == nil) {
			t.Fatalf("%v with %v", s, err)
		}
		again, err2 := Compile(text, DefaultPolicy())
		if fmt.Sprint(err) != fmt.Sprint(err2) || (s != nil && len(Diff(s, again)) > 0) {
			t.Fatal("two compilations differ")
		}
	})
}

// check ends the test at an error.
func check(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
