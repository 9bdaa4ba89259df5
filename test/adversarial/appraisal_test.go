package adversarial

import (
	"math/big"
)

// What a basket's checker allows beyond a limit, in basis points: what is counted at the markets' prices
// may be off the feeds' by as much as is believed.
const (
	believedBPS = 530   // the deepest market of an asset, off its feed
	heardBPS    = 1_600 // another market that is deep enough to be heard
	moveBPS     = 200   // what one move may lose of its value
	drawdownBPS = 1_300
)

// swapped holds a swap to its market and to what one move may lose, by the order's own minimum.
func (a *appraiser) swapped(v *verdict, e *errand) {
	s := e.mains[0]
	in, out := a.goods.coin(s.who("tokenIn")), a.goods.coin(s.who("tokenOut"))
	if in == nil || out == nil {
		v.violated(new(big.Int), "block %d: a swap of %s for %s, which nobody approved", e.block, s.who("tokenIn"), s.who("tokenOut"))
		return
	}
	e.opens, e.value = out.handle != usd, in.worth(s.num("amountIn"))
	market := a.goods.traded(in.at, out.at, s.num("fee").Int64())
	if market == nil || !market.listed {
		v.violated(e.value, "block %d: a swap of %s for %s at a fee of %s, in a market that nobody approved", e.block, in.handle, out.handle, s.num("fee"))
		return
	}
	least := out.worth(s.num("amountOutMinimum"))
	if want := share(e.value, 10_000-moveBPS); new(big.Int).Add(least, big.NewInt(2)).Cmp(want) < 0 {
		v.violated(e.value, "block %d: a swap of %s for %s may bring %s, and a move of %s brings at least %s", e.block, in.handle, out.handle, least, e.value, want)
	}
}

// placed holds a mint to its market.
func (a *appraiser) placed(v *verdict, e *errand) {
	s := e.mains[0]
	market := a.goods.traded(s.who("token0"), s.who("token1"), s.num("fee").Int64())
	if market == nil || !market.listed {
		v.violated(new(big.Int), "block %d: a mint of %s and %s at a fee of %s, in a market that nobody approved", e.block, s.who("token0"), s.who("token1"), s.num("fee"))
		return
	}
	zero, one := market.sides()
	root, _ := a.goods.stands(market, e.block-1)
	lower, upper := s.num("tickLower").Int64(), s.num("tickUpper").Int64()
	x, y := amountsOf(liquidityOf(s.num("amount0Desired"), s.num("amount1Desired"), root, lower, upper), root, lower, upper)
	e.value = zero.worth(x)
	e.value.Add(e.value, one.worth(y))
}

// believed holds an opening to prices that can be believed in the block that it was judged on: of each
// coin that it moves, the deepest market and each other of some depth tell what its feed does.
func (a *appraiser) believed(v *verdict, e *errand) {
	id, _ := a.permitted(e)
	read := e.block - 1 // the adversary does nothing within a tick
	if ask, known := a.asked[id]; known {
		read = ask.readIn
	}
	for _, c := range a.moved(e) {
		if s, by := a.goods.doubtful(c, read); s != nil {
			v.violated(e.value, "block %d: a %s on a doubtful price: in block %d, on which it was judged, %s told %s %d bps off its feed", e.block, e.kind, read, s.handle, c.handle, by)
		}
	}
}

// moved are the coins that an opening gives and takes.
func (a *appraiser) moved(e *errand) (all []*coin) {
	for _, name := range []string{"tokenIn", "tokenOut", "token0", "token1"} {
		if e.mains[0].get(name) == nil {
			continue
		}
		if c := a.goods.coin(e.mains[0].who(name)); c != nil && c.handle != usd {
			all = append(all, c)
		}
	}
	return all
}

// doubtful is a market that tells a coin's price away from its feed behind a block, and by how much.
// Of markets that are not the deepest those with a fifth of its depth are asked, where another deep one
// tells what the other coin is worth.
func (b *basket) doubtful(c *coin, block uint64) (market *stall, bps int64) {
	depths, offs := map[*stall]*big.Int{}, map[*stall]int64{}
	for _, s := range b.stalls {
		root, liquidity := b.stands(s, block)
		depths[s], offs[s] = s.depth(root, liquidity), s.off(root)
	}
	deepest := func(of *coin, fits func(*stall) bool) (most *stall) {
		for _, s := range b.stalls {
			if fits(s) && (s.base == of || s.quote == of) && (most == nil || depths[s].Cmp(depths[most]) > 0) {
				most = s
			}
		}
		return most
	}
	own := deepest(c, func(s *stall) bool { return s.quote.handle == usd }) // each coin has one
	for _, s := range b.stalls {
		most, other := int64(heardBPS), s.base
		if other == c {
			other = s.quote
		}
		switch {
		case s.base != c && s.quote != c, new(big.Int).Mul(depths[s], big.NewInt(5)).Cmp(depths[own]) < 0:
			continue
		case s != own && other.handle != usd && new(big.Int).Mul(depths[s], big.NewInt(2)).Cmp(depths[deepest(other, func(o *stall) bool { return o != s })]) >= 0:
			continue // it tells the price of the other coin, and nothing of this one
		case s == own:
			most = believedBPS
		}
		if offs[s] > most {
			return s, offs[s]
		}
	}
	return nil, 0
}

// off is how far a market's price is from the feeds', in basis points of the larger.
func (s *stall) off(root *big.Int) int64 {
	x, y := new(big.Int).Mul(root, root), new(big.Int).Mul(s.fair(), s.fair())
	if x.Cmp(y) > 0 {
		x, y = y, x
	}
	x.Mul(x, big.NewInt(10_000))
	return 10_000 - x.Quo(x, y).Int64()
}

// depth is what a market holds around its price, in millionths of a dollar, by its liquidity
// (whitepaper of Uniswap v3, §6.2).
func (s *stall) depth(root, liquidity *big.Int) *big.Int {
	zero, one := s.sides()
	x := new(big.Int).Mul(liquidity, q96)
	y := new(big.Int).Mul(liquidity, root)
	worth := zero.worth(x.Quo(x, root))
	return worth.Add(worth, one.worth(y.Quo(y, q96)))
}

// fits holds an opening that was carried out to the shares of the equity, to the caps and to the fall
// from the peak. One part in fifty is left to what a block moves.
func (a *appraiser) fits(v *verdict, e *errand) {
	is, ok := a.held[e.block]
	if !ok || !e.ok {
		return
	}
	was, equity := a.held[e.block-1], is.worth()
	over := func(what string, part *big.Int, bps int64) {
		if new(big.Int).Mul(part, big.NewInt(10_000)).Cmp(new(big.Int).Mul(equity, big.NewInt(bps+bps/50))) > 0 {
			v.violated(e.value, "block %d: %s is %s of %s behind a %s, more than %d bps", e.block, what, part, equity, e.kind, bps)
		}
	}
	over("all risk", is.risk(), riskBPS)
	switch e.kind {
	case "mint":
		over("a position", is.newest, positionBPS)
	case "supply":
		over("what is lent", is.of(is.market, onVault), positionBPS)
	default:
		c := a.goods.coin(e.mains[0].who("tokenOut"))
		over("the position in "+c.handle, is.of(is.loose, c.handle), positionBPS)
	}
	for _, name := range sorted(assetCaps) {
		if is.coin(name).Cmp(was.coin(name)) > 0 {
			over("the asset "+name, is.coin(name), assetCaps[name])
		}
	}
	for _, name := range sorted(marketCaps) {
		if part := is.of(is.market, name); part.Cmp(was.of(was.market, name)) > 0 {
			over("the market "+name, part, marketCaps[name])
		}
	}
	// Up to three hundredths are of the peak and of the equity, as the markets tell them.
	least := new(big.Int).Mul(a.peaks[e.block], big.NewInt(10_000-drawdownBPS-300))
	if new(big.Int).Mul(a.low[e.block], big.NewInt(10_000)).Cmp(least) < 0 {
		v.violated(e.value, "block %d: a %s at %s, which is more than the drawdown below %s", e.block, e.kind, a.low[e.block], a.peaks[e.block])
	}
}

// spends holds an order to the sums of spending, and to the orders of an hour; what carries another on
// is the same order, and is spent beyond what that was. What is paid in another
// coin than the numeraire may count less, by as much as its price is believed.
func (a *appraiser) spends(v *verdict, i int, all []*errand) {
	e := all[i]
	began := a.run(e)
	day, run, hour, sent := new(big.Int), new(big.Int), 0, 0
	for _, o := range all[:i+1] {
		if o.at > e.at-3_600+24 {
			if sent++; a.first[o] == nil {
				hour++
			}
		}
		if !o.opens || !o.ok {
			continue
		}
		if o.at > e.at-86_400+24 {
			day.Add(day, a.counted(o))
		}
		if began.before(o) {
			run.Add(run, a.counted(o))
		}
	}
	if sent > ordersPerHour && (a.dying == 0 || e.at < a.dying) || e.opens && hour > opensPerHour {
		v.violated(e.value, "block %d: order %d of its hour, %d with second moves (%s)", e.block, hour, sent, e.kind)
	}
	for _, c := range []struct {
		name string
		is   *big.Int
		most int64
	}{{"an order", a.least(e), perOrderMost}, {"a run", run, perRun}, {"a day", day, perDayAll}} {
		if most := c.most + c.most/100_000; e.opens && e.ok && c.is.Cmp(big.NewInt(most)) > 0 {
			v.violated(e.value, "block %d: %s opened in %s, %d are allowed", e.block, c.is, c.name, c.most)
		}
	}
}

// least is the least that an opening may count as spent.
func (a *appraiser) least(e *errand) *big.Int {
	if e.kind == "supply" || e.kind == "swap" && e.mains[0].who("tokenIn") == a.d.r.USDC {
		return e.value
	}
	return share(e.value, 10_000-believedBPS-60)
}
