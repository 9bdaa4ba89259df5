// Package uniswapv4 makes swaps in pools of Uniswap v4.
package uniswapv4

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

// Name is the protocol's.
const Name = "uniswap-v4"

// Apart sets the handle of a pool apart from that of one of v3 with the same tokens and fee.
const Apart = "-v4"

// About is what is to be known of it.
func About() protocol.About {
	return protocol.About{
		Name: Name, Title: "Uniswap v4", Apart: Apart, Cage: "UniswapV4",
		Kinds: []grammar.Kind{grammar.Swap}, Interfaces: []*bind.MetaData{&bind.UniversalRouterMetaData, &bind.Permit2MetaData},
	}
}

// Terms are those of one pool: its tokens, which may be left out before it is opened and are those
// of the first market then, and where and by what key it is reached.
type Terms struct {
	uniswap.V4
	Base  common.Address
	Quote common.Address
}

// Contracts are what orders reach in a pool. The allowances of Permit2 a cage reads by itself.
func (t Terms) Contracts() []protocol.Contract {
	return []protocol.Contract{{What: "v4 router", Address: t.Router, Deeds: policycage.Swaps}}
}

// key is the pool's.
func (t Terms) key() bind.PoolKey {
	zero, one := t.Base, t.Quote
	if zero.Cmp(one) > 0 {
		zero, one = one, zero
	}
	return t.Key(zero, one)
}

// Adapter sells by the Universal Router. The account is whoever calls it. It implements
// protocol.Adapter.
type Adapter struct{ pools map[string]Terms }

// New returns the adapter of the pools of some deployments.
func New(all []protocol.Deployment) (*Adapter, error) {
	x := &Adapter{map[string]Terms{}}
	for _, d := range all {
		t, err := protocol.TermsOf[Terms](d)
		if err != nil {
			return nil, err
		}
		x.pools[d.Handle] = t
	}
	return x, nil
}

// Calls implements protocol.Adapter. The Universal Router takes tokens through Permit2 alone:
// Permit2 may take exactly what is sold, the router that until the order's deadline, and
// both are taken back whatever became of the swap.
func (x *Adapter) Calls(o protocol.Order) ([]protocol.Call, error) {
	m, err := o.Traded()
	if err != nil {
		return nil, err
	}
	at, ok := x.pools[m.Handle]
	if !ok {
		return nil, protocol.Unconfigured(o.Action)
	}
	a, router, key := o.Action, at.Router, at.key()
	swap, err := uniswap.SellCallV4(key, a.TokenIn == key.Currency0, a.AmountIn.ToBig(), o.Least(), o.Until)
	if err != nil {
		return nil, err
	}
	allow, err := permit2.AllowCall(a.TokenIn, router, a.AmountIn, o.Until)
	if err != nil {
		return nil, err
	}
	return []protocol.Call{
		protocol.Approve(a.TokenIn, permit2.Address, a.AmountIn),
		{To: permit2.Address, Data: allow},
		{To: router, Data: swap},
		{To: permit2.Address, Data: permit2.ForbidCall(a.TokenIn, router)},
		protocol.Approve(a.TokenIn, permit2.Address, new(uint256.Int)),
	}, nil
}

// Forms implements protocol.Adapter.
func (x *Adapter) Forms(f *protocol.Forms, r turn.Reading) {
	for _, m := range r.Markets {
		if at, ok := x.pools[m.Handle]; ok {
			forms(f, r, m, at)
		}
	}
}

func forms(f *protocol.Forms, r turn.Reading, m turn.Market, at Terms) {
	key, router := at.key(), at.Router
	f.Swaps(r, m, func(form caveat.Form) {
		in := form.Token
		f.Approvals(in, permit2.Address)
		allow := caveat.Form{Target: permit2.Address, Classes: caveat.Settle}
		f.Add(allow, func(v protocol.Vary) []byte {
			return bind.NewPermit2().PackApprove(in, router, v(caveat.Free, 160), v(caveat.Free, 48))
		})
		form.Target = router
		f.Add(form, func(v protocol.Vary) []byte {
			call, _ := uniswap.SellCallV4(key, in == key.Currency0, v(caveat.Amount, 128), v(caveat.Least, 128), v(caveat.Free, 256))
			return call // none is no form
		})
	})
}

// Prove implements protocol.Adapter.
func (x *Adapter) Prove(p *protocol.Proof) {
	for _, m := range p.Seen.Markets {
		if at, ok := x.pools[m.Handle]; ok {
			p.Trade(m, at.Router)
		}
	}
}
