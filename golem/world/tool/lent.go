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

// rounding is how many units a receipt or debt token's balance may differ from what
// was moved: it is kept scaled by an index.
var rounding = big.NewInt(2)

// ask has a lending action followed by the questions of what the market then says of
// the wallet.
func (s *Simulator) ask(a grammar.Action, request sim.Request) sim.Request {
	lender, ok := s.Adapters.lender(a)
	if !ok {
		return request
	}
	for _, q := range lender.Questions() {
		request.Calls = append(request.Calls, sim.Call{From: s.Adapters.mandate.account, To: &q.To, Data: q.Data})
	}
	return request
}

// told takes the answers out of an outcome, so that neither their gas nor their calls
// are the order's. nil: nothing was asked, or the order failed before. fault is what
// speaks against the order all the same.
func (s *Simulator) told(a grammar.Action, r turn.Reading, o *sim.Outcome, calls int) (account *turn.Account, fault string, _ error) {
	if len(o.Calls) <= calls {
		return nil, "", nil
	}
	answers := o.Calls[calls:]
	o.Calls, o.Success = o.Calls[:calls], true
	for _, answer := range answers {
		o.GasUsed -= answer.GasUsed
	}
	before, _ := r.Lender(a.Market)
	lender, _ := s.Adapters.lender(a) // who was asked
	said, fault, err := lender.Account(before, o.Calls, answers)
	return &said, fault, err
}

// changed is what a receipt or debt token's own logs say it changed by, and whether
// its balance agrees.
func (t *Adapters) changed(o sim.Outcome, d sim.Delta) (units *big.Int, verified bool) {
	units = new(big.Int)
	for _, l := range logsOf(o) {
		if account, by, ok := t.change(l); ok && l.Address == d.Token && account == d.Account {
			units.Add(units, by)
		}
	}
	gap := new(big.Int).Sub(d.Amount, units)
	return units, d.Readable && gap.CmpAbs(rounding) <= 0
}

// change is what a log of a token says that what is supplied or owed changed by.
func (t *Adapters) change(l protocol.Log) (account common.Address, units *big.Int, ok bool) {
	for _, p := range t.all {
		if lender, lends := p.Adapter.(protocol.Lender); lends {
			if account, units, ok = lender.Change(l); ok {
				return account, units, true
			}
		}
	}
	return account, nil, false
}

// addChange adds what a receipt or debt token's log changed for the account.
func (t *Adapters) addChange(sum []turn.Delta, l protocol.Log) []turn.Delta {
	account, by, ok := t.change(l)
	if !ok || account != t.mandate.account {
		return sum
	}
	units, over := uint256.FromBig(new(big.Int).Abs(by))
	if over {
		return sum // no token has as much
	}
	return add(sum, l.Address, by.Sign() < 0, units)
}

// short says what a lending action moves less, or more, than it names. A repayment
// takes no more than is owed, and of everything there is no number.
func short(a grammar.Action, deltas []turn.Delta) string {
	if !a.Lends() || a.All() || a.Kind == grammar.Repay {
		return ""
	}
	for _, d := range deltas {
		if d.Token == a.Asset && d.Units.Eq(a.Amount) && d.Out == (a.Kind == grammar.Supply) {
			return ""
		}
	}
	return fmt.Sprintf("the market does not move %s units of token %s", a.Amount.Dec(), a.Asset)
}

// uncredited is what speaks against an order whose market does not book what moves.
func (t *Adapters) uncredited(a grammar.Action, logs []protocol.Log, moved []turn.Delta) string {
	if lender, ok := t.lender(a); ok && !lender.Credits(a, logs, moved) {
		return "the market of " + a.Market + " books another amount than it moves of token " + a.Asset.Hex()
	}
	return ""
}

// logsOf are those of the calls that ran, as a receipt has them.
func logsOf(o sim.Outcome) (logs []protocol.Log) {
	for _, call := range o.Calls {
		for _, l := range call.Logs {
			logs = append(logs, protocol.Log{Address: l.Address, Topics: l.Topics, Data: l.Data})
		}
	}
	return logs
}
