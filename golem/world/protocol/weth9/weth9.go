// Package weth9 makes the chain's coin the asset that stands for it, and the other way round, one for
// one, by the contract of that asset.
package weth9

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

// Name is the protocol's.
const Name = "weth9"

// About is what is to be known of it.
func About() protocol.About {
	return protocol.About{
		Name: Name, Title: "WETH9", Ungranted: ungranted,
		Kinds: []grammar.Kind{grammar.Wrap, grammar.Unwrap}, Interfaces: []*bind.MetaData{&bind.WETH9MetaData},
	}
}

// Terms are the asset that stands for the coin. Without one it is the one by which markets price the
// coin, which opening it fills in.
type Terms struct {
	Token common.Address `json:"token,omitzero"`
}

// Contracts are what orders reach; none before it was opened.
func (t Terms) Contracts() []protocol.Contract {
	if t.Token == (common.Address{}) {
		return nil
	}
	return []protocol.Contract{{What: "asset that stands for the coin", Address: t.Token}}
}

// Reader says which asset stands for the coin. It implements protocol.Reader.
type Reader struct{ wrapper turn.Wrapper }

// Open refuses an asset that no market of the life trades: nothing would tell what it is worth.
func Open(_ context.Context, o *protocol.Opening, d protocol.Deployment) (*Reader, protocol.Deployment, error) {
	t, err := protocol.TermsOf[Terms](d)
	if err != nil {
		return nil, d, err
	}
	if d, err = d.Named(Name); err != nil {
		return nil, d, err
	}
	if t.Token == (common.Address{}) {
		t.Token = o.Coin
	}
	if !slices.ContainsFunc(o.Tokens(), func(k turn.Token) bool { return k.Address == t.Token && k.Decimals == 18 }) {
		return nil, d, fmt.Errorf("%w: no market trades an asset of 18 decimals that stands for the coin, %s", protocol.ErrSelfReport, t.Token)
	}
	return &Reader{turn.Wrapper{Token: t.Token, Protocol: Name}}, protocol.Deploy(Name, Name, t), nil
}

// Add implements protocol.Reader: it asks nothing.
func (r *Reader) Add(*rpc.Batch, uint64) func(context.Context, *turn.Reading) error {
	return func(_ context.Context, seen *turn.Reading) error {
		seen.Wrapper = r.wrapper
		return nil
	}
}

// Adapter makes orders for one account. It implements protocol.Wrapper.
type Adapter struct {
	account protocol.Account
	token   common.Address
	abi     *bind.WETH9
}

// New returns the adapter of an account for a deployment that was opened.
func New(account protocol.Account, d protocol.Deployment) (*Adapter, error) {
	t, err := protocol.TermsOf[Terms](d)
	if err == nil && t.Token == (common.Address{}) {
		err = fmt.Errorf("terms of %s: the asset was not opened", d.Protocol)
	}
	return &Adapter{account, t.Token, bind.NewWETH9()}, err
}

// ungranted is why what is not the key's own is not converted.
const ungranted = "under a grant the coin for gas is the key's and the asset is the account's: what is unwrapped would lie where no gas is paid from"

var errGranted = errors.New("NO_ADAPTER: " + ungranted)

// Calls implements protocol.Adapter.
func (a *Adapter) Calls(o protocol.Order) ([]protocol.Call, error) {
	switch {
	case a.account.Mandate.Granted():
		return nil, errGranted
	case o.Action.Asset != a.token:
		return nil, protocol.Unconfigured(o.Action)
	case o.Action.Kind == grammar.Unwrap:
		return []protocol.Call{{To: a.token, Data: a.abi.PackWithdraw(o.Action.Amount.ToBig())}}, nil
	case a.account.Steps:
		return nil, errors.New("NO_ADAPTER: whoever holds the key signs coin to the owner alone, and none to be wrapped")
	}
	return []protocol.Call{{To: a.token, Data: a.abi.PackDeposit(), Value: o.Action.Amount}}, nil
}

// Forms implements protocol.Adapter: what is unwrapped stays in the wallet. A call with coin has no form.
func (a *Adapter) Forms(f *protocol.Forms, _ turn.Reading) {
	if a.account.Mandate.Granted() {
		return
	}
	f.Add(caveat.Form{Target: a.token, Classes: caveat.Settle}, func(v protocol.Vary) []byte {
		return a.abi.PackWithdraw(v(caveat.Free, 256))
	})
}

// Prove implements protocol.Adapter: what a market lends of the asset is unwrapped and wrapped again.
func (a *Adapter) Prove(p *protocol.Proof) {
	const what = "unwrap the coin and wrap it again"
	units := p.Lent(a.token)
	if units == nil {
		p.Done(what, a.token, errors.New("no market before it gave any to try it with"))
		return
	}
	order := grammar.Action{Kind: grammar.Unwrap, Protocol: Name, Asset: a.token, Amount: units}
	back := order
	back.Kind = grammar.Wrap
	_, err := p.Simulate(order, back)
	p.Done(what, a.token, err)
}

// Takes implements protocol.Wrapper.
func (a *Adapter) Takes() []protocol.Call {
	return []protocol.Call{{To: a.token, Data: a.abi.PackDeposit()}}
}

// Change implements protocol.Wrapper.
func (a *Adapter) Change(l protocol.Log) (account common.Address, units *big.Int, ok bool) {
	if l.Address != a.token || len(l.Topics) != 2 || len(l.Data) != 32 {
		return account, nil, false
	}
	log := &types.Log{Address: l.Address, Topics: l.Topics, Data: l.Data}
	if in, err := a.abi.UnpackDepositEvent(log); err == nil {
		return in.Dst, in.Wad, true
	}
	if out, err := a.abi.UnpackWithdrawalEvent(log); err == nil {
		return out.Src, new(big.Int).Neg(out.Wad), true
	}
	return account, nil, false
}
