package conformance

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/rpc/rpctest"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol/uniswapv4"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
)

// poolBody is a proposal to put at most so much into the pool of v4, so many spacings around its
// price.
func (o *orders) poolBody(width int32, weth, usdc *uint256.Int) string {
	o.t.Helper()
	m, ok := o.reading().Market(onV4)
	if !ok {
		o.t.Fatal("the pool was not read")
	}
	middle := m.Range.Tick / m.Range.Spacing
	return fmt.Sprintf(`{"type":"add_liquidity","params":{"market":%q,"base_amount":%q,"quote_amount":%q,"tick_lower":%d,"tick_upper":%d,"slippage_bps":50},"constraints":{}}`,
		onV4, weth.Dec(), usdc.Dec(), (middle-width)*m.Range.Spacing, (middle+width)*m.Range.Spacing)
}

func (o *orders) reading() *turn.Reading {
	r := o.read()
	return &r
}

// pooled are the account's positions in the pool of v4.
func (o *orders) pooled() (all []turn.Position) {
	o.t.Helper()
	for _, p := range o.reading().Positions {
		if p.Protocol == uniswapv4.Name {
			all = append(all, p)
		}
	}
	return all
}

// kept fails where the position manager may take anything of the wallet's.
func kept(o *orders, x *evmtest.Exchanges) {
	o.t.Helper()
	checkNothingAllowed(o.market, x, o.Account)
	permits := bind.NewPermit2()
	for _, token := range []common.Address{x.USDC, x.WETH} {
		if left := ask(o.market, permit2.Address, permits.PackAllowance(o.Account, token, x.V4Positions), permits.UnpackAllowance); left.Amount.Sign() != 0 {
			o.t.Errorf("the position manager of v4 may still take %s of %s", left.Amount, token)
		}
	}
}

// Each order of liquidity is mined as it was previewed; a reader that was opened behind it, a
// thousand blocks later, finds what the other one remembers; and leaving returns what was read.
//
// spec: tools §4, mirage-testing §8.7
func TestPositionsOfV4AreFoundAgain(t *testing.T) {
	o, x := pairs(t)
	given := len(o.pooled()) // by the market
	if given != 1 {
		t.Fatalf("the account has %d positions, want the one that the market was filled by", given)
	}
	for _, width := range []int32{3, 40} {
		o.order(parsed(t, o.eyes, []byte(o.poolBody(width, ether(2), uint256.NewInt(4_000e6)))))
		kept(o, x)
	}
	o.order(o.buys(onV4, big.NewInt(20_000e6)))
	o.order(o.sells(onV4, ether(10).ToBig()))
	for range 1_000 {
		o.Mine()
	}
	had := o.pooled()
	var err error
	if o.eyes, err = chain.Open(t.Context(), o.client, configOf(o.Account, o.USDC, exchangedOn(x))); err != nil {
		t.Fatal(err)
	}
	o.simulator.Chain = o.eyes
	if again := o.pooled(); len(had) != given+2 || !slices.Equal(had, again) {
		t.Fatalf("%+v were read, and by another reader %+v", had, again)
	}
	for _, p := range had[given:] {
		if p.BaseFees.IsZero() || p.QuoteFees.IsZero() {
			t.Errorf("%+v earned nothing", p)
		}
		base, quote := o.handed(leaveBody(p.ID, 100))
		equal(t, "WETH of a position", new(uint256.Int).Add(&p.Base, &p.BaseFees), base)
		equal(t, "USDC of a position", new(uint256.Int).Add(&p.Quote, &p.QuoteFees), quote)
	}
	if left := o.pooled(); !slices.Equal(left, o.pooled()) || len(left) != given {
		t.Errorf("%+v are left", left)
	}
}

// An order that is mined behind somebody else's trade, which moved the price beyond its slippage,
// reverts: nothing is put in, or taken out, at a bent price.
//
// spec: safety §1.4 S-10
func TestLiquidityOfV4IsBoundByItsSlippage(t *testing.T) {
	o, x := pairs(t)
	o.order(parsed(t, o.eyes, []byte(o.poolBody(20, ether(2), uint256.NewInt(4_000e6)))))
	p := o.pooled()[1]
	for _, body := range []string{o.poolBody(20, ether(2), uint256.NewInt(4_000e6)), leaveBody(p.ID, 10), leaveBody(p.ID, 100)} {
		a := parsed(t, o.eyes, []byte(body))
		preview, err := o.simulator.Simulate(t.Context(), a)
		if err != nil || !preview.Success {
			t.Fatalf("preview: %s (%v)", preview.Revert, err)
		}
		calls, err := o.adapters.Calls(a, o.read(), &preview)
		if err != nil {
			t.Fatal(err)
		}
		o.order(o.buys(onV4, big.NewInt(20_000e6)))
		had, reverted := o.pooled(), 0
		for _, r := range o.mine(calls) {
			if r.Status != types.ReceiptStatusSuccessful {
				reverted++
			}
		}
		if is := o.pooled(); reverted != 1 || len(is) != len(had) || is[1].Liquidity != had[1].Liquidity {
			t.Errorf("%s: %d reverted; %+v, and before it %+v", a.Kind, reverted, is, had)
		}
		kept(o, x)
		o.order(o.sells(onV4, ether(10).ToBig()))
	}
}

// Whoever sends the account a position blinds nobody: where the node has no logs to find it by, the
// pool alone is mute, and all else is read. Once the node has them it is found.
//
// spec: chain §3
func TestAPositionThatCannotBeFoundMakesItsPoolMute(t *testing.T) {
	x := newExchanges(evmtest.NewServedMarket(t), 500) // which gives the account a position
	node := rpctest.New(t, x.Chain().Server.Endpoint())
	client, err := rpc.Dial(t.Context(), node.URL(), evmtest.ChainID)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	eyes, err := chain.Open(t.Context(), client, configOf(x.Account, x.USDC, exchangedOn(x)))
	if err != nil {
		t.Fatal(err)
	}
	found := func() (turn.Reading, bool) {
		t.Helper()
		r, err := eyes.Observe(t.Context())
		if err != nil || len(r.Assets) != 2 {
			t.Fatalf("%d assets are read, %v", len(r.Assets), err)
		}
		return r, slices.ContainsFunc(r.Positions, func(p turn.Position) bool { return p.Protocol == uniswapv4.Name })
	}
	for name, f := range map[string]rpctest.Fault{"refused": {Refuse: "eth_getLogs"}, "lost": {Hide: "eth_getLogs"}} {
		node.Set(f)
		for range 300 {
			x.Mine()
		}
		if r, ok := found(); ok || !r.Silent(onV4) || len(r.Markets) != 2 {
			t.Errorf("%s: found %v, mute %v, %d markets", name, ok, r.Mute, len(r.Markets))
		}
		node.Set(rpctest.Fault{})
		x.Mine()
		if r, ok := found(); ok || !r.Silent(onV4) {
			t.Errorf("%s: it is looked for again at once: found %v, mute %v", name, ok, r.Mute)
		}
	}
	for range 300 {
		x.Mine()
	}
	if r, ok := found(); !ok || len(r.Mute) > 0 || len(r.Markets) != 3 {
		t.Errorf("found %v, mute %v, %d markets", ok, r.Mute, len(r.Markets))
	}
}
