// Package uniswapv2 makes swaps in pairs of Uniswap v2, and puts liquidity into them and out.
package uniswapv2

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

// Name is the protocol's.
const Name = "uniswap-v2"

// Apart sets the handle of a pair apart from that of a pool with the same tokens and fee.
const Apart = "-v2"

// About is what is to be known of it.
func About() protocol.About {
	return protocol.About{
		Name: Name, Title: "Uniswap v2", Apart: Apart, Ranges: true, Whole: true, Cage: "UniswapV2",
		Kinds: []grammar.Kind{grammar.Swap, grammar.AddLiquidity, grammar.RemoveLiquidity}, Interfaces: []*bind.MetaData{&bind.UniswapV2Router02MetaData},
	}
}

// Terms are those of one pair: its tokens, which may be left out before it is opened and are those
// of the first market then, and the Router02 that reaches it.
type Terms struct {
	Router common.Address `json:"router"`
	Base   common.Address `json:"base"`
	Quote  common.Address `json:"quote"`
}

// Contracts are what orders reach in a pair.
func (t Terms) Contracts() []protocol.Contract {
	return []protocol.Contract{{What: "v2 router", Address: t.Router, Deeds: policycage.Swaps | policycage.Joins}}
}

// Adapter sells by Router02, and puts liquidity into pairs and out. It implements protocol.Adapter.
type Adapter struct {
	account protocol.Account
	routers map[string]common.Address // by the handle of a market
}

// New returns the adapter of an account in the pairs of some deployments.
func New(account protocol.Account, all []protocol.Deployment) (*Adapter, error) {
	x := &Adapter{account, map[string]common.Address{}}
	for _, d := range all {
		t, err := protocol.TermsOf[Terms](d)
		if err != nil {
			return nil, err
		}
		x.routers[d.Handle] = t.Router
	}
	return x, nil
}

// in returns the market of an order, or of the position that it names, and its router.
func (x *Adapter) in(o protocol.Order) (turn.Market, common.Address, error) {
	m, err := o.Traded()
	if err != nil {
		return m, common.Address{}, err
	}
	router, ok := x.routers[m.Handle]
	if !ok {
		return m, router, protocol.Unconfigured(o.Action)
	}
	return m, router, nil
}

// Calls implements protocol.Adapter.
func (x *Adapter) Calls(o protocol.Order) ([]protocol.Call, error) {
	switch o.Action.Kind {
	case grammar.Swap:
		return x.swap(o)
	case grammar.AddLiquidity:
		return x.add(o)
	case grammar.RemoveLiquidity:
		return x.remove(o)
	}
	return nil, fmt.Errorf("NO_ADAPTER: action %s has no executor", o.Action.Kind)
}

func (x *Adapter) swap(o protocol.Order) ([]protocol.Call, error) {
	_, router, err := x.in(o)
	if err != nil {
		return nil, err
	}
	a := o.Action
	sell := uniswap.SellCallV2(a.TokenIn, a.TokenOut, x.account.Address, a.AmountIn.ToBig(), o.Least(), o.Until)
	return protocol.Spend(router, a.TokenIn, a.AmountIn, sell), nil
}

// Forms implements protocol.Adapter.
func (x *Adapter) Forms(f *protocol.Forms, r turn.Reading) {
	for _, m := range r.Markets {
		router, ok := x.routers[m.Handle]
		if !ok || m.Protocol != Name {
			continue
		}
		f.Swaps(r, m, func(form caveat.Form) {
			form.Target = router
			f.Approvals(form.Token, router)
			f.Add(form, func(v protocol.Vary) []byte {
				return uniswap.SellCallV2(form.Token, form.TokenOut, x.account.Address, v(caveat.Amount, 256), v(caveat.Least, 256), v(caveat.Free, 256))
			})
		})
		if x.provides() {
			x.liquidity(f, m, router)
		}
	}
}

// Prove implements protocol.Adapter.
func (x *Adapter) Prove(p *protocol.Proof) {
	for _, m := range p.Seen.Markets {
		if router, ok := x.routers[m.Handle]; ok && m.Protocol == Name {
			p.Trade(m, router)
			if x.provides() && p.Lent(m.Base.Address) != nil && p.Lent(m.Quote.Address) != nil {
				x.provide(p, m, router)
			}
		}
	}
}
