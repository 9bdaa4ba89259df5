package conformance

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/uniswapv2"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
)

// joinBody is a proposal to put at most so much into the pair.
func joinBody(weth, usdc *uint256.Int) string {
	return fmt.Sprintf(`{"type":"add_liquidity","params":{"market":%q,"base_amount":%q,"quote_amount":%q,"tick_lower":%d,"tick_upper":%d,"slippage_bps":50},"constraints":{}}`,
		onV2, weth.Dec(), usdc.Dec(), uniswap.MinTick, uniswap.MaxTick)
}

func leaveBody(id string, percent uint64) string {
	return fmt.Sprintf(`{"type":"remove_liquidity","params":{"position_id":%q,"percent":%d,"slippage_bps":50},"constraints":{}}`, id, percent)
}

// paired is what the account has of the pair, and the market.
func (o *orders) paired() (turn.Position, turn.Market) {
	o.t.Helper()
	r := o.read()
	m, ok := r.Market(onV2)
	if !ok {
		o.t.Fatal("the pair was not read")
	}
	for _, p := range r.Positions {
		if p.Market == onV2 {
			return p, *m
		}
	}
	return turn.Position{}, *m
}

// pairs is exchanged without what the market lets the position manager take.
func pairs(t *testing.T) (*orders, *evmtest.Exchanges) {
	t.Helper()
	o, x := exchanged(t)
	for _, token := range []common.Address{o.USDC, o.WETH} {
		o.must(token, bind.NewERC20().PackApprove(o.Positions, new(big.Int)))
	}
	return o, x
}

// handed is what came of both tokens of the market by an order.
func (o *orders) handed(body string) (base, quote *big.Int) {
	o.t.Helper()
	weth, usdc := o.balance(o.WETH), o.balance(o.USDC)
	o.order(parsed(o.t, o.eyes, []byte(body)))
	return weth.Sub(o.balance(o.WETH), weth), usdc.Sub(o.balance(o.USDC), usdc)
}

// What a reading says that a position in a pair returns is what leaving it returns, to the unit:
// after trades, with the factory's fee and without it, of parts and of dust. Each order is mined
// as it was previewed, and leaves no allowance.
//
// spec: tools §4, mirage-testing §8.7
func TestWhatLiesInAPairIsWhatLeavingItReturns(t *testing.T) {
	o, x := pairs(t)
	factory, whole, fees, dust := bind.NewUniswapV2Factory(), 0, 0, 0
	for i := range many(25) {
		to := common.Address{}
		if o.rng.IntN(2) == 0 {
			to, fees = common.Address{0xfe}, fees+1
		}
		o.must(x.Factory, factory.PackSetFeeTo(to))
		weth := uint256.NewInt(1 + o.rng.Uint64N(5e18))
		if i%5 == 0 {
			weth, dust = uint256.NewInt(1e9+o.rng.Uint64N(1e9)), dust+1
		}
		usdc := new(uint256.Int).Div(new(uint256.Int).Mul(weth, uint256.NewInt(1_900_000_000)), uint256.NewInt(1e18))
		o.order(parsed(t, o.eyes, []byte(joinBody(weth, usdc.AddUint64(usdc, 1)))))
		for range 1 + o.rng.IntN(3) {
			o.order(o.buys(onV2, big.NewInt(1+o.rng.Int64N(20_000e6))))
			o.order(o.sells(onV2, new(big.Int).Mul(big.NewInt(1+o.rng.Int64N(1e10)), big.NewInt(1e9))))
		}
		p, m := o.paired()
		percent := 1 + o.rng.Uint64N(99)
		units := uint256.NewInt(percent)
		units.Div(units.Mul(units, &p.Shares), uint256.NewInt(100))
		wantBase, wantQuote := shareOf(o, x.Pair, units, bookedSupply(o, x, m))
		base, quote := o.handed(leaveBody(p.ID, percent))
		if base.Cmp(wantBase) != 0 || quote.Cmp(wantQuote) != 0 {
			t.Errorf("%d %% returned %s and %s, want %s and %s", percent, base, quote, wantBase, wantQuote)
		}
		if p, _ = o.paired(); o.rng.IntN(3) > 0 {
			base, quote = o.handed(leaveBody(p.ID, 100))
			whole++
			equal(t, "WETH of all", &p.Base, base)
			equal(t, "USDC of all", &p.Quote, quote)
			if p, _ := o.paired(); p.ID != "" {
				t.Errorf("%+v is left", p)
			}
			// The market needs something to trade.
			o.order(parsed(t, o.eyes, []byte(joinBody(ether(400), uint256.NewInt(400*1900e6)))))
		}
		checkNothingAllowed(o.market, x, o.Account)
		erc20 := bind.NewERC20()
		if left := ask(o.market, x.Pair, erc20.PackAllowance(o.Account, x.V2Router), erc20.UnpackAllowance); left.Sign() != 0 {
			t.Errorf("the router may still take %s of the pair's own token", left)
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d rounds, %d with the factory's fee, %d with dust, %d left whole", many(25), fees, dust, whole)
	if fees < 5 || whole < 5 || dust < 5 {
		t.Error("the rounds are too alike to test it")
	}
}

// bookedSupply is what the pair's own token comes to once the factory took its fee, from the
// contract's own figures and Uniswap's rule.
func bookedSupply(o *orders, x *evmtest.Exchanges, m turn.Market) *big.Int {
	o.t.Helper()
	token, abi, owner := bind.NewERC20(), bind.NewUniswapV2Pair(), bind.NewUniswapV2Factory()
	supply := ask(o.market, x.Pair, token.PackTotalSupply(), token.UnpackTotalSupply)
	last := ask(o.market, x.Pair, abi.PackKLast(), abi.UnpackKLast)
	if to := ask(o.market, x.Factory, owner.PackFeeTo(), owner.UnpackFeeTo); to == (common.Address{}) || last.Sign() == 0 {
		return supply
	}
	now, before := m.Range.Liquidity.ToBig(), new(big.Int).Sqrt(last)
	if now.Cmp(before) <= 0 {
		return supply
	}
	grown := new(big.Int).Mul(supply, new(big.Int).Sub(now, before))
	return supply.Add(supply, grown.Quo(grown, new(big.Int).Add(new(big.Int).Mul(now, big.NewInt(5)), before)))
}

// shareOf is what units of the pair's own token, of so many, stand for in its reserves.
func shareOf(o *orders, pair common.Address, units *uint256.Int, all *big.Int) (base, quote *big.Int) {
	o.t.Helper()
	abi := bind.NewUniswapV2Pair()
	reserves := ask(o.market, pair, abi.PackGetReserves(), abi.UnpackGetReserves) // USDC is token0
	part := func(of *big.Int) *big.Int { return quo(new(big.Int).Mul(units.ToBig(), of), all) }
	return part(reserves.Reserve1), part(reserves.Reserve0)
}

// An order that is mined behind somebody else's trade, which moved the price beyond its slippage,
// reverts: nothing is put in, or taken out, at a bent price.
//
// spec: safety §1.4 S-10
func TestLiquidityOfAPairIsBoundByItsSlippage(t *testing.T) {
	o, x := pairs(t)
	p, _ := o.paired()
	for _, body := range []string{joinBody(ether(1), uint256.NewInt(1850e6)), leaveBody(p.ID, 10)} {
		a := parsed(t, o.eyes, []byte(body))
		preview, err := o.simulator.Simulate(t.Context(), a)
		if err != nil || !preview.Success {
			t.Fatalf("preview: %s (%v)", preview.Revert, err)
		}
		calls, err := o.adapters.Calls(a, o.read(), &preview)
		if err != nil {
			t.Fatal(err)
		}
		o.order(o.buys(onV2, big.NewInt(20_000e6)))
		had, _ := o.paired()
		reverted := 0
		for _, r := range o.mine(calls) {
			if r.Status != types.ReceiptStatusSuccessful {
				reverted++
			}
		}
		if is, _ := o.paired(); reverted != 1 || is.Shares != had.Shares {
			t.Errorf("%s: %d reverted, %s units of %s", a.Kind, reverted, is.Shares.Dec(), had.Shares.Dec())
		}
		checkNothingAllowed(o.market, x, o.Account)
	}
}

// spec: tools §4
func TestLiquidityOfAPairLiesOverAllPrices(t *testing.T) {
	o, _ := pairs(t)
	p, m := o.paired()
	if p.Protocol != uniswapv2.Name || !m.Range.Whole || p.Lower != uniswap.MinTick || p.Upper != uniswap.MaxTick || p.Liquidity.Gt(&m.Range.Liquidity) || p.Liquidity.IsZero() {
		t.Fatalf("%+v in %+v", p, m)
	}
	narrow := strings.Replace(joinBody(ether(1), uint256.NewInt(1850e6)), fmt.Sprint(uniswap.MinTick), "0", 1)
	preview, err := o.simulator.Simulate(t.Context(), parsed(t, o.eyes, []byte(narrow)))
	if err != nil || preview.Success || !strings.Contains(preview.Revert, "lies over all prices") {
		t.Errorf("a range in a pair: %+v (%v)", preview, err)
	}
	claim := grammar.Action{Kind: grammar.ClaimFees, Protocol: uniswapv2.Name, Market: onV2, PositionID: uint256.MustFromDecimal(p.ID)}
	if preview, err = o.simulator.Simulate(t.Context(), claim); err != nil || preview.Success {
		t.Errorf("fees of a pair, which pays none: %+v (%v)", preview, err)
	}
}
