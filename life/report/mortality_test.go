package report_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/life/report"
)

// aged are ticks of a minute with the given composites; the phase follows from each.
func aged(b *report.Builder, composites ...float64) {
	for i, c := range composites {
		m := turn.Mortality{Composite: c, Clocks: turn.Clocks{
			Credit: 1 - float64(i)/100, Paid: 0.9, Fitness: 0.6, Learning: i < 2, Age: 1, Epistemic: 1, Survival: 1 - float64(i)/1000, Trigger: "epistemic",
		}}
		switch {
		case c < 0.1:
			m.Phase, m.Clocks.Trigger = turn.Terminal, "economic"
		case c < 0.7:
			m.Phase = turn.Stable
		}
		b.Add(turn.Record{Tick: uint64(i), Time: birth + int64(i)*minute, Mortality: m})
	}
}

// declining is thriving for four ticks, stable for two, thriving for one and dies.
func declining() report.Life {
	b := report.NewBuilder()
	aged(b, 0.99, 0.98, 0.97, 0.96, 0.65, 0.6, 0.8, 0)
	return finish(b.Life(0))
}

// spec: mortality §6.1
func TestThePhasesOfALifeAreToldWithWhatTheyAreOwedTo(t *testing.T) {
	m := declining().Condition.Mortality
	want := []report.Stretch{
		{Phase: "thriving", From: birth, To: birth + 4*minute, Ticks: 4, Composite: 0.99},
		{Phase: "stable", From: birth + 4*minute, To: birth + 6*minute, Tick: 4, Ticks: 2, Composite: 0.65, Owed: "epistemic"},
		{Phase: "thriving", From: birth + 6*minute, To: birth + 7*minute, Tick: 6, Ticks: 1, Composite: 0.8, Owed: "epistemic"},
		{Phase: "terminal", From: birth + 7*minute, To: birth + 7*minute, Tick: 7, Ticks: 1, Owed: "economic"},
	}
	if !slices.Equal(m.Phases, want) {
		t.Errorf("%+v", m.Phases)
	}
	if want := []report.Share{{Name: "thriving", Count: 5}, {Name: "stable", Count: 2}, {Name: "terminal", Count: 1}}; !slices.Equal(m.Shares, want) {
		t.Errorf("%+v", m.Shares)
	}
}

// spec: mortality §5
func TestTheClocksOfATickAreWhatItsRecordSays(t *testing.T) {
	series := declining().Condition.Mortality.Series
	if len(series) != 8 {
		t.Fatalf("%d of 8 ticks", len(series))
	}
	if v := series[1]; v.Fitness != nil || v.Composite != 0.98 || v.Credit != 0.99 || v.Economic() != 0.9 || v.Time != birth+minute {
		t.Errorf("%+v: it was still learning", v)
	}
	if v := series[2]; v.Fitness == nil || *v.Fitness != 0.6 || v.Survival == nil || *v.Survival != 1-2.0/1000 {
		t.Errorf("%+v", v)
	}
	b := report.NewBuilder()
	b.Add(turn.Record{Time: birth, Mortality: turn.Mortality{Composite: 1, Absent: []string{"stochastic"}, Clocks: turn.Clocks{Credit: 1, Survival: 1, Learning: true}}})
	if v := b.Life(0).Condition.Mortality.Series[0]; v.Survival != nil || v.Fitness != nil {
		t.Errorf("%+v: it rolls no dice", v)
	}
}

func TestThinnedClocksKeepTheirLowestMoment(t *testing.T) {
	composites := make([]float64, 4_000)
	for i := range composites {
		composites[i] = 0.9 + 0.05*math.Sin(float64(i)/90)
	}
	composites[1_777] = 0.71
	b := report.NewBuilder()
	aged(b, composites...)
	m := b.Life(200).Condition.Mortality
	lowest := slices.MinFunc(m.Series, func(x, y report.Vital) int { return int(math.Copysign(1, x.Composite-y.Composite)) })
	if len(m.Series) > 260 || lowest.Composite != 0.71 || m.Phases[0].Ticks != 4_000 {
		t.Errorf("%d points, lowest %v, %+v", len(m.Series), lowest, m.Phases)
	}
}

// A tick that ended before the lifespan saw it has no clocks.
func TestALifeWithoutClocksHasNoMortality(t *testing.T) {
	b := report.NewBuilder()
	b.Add(turn.Record{Time: birth, Mortality: turn.Mortality{Economic: 0.5, Composite: 0.5, Phase: turn.Stable}})
	l := b.Life(0)
	if l.Condition.Mortality != nil {
		t.Errorf("%+v", l.Condition.Mortality)
	}
	if text := page(t, l, plain); strings.Contains(text, "Clocks") || strings.Contains(summary(t, l), "phases") {
		t.Error("it is said to have clocks")
	}
}

func TestTheSummaryNamesThePhasesWhereThereWasMoreThanOne(t *testing.T) {
	if text := summary(t, declining()); !strings.Contains(text, "  phases        thriving 62 %, stable 25 %, terminal 12 %\n") {
		t.Error(text)
	}
	b := report.NewBuilder()
	aged(b, 0.9, 0.9)
	if text := summary(t, b.Life(0)); strings.Contains(text, "  phases ") {
		t.Error(text)
	}
	b = report.NewBuilder()
	aged(b, append(slices.Repeat([]float64{0.9}, 999), 0)...)
	if text := summary(t, b.Life(0)); !strings.Contains(text, "thriving over 99 %, terminal under 1 %\n") {
		t.Error(text)
	}
}

// Every part at its longest still fits a terminal.
func TestALifeWithAllPartsFitsATerminal(t *testing.T) {
	l := trader()
	l.Condition.Mortality, l.Acts.Liquidity, l.Acts.Lending = declining().Condition.Mortality, keeping().Acts.Liquidity, []report.LendingEvent{{Kind: "supply", Market: "aave_v3"}}
	l.Condition.Foresight = &report.Foresight{Categories: []report.Accuracy{{Name: "price_range", Resolved: 1}}, Held: []report.HeldBack{{Kind: "swap"}}}
	left := l.Fate.Death.Left[0]
	l.Fate.Death.Left = append(l.Fate.Death.Left, left, left)
	for i := range 40 {
		l.Thought.Triggers = append(l.Thought.Triggers, report.Trigger{Rule: fmt.Sprintf("rule:%d", i), Line: i, Outcome: "held"})
		l.Subject.Place.Assumptions = append(l.Subject.Place.Assumptions, strings.Repeat("word ", 60))
	}
	text := summary(t, l)
	if n := strings.Count(text, "\n"); n > 40 {
		t.Errorf("%d lines:\n%s", n, text)
	}
	for _, want := range []string{"phases  ", "lending ", "foresight", "held back", "rules more", "assumptions, in the page", "took", "look", "next"} {
		if !strings.Contains(text, want) {
			t.Errorf("the summary lacks %q:\n%s", want, text)
		}
	}
}

func TestThePageShowsTheClocksAndThePhases(t *testing.T) {
	text := page(t, declining(), plain)
	for _, want := range []string{
		`id="clocks"`, `aria-label="Vitality from 0.990 to 0.000; credit and time from 0.900 to 0.900; fitness at last 0.600; chance to live so long 0.993.`,
		`"composite":[0.99,0.98,0.97,0.96,0.65,0.6,0.8,0]`, `"fitness":[null,null,0.6,`, `"survival":[1,0.999,`, `"turns":[1691885040,1691885160,1691885220]`,
		"thriving 62 %, stable 25 %, terminal 12 % of 8 ticks", "<td>it was born so</td>", "<td>credit and time</td>", "a phase begins",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if again := page(t, declining(), plain); again != text {
		t.Error("two pages of one life differ")
	}
}

func TestThePageSaysWhichClocksDidNotRun(t *testing.T) {
	b := report.NewBuilder()
	b.Add(turn.Record{Time: birth, Mortality: turn.Mortality{Composite: 1, Absent: []string{"stochastic"}, Clocks: turn.Clocks{Credit: 1, Paid: 1, Learning: true}}})
	text := page(t, b.Life(0), plain)
	for _, want := range []string{"Its predictions were never judged. It rolled no dice.", `"fitness":[null]`, `"survival":[null]`} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, bad := range []string{"chance to live so long <b", "fitness <b", "a phase begins"} {
		if strings.Contains(text, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
}

func TestHostilePhasesStayText(t *testing.T) {
	l := declining()
	l.Condition.Mortality.Phases[1].Phase, l.Condition.Mortality.Phases[1].Owed, l.Condition.Mortality.Shares[0].Name = hostile, hostile, hostile
	text := page(t, l, plain)
	if n := strings.Count(text, "<script"); n != 3 || !strings.Contains(text, "&lt;script&gt;alert(1)") {
		t.Errorf("%d script elements, not 3", n)
	}
}
