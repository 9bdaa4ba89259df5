package arm_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/biography"
	"bardo.run/bardo/life/experiment/arm"
	"bardo.run/bardo/life/experiment/outcome"
	"bardo.run/bardo/life/experiment/plan"
	"bardo.run/bardo/life/live"
	"bardo.run/bardo/life/live/birth"
	"bardo.run/bardo/life/live/environment"
	"bardo.run/bardo/life/verify"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"
)

const metronome = "../../../test/script/testdata/metronome.md"

// midnight is a market of three hours, two before a midnight and one behind it.
func midnight(t *testing.T) string {
	t.Helper()
	m, err := world.Generate("chop", 7, 2)
	check(t, err)
	m.Minutes = m.Minutes[22*60 : 25*60]
	data := t.TempDir()
	check(t, history.Export(data, m))
	return data
}

// run is an arm of two strategies on a market of three hours. The second trades more slowly.
func run(t *testing.T, form plan.Form, data string) arm.Run {
	t.Helper()
	set, err := artifact.Find()
	if err != nil {
		t.Fatalf("a life needs a devnet: %v", err)
	}
	settings, err := birth.Settings("")
	check(t, err)
	settings.Oracle.Enabled, settings.Mortality.Stochastic.Enabled, settings.Safety.MaxTrades = false, false, 500
	text, err := os.ReadFile(metronome)
	check(t, err)
	slow := filepath.Join(t.TempDir(), "slow.md")
	check(t, os.WriteFile(slow, []byte(strings.NewReplacer("cooldown 3m", "cooldown 7m", "position_age > 3m", "position_age > 5m").Replace(string(text))), 0o600))
	return arm.Run{
		Arm:        plan.Arm{Name: "several", Form: form, Members: []plan.Member{{Path: "metronome.md"}, {Path: "slow.md"}}},
		Options:    live.Options{History: data, Seed: 7, Fund: 10_000*money.One + 1, Credit: 50 * money.One, Config: settings, Artifacts: set, Log: slog.New(slog.DiscardHandler), Alone: true},
		Strategies: []string{metronome, slow}, Dir: filepath.Join(t.TempDir(), "lives"),
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// told is the outcome of an arm, and the folders of its lives.
func told(t *testing.T, r arm.Run) (outcome.Outcome, []string) {
	t.Helper()
	l, err := r.Read()
	check(t, err)
	o, err := l.Outcome(outcome.Hour)
	check(t, err)
	dirs := make([]string, len(o.Members))
	for i, m := range o.Members {
		dirs[i] = m.Dir
		v, err := verify.Check(t.Context(), m.Dir, verify.Options{})
		if err != nil || !v.Whole {
			t.Errorf("life %d is not whole: %+v: %v", i+1, v.Findings, err)
		}
		if m.Did.Trades < 5 {
			t.Errorf("life %d traded %d times", i+1, m.Did.Trades)
		}
	}
	return o, dirs
}

// worth is what the life in a folder was worth last at a time, by its own report.
func worth(t *testing.T, dir string, at int64) (x float64) {
	t.Helper()
	w, err := biography.ReadWhole(dir)
	check(t, err)
	for i, p := range w.Account.Points {
		if i == 0 || min(p.Time, w.Until) <= at {
			x = p.Equity
		}
	}
	return x
}

func born(t *testing.T, dir string) agent.Boot {
	t.Helper()
	b, err := agent.BirthIn(filepath.Join(dir, home.JournalDir))
	check(t, err)
	return b
}

// journalOf is the first segment of a life's journal.
func journalOf(t *testing.T, dir string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, home.JournalDir, "000001.seg"))
	check(t, err)
	return string(text)
}

// At each hour a set is worth what its members are by their own reports, and together they begin with what one arm has.
func TestASetIsWorthWhatItsMembersAre(t *testing.T) {
	r := run(t, plan.Set, midnight(t))
	check(t, r.Live(t.Context()))
	check(t, r.Live(t.Context())) // it is over
	o, dirs := told(t, r)
	if len(o.Hours) != 3 || len(dirs) != 2 || o.Span.Cause == "" || o.Span.From != o.Members[0].Span.From {
		t.Fatalf("%+v", o)
	}
	capital, credit := uint64(0), money.USDC(0)
	for _, dir := range dirs {
		b := born(t, dir)
		capital, credit = capital+b.Birth.Tokens[0].Units.Uint64(), credit+b.Birth.Credit
	}
	if capital != uint64(r.Options.Fund) || credit != r.Options.Credit || born(t, dirs[0]).Birth.Tokens[0].Units.Uint64() != 5_000_000_001 {
		t.Errorf("they began with %d and %s", capital, credit)
	}
	grown, _ := o.Figures.Life.Start.Get()
	moved := 0
	for h := range len(o.Hours) + 1 {
		if h > 0 {
			if grown *= 1 + o.Hours[h-1]; o.Hours[h-1] != 0 {
				moved++
			}
		}
		sum := 0.0
		for _, dir := range dirs {
			sum += worth(t, dir, o.Span.From+int64(h)*outcome.Hour)
		}
		if math.Abs(sum-grown) > 1e-9*sum {
			t.Errorf("after %d hours it is worth %v, and its members %v", h, grown, sum)
		}
	}
	if moved != 3 || o.Did.Trades != o.Members[0].Did.Trades+o.Members[1].Did.Trades {
		t.Errorf("%d hours moved, %+v", moved, o.Did)
	}
}

// Each life of a chain begins, to the unit, with what the one before left, where the one before ended; and the chain returns
// what they do.
func TestALifeOfAChainBeginsWithWhatTheOneBeforeLeft(t *testing.T) {
	r := run(t, plan.Chain, midnight(t))
	var shares []float64
	r.Options.Progress = func(p live.Progress) { shares = append(shares, p.Done) }
	check(t, r.Live(t.Context()))
	o, dirs := told(t, r)
	if len(o.Hours) != 3 || len(dirs) != 2 || o.Unborn != "" {
		t.Fatalf("%+v", o)
	}
	for i, x := range shares {
		if i > 0 && x < shares[i-1] || x > 1 {
			t.Fatalf("it was %v far, and %v before", x, shares[max(i, 1)-1])
		}
	}
	if shares[0] > 0.1 || shares[len(shares)-1] != 1 {
		t.Errorf("it was %v to %v far", shares[0], shares[len(shares)-1])
	}
	first, err := biography.ReadWhole(dirs[0])
	check(t, err)
	one, two := born(t, dirs[0]).Birth, born(t, dirs[1]).Birth
	left := ""
	for _, b := range first.Life.Fate.Death.Balance {
		if amount, of, _ := strings.Cut(b, " "); of == "USDC" {
			left = amount
		}
	}
	if got := money.FormatUnits(&two.Tokens[0].Units, 6); got != left || left == "" || two.Credit != first.Left.Credit || two.Credit >= one.Credit || two.Credit < one.Credit-5*money.One {
		t.Errorf("it began with %s and %s, and what was left was %s and %s", got, two.Credit, left, first.Left.Credit)
	}
	if one.Until+6_000 < two.Start || one.Until > two.Start {
		t.Errorf("one lived until %d, the next from %d", one.Until, two.Start)
	}
	grown := 1.0
	for _, m := range o.Members {
		x, _ := m.Figures.Life.TimeWeighted.Get()
		grown *= 1 + x
	}
	if x, ok := o.Figures.Life.TimeWeighted.Get(); !ok || math.Abs(x-(grown-1)) > 1e-9 {
		t.Errorf("it returned %v, and its lives %v", x, grown-1)
	}
	second := r // it is the life that one of its own would be
	second.Arm.Form, second.Strategies, second.Dir = plan.Alone, r.Strategies[1:], filepath.Join(t.TempDir(), "second")
	second.Options.FromDay, second.Options.ToDay, second.Options.Fund, second.Options.Credit = 2, 2, first.Left.Capital, first.Left.Credit
	check(t, second.Live(t.Context()))
	if is, would := journalOf(t, dirs[1]), journalOf(t, second.Dir); is != would || is == "" {
		t.Error("by itself it is another life")
	}
	alone := r
	alone.Arm.Form, alone.Arm.Members, alone.Dir = plan.Alone, alone.Arm.Members[:1], filepath.Join(t.TempDir(), "alone")
	check(t, alone.Live(t.Context()))
	if a, _ := told(t, alone); a.Place != o.Place || a.Span.From != o.Span.From || a.Span.Until != o.Span.Until {
		t.Errorf("an arm of one strategy lives %+v %+v, and a chain %+v %+v", a.Place, a.Span, o.Place, o.Span)
	}
}

// An arm that was cut off, in a life or between two, has the outcome that it would have had.
func TestAnArmThatWasCutOffIsTheArmItWouldHaveBeen(t *testing.T) {
	data := midnight(t)
	for form, cuts := range map[plan.Form][]float64{plan.Set: {0.4}, plan.Chain: {0.5, 0.7}} {
		whole := run(t, form, data)
		check(t, whole.Live(t.Context()))
		want, _ := told(t, whole)
		for _, cut := range cuts {
			r := whole
			r.Dir = filepath.Join(t.TempDir(), "lives")
			ctx, stop := context.WithCancel(t.Context())
			r.Options.Progress = func(p live.Progress) {
				if p.Done >= cut {
					stop()
				}
			}
			if err := r.Live(ctx); !errors.Is(err, context.Canceled) {
				t.Fatalf("%s, cut off at %v: %v", form, cut, err)
			}
			r.Options.Progress = nil
			check(t, r.Live(t.Context()))
			got, _ := told(t, r)
			if a, b := bare(t, got, r.Dir), bare(t, want, whole.Dir); a != b {
				t.Errorf("%s, cut off at %v:\n%s\nwant\n%s", form, cut, a, b)
			}
		}
	}
}

// bare is an outcome without where it lies and without what a start adds to the records.
func bare(t *testing.T, o outcome.Outcome, dir string) string {
	t.Helper()
	for i := range o.Members {
		o.Members[i].Records = ""
	}
	text, err := json.Marshal(o)
	check(t, err)
	return strings.ReplaceAll(string(text), dir, "DIR")
}

// What is left may be less than a life needs: the chain ends there, and says why.
func TestAChainEndsWhereTooLittleIsLeft(t *testing.T) {
	r := run(t, plan.Chain, midnight(t))
	first := r // its first life, as if the chain had been cut off behind it
	first.Arm.Form, first.Arm.Members, first.Options.ToDay, first.Dir = plan.Alone, r.Arm.Members[:1], 1, filepath.Join(r.Dir, "1")
	check(t, first.Live(t.Context()))
	r.Options.Config.Mortality.Economic.DeathReserveFloor = config.USD(r.Options.Credit - 1)
	check(t, r.Live(t.Context()))
	o, dirs := told(t, r)
	if len(dirs) != 1 || !strings.HasPrefix(o.Unborn, "slow.md did not begin on the 99") || !strings.Contains(o.Unborn, "49.999999 of it are kept") || !o.Span.Early() || len(o.Hours) != 3 || o.Hours[2] != 0 {
		t.Errorf("%d lives, %q, %v", len(dirs), o.Unborn, o.Hours)
	}
	if _, err := os.Stat(filepath.Join(r.Dir, "2")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is a folder of the second: %v", err)
	}
}

// What cannot be lived is refused before anything is.
func TestAnArmThatCannotBeLivedIsRefused(t *testing.T) {
	data := midnight(t)
	whole, err := environment.Compose(data, history.Gas{}, "", 7, 0)
	check(t, err)
	for i, c := range []struct {
		form   plan.Form
		change func(*arm.Run)
		is     error
		says   string
	}{
		{plan.Chain, func(r *arm.Run) { r.Arm.Members = append(r.Arm.Members, r.Arm.Members[0]) }, plan.ErrPlan, `the chain "several" has 3 strategies, and there are 2 days`},
		{plan.Chain, func(r *arm.Run) { r.Options.FromDay = 2 }, plan.ErrPlan, "there are 1 days"},
		{plan.Chain, func(r *arm.Run) { r.Options.Credit = money.One / 10 }, mortality.ErrUnfunded, "the credit is"},
		{plan.Set, func(r *arm.Run) { r.Options.Fund = 1 }, plan.ErrPlan, "a capital of 0.000001 cannot be divided among the 2"},
		{plan.Set, func(r *arm.Run) { r.Options.Credit = 1 }, plan.ErrPlan, "a credit of 0.000001 cannot be divided"},
		{plan.Set, func(r *arm.Run) { r.Options.Credit = 600_000 }, mortality.ErrUnfunded, `each life of the arm "several" would have a capital of 5000.000000 and a credit of 0.300000`},
		{plan.Alone, func(r *arm.Run) { r.Options.Fund = 0 }, nil, "no capital"},
	} {
		r := run(t, c.form, data)
		if err := r.Check(whole); err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		c.change(&r)
		if err := r.Check(whole); err == nil || c.is != nil && !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%d: %v, want %q", i, err, c.says)
		}
	}
	if _, err := os.Stat("lives"); !errors.Is(err, os.ErrNotExist) {
		t.Error(fmt.Errorf("something was lived: %w", err))
	}
}
