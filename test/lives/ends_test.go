package lives

import (
	"context"
	"math/rand/v2"

	"bardo.run/bardo/golem/agent/agenttest"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/owner"
)

// blow is how a life is meant to end, unless something ends it before.
type blow string

const (
	byTime     blow = "its paid time ends"
	byCredit   blow = "its credit is gone"
	byError    blow = "it is wrong for too long"
	byChance   blow = "a die falls"
	byOwner    blow = "its owner orders it"
	byOperator blow = "its operator orders it"
	byAge      blow = "it may not grow older"
	byOwnerNow blow = "its owner ends it while a transaction is on its way"
	inDream    blow = "its owner ends it in a dream"
	bySage     blow = "it is right, and its paid time ends"
	byHandle   blow = "its owner ends it between two ticks"
)

// first are the blows of the first lives that there were.
var first = []blow{byTime, byTime, byCredit, byCredit, byHandle, byOwnerNow, inDream}

// lots are what is in store for the lives, and how often. A die falls early, often, so
// it is thrown for more of them; a prediction takes hours, so fewer wait for theirs.
var lots = []struct {
	blow blow
	of   int
}{
	{byTime, 6}, {byCredit, 6}, {byError, 3}, {byChance, 8}, {byOwner, 5}, {byOperator, 5}, {byAge, 4}, {byOwnerNow, 3}, {inDream, 3}, {bySage, 1},
}

// draw draws a lot.
func draw(rng *rand.Rand) blow {
	all := 0
	for _, l := range lots {
		all += l.of
	}
	n := rng.IntN(all)
	for _, l := range lots {
		if n -= l.of; n < 0 {
			return l.blow
		}
	}
	panic("a lot beyond the last")
}

// causes is what each blow is a death of. The last line's come by a handle of the
// lifecycle and count for none.
var causes = map[blow]lifecycle.Cause{
	byTime: lifecycle.PaidTimeOver, byCredit: lifecycle.CreditExhaustion, byError: lifecycle.EpistemicSenescence, byChance: lifecycle.Stochastic,
	byOwner: lifecycle.OwnerKill, byOperator: lifecycle.KillSwitch, byAge: lifecycle.HayflickLimit, bySage: lifecycle.PaidTimeOver,
	byOwnerNow: lifecycle.OwnerKill, inDream: lifecycle.OwnerKill, byHandle: lifecycle.OwnerKill,
}

// grown is how many ticks, of either scale, a life has at least to count for the cause
// that it died of.
const grown = 100

const minute = 60_000 // milliseconds

// destined says how the life shall end, and gives it as many ticks as it takes.
func (l *life) destined() error {
	rng := l.seed.Stream("ends")
	l.blow = draw(rng)
	l.after = grown + rng.IntN(40)
	if l.blow == byOwnerNow {
		l.after = rng.IntN(12) // transactions
	}
	l.boot.Strategy.Text = randomStrategy(rng, 450)
	pace := &l.boot.Heartbeat.Clock
	pace.GammaMin, pace.GammaMax = 4_000, 5_000
	l.boot.Birth.Until = l.boot.Birth.Start + 25*minute
	switch l.blow {
	case byTime:
		l.boot.Birth.Until = l.boot.Birth.Start + int64(9+rng.IntN(4))*minute
	case byAge:
		l.boot.Mortality.Limits.Ticks = uint64(18 + rng.IntN(6))
	case byError, bySage:
		return l.foresees(rng)
	}
	return l.clocked()
}

// foresees gives the life an oracle and a clock that ends who is wrong soon: a few
// predictions, hours apart from one another as they are, must be enough. Its market
// changes its ways for one that shall be wrong, and keeps them for one that shall not.
func (l *life) foresees(rng *rand.Rand) error {
	s := mortality.DefaultSettings()
	s.Paid, s.Margin, s.Hazard.Base = true, 120_000, 0.000_1
	s.Epistemic = mortality.Epistemic{Window: 8, Threshold: 0.5, Grace: 6, Ramp: 3, Minimum: 3, Regime: 1}
	l.boot.Oracle = true
	pace := &l.boot.Heartbeat.Clock
	pace.GammaMin, pace.GammaMax, pace.ThetaMin = minute, minute, 2*minute
	l.boot.Birth.Until = l.boot.Birth.Start + 200*minute
	l.world.Market = &agenttest.Steady{}
	if l.blow == byError {
		l.world.Market = &agenttest.Fickle{Rand: rng}
	}
	return l.clock(s)
}

// Next implements owner.Source: the word comes once the life has had its ticks.
func (l *life) Next(_ context.Context, known func(string) (owner.Answer, bool)) (owner.Letter, bool) {
	_, heard := known("order")
	return owner.Letter{ID: "order", Word: owner.Kill{Cause: causes[l.blow]}}, !heard && (l.blow == byOwner || l.blow == byOperator) && l.ticks >= l.after
}

// Answer implements owner.Source.
func (*life) Answer(owner.Letter, owner.Answer) {}
