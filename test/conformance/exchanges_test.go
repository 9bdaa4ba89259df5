package conformance

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/protocol/uniswapv2"
	"bardo.run/bardo/golem/world/protocol/uniswapv4"
	"bardo.run/bardo/golem/world/tool"

	"github.com/ethereum/go-ethereum/common"
)

// The handles of the markets.
const (
	onV3 = "weth-usdc-5"
	onV2 = "weth-usdc-30-v2"
	onV4 = "weth-usdc-30-v4"
)

// exchangedOn is both other exchanges beside the pool.
func exchangedOn(x *evmtest.Exchanges) table.Venue {
	v := venueOf(x.Market)
	v.V2Router, v.V4 = x.V2Router, x.Venue()
	return v
}

// newExchanges fills both at the pool's price with so many WETH and their worth.
func newExchanges(m *evmtest.Market, weth int64) *evmtest.Exchanges {
	x, dollars := evmtest.NewExchanges(m), new(big.Int).Mul(big.NewInt(weth), big.NewInt(1850e6))
	x.FillV2(dollars, ether(uint64(weth)).ToBig())
	x.FillV4(dollars, ether(uint64(weth)).ToBig())
	return x
}

// exchanged makes orders on the real Uniswap v2 and v4 beside the pool.
func exchanged(t *testing.T) (*orders, *evmtest.Exchanges) {
	t.Helper()
	o := newOrders(t)
	x := newExchanges(o.Market, 500)
	for _, token := range []common.Address{o.USDC, o.WETH} { // given by the market
		o.must(token, bind.NewERC20().PackApprove(o.Router, new(big.Int)))
	}
	var err error
	if o.eyes, err = chain.Open(t.Context(), o.client, configOf(o.Account, o.USDC, exchangedOn(x))); err != nil {
		t.Fatal(err)
	}
	if o.adapters, err = tool.NewAdapters(tool.Venue{Account: o.Account, Deployments: o.eyes.Deployments()}); err != nil {
		t.Fatal(err)
	}
	o.simulator = &tool.Simulator{Adapters: o.adapters, Chain: o.eyes, Client: o.client, Fork: o.fork, ChainID: evmtest.ChainID}
	return o, x
}

// swapBody is a proposal to swap an exact amount in a market.
func swapBody(market, in, out string, amount *big.Int) []byte {
	return fmt.Appendf(nil, `{"type":"swap","params":{"market":%q,"token_in":%q,"token_out":%q,"amount_in":%q,"slippage_bps":50},"constraints":{}}`,
		market, in, out, amount.String())
}

// parsed is a proposal by the handles of what is read now.
func parsed(t *testing.T, eyes *chain.Chain, body []byte) grammar.Action {
	t.Helper()
	seen, err := eyes.Look(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	a, err := grammar.Parse(body, &seen)
	if err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	return a
}

// buys is a purchase of WETH for an exact amount of dollars in a market, sells a sale of WETH.
func (o *orders) buys(market string, usdc *big.Int) grammar.Action {
	o.t.Helper()
	return parsed(o.t, o.eyes, swapBody(market, "usdc", "weth", usdc))
}

func (o *orders) sells(market string, weth *big.Int) grammar.Action {
	o.t.Helper()
	return parsed(o.t, o.eyes, swapBody(market, "weth", "usdc", weth))
}

// checkNothingAllowed: no router and no Permit2 may take anything of the wallet's.
func checkNothingAllowed(m *market, x *evmtest.Exchanges, wallet common.Address) {
	m.t.Helper()
	erc20, permits := bind.NewERC20(), bind.NewPermit2()
	for _, token := range []common.Address{x.USDC, x.WETH} {
		for _, spender := range []common.Address{x.V2Router, x.V4, permit2.Address} {
			if left := ask(m, token, erc20.PackAllowance(wallet, spender), erc20.UnpackAllowance); left.Sign() != 0 {
				m.t.Errorf("%s may still take %s of %s", spender, left, token)
			}
		}
		if left := ask(m, permit2.Address, permits.PackAllowance(wallet, token, x.V4), permits.UnpackAllowance); left.Amount.Sign() != 0 {
			m.t.Errorf("the universal router may still take %s of %s through Permit2", left.Amount, token)
		}
	}
}

// Every swap, previewed and then mined as it is: deltas, gas, logs and the reading
// after it are what the preview and the rehearsal said.
// spec: mirage-testing §8.7, heartbeat §3 step 8
func TestASwapOnAnotherExchangeDoesWhatItsPreviewSays(t *testing.T) {
	o, x := exchanged(t)
	for range many(10) {
		for _, market := range []string{onV2, onV4} {
			usdc, weth := big.NewInt(1+o.rng.Int64N(20_000e6)), new(big.Int).Mul(big.NewInt(1+o.rng.Int64N(1e10)), big.NewInt(1e9))
			for _, a := range []grammar.Action{o.buys(market, usdc), o.sells(market, weth)} {
				o.order(a)
				checkNothingAllowed(o.market, x, o.Account)
				if t.Failed() {
					t.Fatalf("%s", a.Canonical())
				}
			}
		}
	}
}

// The reading is what the contracts themselves say, after every trade.
func TestTheReadingOfTheOtherExchangesIsTheirs(t *testing.T) {
	o, x := exchanged(t)
	pair, view := bind.NewUniswapV2Pair(), bind.NewV4StateView()
	for range 3 {
		o.order(o.buys(onV2, big.NewInt(3_000e6)))
		o.order(o.sells(onV4, ether(2).ToBig()))
		r := o.read()
		v2, two := r.Market(onV2)
		v4, four := r.Market(onV4)
		if !two || !four || len(r.Markets) != 3 || r.Markets[0].Handle != onV3 || v2.Address != x.Pair || v4.ID != uniswap.PoolIDV4(x.Key()) || v4.Address != (common.Address{}) ||
			v2.Protocol != uniswapv2.Name || v4.Protocol != uniswapv4.Name {
			t.Fatalf("%+v", r.Markets)
		}
		// USDC is token0: the price of raw WETH is reserve0 / reserve1, and what the pair holds
		// is both at that price.
		reserves := ask(o.market, x.Pair, pair.PackGetReserves(), pair.UnpackGetReserves)
		equal(t, "rate of v2", &v2.Rate, quo(new(big.Int).Lsh(reserves.Reserve0, 128), reserves.Reserve1))
		equal(t, "depth of v2", &v2.Depth, new(big.Int).Lsh(reserves.Reserve0, 1))
		slot := ask(o.market, x.StateView, view.PackGetSlot0(v4.ID), view.UnpackGetSlot0)
		liquidity := ask(o.market, x.StateView, view.PackGetLiquidity(v4.ID), view.UnpackGetLiquidity)
		equal(t, "rate of v4", &v4.Rate, quo(new(big.Int).Lsh(big.NewInt(1), 192+128), new(big.Int).Mul(slot.SqrtPriceX96, slot.SqrtPriceX96)))
		half := quo(new(big.Int).Lsh(liquidity, 96), slot.SqrtPriceX96)
		equal(t, "depth of v4", &v4.Depth, half.Lsh(half, 1))
		for _, m := range r.Markets[1:] {
			exact, _ := new(big.Rat).SetFrac(m.Rate.ToBig(), quo(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1e12))).Float64()
			if m.Base.Address != x.WETH || m.Quote.Address != x.USDC || m.Range == nil || m.Range.Whole != (m.Handle == onV2) || m.BaseFee != 3000 || m.QuoteFee != 3000 || m.Price < 1800 || m.Price > 1900 || math.Abs(m.Price/exact-1) > 1e-9 {
				t.Errorf("%+v", m)
			}
		}
		// The pool is deeper than both, and prices WETH.
		if eth := r.Assets[1]; eth.Token.Address != x.WETH || eth.Rate != r.Markets[0].Rate || eth.Price != r.Markets[0].Price || eth.Doubt != "" {
			t.Errorf("%+v", eth)
		}
	}
}

// quo is a quotient, rounded down.
func quo(a, b *big.Int) *big.Int { return new(big.Int).Quo(a, b) }

// A configuration that names a wrong exchange opens nothing, and one that names none
// reads nothing of it.
func TestAnExchangeIsCheckedWhenItIsOpened(t *testing.T) {
	o, x := exchanged(t)
	x.OpenV4(bind.PoolKey{Currency1: x.USDC, Fee: big.NewInt(500), TickSpacing: big.NewInt(10)}, "1842038164098331640364761710612480")
	for name, c := range map[string]struct {
		edit func(*table.Venue, *common.Address)
		want string
	}{
		"both":                 {func(*table.Venue, *common.Address) {}, ""},
		"none":                 {func(v *table.Venue, _ *common.Address) { v.V2Router, v.V4 = common.Address{}, uniswap.V4{} }, ""},
		"v2 alone":             {func(v *table.Venue, _ *common.Address) { v.V4 = uniswap.V4{} }, ""},
		"no v2 router":         {func(v *table.Venue, _ *common.Address) { v.V2Router = x.Pair }, "names no factory and wrapped coin"},
		"another wrapped coin": {func(_ *table.Venue, numeraire *common.Address) { *numeraire = x.WETH }, "wraps the native coin as"},
		"no v4 router":         {func(v *table.Venue, _ *common.Address) { v.V4.Router = x.Pair }, "names no pool manager"},
		"no v4 pool":           {func(v *table.Venue, _ *common.Address) { v.V4.Fee = 10_000 }, "a pool with a hook is not traded"},
		"a pool of the coin":   {func(v *table.Venue, _ *common.Address) { v.V4.Fee, v.V4.TickSpacing = 500, 10 }, "only pools of two ERC-20 tokens are traded"},
		"another pool's name":  {func(v *table.Venue, _ *common.Address) { v.Pools[0].Handle = "weth-usdc-30" }, "configured as weth-usdc-30 is weth-usdc-5"},
		"one pool twice":       {func(v *table.Venue, _ *common.Address) { v.Pools = append(v.Pools, v.Pools[0]) }, "the market weth-usdc-5 is configured twice"},
	} {
		v, numeraire := exchangedOn(x), x.USDC
		c.edit(&v, &numeraire)
		eyes, err := chain.Open(t.Context(), o.client, configOf(o.Account, numeraire, v))
		if c.want != "" {
			if !errors.Is(err, protocol.ErrSelfReport) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %q", name, err, c.want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want := map[string]int{"both": 3, "none": 1, "v2 alone": 2}[name]
		if r, err := eyes.Observe(t.Context()); err != nil || len(r.Markets) != want {
			t.Errorf("%s: %+v, %v", name, r.Markets, err)
		}
	}
}

// A swap that is mined behind somebody else's, and would get less than its least,
// reverts and leaves no allowance.
func TestASwapOnAnotherExchangeThatRevertsLeavesNoAllowance(t *testing.T) {
	o, x := exchanged(t)
	for _, market := range []string{onV2, onV4} {
		a := o.buys(market, big.NewInt(5_000e6))
		preview, err := o.simulator.Simulate(t.Context(), a)
		if err != nil || !preview.Success {
			t.Fatalf("preview: %s (%v)", preview.Revert, err)
		}
		calls, err := o.adapters.Calls(a, o.read(), &preview)
		if err != nil {
			t.Fatal(err)
		}
		o.order(o.buys(market, big.NewInt(20_000e6)))
		reverted := 0
		for _, r := range o.mine(calls) {
			reverted += 1 - int(r.Status)
		}
		if reverted != 1 {
			t.Errorf("%s: %d of its transactions reverted", market, reverted)
		}
		checkNothingAllowed(o.market, x, o.Account)
	}
}

// spec: safety §17 (deadlines)
func TestASwapOnAnotherExchangeEndsWithItsDeadline(t *testing.T) {
	o, x := exchanged(t)
	for _, market := range []string{onV2, onV4} {
		a := o.sells(market, ether(1).ToBig())
		preview, err := o.simulator.Simulate(t.Context(), a)
		if err != nil || !preview.Success {
			t.Fatalf("preview: %s (%v)", preview.Revert, err)
		}
		calls, err := o.adapters.Calls(a, o.read(), &preview)
		if err != nil {
			t.Fatal(err)
		}
		before := o.read()
		for o.head().Time <= uint64(preview.Block.Time)+120 { // the deadline, and a block behind it
			o.Mine()
		}
		reverted := 0
		for _, r := range o.mine(calls) {
			reverted += 1 - int(r.Status)
		}
		if after := o.read(); reverted != 1 || len(after.Assets) != 2 || after.Assets[0].Units != before.Assets[0].Units || after.Assets[1].Units != before.Assets[1].Units {
			t.Errorf("%s: %d of its transactions reverted, %+v", market, reverted, after.Assets)
		}
		checkNothingAllowed(o.market, x, o.Account)
	}
}
