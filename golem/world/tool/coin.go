package tool

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

// Takes are the calls that coin may go with.
func (t *Adapters) Takes() (all []protocol.Call) {
	for _, p := range t.all {
		if w, wraps := p.Adapter.(protocol.Wrapper); wraps {
			all = append(all, w.Takes()...)
		}
	}
	return all
}

// conversion is what a log of the asset that stands for the coin says that became units of it for an
// account, or, below zero, coin.
func (t *Adapters) conversion(l protocol.Log) (account common.Address, units *big.Int, ok bool) {
	for _, p := range t.all {
		if w, wraps := p.Adapter.(protocol.Wrapper); wraps {
			return w.Change(l)
		}
	}
	return account, nil, false
}

// addConverted adds what a log says that the account wrapped or unwrapped: the asset one way, the
// coin the other.
func (t *Adapters) addConverted(sum []turn.Delta, l protocol.Log) []turn.Delta {
	account, by, ok := t.conversion(l)
	if !ok || account != t.mandate.account {
		return sum
	}
	units, over := uint256.FromBig(new(big.Int).Abs(by))
	if over {
		return sum // no token has as much
	}
	out := by.Sign() < 0
	return add(add(sum, l.Address, out, units), turn.Coin, !out, units)
}

// converted reports whether the balance of the asset that stands for the coin changed by what its
// logs say: by what was sent, and by what was wrapped or unwrapped.
func (t *Adapters) converted(o sim.Outcome, d sim.Delta) bool {
	said := new(big.Int).Set(d.Logged)
	for _, l := range logsOf(o) {
		if account, by, ok := t.conversion(l); ok && l.Address == d.Token && account == d.Account {
			said.Add(said, by)
		}
	}
	return d.Readable && d.Amount.Cmp(said) == 0
}

// coin is what the account's own balance of coin changed by, where the states were asked for; no gas
// is paid in a simulation.
func (s *Simulator) coin(o sim.Outcome) (turn.Delta, bool) {
	d, ok := o.Diff.Of(s.Adapters.mandate.account)
	if !ok || d.Balance.Before == d.Balance.After {
		return turn.Delta{}, false
	}
	before, one := uint256.FromDecimal(d.Balance.Before)
	after, two := uint256.FromDecimal(d.Balance.After)
	if one != nil || two != nil {
		return turn.Delta{}, false // and an order that should have moved it did not
	}
	sum := add(nil, turn.Coin, false, after)
	return add(sum, turn.Coin, true, before)[0], true
}

// unconverted says what an order that wraps or unwraps does not move as it says: as much coin as of
// the asset that stands for it.
func unconverted(a grammar.Action, deltas []turn.Delta) string {
	if !a.Converts() {
		return ""
	}
	wraps := a.Kind == grammar.Wrap
	right := len(deltas) == 2
	for _, d := range deltas {
		right = right && d.Units.Eq(a.Amount) && (d.Token == a.Asset && d.Out != wraps || d.Token == turn.Coin && d.Out == wraps)
	}
	if right {
		return ""
	}
	return fmt.Sprintf("%s units of coin and of token %s do not become one another", a.Amount.Dec(), a.Asset)
}
