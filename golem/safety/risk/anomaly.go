package risk

import (
	"bardo.run/bardo/golem/host/turn"
)

// The scores from which a Golem's conduct is an anomaly, and below which it is none any
// more, and what is left of the drawdown's term of the guardrails meanwhile (safety §16.7).
const (
	anomalous = 0.7
	settled   = 0.4
	restraint = 0.8
)

// deed is one order that reached the chain.
type deed struct {
	at      int64 // of the life's clock
	chased  bool  // an opening larger than the one before, while trades lost
	strange bool  // asked for by no rule and no owner
	failed  bool
}

// Conduct is what an anomaly shows in, each 0 to 1, over the last twenty orders. The
// document names the parts and no formulas.
//
//	Churn         how many more a day than within the last thirty days: at three times as many 1
//	Acceleration  how much faster the newer ten came than the older: at three times as fast 1
//	Contra        the share of openings that grew while trades lost
//	Deviation     the share that no rule and no owner asked for
//	Execution     how much worse orders come out than they did, at twice 1; or twice the share that failed
type Conduct struct{ Churn, Acceleration, Contra, Deviation, Execution float64 }

// Score is the anomaly score, 0 to 1.
//
// spec: safety §16.7
func (c Conduct) Score() float64 {
	return .25*unit(c.Churn) + .20*unit(c.Acceleration) + .25*unit(c.Contra) + .15*unit(c.Deviation) + .15*unit(c.Execution)
}

// conscience remembers what the Golem did, and whether that is an anomaly.
type conscience struct {
	deeds []deed
	times []int64 // of all orders of the last thirty days
	size  float64 // of the last opening
	score float64
	odd   bool
}

// did takes an order that reached the chain. size is 0 where it opened nothing that hangs
// on a price; lost says that the trades that were followed lose of late.
func (c *conscience) did(a *turn.Action, at int64, size float64, lost bool) {
	d := deed{at: at, strange: a.Proposal.Origin != turn.OriginRule && a.Proposal.Origin != turn.OriginSteer, failed: a.Status == turn.StatusFailed}
	if size > 0 {
		d.chased = lost && c.size > 0 && size > c.size
		c.size = size
	}
	if c.deeds = append(c.deeds, d); len(c.deeds) > recently {
		c.deeds = c.deeds[1:]
	}
	c.times = append(c.times, at)
	for c.times[0] <= at-month {
		c.times = c.times[1:]
	}
}

// conduct is what twenty orders show. Fewer, or a life of less than two days, show nothing.
func (c *conscience) conduct(now, born int64, h *habit) (x Conduct) {
	lived := min(now-born, month)
	if len(c.deeds) < recently || lived < 2*day {
		return x
	}
	const half = recently / 2
	older, newer := c.deeds[half-1].at-c.deeds[0].at, c.deeds[recently-1].at-c.deeds[half].at
	usual := float64(lived) / float64(len(c.times)) // milliseconds an order
	x.Churn = thrice(usual*recently, float64(now-c.deeds[0].at))
	x.Acceleration = thrice(float64(older), float64(newer))
	x.Contra, x.Deviation = c.share(func(d deed) bool { return d.chased }), c.share(func(d deed) bool { return d.strange })
	x.Execution = max(worse(h), 2*c.share(func(d deed) bool { return d.failed }))
	return x
}

// thrice is 0 where two times are equal and 1 where the second is a third of the first.
func thrice(first, second float64) float64 { return unit((first/second - 1) / 2) }

func (c *conscience) share(is func(deed) bool) float64 {
	n := 0
	for _, d := range c.deeds {
		if is(d) {
			n++
		}
	}
	return float64(n) / recently
}

// worse is how much further off the last five orders came out than the last twenty did.
func worse(h *habit) float64 {
	late, usual := h.tracking(lately), h.usual()
	if len(h.distance) < recently || late <= noticeable {
		return 0
	}
	return unit(late/usual - 1)
}

// judge scores the conduct. An anomaly lasts until the score is low again.
func (c *conscience) judge(now, born int64, h *habit) {
	c.score = c.conduct(now, born, h).Score()
	c.odd = odd(c.odd, c.score)
}

func odd(before bool, score float64) bool { return score > anomalous || before && score >= settled }

// Anomaly is the score of the Golem's conduct, 0 to 1, and whether it is held back for it.
func (e *Engine) Anomaly() (score float64, odd bool) { return e.conduct.score, e.conduct.odd }

// restrained is what is left of the drawdown's term of the guardrails.
func (c *conscience) restrained() float64 {
	if c.odd {
		return restraint
	}
	return 1
}
