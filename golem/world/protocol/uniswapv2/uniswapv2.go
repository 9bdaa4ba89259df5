// Package uniswapv2 makes swaps in a pair of Uniswap v2.
package uniswapv2

import (
	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

// Adapter sells by Router02. It implements protocol.Adapter.
type Adapter struct {
	account protocol.Account
	router  common.Address
}

// New returns the adapter of an account on a router.
func New(account protocol.Account, router common.Address) *Adapter { return &Adapter{account, router} }

// Calls implements protocol.Adapter.
func (x *Adapter) Calls(o protocol.Order) ([]protocol.Call, error) {
	if err := o.Traded(); err != nil {
		return nil, err
	}
	a := o.Action
	sell := uniswap.SellCallV2(a.TokenIn, a.TokenOut, x.account.Address, a.AmountIn.ToBig(), o.Least(), o.Until)
	return protocol.Spend(x.router, a.TokenIn, a.AmountIn, sell), nil
}

// Forms implements protocol.Adapter.
func (x *Adapter) Forms(f *protocol.Forms, r turn.Reading) {
	f.Swaps(r.Pool, func(form caveat.Form) {
		form.Target = x.router
		f.Approvals(form.Token, x.router)
		f.Add(form, func(v protocol.Vary) []byte {
			return uniswap.SellCallV2(form.Token, form.TokenOut, x.account.Address, v(caveat.Amount, 256), v(caveat.Least, 256), v(caveat.Free, 256))
		})
	})
}

// Prove implements protocol.Adapter.
func (x *Adapter) Prove(p *protocol.Proof) { p.Trade(grammar.UniswapV2, x.router) }
