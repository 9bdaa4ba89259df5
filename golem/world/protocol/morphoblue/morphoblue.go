// Package morphoblue lends and borrows in a market of Morpho Blue.
package morphoblue

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/morpho"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/internal/money"
)

// Name is the protocol's, and its market's: a life has one.
const Name = "morpho-blue"

// About is what is to be known of it.
func About() protocol.About {
	return protocol.About{
		Name: Name, Title: "Morpho Blue", Terms: []string{"contract", "market"}, Cage: "MorphoBlue",
		Kinds: protocol.Lending(), Interfaces: []*bind.MetaData{&bind.MorphoMetaData},
	}
}

// Terms are those of a market: its contract and its id, and the parameters that opening it reads.
type Terms struct {
	Contract common.Address `json:"contract"`
	Market   common.Hash    `json:"market"`
	Params   *morpho.Params `json:"params,omitempty"`
}

// Contracts are what orders reach in a market.
func (t Terms) Contracts() []protocol.Contract {
	return []protocol.Contract{{What: "lending contract", Address: t.Contract, Deeds: policycage.Lends}}
}

// Grounds are what a cage has to approve beside the contract: the place of the market in it, which is
// none of another's, and the oracle and rate model that each call names. A market that was not opened
// has its place alone.
func (t Terms) Grounds() (place common.Address, named []common.Address) {
	place = common.Address(t.Market[:common.AddressLength])
	if t.Params != nil {
		named = []common.Address{t.Params.Oracle, t.Params.Rate}
	}
	return place, named
}

// Adapter is one market. No token stands for a position there, so the position itself is
// read before an order and after it. It implements protocol.Lender.
type Adapter struct {
	account  protocol.Account
	contract common.Address
	params   morpho.Params
	id       common.Hash
	encoder  *morpho.Codec
}

// New returns the adapter of an account in the market of a deployment that was opened.
func New(account protocol.Account, d protocol.Deployment) (*Adapter, error) {
	t, err := protocol.TermsOf[Terms](d)
	if err != nil {
		return nil, err
	}
	if t.Params == nil {
		return nil, fmt.Errorf("terms of %s: the market was not opened", d.Protocol)
	}
	return &Adapter{account, t.Contract, *t.Params, t.Params.ID(), morpho.NewCodec(t.Contract, *t.Params)}, nil
}

// Calls implements protocol.Adapter. Everything is taken out and paid back by shares, which do
// not grow; only collateral has none.
func (l *Adapter) Calls(o protocol.Order) ([]protocol.Call, error) {
	m, r, err := o.Reserve(l.account.Mandate)
	if err != nil {
		return nil, err
	}
	a := o.Action
	secures, n := m.Secures(a.Asset), a.Amount
	switch {
	case a.Kind == grammar.Supply && secures:
		return protocol.Spend(l.contract, a.Asset, n, l.encoder.SupplyCollateral(n, l.account.Address)), nil
	case a.Kind == grammar.Supply:
		return protocol.Spend(l.contract, a.Asset, n, l.encoder.Supply(n, l.account.Address)), nil
	case a.Kind == grammar.Borrow:
		return l.call(l.encoder.Borrow(n, l.account.Address)), nil
	case a.Kind == grammar.Repay:
		return l.repay(a, r), nil
	case !secures && a.All():
		return l.call(l.encoder.WithdrawShares(&r.SupplyShares, l.account.Address)), nil
	case !secures:
		return l.call(l.encoder.Withdraw(n, l.account.Address)), nil
	case a.All():
		n = &r.Supplied
	}
	return l.call(l.encoder.WithdrawCollateral(n, l.account.Address)), nil
}

func (l *Adapter) call(data []byte) []protocol.Call {
	return []protocol.Call{{To: l.contract, Data: data}}
}

// repay pays what is named. The contract reverts at more than is owed, which nobody
// knows to the unit before it is paid: what surely covers the debt pays all its shares,
// and what may or may not leaves one unit and the interest.
func (l *Adapter) repay(a grammar.Action, r turn.Reserve) []protocol.Call {
	enough := protocol.MostOwed(&r.Owed)
	if !a.Amount.Lt(enough) { // the word for everything is the largest number
		return protocol.Spend(l.contract, a.Asset, enough, l.encoder.RepayShares(&r.DebtShares, l.account.Address))
	}
	part := a.Amount
	if !part.Lt(&r.Owed) && !r.Owed.Eq(uint256.NewInt(1)) {
		part = new(uint256.Int).SubUint64(&r.Owed, 1)
	}
	return protocol.Spend(l.contract, a.Asset, part, l.encoder.Repay(part, l.account.Address))
}

// Reason implements protocol.Lender.
func (l *Adapter) Reason(text string) (string, bool) { return morpho.Reason(text) }

// Forms implements protocol.Adapter.
func (l *Adapter) Forms(f *protocol.Forms, r turn.Reading) {
	market, _ := r.Lender(Name)
	for _, reserve := range market.Reserves {
		l.forms(f, reserve.Token.Address)
	}
}

func (l *Adapter) forms(f *protocol.Forms, asset common.Address) {
	f.Approvals(asset, l.contract)
	e, open, leave := l.encoder, caveat.Form{Target: l.contract, Classes: caveat.Open, Token: asset}, caveat.Form{Target: l.contract, Classes: protocol.Leaving}
	if asset != l.params.Loan {
		f.Add(open, func(v protocol.Vary) []byte {
			return e.SupplyCollateral(protocol.Units(v, caveat.Amount), l.account.Address)
		})
		f.Add(leave, func(v protocol.Vary) []byte {
			return e.WithdrawCollateral(protocol.Units(v, caveat.Free), l.account.Address)
		})
		return
	}
	f.Add(open, func(v protocol.Vary) []byte { return e.Supply(protocol.Units(v, caveat.Amount), l.account.Address) })
	if owe := open; !l.account.Mandate.Granted() {
		owe.Owes = true
		f.Add(owe, func(v protocol.Vary) []byte { return e.Borrow(protocol.Units(v, caveat.Amount), l.account.Address) })
	}
	f.Add(leave, func(v protocol.Vary) []byte { return e.Withdraw(protocol.Units(v, caveat.Free), l.account.Address) })
	f.Add(leave, func(v protocol.Vary) []byte {
		return e.WithdrawShares(protocol.Units(v, caveat.Free), l.account.Address)
	})
	f.Add(leave, func(v protocol.Vary) []byte { return e.Repay(protocol.Units(v, caveat.Free), l.account.Address) })
	f.Add(leave, func(v protocol.Vary) []byte { return e.RepayShares(protocol.Units(v, caveat.Free), l.account.Address) })
}

// Change implements protocol.Lender: no token stands for a position.
func (l *Adapter) Change(protocol.Log) (account common.Address, units *big.Int, ok bool) {
	return account, nil, false
}

// Prove implements protocol.Adapter.
func (l *Adapter) Prove(p *protocol.Proof) { p.Lend(Name, l.contract) }

// AccountOf is what a market of Morpho's takes an account for: it lends up to the
// very share at which it liquidates.
func AccountOf(p morpho.Params, h morpho.Holding) turn.Account {
	a, share := h.Account, money.BPS(p.Threshold())
	return turn.Account{Collateral: a.Collateral, Debt: a.Debt, Health: a.Health, Threshold: share, LoanToValue: share}
}
