package oracle

import "bardo.run/bardo/golem/host/turn"

// Tally is how many claims of a category came due in time in the whole life, how many
// of them held, and how many would have for who expects that nothing changes.
type Tally struct {
	Resolved, Right, Persisted uint64
}

func (t *Tally) add(r turn.Resolution) {
	t.Resolved++
	if r.Correct {
		t.Right++
	}
	if r.Persisted {
		t.Persisted++
	}
}

// Aim is the share of a category's claims that is meant to hold; 0 where a claim is one
// of a few classes, and cannot be made as wide as one likes.
func Aim(c turn.Category) float64 {
	switch c {
	case turn.PriceRange, turn.LiquidityDepth, turn.FeeGeneration, turn.GasPrice:
		return target
	}
	return 0
}

// Tally returns what became of a category's claims.
func (o *Oracle) Tally(c turn.Category) Tally { return o.tallies[c] }

// Tally returns what became of a category's claims.
func (e *Engine) Tally(c turn.Category) Tally { return e.oracle.Tally(c) }
