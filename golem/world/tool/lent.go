package tool

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/aave"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/chain"
)

// rounding is how many units a receipt or debt token's balance may differ from what
// was moved: it is kept scaled by an index.
var rounding = big.NewInt(2)

// ask has a lending action followed by the questions of what the market then says of
// the wallet.
func (s *Simulator) ask(a grammar.Action, request sim.Request) sim.Request {
	lender := s.Adapters.lending.of(a)
	if lender == nil {
		return request
	}
	for _, q := range lender.questions() {
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
	before, _ := r.Lender(a.Protocol)
	said, fault, err := s.Adapters.lending.of(a).account(before, o.Calls, answers)
	return &said, fault, err
}

// changed is what a receipt or debt token's own logs say it changed by, and whether
// its balance agrees.
func changed(o sim.Outcome, d sim.Delta) (units *big.Int, verified bool) {
	units = new(big.Int)
	for _, call := range o.Calls {
		for _, l := range call.Logs {
			c, ok := aave.ParseChange(&types.Log{Address: l.Address, Topics: l.Topics, Data: l.Data})
			if ok && c.Token == d.Token && c.Account == d.Account {
				units.Add(units, c.Units)
			}
		}
	}
	gap := new(big.Int).Sub(d.Amount, units)
	return units, d.Readable && gap.CmpAbs(rounding) <= 0
}

// addChange adds what a receipt or debt token's log changed for the account.
func addChange(sum []turn.Delta, account common.Address, l chain.Log) []turn.Delta {
	c, ok := aave.ParseChange(&types.Log{Address: l.Address, Topics: l.Topics, Data: l.Data})
	if !ok || c.Account != account {
		return sum
	}
	units, over := uint256.FromBig(new(big.Int).Abs(c.Units))
	if over {
		return sum // no token has as much
	}
	return add(sum, c.Token, c.Units.Sign() < 0, units)
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
func (l lending) uncredited(a grammar.Action, logs []chain.Log, moved []turn.Delta) string {
	if lender := l.of(a); lender != nil && !lender.credits(a, logs, moved) {
		return "the market of " + a.Protocol + " books another amount than it moves of token " + a.Asset.Hex()
	}
	return ""
}

// logsOf are those of the calls that ran, as a receipt has them.
func logsOf(o sim.Outcome) (logs []chain.Log) {
	for _, call := range o.Calls {
		for _, l := range call.Logs {
			logs = append(logs, chain.Log{Address: l.Address, Topics: l.Topics, Data: l.Data})
		}
	}
	return logs
}

// reason says what an error of an order's market means.
func (l lending) reason(a grammar.Action, text string) (string, bool) {
	if lender := l.of(a); lender != nil {
		return lender.reason(text)
	}
	return "", false
}
