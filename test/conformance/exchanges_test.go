package conformance

import (
	"errors"
	"fmt"
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
	"bardo.run/bardo/golem/world/tool"

	"github.com/ethereum/go-ethereum/common"
)

// venueConfig is a chain's for an account with both other exchanges beside the pool.
func venueConfig(x *evmtest.Exchanges, account common.Address) chain.Config {
	return chain.Config{
		ChainID: evmtest.ChainID, Account: account, Pool: x.Pool, Quote: x.USDC, Router: x.Router, Positions: x.Positions,
		V2Router: x.V2Router, V4: x.Venue(),
	}
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
	if o.eyes, err = chain.Open(t.Context(), o.client, venueConfig(x, o.Account)); err != nil {
		t.Fatal(err)
	}
	if o.adapters, err = tool.NewAdapters(tool.Venue{
		Account: o.Account, Router: o.Router, Positions: o.Positions, V2Router: x.V2Router, V4: x.Venue(),
	}); err != nil {
		t.Fatal(err)
	}
	o.simulator = &tool.Simulator{Adapters: o.adapters, Chain: o.eyes, Client: o.client, Fork: o.fork, ChainID: evmtest.ChainID}
	return o, x
}

// swapOn is a swap of an exact amount on a protocol.
func swapOn(t *testing.T, protocol string, in, out common.Address, amount *big.Int) grammar.Action {
	t.Helper()
	a, err := grammar.Parse(fmt.Appendf(nil, `{"type":"swap","params":{"protocol":%q,"token_in":%q,"token_out":%q,"amount_in":%q,"slippage_bps":50},"constraints":{}}`,
		protocol, in.Hex(), out.Hex(), amount.String()))
	if err != nil {
		t.Fatal(err)
	}
	return a
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
		for _, protocol := range []string{grammar.UniswapV2, grammar.UniswapV4} {
			usdc, weth := big.NewInt(1+o.rng.Int64N(20_000e6)), new(big.Int).Mul(big.NewInt(1+o.rng.Int64N(1e10)), big.NewInt(1e9))
			for _, a := range []grammar.Action{swapOn(t, protocol, x.USDC, x.WETH, usdc), swapOn(t, protocol, x.WETH, x.USDC, weth)} {
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
		o.order(swapOn(t, grammar.UniswapV2, x.USDC, x.WETH, big.NewInt(3_000e6)))
		o.order(swapOn(t, grammar.UniswapV4, x.WETH, x.USDC, ether(2).ToBig()))
		r := o.read()
		v2, two := r.Venue(grammar.UniswapV2)
		v4, four := r.Venue(grammar.UniswapV4)
		if !two || !four || len(r.Venues) != 2 || v2.Address != x.Pair || v4.ID != uniswap.PoolIDV4(x.Key()) {
			t.Fatalf("%+v", r.Venues)
		}
		reserves := ask(o.market, x.Pair, pair.PackGetReserves(), pair.UnpackGetReserves)
		equal(t, "reserve0", &v2.Reserve0, reserves.Reserve0)
		equal(t, "reserve1", &v2.Reserve1, reserves.Reserve1)
		slot := ask(o.market, x.StateView, view.PackGetSlot0(v4.ID), view.UnpackGetSlot0)
		equal(t, "price", &v4.SqrtPriceX96, slot.SqrtPriceX96)
		equal(t, "liquidity", &v4.Liquidity, ask(o.market, x.StateView, view.PackGetLiquidity(v4.ID), view.UnpackGetLiquidity))
		for _, v := range r.Venues {
			if v.Fee0Pips != 3000 || v.Fee1Pips != 3000 || v.Price < 1800 || v.Price > 1900 {
				t.Errorf("%+v", v)
			}
		}
	}
}

// A configuration that names a wrong exchange opens nothing, and one that names none
// reads nothing of it.
func TestAnExchangeIsCheckedWhenItIsOpened(t *testing.T) {
	o, x := exchanged(t)
	x.OpenV4(bind.PoolKey{Currency1: x.USDC, Fee: big.NewInt(500), TickSpacing: big.NewInt(10)}, "1842038164098331640364761710612480")
	for name, c := range map[string]struct {
		edit func(*chain.Config)
		want string
	}{
		"both":                 {func(*chain.Config) {}, ""},
		"none":                 {func(c *chain.Config) { c.V2Router, c.V4 = common.Address{}, uniswap.V4{} }, ""},
		"v2 alone":             {func(c *chain.Config) { c.V4 = uniswap.V4{} }, ""},
		"no v2 router":         {func(c *chain.Config) { c.V2Router = x.Pair }, "names no factory and wrapped coin"},
		"another wrapped coin": {func(c *chain.Config) { c.Quote = x.WETH }, "wraps the native coin as"},
		"no v4 router":         {func(c *chain.Config) { c.V4.Router = x.Pair }, "names no pool manager"},
		"no v4 pool":           {func(c *chain.Config) { c.V4.Fee = 10_000 }, "a pool with a hook is not traded"},
		"a pool of the coin":   {func(c *chain.Config) { c.V4.Fee, c.V4.TickSpacing = 500, 10 }, "only pools of two ERC-20 tokens are traded"},
	} {
		cfg := venueConfig(x, o.Account)
		c.edit(&cfg)
		eyes, err := chain.Open(t.Context(), o.client, cfg)
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
		want := map[string]int{"both": 2, "none": 0, "v2 alone": 1}[name]
		if r, err := eyes.Observe(t.Context()); err != nil || len(r.Venues) != want {
			t.Errorf("%s: %+v, %v", name, r.Venues, err)
		}
	}
}

// A swap that is mined behind somebody else's, and would get less than its least,
// reverts and leaves no allowance.
func TestASwapOnAnotherExchangeThatRevertsLeavesNoAllowance(t *testing.T) {
	o, x := exchanged(t)
	for _, protocol := range []string{grammar.UniswapV2, grammar.UniswapV4} {
		a := swapOn(t, protocol, x.USDC, x.WETH, big.NewInt(5_000e6))
		preview, err := o.simulator.Simulate(t.Context(), a)
		if err != nil || !preview.Success {
			t.Fatalf("preview: %s (%v)", preview.Revert, err)
		}
		calls, err := o.adapters.Calls(a, o.read(), &preview)
		if err != nil {
			t.Fatal(err)
		}
		o.order(swapOn(t, protocol, x.USDC, x.WETH, big.NewInt(20_000e6)))
		reverted := 0
		for _, r := range o.mine(calls) {
			reverted += 1 - int(r.Status)
		}
		if reverted != 1 {
			t.Errorf("%s: %d of its transactions reverted", protocol, reverted)
		}
		checkNothingAllowed(o.market, x, o.Account)
	}
}

// spec: safety §17 (deadlines)
func TestASwapOnAnotherExchangeEndsWithItsDeadline(t *testing.T) {
	o, x := exchanged(t)
	for _, protocol := range []string{grammar.UniswapV2, grammar.UniswapV4} {
		a := swapOn(t, protocol, x.WETH, x.USDC, ether(1).ToBig())
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
		if after := o.read(); reverted != 1 || after.Balances[0].Units != before.Balances[0].Units || after.Balances[1].Units != before.Balances[1].Units {
			t.Errorf("%s: %d of its transactions reverted, %+v", protocol, reverted, after.Balances)
		}
		checkNothingAllowed(o.market, x, o.Account)
	}
}
