package cage

import (
	"fmt"
	"math/big"
	"slices"
)

// exposure holds what is not cash against the most of an account that may be. The cage asks that
// at each opening, of what it knows: what others did to the account in between, and what the
// market did, is let through on top of it.
type exposure struct {
	last  wealth
	slack *big.Int
}

// meanwhile takes in what others made of the account since the last redemption. A position
// that its owner opened is one of which the cage knows nothing.
func (e *exposure) meanwhile(now wealth, most uint64, prices [tokenCount]int64) {
	for _, p := range now.list {
		if !slices.ContainsFunc(e.last.list, func(q position) bool { return q.id.Cmp(p.id) == 0 }) {
			e.slack.Add(e.slack, p.credited(prices))
		}
	}
	if more := new(big.Int).Sub(now.risk, e.last.risk); more.Sign() > 0 {
		e.slack.Add(e.slack, more)
	}
	e.fell(now.gross, most)
	e.last = now
}

// fell lets the account have been worth more at the last look.
func (e *exposure) fell(to *big.Int, most uint64) {
	if less := new(big.Int).Sub(e.last.gross, to); less.Sign() > 0 {
		e.slack.Add(e.slack, bps(less, most))
	}
}

// opened looks at an account after a redemption that passed: opens says whether any of it
// opened a risk.
func (e *exposure) opened(now wealth, most uint64, opens bool) error {
	e.fell(now.gross, most)
	if gain := new(big.Int).Sub(now.gross, e.last.gross); gain.Sign() > 0 { // bought for less than its worth
		e.slack.Add(e.slack, gain)
	}
	e.last = now
	limit := new(big.Int).Add(bps(now.gross, most), e.slack)
	if limit.Add(limit, grain); opens && now.risk.Cmp(limit) > 0 {
		return fmt.Errorf("%s dollars are not cash after an opening: at most %s may be", show(now.risk), show(limit))
	}
	return nil
}
