package tool

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/morpho"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/chain"
)

// morphoLender is one market of Morpho Blue. No token stands for a position there, so
// the position itself is read before an order and behind it.
type morphoLender struct {
	allow    allowances
	mandate  *mandate
	contract common.Address
	wallet   common.Address
	params   morpho.Params
	id       common.Hash
	encoder  *morpho.Codec
}

func newMorphoLender(v Venue, m *mandate, allow allowances) *morphoLender {
	return &morphoLender{allow, m, v.Morpho, v.Account, v.MorphoParams, v.MorphoParams.ID(), morpho.NewCodec(v.Morpho, v.MorphoParams)}
}

// calls implements lender. Everything is taken out and paid back by shares, which do
// not grow; only collateral has none.
func (l *morphoLender) calls(a grammar.Action, m turn.Lending, r turn.Reserve) ([]chain.Call, error) {
	secures, n := m.Secures(a.Asset), a.Amount
	switch {
	case a.Kind == grammar.Supply && secures:
		return l.allow.spending(l.contract, a.Asset, n, l.encoder.SupplyCollateral(n, l.wallet)), nil
	case a.Kind == grammar.Supply:
		return l.allow.spending(l.contract, a.Asset, n, l.encoder.Supply(n, l.wallet)), nil
	case a.Kind == grammar.Borrow:
		return l.call(l.encoder.Borrow(n, l.wallet)), nil
	case a.Kind == grammar.Repay:
		return l.repay(a, r), nil
	case !secures && a.All():
		return l.call(l.encoder.WithdrawShares(&r.SupplyShares, l.wallet)), nil
	case !secures:
		return l.call(l.encoder.Withdraw(n, l.wallet)), nil
	case a.All():
		n = &r.Supplied
	}
	return l.call(l.encoder.WithdrawCollateral(n, l.wallet)), nil
}

func (l *morphoLender) call(data []byte) []chain.Call {
	return []chain.Call{{To: l.contract, Data: data}}
}

// repay pays what is named. The contract reverts at more than is owed, which nobody
// knows to the unit before it is paid: what surely covers the debt pays all its shares,
// and what may or may not leaves one unit and the interest.
func (l *morphoLender) repay(a grammar.Action, r turn.Reserve) []chain.Call {
	enough := most(&r.Owed)
	if !a.Amount.Lt(enough) { // the word for everything is the largest number
		return l.allow.spending(l.contract, a.Asset, enough, l.encoder.RepayShares(&r.DebtShares, l.wallet))
	}
	part := a.Amount
	if !part.Lt(&r.Owed) && !r.Owed.Eq(uint256.NewInt(1)) {
		part = new(uint256.Int).SubUint64(&r.Owed, 1)
	}
	return l.allow.spending(l.contract, a.Asset, part, l.encoder.Repay(part, l.wallet))
}

func (l *morphoLender) reason(text string) (string, bool) { return morpho.Reason(text) }
