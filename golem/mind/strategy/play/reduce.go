package play

import (
	"math"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

// Reduction is the name of the trigger that takes off what is too much at risk, from the
// largest holding, one step a tick. Like Emergency it is no rule of any STRATEGY.md.
const Reduction = "reduction"

// The values of that trigger beside Halved: what may be at risk, in quote tokens, and how
// many of the largest holdings are passed over, because they could not be reduced.
const (
	Most = "most"
	Rank = "rank"
)

// excess is what one trigger of a reduction asks for.
type excess struct {
	most float64 // that may be at risk, in quote tokens
	rank int

	halved uint // how often a sale was refused for its size
}

// reducing is the job of a reduction.
func reducing(t turn.Trigger) *job {
	x := excess{halved: halvings(t)}
	for _, v := range t.Values {
		switch v.Name {
		case Most:
			x.most = v.Value
		case Rank:
			x.rank = int(v.Value)
		}
	}
	return &job{cause: t.Rule, origin: turn.OriginRule, name: Reduction, kind: rule.Stop, excess: &x}
}

// reduce proposes one step, on what is at risk now.
func (j *job) reduce(d desk) step {
	if j.proposed {
		return step{}
	}
	all, sum, most := d.holdings(), d.exposed(), d.units(j.excess.most)
	over := less(&sum, &most)
	if len(all) == 0 || over.Lt(d.whole()) {
		return end("no more is at risk than may be")
	}
	h := all[j.excess.rank%len(all)]
	if over = smallest(over, h.value); h.parts {
		over = d.bite(over, j.excess.halved)
	}
	return h.reduce(&over)
}

// units are quote tokens in raw units, rounded down to a millionth of one.
func (d desk) units(quote float64) uint256.Int {
	if !(quote > 0) {
		return uint256.Int{}
	}
	return muldiv(uint256.NewInt(uint64(min(quote*1e6, math.MaxInt64))), d.whole(), million)
}
