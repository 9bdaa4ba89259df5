// Package uniswapv3 makes swaps in a pool of Uniswap v3, and puts liquidity into it and out.
package uniswapv3

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

// Contracts are those of Uniswap v3 that a Golem calls. Second says that Router is
// SwapRouter02.
type Contracts struct {
	Router    common.Address
	Second    bool
	Positions common.Address
}

// Adapter sells by the router and keeps positions at the position manager. It implements
// protocol.Exchange and protocol.Witness.
type Adapter struct {
	account protocol.Account
	at      Contracts
	npm     *bind.NonfungiblePositionManager
	// failed is the liquidity of positions that could not be left whole, by id.
	failed map[string]uint256.Int
}

// New returns the adapter of an account.
func New(account protocol.Account, at Contracts) *Adapter {
	return &Adapter{account: account, at: at, npm: bind.NewNonfungiblePositionManager()}
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
	case grammar.ClaimFees:
		return x.claim(o)
	}
	return nil, fmt.Errorf("NO_ADAPTER: action %s has no executor", o.Action.Kind)
}

// swap sells in the pool that was read.
func (x *Adapter) swap(o protocol.Order) ([]protocol.Call, error) {
	if err := o.Traded(); err != nil {
		return nil, err
	}
	a := o.Action
	sale := uniswap.SaleV3{
		TokenIn: a.TokenIn, TokenOut: a.TokenOut, Fee: o.Seen.Pool.FeePips, Recipient: x.account.Address, Until: o.Until,
		Amount: a.AmountIn.ToBig(), Least: o.Least(),
	}
	return protocol.Spend(x.at.Router, a.TokenIn, a.AmountIn, sale.Call(x.at.Second)), nil
}

// Forms implements protocol.Adapter.
func (x *Adapter) Forms(f *protocol.Forms, r turn.Reading) {
	f.Swaps(r.Pool, func(form caveat.Form) {
		form.Target = x.at.Router
		f.Approvals(form.Token, x.at.Router)
		f.Add(form, func(v protocol.Vary) []byte {
			sale := uniswap.SaleV3{TokenIn: form.Token, TokenOut: form.TokenOut, Fee: r.Pool.FeePips, Recipient: x.account.Address, Amount: v(caveat.Amount, 256), Least: v(caveat.Least, 256)}
			if !x.at.Second {
				sale.Until = v(caveat.Free, 256)
			}
			return sale.Call(x.at.Second)
		})
		f.Approvals(form.Token, x.at.Positions)
	})
	x.liquidity(f, r.Pool)
}

// FeePips implements protocol.Exchange.
func (x *Adapter) FeePips(r turn.Reading) uint32 { return r.Pool.FeePips }
