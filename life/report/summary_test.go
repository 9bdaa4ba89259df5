package report_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"bardo.run/bardo/life/report"
	"bardo.run/bardo/life/report/attribution"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func summary(t *testing.T, l report.Life) string {
	t.Helper()
	var b bytes.Buffer
	if err := l.Summary(&b, "out/life.html"); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestSummaryReadsAsWritten(t *testing.T) {
	for name, l := range map[string]report.Life{"trader": trader(), "keeping": keeping(), "empty": report.NewBuilder().Life(0)} {
		golden, got := filepath.Join("testdata", name+".txt"), summary(t, l)
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s: rewrite with -update if this is meant:\n%s", golden, got)
		}
	}
}

func TestSummaryFitsATerminal(t *testing.T) {
	l := trader()
	l.Acts.Liquidity = keeping().Acts.Liquidity
	l.Run.Next = nil
	long := strings.Repeat("word ", 200)
	l.Subject.Identity.Name, l.Subject.Strategy.Name, l.Subject.Place.Name = long, long, long
	l.Fate.Death.Left = []report.Leftover{{What: long}, {What: long}, {What: long}}
	for i := range 40 {
		l.Thought.Triggers = append(l.Thought.Triggers, report.Trigger{Rule: fmt.Sprintf("rule:%d%s", i, long), Line: i, Outcome: "stopped", Layer: long})
		l.Subject.Place.Assumptions = append(l.Subject.Place.Assumptions, long)
		l.Run.Next = append(l.Run.Next, fmt.Sprintf("bardo command %d", i))
	}
	text := summary(t, l)
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) > 40 {
		t.Errorf("%d lines:\n%s", len(lines), text)
	}
	for _, line := range lines {
		if utf8.RuneCountInString(line) > 100 {
			t.Errorf("%d columns: %s", utf8.RuneCountInString(line), line)
		}
	}
	for _, want := range []string{"and 35 rules more", "assumptions, in the page", "bardo command 2", "out/life.html", "took"} {
		if !strings.Contains(text, want) {
			t.Errorf("the summary lacks %q:\n%s", want, text)
		}
	}
}

func TestSummaryHasNoColour(t *testing.T) {
	if text := summary(t, trader()); strings.ContainsRune(text, '\x1b') {
		t.Errorf("%q", text)
	}
}

func TestVerdictNamesGainLossAndNeither(t *testing.T) {
	for _, c := range []struct {
		change float64
		want   string
	}{{-50, "Lost 5.00 % in"}, {50, "Gained 5.00 % in"}, {0, "Neither gained nor lost in"}, {0.00001, "Neither gained nor lost in"}, {-0.03, "Lost 0.03 USDC (0.00 %) in"}, {0.03, "Gained 0.03 USDC (0.00 %) in"}} {
		g := newGolem(1)
		g.b.Add(g.record())
		g.usd += c.change
		g.b.Add(g.record())
		if got := g.b.Life(0).Verdict(); !strings.HasPrefix(got, c.want) {
			t.Errorf("%v: %s", c.change, got)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errDisk }

var errDisk = errors.New("no space left on device")

func TestAFullDiskIsReported(t *testing.T) {
	l := trader()
	if err := l.Page(full{}, plain); !errors.Is(err, errDisk) {
		t.Errorf("page: %v", err)
	}
	if err := l.Summary(full{}, ""); !errors.Is(err, errDisk) {
		t.Errorf("summary: %v", err)
	}
}

// Every outcome the heartbeat writes has a column.
func TestEveryOutcomeIsCounted(t *testing.T) {
	l := report.Life{}
	for _, o := range []string{"executed", "partial", "stopped", "failed", "pending", "held", "suppressed"} {
		l.Thought.Triggers = append(l.Thought.Triggers, report.Trigger{Rule: "r", Outcome: o, Layer: "layer-" + o})
	}
	got := l.Thought.ByRule()[0]
	if got.Seen != 7 || got.Acted != 2 || got.Held != 1 || got.Waiting != 1 || len(got.Stopped) != 4 {
		t.Fatalf("%+v", got)
	}
	if layers := l.Thought.ByLayer(); len(layers) != 4 || layers[0].Name != "layer-failed" {
		t.Fatalf("%+v", layers)
	}
}

// A life of several markets shows up to eight rules, however many lines come before them, and says of a
// rule that only held who left it.
func TestRulesAreShownWhereThereWereSeveralMarkets(t *testing.T) {
	l := trader()
	l.Thought.Triggers = nil
	for i := range 10 {
		l.Thought.Triggers = append(l.Thought.Triggers, report.Trigger{Rule: fmt.Sprintf("rule:entry-%d@%d", i, i), Line: i, Outcome: "held", Layer: "deliberator"})
	}
	for _, name := range []string{"weth-usdc-5", "weth-usdc-30"} {
		l.Results.Result.Shared.Markets = append(l.Results.Result.Shared.Markets, attribution.Share{Name: name, Gain: 1})
	}
	for _, name := range []string{"rule:a@1", "rule:b@2"} {
		l.Results.Result.Shared.Rules = append(l.Results.Result.Shared.Rules, attribution.Share{Name: name, Gain: 1})
	}
	text := summary(t, l)
	for i := range 10 {
		if said, want := strings.Contains(text, fmt.Sprintf("  entry-%d@%d ", i, i)), i < 8; said != want {
			t.Errorf("entry-%d is shown: %v", i, said)
		}
	}
	if !strings.Contains(text, "  held: deliberator 1\n") || !strings.Contains(text, "and 2 rules more, together 0.00, in the page") {
		t.Error(text)
	}
}

// What is paid outside of the account is part of the result and not of the change, which is said where it
// makes a difference.
func TestTheSummarySaysWhatTheChangeLacks(t *testing.T) {
	l := trader()
	const said = "paid time −1.20 (not in the change)"
	plain := func() string { return strings.Join(strings.Fields(summary(t, l)), " ") }
	if text := plain(); strings.Contains(text, said) {
		t.Error(text)
	}
	if l.Results.Result.Time = -1.2; !strings.Contains(plain(), said+", rest") {
		t.Error(plain())
	}
}
