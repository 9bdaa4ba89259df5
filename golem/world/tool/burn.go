package tool

import (
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/permit"
)

// burns says that a position is burnt with its exit. Anybody may put liquidity into it in
// front of that, and a position that is not empty is not burnt: so the exit behind one that
// failed goes without, where the position no longer holds what it held then. What lies in it
// behind that is the stranger's. A price that moved too far leaves the liquidity as it was.
//
// spec: safety §1.4 S-7
func (l *liquidity) burns(p turn.Position) bool {
	had, failed := l.failed[p.ID]
	return !failed || had.Eq(&p.Liquidity)
}

// fail remembers what a position held when it was first tried in vain to be left whole. A
// replay hears the same outcomes; a preview, which runs where nobody comes in front, always
// burns.
func (l *liquidity) fail(o permit.Order) {
	if o.Action.Kind != grammar.RemoveLiquidity || o.Action.Percent != 100 {
		return
	}
	p, err := find(o.Action, o.Seen)
	if _, failed := l.failed[p.ID]; err != nil || failed {
		return
	}
	if l.failed == nil {
		l.failed = map[string]uint256.Int{}
	}
	l.failed[p.ID] = p.Liquidity
}
