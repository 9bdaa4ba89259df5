// Package uniswapv4 makes swaps in a pool of Uniswap v4.
package uniswapv4

import (
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

// Adapter sells by the Universal Router. It implements protocol.Adapter.
type Adapter struct{ venue uniswap.V4 }

// New returns the adapter of a pool. The account is whoever calls the router.
func New(pool uniswap.V4) *Adapter { return &Adapter{pool} }

// Calls implements protocol.Adapter. The Universal Router takes tokens through Permit2 alone:
// Permit2 may take exactly what is sold, the router that until the order's deadline, and
// both are taken back whatever became of the swap.
func (x *Adapter) Calls(o protocol.Order) ([]protocol.Call, error) {
	if err := o.Traded(); err != nil {
		return nil, err
	}
	a, router := o.Action, x.venue.Router
	key := x.key(o.Seen.Pool)
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
	key, router := x.key(r.Pool), x.venue.Router
	f.Swaps(r.Pool, func(form caveat.Form) {
		in := form.Token
		f.Approvals(in, permit2.Address)
		allow := caveat.Form{Target: permit2.Address, Classes: caveat.Settle}
		f.Add(allow, func(v protocol.Vary) []byte {
			return bind.NewPermit2().PackApprove(in, router, v(caveat.Free, 160), v(caveat.Free, 48))
		})
		f.Add(allow, func(protocol.Vary) []byte { return permit2.ForbidCall(in, router) })
		form.Target = router
		f.Add(form, func(v protocol.Vary) []byte {
			call, _ := uniswap.SellCallV4(key, in == key.Currency0, v(caveat.Amount, 128), v(caveat.Least, 128), v(caveat.Free, 256))
			return call // none is no form
		})
	})
}

func (x *Adapter) key(p turn.Pool) bind.PoolKey {
	return x.venue.Key(p.Token0.Address, p.Token1.Address)
}

// Prove implements protocol.Adapter.
func (x *Adapter) Prove(p *protocol.Proof) { p.Trade(grammar.UniswapV4, x.venue.Router) }
