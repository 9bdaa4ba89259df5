// Package aavev3 lends and borrows in a market of Aave v3.
package aavev3

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/evm/aave"
	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/internal/money"
)

// Name is the protocol's, and its market's: it has one on a chain.
const Name = "aave-v3"

// About is what is to be known of it.
func About() protocol.About {
	return protocol.About{
		Name: Name, Title: "Aave v3", Terms: []string{"pool"}, Cage: "AaveV3",
		Kinds: protocol.Lending(), Interfaces: []*bind.MetaData{&bind.AavePoolMetaData},
	}
}

// Terms are those of a market: its pool.
type Terms struct {
	Pool common.Address `json:"pool"`
}

// Contracts are what orders reach in a market.
func (t Terms) Contracts() []protocol.Contract {
	return []protocol.Contract{{What: "lending pool", Address: t.Pool, Deeds: policycage.Lends}}
}

// Adapter is a market. What an account has there are tokens, whose own changes are among the
// deltas of an order. It implements protocol.Lender.
type Adapter struct {
	account protocol.Account
	pool    common.Address
	encoder *aave.Codec
}

// New returns the adapter of an account in the market of a deployment.
func New(account protocol.Account, d protocol.Deployment) (*Adapter, error) {
	t, err := protocol.TermsOf[Terms](d)
	return &Adapter{account, t.Pool, aave.NewCodec()}, err
}

// Calls implements protocol.Adapter. A repayment of everything allows what the debt can have
// grown to; the market takes what is owed, and the last call takes back the rest.
func (l *Adapter) Calls(o protocol.Order) ([]protocol.Call, error) {
	_, r, err := o.Reserve(l.account.Mandate)
	if err != nil {
		return nil, err
	}
	a := o.Action
	switch a.Kind {
	case grammar.Supply:
		return protocol.Spend(l.pool, a.Asset, a.Amount, l.encoder.Supply(a.Asset, a.Amount, l.account.Address)), nil
	case grammar.Withdraw:
		return []protocol.Call{{To: l.pool, Data: l.encoder.Withdraw(a.Asset, a.Amount, l.account.Address)}}, nil
	case grammar.Borrow:
		return []protocol.Call{{To: l.pool, Data: l.encoder.Borrow(a.Asset, a.Amount, l.account.Address)}}, nil
	}
	allowed := a.Amount
	if a.All() {
		allowed = protocol.MostOwed(&r.Owed)
	}
	return protocol.Spend(l.pool, a.Asset, allowed, l.encoder.Repay(a.Asset, a.Amount, l.account.Address)), nil
}

// Questions implements protocol.Lender.
func (l *Adapter) Questions() []protocol.Call {
	return []protocol.Call{{To: l.pool, Data: l.encoder.Account(l.account.Address)}}
}

// Account implements protocol.Lender.
func (l *Adapter) Account(_ turn.Lending, _, answers []sim.Result) (turn.Account, string, error) {
	if !answers[0].Success {
		return turn.Account{}, "", fmt.Errorf("account data after the order: %s", answers[0].Revert)
	}
	a, err := l.encoder.ParseAccount(answers[0].Return)
	return AccountOf(a), "", err
}

// Credits implements protocol.Lender. It is so by the deltas of the tokens, which are held to the preview.
func (l *Adapter) Credits(grammar.Action, []protocol.Log, []turn.Delta) bool { return true }

// Reason implements protocol.Lender.
func (l *Adapter) Reason(text string) (string, bool) { return aave.Reason(text) }

// Change implements protocol.Lender: a receipt or debt token tells of itself in logs that
// leave the interest out.
func (l *Adapter) Change(log protocol.Log) (common.Address, *big.Int, bool) {
	c, ok := aave.ParseChange(&types.Log{Address: log.Address, Topics: log.Topics, Data: log.Data})
	return c.Account, c.Units, ok
}

// Forms implements protocol.Adapter.
func (l *Adapter) Forms(f *protocol.Forms, r turn.Reading) {
	market, _ := r.Lender(Name)
	for _, reserve := range market.Reserves {
		l.forms(f, reserve.Token.Address)
	}
}

func (l *Adapter) forms(f *protocol.Forms, asset common.Address) {
	f.Approvals(asset, l.pool)
	open, leave := caveat.Form{Target: l.pool, Classes: caveat.Open, Token: asset}, caveat.Form{Target: l.pool, Classes: protocol.Leaving}
	f.Add(open, func(v protocol.Vary) []byte {
		return l.encoder.Supply(asset, protocol.Units(v, caveat.Amount), l.account.Address)
	})
	if owe := open; !l.account.Mandate.Granted() {
		owe.Owes = true
		f.Add(owe, func(v protocol.Vary) []byte {
			return l.encoder.Borrow(asset, protocol.Units(v, caveat.Amount), l.account.Address)
		})
	}
	f.Add(leave, func(v protocol.Vary) []byte {
		return l.encoder.Withdraw(asset, protocol.Units(v, caveat.Free), l.account.Address)
	})
	f.Add(leave, func(v protocol.Vary) []byte {
		return l.encoder.Repay(asset, protocol.Units(v, caveat.Free), l.account.Address)
	})
}

// Prove implements protocol.Adapter.
func (l *Adapter) Prove(p *protocol.Proof) { p.Lend(Name, l.pool) }

// AccountOf is what a market of Aave's says of an account, as a reading holds it.
func AccountOf(a aave.Account) turn.Account {
	return turn.Account{
		Collateral: a.Collateral, Debt: a.Debt, Health: a.Health,
		Threshold: money.BPS(a.Threshold), LoanToValue: money.BPS(a.LoanToValue),
	}
}
