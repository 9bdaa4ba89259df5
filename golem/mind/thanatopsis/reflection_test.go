package thanatopsis

import (
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/mortality"
)

// reflects dies of a cause with lessons, and returns what the testament says of them.
func reflects(t *testing.T, terms Terms, cause lifecycle.Cause, lessons ...Lesson) Sections {
	t.Helper()
	w := newWorld()
	w.terms = terms
	w.answer = onlyRefuse("close 3", &turn.Refusal{Layer: "cage", Detail: "no"})
	w.life.Lessons, w.life.Regime = lessons, "volatile"
	w.life.Death = mortality.Autopsy{Clock: "epistemic", Composite: 0.04, Failing: []string{"gas"}}
	p := w.protocol()
	for _, phase := range phases {
		check(t, p.Run(t.Context(), phase, cause))
	}
	return p.reflection.insight
}

// spec: mortality §9.4, §10 — without a model the nine lists are filled from the
// records, and one that has no inputs is empty.
func TestTheSectionsComeFromTheNumbers(t *testing.T) {
	s := reflects(t, Terms{}, lifecycle.EpistemicSenescence,
		Lesson{"price_direction", 1000, 850, 800, 0}, Lesson{"volatility_regime", 200, 100, 150, 0}, Lesson{"inaction", 100, 81, 80, 0}, Lesson{"other", 49, 49, 0, 0})
	if len(s.Learned) != 1 || s.Learned[0] != (Learned{"price_direction: 85.0 % of 1000 predictions held, 80.0 % would have by persistence", 0.85, 1000, "novel"}) {
		t.Errorf("learned %+v", s.Learned)
	}
	if len(s.Wrong) != 1 || !strings.HasPrefix(s.Wrong[0].Misconception, "volatility_regime: 50.0 %") || s.Wrong[0].Evidence != 200 {
		t.Errorf("wrong %+v", s.Wrong)
	}
	if len(s.Suspect) != 1 || !strings.HasPrefix(s.Suspect[0], "inaction") || len(s.Untested) != 1 || !strings.HasPrefix(s.Untested[0], "other: 49") {
		t.Errorf("suspect %v, untested %v", s.Suspect, s.Untested)
	}
	k := s.Killed[0]
	if k.Primary != lifecycle.EpistemicSenescence || k.Preventable || k.Market != "volatile" || strings.Join(k.Factors, "; ") != "lowest clock epistemic, vitality 0.040; failing domain gas" {
		t.Errorf("killed %+v", k)
	}
	var advice []string
	for _, a := range s.Change {
		advice = append(advice, a.Priority)
	}
	if strings.Join(advice, " ") != "critical important nice_to_have" || !strings.Contains(s.Change[0].Text, "position 3 worth 70.000000 was left behind") {
		t.Errorf("advice %+v", s.Change)
	}
	if s.Confused == nil || s.Causes == nil || s.Topology == nil || len(s.Confused)+len(s.Causes)+len(s.Topology) != 0 {
		t.Errorf("lists without inputs: %+v", s)
	}
	for cause, want := range map[lifecycle.Cause]bool{lifecycle.CreditExhaustion: true, lifecycle.PaidTimeOver: true, lifecycle.Stochastic: false, lifecycle.OwnerKill: false} {
		if k := reflects(t, Terms{}, cause).Killed[0]; k.Preventable != want || (k.Change != "") != want {
			t.Errorf("%s: %+v", cause, k)
		}
	}
}

// A range can be as wide as one likes: it is judged by what it was meant to hold.
func TestRangesAreJudgedByTheirAim(t *testing.T) {
	for right, want := range map[uint64]string{79: "narrow", 81: "learned", 89: "learned", 91: "wide"} {
		s := reflects(t, Terms{}, lifecycle.OwnerKill, Lesson{"gas_price", 100, right, 99, 0.85})
		got := map[bool]string{true: "learned"}[len(s.Learned) == 1] + map[bool]string{true: "narrow"}[len(s.Wrong) == 1] + map[bool]string{true: "wide"}[len(s.Suspect) == 1]
		if got != want {
			t.Errorf("%d of 100 held: %s, want %s", right, got, want)
		}
	}
}

// spec: mortality §21 (thanatopsis.enabled), §25 — without reflection a death still
// settles.
func TestAPlainDeathSettlesAndSaysNothing(t *testing.T) {
	s := reflects(t, Terms{Plain: true}, lifecycle.CreditExhaustion, Lesson{"price_direction", 1000, 850, 800, 0})
	if len(s.Learned)+len(s.Killed)+len(s.Change) != 0 || s.Learned == nil {
		t.Errorf("%+v", s)
	}
}

// spec: mortality §9.3 — each action has its tag, its key and what it came to.
func TestTheSettlementIsALedger(t *testing.T) {
	w := newWorld()
	w.answer = onlyRefuse("close 3 @50", &turn.Refusal{Layer: "cage", Detail: "no"})
	will, _ := die(t, w)
	s := will.Settlement
	want := []struct {
		key     string
		success bool
		tag     Tag
	}{
		{"golem-1/42/position 2/1", true, Neutral},
		{"golem-1/42/position 3/1", false, Frustration},
		{"golem-1/42/position 3/2", true, Neutral},
		{"golem-1/42/position 1/1", true, Neutral},
		{"golem-1/42/WETH/1", true, Neutral},
	}
	if len(s.Actions) != len(want) || s.Failures != 1 || s.Settled != "1570.000000" || s.Gas != "0.000000" {
		t.Fatalf("%+v", s)
	}
	for i, d := range s.Actions {
		if d.Key != want[i].key || d.Success != want[i].success || d.Tag != want[i].tag || d.Gas != "0.000000" {
			t.Errorf("%d: %+v, want %+v", i, d, want[i])
		}
	}
	for gain, want := range map[float64]Tag{0.01: Satisfaction, 0: Neutral, -10: Neutral, -10.01: Resignation} {
		d := Deed{value: 100, gain: gain, measured: true, Action: turn.Action{Status: turn.StatusExecuted}}
		if got := d.told(); got.Tag != want || got.PnL == "" {
			t.Errorf("a gain of %v: %s", gain, got.Tag)
		}
	}
	left := Deed{Action: turn.Action{Status: turn.StatusExecuted, Preview: turn.Preview{Kind: "withdraw"}}}
	if got := left.told(); got.Tag != Relief || got.PnL != "" {
		t.Errorf("leaving a lending market: %+v", got)
	}
}
