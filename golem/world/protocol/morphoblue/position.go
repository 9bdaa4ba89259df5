package morphoblue

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/morpho"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

// Questions implements protocol.Lender. It has the interest written down first, so that the sums are those of the
// block. The oracle comes last: without a price the rest is known all the same.
func (l *Adapter) Questions() []protocol.Call {
	return []protocol.Call{
		{To: l.contract, Data: l.encoder.Accrue()},
		{To: l.contract, Data: l.encoder.State()},
		{To: l.contract, Data: l.encoder.Position(l.account.Address)},
		{To: l.params.Oracle, Data: l.encoder.Price()},
	}
}

// Account implements protocol.Lender.
func (l *Adapter) Account(before turn.Lending, order, answers []sim.Result) (turn.Account, string, error) {
	if len(answers) < 4 {
		return turn.Account{}, "", fmt.Errorf("market %s after the order: %s", l.id, answers[len(answers)-1].Revert)
	}
	state, err := morpho.ParseState(answers[1].Return)
	if err != nil {
		return turn.Account{}, "", err
	}
	position, err := morpho.ParsePosition(answers[2].Return)
	if err != nil {
		return turn.Account{}, "", err
	}
	var price uint256.Int
	if answers[3].Success {
		if price, err = morpho.ParseNumber(answers[3].Return); err != nil {
			return turn.Account{}, "", err
		}
	}
	h, err := l.params.Hold(position, state, &price)
	return AccountOf(l.params, h), l.fault(before, position, order), err
}

// fault holds the position behind an order to the one before it and to what the
// contract's logs say of the change: to the share, and to the unit of collateral.
func (l *Adapter) fault(before turn.Lending, after morpho.Position, order []sim.Result) string {
	var supplied, owed, collateral big.Int
	for _, call := range order {
		for _, log := range call.Logs {
			c, ok := l.change(log.Address, log.Topics, log.Data)
			switch {
			case !ok:
			case c.Side == morpho.Lent:
				supplied.Add(&supplied, c.Shares)
			case c.Side == morpho.Owed:
				owed.Add(&owed, c.Shares)
			default:
				collateral.Add(&collateral, c.Units)
			}
		}
	}
	var had morpho.Position
	for _, r := range before.Reserves {
		if before.Secures(r.Token.Address) {
			had.Collateral = r.Supplied
			continue
		}
		had.SupplyShares, had.BorrowShares = r.SupplyShares, r.DebtShares
	}
	for _, side := range []struct {
		what     string
		had, has *uint256.Int
		by       *big.Int
	}{
		{"supply", &had.SupplyShares, &after.SupplyShares, &supplied},
		{"debt", &had.BorrowShares, &after.BorrowShares, &owed},
		{"collateral", &had.Collateral, &after.Collateral, &collateral},
	} {
		if side.by.Add(side.by, side.had.ToBig()).Cmp(side.has.ToBig()) != 0 {
			return "the wallet's " + side.what + " in market " + l.id.Hex() + " does not change as the contract's log says"
		}
	}
	return ""
}

// change decodes a log of the wallet's position in the market.
func (l *Adapter) change(from common.Address, topics []common.Hash, data []byte) (morpho.Change, bool) {
	c, ok := morpho.ParseChange(&types.Log{Address: from, Topics: topics, Data: data})
	return c, ok && from == l.contract && c.Market == l.id && c.Account == l.account.Address
}

// Credits implements protocol.Lender: one change, on the order's side, of just what moved.
func (l *Adapter) Credits(a grammar.Action, logs []protocol.Log, moved []turn.Delta) bool {
	sum := new(big.Int)
	for _, log := range logs {
		if c, ok := l.change(log.Address, log.Topics, log.Data); ok && c.Side == l.side(a) {
			sum.Add(sum, c.Units)
		}
	}
	for _, d := range moved {
		if d.Token == a.Asset {
			return d.Units.ToBig().CmpAbs(sum) == 0 && (sum.Sign() > 0) == (a.Kind == grammar.Supply || a.Kind == grammar.Borrow)
		}
	}
	return sum.Sign() == 0
}

func (l *Adapter) side(a grammar.Action) morpho.Side {
	switch {
	case a.Kind == grammar.Borrow || a.Kind == grammar.Repay:
		return morpho.Owed
	case a.Asset == l.params.Loan:
		return morpho.Lent
	}
	return morpho.Secured
}
