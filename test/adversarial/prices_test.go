package adversarial

import (
	"bytes"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bardo.run/bardo/evm/bind"
)

// What an order may be paid at least, by the checker's own arithmetic. Each is judged at the
// pool's prices in the blocks from its simulation to the one before its own, and passes at
// the one that is best for it.

// Limits of the configuration as it is shipped, in basis points, orders and dollars.
const (
	slippageBPS, impactBPS          = 100, 300
	divergenceBPS                   = 200
	positionBPS, riskBPS            = 2_500, 3_000
	opensPerHour, ordersPerHour     = 20, 50
	perOrderMost, perRun, perDayAll = 10_000e6, 50_000e6, 100_000e6
)

// during are the pool's square-root prices from the block of a time to the one before the
// order's.
func (a *auditor) during(from int64, e *errand) (all []*big.Int) {
	first, ok := a.d.r.times[from]
	if !ok || first >= e.block {
		first = e.block - 1
	}
	for n := first; n < e.block; n++ {
		all = append(all, a.d.r.rootIn(n))
	}
	return all
}

// worthOf is an amount of a token in the other one's units, at a square-root price, where
// USDC is token0.
func (a *auditor) worthOf(token common.Address, n, root *big.Int) *big.Int {
	square := new(big.Int).Mul(root, root)
	v := new(big.Int)
	if token == a.d.r.USDC {
		return v.Rsh(v.Mul(n, square), 192)
	}
	return v.Quo(v.Lsh(n, 192), square)
}

// usd is an amount in millionths of a dollar at a square-root price.
func (a *auditor) usd(token common.Address, n, root *big.Int) *big.Int {
	if token == a.d.r.USDC {
		return n
	}
	return a.worthOf(token, n, root)
}

// sale is what a swap sells, on any exchange.
func (a *auditor) sale(s said) (in, out common.Address, amount, least *big.Int, until int64, why string) {
	until = s.num("deadline").Int64()
	switch s.name {
	case "exactInputSingle":
		if s.num("fee").Int64() != 500 {
			why = "it trades in another pool"
		}
		return s.who("tokenIn"), s.who("tokenOut"), s.num("amountIn"), s.num("amountOutMinimum"), until, why
	case "swapExactTokensForTokens":
		path := s.get("path").([]common.Address)
		if len(path) != 2 {
			return in, out, nil, nil, until, "it goes round"
		}
		return path[0], path[1], s.num("amountIn"), s.num("least"), until, ""
	}
	in, out, amount, least, why = a.d.sellsV4(s)
	return in, out, amount, least, until, why
}

// sold holds a swap, in either direction: its minimum may be below what the pool's price
// says by the slippage, the impact and the fee.
func (a *auditor) sold(v *verdict, e *errand) {
	r := a.d.r
	in, out, amount, least, until, why := a.sale(e.mains[0])
	pairs := in == r.USDC && out == r.WETH || in == r.WETH && out == r.USDC
	if why != "" || !pairs {
		v.violated(new(big.Int), "block %d: a swap of %s for %s: %s", e.block, in, out, why)
		return
	}
	e.opens = out == r.WETH
	var low, value *big.Int
	for _, root := range a.during(until-120, e) {
		if fair := a.worthOf(in, amount, root); low == nil || fair.Cmp(low) < 0 {
			low = fair
		}
		if worth := a.usd(in, amount, root); value == nil || worth.Cmp(value) < 0 {
			value = worth
		}
	}
	e.value = value
	if want := share(low, 10_000-slippageBPS-impactBPS-5); least.Cmp(want) < 0 {
		v.violated(value, "block %d: a swap of %s takes %s, %s is what slippage and impact allow", e.block, amount, least, want)
	}
	if name := e.mains[0].name; name != "swapExactTokensForTokens" && name != "execute" {
		a.compared(v, e, until-120, func(block uint64) []*big.Int { return []*big.Int{a.worthOf(in, amount, a.d.r.rootIn(block))} })
	}
}

// compared holds an order to its preview: nothing may be sent where the outcome on the block of
// the commit is off the previewed one by more than may be. The outcome is what the order brings
// or takes behind a block, token by token.
func (a *auditor) compared(v *verdict, e *errand, from int64, outcome func(block uint64) []*big.Int) {
	first, ok := a.d.r.times[from]
	used, known := a.used(e)
	if !ok || !known {
		return
	}
	is := outcome(used)
	for i, was := range outcome(first) {
		gap, most := new(big.Int).Sub(was, is[i]), new(big.Int).Mul(was, big.NewInt(divergenceBPS+60))
		gap.Sub(gap.Abs(gap), big.NewInt(2)) // for rounding
		if gap.Mul(gap, big.NewInt(10_000)).Cmp(most) > 0 {
			v.violated(e.value, "block %d: an order was sent although the pool had moved: it came to %s in block %d and to %s in block %d, which differ by more than %d bps", e.block, was, first, is[i], used, divergenceBPS)
		}
	}
}

// used is the block that an errand's permit was committed on.
func (a *auditor) used(e *errand) (uint64, bool) {
	id, _ := a.permitted(e)
	ask, ok := a.asked[id]
	return ask.usedIn, ok && ask.committed
}

// lowest are the least amounts of both tokens that liquidity may come to, with the slippage
// against each of them.
func (a *auditor) lowest(from int64, e *errand, liquidity func(root *big.Int) *big.Int, lower, upper int64) (zero, one *big.Int) {
	for _, root := range a.during(from, e) {
		l := liquidity(root)
		x, _ := amountsOf(l, moved(root, slippageBPS), lower, upper)
		_, y := amountsOf(l, moved(root, -slippageBPS), lower, upper)
		if zero == nil || x.Cmp(zero) < 0 {
			zero = x
		}
		if one == nil || y.Cmp(one) < 0 {
			one = y
		}
	}
	return zero, one
}

// minted holds a mint: its pool, its minimums, and its size.
func (a *auditor) minted(v *verdict, e *errand) {
	s, r := e.mains[0], a.d.r
	if s.who("token0") != r.USDC || s.who("token1") != r.WETH || s.num("fee").Int64() != 500 {
		v.violated(new(big.Int), "block %d: a mint in another pool", e.block)
		return
	}
	lower, upper, from := s.num("tickLower").Int64(), s.num("tickUpper").Int64(), s.num("deadline").Int64()-120
	liquidity := func(root *big.Int) *big.Int {
		return liquidityOf(s.num("amount0Desired"), s.num("amount1Desired"), root, lower, upper)
	}
	zero, one := a.lowest(from, e, liquidity, lower, upper)
	if s.num("amount0Min").Cmp(share(zero, 10_000)) < 0 || s.num("amount1Min").Cmp(share(one, 10_000)) < 0 {
		v.violated(new(big.Int), "block %d: a mint takes %s and %s, %s and %s is what the slippage allows", e.block, s.num("amount0Min"), s.num("amount1Min"), zero, one)
	}
	for _, root := range a.during(from, e) {
		x, y := amountsOf(liquidity(root), root, lower, upper)
		worth := x.Add(x, a.usd(r.WETH, y, root))
		if e.value.Sign() == 0 || worth.Cmp(e.value) < 0 {
			e.value = worth
		}
	}
	a.compared(v, e, from, func(block uint64) []*big.Int {
		root := r.rootIn(block)
		x, y := amountsOf(liquidity(root), root, lower, upper)
		return []*big.Int{x, y}
	})
}

// left holds a leaving to its minimums, and to positions that are the account's own.
func (a *auditor) left(v *verdict, e *errand) {
	for _, s := range e.mains {
		if s.name != "decreaseLiquidity" {
			continue
		}
		own, known := a.ranges[s.num("tokenId").String()]
		if a.d.r.unasked[s.num("tokenId").String()] {
			continue // a gift, whatever comes of it
		}
		if !known {
			v.violated(new(big.Int), "block %d: it leaves position %s, which no order opened", e.block, s.num("tokenId"))
			continue
		}
		from := s.num("deadline").Int64() - 120
		zero, one := a.lowest(from, e, func(*big.Int) *big.Int { return s.num("liquidity") }, own[0], own[1])
		if s.num("amount0Min").Cmp(share(zero, 10_000)) < 0 || s.num("amount1Min").Cmp(share(one, 10_000)) < 0 {
			v.violated(new(big.Int), "block %d: it leaves for %s and %s, %s and %s is what the slippage allows", e.block, s.num("amount0Min"), s.num("amount1Min"), zero, one)
		}
		a.compared(v, e, from, func(block uint64) []*big.Int {
			zero, one := amountsOf(s.num("liquidity"), a.d.r.rootIn(block), own[0], own[1])
			x, y := a.d.r.feesIn(block, s.num("tokenId"))
			return []*big.Int{zero.Add(zero, x), one.Add(one, y)}
		})
	}
}

// feesIn is what a position of the account had earned behind a block.
func (r *realm) feesIn(block uint64, id *big.Int) (zero, one *big.Int) {
	r.t.Helper()
	most := new(big.Int).SetBytes(bytes.Repeat([]byte{0xff}, 16))
	data := bind.NewNonfungiblePositionManager().PackCollect(bind.INonfungiblePositionManagerCollectParams{TokenId: id, Recipient: r.account, Amount0Max: most, Amount1Max: most})
	var raw hexutil.Bytes
	call := map[string]any{"from": r.account, "to": r.Positions, "data": hexutil.Bytes(data)}
	if err := r.RPC.Call(&raw, "eth_call", call, hexutil.EncodeUint64(block)); err != nil || len(raw) != 64 {
		r.t.Fatalf("the fees of position %s behind block %d: %v", id, block, err)
	}
	return new(big.Int).SetBytes(raw[:32]), new(big.Int).SetBytes(raw[32:])
}
