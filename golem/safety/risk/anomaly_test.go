package risk

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
)

// spec: safety §16.7
func TestAnAnomalyIsWeighedFromFiveParts(t *testing.T) {
	for want, c := range map[float64]Conduct{
		0: {}, 0.25: {Churn: 1}, 0.2: {Acceleration: 1}, 0.250001: {Contra: 1.000004}, 0.15: {Deviation: 1}, 0.1500001: {Execution: 2}, 1: {1, 1, 1, 1, 1},
		0.5: {0.5, 0.5, 0.5, 0.5, 0.5}, 0.0000001: {-1, -1, -1, -1, -1},
	} {
		near(t, "the score", c.Score(), want, 2e-6)
	}
}

// past is a conscience of a month that saw an order every three hours.
func past() *conscience {
	c := &conscience{}
	for i := range int64(200) {
		c.did(&turn.Action{Status: turn.StatusExecuted, Proposal: turn.Proposal{Origin: turn.OriginRule}}, born+i*3*hour, 100, false)
	}
	return c
}

// Each part is nothing while the Golem trades as it did, and all of it when it does not.
func TestEachPartOfAnAnomalyIsSeen(t *testing.T) {
	begin := born + 200*3*hour
	order := turn.Action{Status: turn.StatusExecuted, Proposal: turn.Proposal{Origin: turn.OriginRule}}
	strange, failed := order, order
	strange.Proposal.Origin, failed.Status = turn.OriginModel, turn.StatusFailed
	usual := func(int) int64 { return 3 * hour }
	for name, c := range map[string]struct {
		a     turn.Action
		after func(i int) int64 // how long after the one before
		size  func(i int) float64
		lost  bool
		want  Conduct
	}{
		"as ever":           {order, usual, func(int) float64 { return 100 }, true, Conduct{}},
		"three times a day": {order, func(int) int64 { return hour }, func(int) float64 { return 100 }, false, Conduct{Churn: 1}},
		"faster and faster": {order, func(i int) int64 {
			if i < recently/2 {
				return 3 * hour
			}
			return hour
		}, func(int) float64 { return 100 }, false, Conduct{Churn: 0.2, Acceleration: 1}},
		"after losses, more": {order, usual, func(i int) float64 { return 101 + float64(i) }, true, Conduct{Contra: 1}},
		"after gains, more":  {order, usual, func(i int) float64 { return 101 + float64(i) }, false, Conduct{}},
		"nobody's":           {strange, usual, func(int) float64 { return 100 }, false, Conduct{Deviation: 1}},
		"in vain":            {failed, usual, func(int) float64 { return 100 }, false, Conduct{Execution: 2}},
	} {
		k, at := past(), begin
		for i := range recently {
			at += c.after(i)
			k.did(&c.a, at, c.size(i), c.lost)
		}
		got := k.conduct(at, born, &habit{})
		near(t, name+": churn", got.Churn, c.want.Churn, 0.1)
		near(t, name+": acceleration", got.Acceleration, c.want.Acceleration, 0.12)
		near(t, name+": contra", got.Contra, c.want.Contra, 0)
		near(t, name+": deviation", got.Deviation, c.want.Deviation, 0)
		near(t, name+": execution", got.Execution, c.want.Execution, 0)
	}
}

func TestOrdersThatComeOutWorseThanTheyDidAreAnAnomalysPart(t *testing.T) {
	h := habit{distance: slices.Repeat([]float64{0.002}, recently)}
	if worse(&h) != 0 {
		t.Error("as ever is worse")
	}
	h.distance = append(slices.Repeat([]float64{0.002}, 15), slices.Repeat([]float64{0.008}, lately)...)
	near(t, "worse", worse(&h), 1, 0) // 0.8 % against 0.35 %
	h.distance = h.distance[1:]
	if worse(&h) != 0 {
		t.Error("nineteen orders tell")
	}
}

func TestTooFewOrdersOrTooYoungALifeShowNothing(t *testing.T) {
	c := &conscience{}
	for i := range int64(recently - 1) {
		c.did(&turn.Action{Status: turn.StatusFailed}, born+3*day+i, float64(i), true)
	}
	if x := c.conduct(born+3*day+recently, born, &habit{}); x != (Conduct{}) {
		t.Errorf("nineteen orders show %+v", x)
	}
	c.did(&turn.Action{Status: turn.StatusFailed}, born+3*day+recently, 100, true)
	if x := c.conduct(born+3*day+recently, born+2*day, &habit{}); x != (Conduct{}) {
		t.Errorf("a life of a day shows %+v", x)
	}
	if x := c.conduct(born+3*day+recently, born, &habit{}); x.Execution != 2 {
		t.Errorf("twenty orders show %+v", x)
	}
}

// spec: safety §16.7 — above 0.7 the drawdown's term is cut by 20 % until the score falls
// below 0.4.
func TestAnAnomalyHoldsBackUntilItIsLongOver(t *testing.T) {
	g := newborn(turn.StageFull, 60)
	g.lives(3 * 24 * 60)
	calm := g.multiplier()
	rush := func(n int, origin turn.Origin, status turn.Status, every int64) {
		for i := range n {
			g.conduct.did(&turn.Action{Status: status, Proposal: turn.Proposal{Origin: origin}}, g.now, float64(i+1), true)
			g.lives(every)
		}
	}
	rush(10, turn.OriginModel, turn.StatusFailed, 3)
	rush(10, turn.OriginModel, turn.StatusFailed, 1)
	seen := g.seen()
	score, odd := g.Anomaly()
	if r := g.Report(&seen); !odd || score <= anomalous || r.Anomaly != score || !slices.Contains(r.Flags, FlagAnomaly) {
		t.Fatalf("a rush of losses scores %v (%v)", score, odd)
	}
	near(t, "the multiplier", g.multiplier(), 0.8*calm, 1e-12)
	said, _ := g.Assess(g.buys(100))
	if !slices.Contains(said.Warnings, FlagAnomaly) {
		t.Errorf("the assessment warns of %v", said.Warnings)
	}
	for range 40 {
		rush(1, turn.OriginRule, turn.StatusExecuted, 60)
		now, odd := g.Anomaly()
		if odd != (now >= settled) {
			t.Fatalf("at %v it is held back: %v", now, odd)
		}
	}
	if score, odd = g.Anomaly(); odd {
		t.Errorf("a day of quiet scores %v", score)
	}
	near(t, "the multiplier", g.multiplier(), calm, 1e-12)
}

func TestAnAnomalysScoreIsAShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, at := &conscience{}, int64(born)
		for range rapid.IntRange(0, 60).Draw(t, "orders") {
			at += rapid.Int64Range(0, 10*day).Draw(t, "after")
			a := turn.Action{Status: rapid.SampledFrom([]turn.Status{turn.StatusExecuted, turn.StatusFailed}).Draw(t, "status")}
			c.did(&a, at, rapid.Float64().Draw(t, "size"), rapid.Bool().Draw(t, "lost"))
			c.judge(at, born, &habit{distance: []float64{rapid.Float64Range(0, 1).Draw(t, "off")}})
			if !(c.score >= 0 && c.score <= 1) || c.odd && c.score < settled || !c.odd && c.score > anomalous {
				t.Fatalf("%v: %v", c.score, c.odd)
			}
		}
	})
}
