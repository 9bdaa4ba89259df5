// Package uniswapv3 makes swaps in a pool of Uniswap v3, and puts liquidity into it and out.
package uniswapv3

import (
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

// Name is the protocol's.
const Name = "uniswap-v3"

// About is what is to be known of it.
func About() protocol.About {
	return protocol.About{
		Name: Name, Title: "Uniswap v3", Ranges: true, Cage: "UniswapV3",
		Kinds:      []grammar.Kind{grammar.Swap, grammar.AddLiquidity, grammar.RemoveLiquidity, grammar.ClaimFees},
		Interfaces: []*bind.MetaData{&bind.SwapRouterMetaData, &bind.SwapRouter02MetaData, &bind.NonfungiblePositionManagerMetaData},
	}
}

// Terms are those of one pool: which one it is, and the contracts that reach it. Second says that
// Router is SwapRouter02; opening the pool finds it out.
type Terms struct {
	Pool      common.Address `json:"pool"`
	Router    common.Address `json:"router"`
	Second    bool           `json:"second,omitempty"`
	Positions common.Address `json:"positions"`
}

// Contracts are what orders reach in a pool.
func (t Terms) Contracts() []protocol.Contract {
	router := "router"
	if t.Second {
		router = "SwapRouter02"
	}
	return []protocol.Contract{
		{What: "pool", Address: t.Pool},
		{What: router, Address: t.Router, Deeds: policycage.Swaps},
		{What: "positions", Address: t.Positions, Deeds: policycage.Positions},
	}
}

// Adapter sells by the router and keeps positions at the position manager, in any of its pools.
// It implements protocol.Witness.
type Adapter struct {
	account protocol.Account
	pools   map[string]Terms // by handle
	npm     *bind.NonfungiblePositionManager
	// failed is the liquidity of positions that could not be left whole, by id.
	failed map[string]uint256.Int
}

// New returns the adapter of an account in the pools of some deployments.
func New(account protocol.Account, all []protocol.Deployment) (*Adapter, error) {
	x := &Adapter{account: account, pools: map[string]Terms{}, npm: bind.NewNonfungiblePositionManager()}
	for _, d := range all {
		t, err := protocol.TermsOf[Terms](d)
		if err != nil {
			return nil, err
		}
		x.pools[d.Handle] = t
	}
	return x, nil
}

// in returns the market of an order or of a position that it names, and its terms.
func (x *Adapter) in(o protocol.Order) (turn.Market, Terms, error) {
	m, err := o.Traded()
	if err != nil {
		return m, Terms{}, err
	}
	at, ok := x.pools[m.Handle]
	if !ok {
		return m, at, protocol.Unconfigured(o.Action)
	}
	return m, at, nil
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
	m, at, err := x.in(o)
	if err != nil {
		return nil, err
	}
	a := o.Action
	sale := uniswap.SaleV3{
		TokenIn: a.TokenIn, TokenOut: a.TokenOut, Fee: m.BaseFee, Recipient: x.account.Address, Until: o.Until,
		Amount: a.AmountIn.ToBig(), Least: o.Least(),
	}
	return protocol.Spend(at.Router, a.TokenIn, a.AmountIn, sale.Call(at.Second)), nil
}

// Forms implements protocol.Adapter.
func (x *Adapter) Forms(f *protocol.Forms, r turn.Reading) {
	var left []common.Address // position managers whose forms of leaving are there
	for _, m := range r.Markets {
		at, ok := x.pools[m.Handle]
		if !ok || m.Protocol != Name {
			continue
		}
		f.Swaps(r, m, func(form caveat.Form) {
			form.Target = at.Router
			f.Approvals(form.Token, at.Router)
			f.Add(form, func(v protocol.Vary) []byte {
				sale := uniswap.SaleV3{TokenIn: form.Token, TokenOut: form.TokenOut, Fee: m.BaseFee, Recipient: x.account.Address, Amount: v(caveat.Amount, 256), Least: v(caveat.Least, 256)}
				if !at.Second {
					sale.Until = v(caveat.Free, 256)
				}
				return sale.Call(at.Second)
			})
			f.Approvals(form.Token, at.Positions)
		})
		x.opening(f, m, at.Positions)
		if !slices.Contains(left, at.Positions) {
			left = append(left, at.Positions)
			x.leaving(f, at.Positions)
		}
	}
}
