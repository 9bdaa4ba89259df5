package uniswapv3

import (
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
)

// burns says that a position is burnt with its exit. Anybody may put liquidity into it in
// front of that, and a position that is not empty is not burnt: so the exit behind one that
// failed goes without, where the position no longer holds what it held then. What lies in it
// behind that is the stranger's. A price that moved too far leaves the liquidity as it was.
//
// spec: safety §1.4 S-7
func (x *Adapter) burns(p turn.Position) bool {
	had, failed := x.failed[p.ID]
	return !failed || had.Eq(&p.Liquidity)
}

// Failed implements protocol.Witness: it remembers what a position held when it was first
// tried in vain to be left whole. A preview, which runs where nobody comes in front, always
// burns.
func (x *Adapter) Failed(a grammar.Action, seen turn.Reading) {
	if a.Kind != grammar.RemoveLiquidity || a.Percent != 100 {
		return
	}
	p, _, err := x.find(a, seen)
	if _, failed := x.failed[p.ID]; err != nil || failed {
		return
	}
	if x.failed == nil {
		x.failed = map[string]uint256.Int{}
	}
	x.failed[p.ID] = p.Liquidity
}
