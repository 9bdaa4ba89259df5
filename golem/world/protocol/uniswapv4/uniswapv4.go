// Package uniswapv4 makes swaps in pools of Uniswap v4, and puts liquidity into them and out.
package uniswapv4

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
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
		Name: Name, Title: "Uniswap v4", Apart: Apart, Ranges: true, Cage: "UniswapV4",
		Kinds:      []grammar.Kind{grammar.Swap, grammar.AddLiquidity, grammar.RemoveLiquidity, grammar.ClaimFees},
		Interfaces: []*bind.MetaData{&bind.UniversalRouterMetaData, &bind.Permit2MetaData, &bind.V4PositionManagerMetaData},
	}
}

// Terms are those of one pool: its tokens, which may be left out before it is opened and are those
// of the first market then, and where and by what key it is reached. Opening the pool finds out
// Positions, the position manager that the router knows; zero: no liquidity is provided in it.
type Terms struct {
	uniswap.V4
	Base      common.Address
	Quote     common.Address
	Positions common.Address
}

// Contracts are what orders reach in a pool. The allowances of Permit2 a cage reads by itself.
func (t Terms) Contracts() []protocol.Contract {
	all := []protocol.Contract{{What: "v4 router", Address: t.Router, Deeds: policycage.Swaps}}
	if t.Positions != (common.Address{}) {
		all = append(all, protocol.Contract{What: "v4 positions", Address: t.Positions, Deeds: policycage.Joins})
	}
	return all
}

// Grounds are what a cage has to approve beside the contracts: the place of the pool, which is none of
// another's. A pool in which nobody provides has none.
func (t Terms) Grounds() (place common.Address, named []common.Address) {
	if t.Positions == (common.Address{}) {
		return place, nil
	}
	id := uniswap.PoolIDV4(t.key())
	return common.Address(id[:common.AddressLength]), nil
}

// key is the pool's.
func (t Terms) key() bind.PoolKey {
	zero, one := t.Base, t.Quote
	if zero.Cmp(one) > 0 {
		zero, one = one, zero
	}
	return t.Key(zero, one)
}

// Adapter sells by the Universal Router, for whoever calls it, and keeps positions at the position
// manager. It implements protocol.Adapter.
type Adapter struct {
	account protocol.Account
	pools   map[string]Terms // by handle
}

// New returns the adapter of an account in the pools of some deployments.
func New(account protocol.Account, all []protocol.Deployment) (*Adapter, error) {
	x := &Adapter{account, map[string]Terms{}}
	for _, d := range all {
		t, err := protocol.TermsOf[Terms](d)
		if err != nil {
			return nil, err
		}
		x.pools[d.Handle] = t
	}
	return x, nil
}

// in returns the market of an order, and its terms.
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

// Calls implements protocol.Adapter. Router and position manager take tokens through Permit2 alone:
// Permit2 may take exactly what is sold, or the most that a position may cost, who spends it that
// until the order's deadline, and both are taken back whatever became of the order.
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

func (x *Adapter) swap(o protocol.Order) ([]protocol.Call, error) {
	_, at, err := x.in(o)
	if err != nil {
		return nil, err
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
