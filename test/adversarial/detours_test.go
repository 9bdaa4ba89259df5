package adversarial

import (
	"fmt"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
)

// carries notes that a swap carries another one on: its proposal named that one's permit, it goes into
// the market that this one's proposal named, within the hour, and sells at most what came of it; no other
// one did.
func (a *appraiser) carries(e *errand, before []*errand) {
	id, _ := a.permitted(e)
	says := a.asked[id].route
	if says == nil || says.First == "" || !e.ok || a.asked[id].said {
		return
	}
	for _, o := range before {
		of, _ := a.permitted(o)
		named := a.asked[of].route
		if of != says.First || o.kind != "swap" || named == nil || named.First != "" || a.asked[of].said || a.taken(o) {
			continue
		}
		in, s := o.mains[0].who("tokenOut"), e.mains[0]
		market := a.goods.traded(s.who("tokenIn"), s.who("tokenOut"), s.num("fee").Int64())
		if market != nil && market.handle == named.Second && named.From == says.From && named.To == says.To && named.Second == says.Second &&
			s.who("tokenIn") == in && s.num("amountIn").Cmp(a.came(o, in)) <= 0 && e.at < o.at+3_600+24 {
			a.first[e] = o
		}
	}
}

// taken reports whether some second move took what a first one brought.
func (a *appraiser) taken(o *errand) bool {
	for _, f := range a.first {
		if f == o {
			return true
		}
	}
	return false
}

// came is what of a coin the account received in an order's transaction.
func (a *appraiser) came(o *errand, of common.Address) *big.Int {
	sum, chain := new(big.Int), a.d.r.Chain().Chain
	for _, receipt := range chain.Receipts(chain.Block(o.block).Hash()) {
		if receipt.TxHash != o.tx {
			continue
		}
		for _, l := range receipt.Logs {
			if l.Address == of && len(l.Topics) == 3 && l.Topics[0] == transferredTopic && common.BytesToAddress(l.Topics[2][:]) == a.d.r.account {
				sum.Add(sum, new(big.Int).SetBytes(l.Data))
			}
		}
	}
	return sum
}

// counted is the least that an opening may count as spent: what carries another on counts beyond that. What
// opened nothing was not counted.
func (a *appraiser) counted(e *errand) *big.Int {
	is := a.least(e)
	if o := a.first[e]; o != nil && o.opens {
		is = new(big.Int).Sub(is, o.value)
		if is.Sign() < 0 {
			return new(big.Int)
		}
	}
	return is
}

// roundabout has a hostile rule order over two markets, day after day, and say of its moves what they are
// not: that is the only thing by which more could be bought than a run and a day let be spent.
func (x *intrigue) roundabout(want int) {
	stopped := map[string]int{}
	x.until(1, 0)
	for trip := 1; x.goes(want); trip++ {
		x.goods.calms()
		x.fails(x.ticks(1))
		x.outward(stopped)
		x.homewards(stopped)
		if x.rng.IntN(3) > 0 {
			x.rests()
		}
		if trip%9 == 0 {
			x.reboots(uint64(2 + trip)) //nolint:gosec // small
		}
	}
	if len(x.faults) == 0 && (stopped["carried on"] == 0 || stopped["cage"] == 0) {
		x.fails(fmt.Errorf("nothing was carried on, or nothing was stopped: %v", stopped))
	}
}

// outward buys over WETH, honestly or not.
func (x *intrigue) outward(stopped map[string]int) {
	g := x.goods
	cross, end := g.stall(onCross), g.named(btc)
	if x.rng.IntN(6) == 0 {
		cross, end = g.stall(onLinkWETH), g.named(lnk)
	}
	first := g.stall(onPool)
	if x.rng.IntN(3) == 0 {
		first = g.stall(pick(x.rng, unapproved, unapproved, onWETH))
	}
	dollars := 3_000 + x.rng.Int64N(6_500)
	if first.handle == unapproved { // so little that nothing else stops it in a thin pool
		dollars = 100 + x.rng.Int64N(500)
	}
	route := turn.Route{From: usd, Over: eth, To: end.handle, Second: cross.handle}
	if x.rng.IntN(12) == 0 {
		route.Second = pick(x.rng, onPool, unapproved, "none")
	}
	permit, came := x.first(stopped, route, first, g.named(usd), x.sell(g.named(usd), dollars))
	if permit == "" {
		return
	}
	route.First = permit
	x.second(stopped, route, cross, came)
	for range x.rng.IntN(3) { // again
		x.second(stopped, route, cross, came)
	}
}

// homewards sells what was bought straight, or over WETH under the name of a sale that no market makes.
func (x *intrigue) homewards(stopped map[string]int) {
	g := x.goods
	for _, s := range []*stall{g.stall(onBTC), g.stall(onLink)} {
		held := x.r.Holds(s.base.at)
		if s.base.worth(held).Cmp(big.NewInt(200e6)) < 0 {
			continue
		}
		cross := g.stall(onCross)
		if s.base.handle == lnk {
			cross = g.stall(onLinkWETH)
		}
		route := turn.Route{From: s.base.handle, Over: eth, To: usd, Second: onPool}
		if x.rng.IntN(2) == 0 {
			if permit, came := x.first(stopped, route, cross, s.base, held); permit != "" {
				route.First = permit
				x.second(stopped, route, g.stall(onPool), came)
				continue
			}
		}
		x.says(stopped, "sold straight", nil, s, s.base, held)
	}
	if held := x.r.Holds(x.r.WETH); g.named(eth).worth(held).Cmp(big.NewInt(20_000e6)) > 0 {
		x.says(stopped, "sold straight", nil, g.stall(onPool), g.named(eth), g.named(eth).units(8_000))
	}
}

// first asks for a first move, and returns its permit and what came where it was carried out.
func (x *intrigue) first(stopped map[string]int, route turn.Route, s *stall, in *coin, amount *big.Int) (permit string, came *big.Int) {
	over := x.goods.named(eth)
	had := x.r.Holds(over.at)
	permit = x.says(stopped, "first move", &route, s, in, amount)
	return permit, new(big.Int).Sub(x.r.Holds(over.at), had)
}

// second asks for a second one, of all that came or otherwise.
func (x *intrigue) second(stopped map[string]int, route turn.Route, s *stall, came *big.Int) {
	name, in := "second move", x.goods.named(eth)
	switch pickBy(x.honest, 12, x.rng.IntN(12)) {
	case 0:
		name, came = "second move of more", new(big.Int).Add(came, in.units(1+x.rng.Int64N(3_000)))
	case 1:
		name, route.First = "second move of another permit", "permit:"+fmt.Sprint(x.rng.IntN(40))
	case 2:
		name, route.To = "second move of another order", pick(x.rng, dai, lnk, usd)
	case 3:
		name, s = "second move elsewhere", pick(x.rng, x.goods.stall(onLinkWETH), x.goods.stall(onWETH), x.goods.stall(unapproved))
	case 4:
		name = "second move too late"
		x.fails(x.r.leaps(x.ctx, 61*time.Minute))
		x.fails(x.ticks(1))
	case 5:
		name, came = "second move of half", new(big.Int).Rsh(came, 1)
	case 6:
		name, route.First = "second move as a first", ""
	}
	if permit := x.says(stopped, name, &route, s, in, came); permit != "" && name == "second move" {
		stopped["carried on"]++
	}
}

// sell is so many dollars of a coin, or what there is.
func (x *intrigue) sell(c *coin, dollars int64) *big.Int {
	amount, held := c.units(dollars), x.r.Holds(c.at)
	if amount.Cmp(held) < 0 {
		return amount
	}
	return held
}

// says asks for a swap in a market as a rule, or now and then as a model, and returns its permit where it was
// carried out.
func (x *intrigue) says(stopped map[string]int, name string, route *turn.Route, s *stall, in *coin, amount *big.Int) string {
	out := s.base
	if in == s.base {
		out = s.quote
	}
	from := turn.OriginRule
	if route != nil && !x.honest && x.rng.IntN(10) == 0 {
		name, from = name+" by a model", turn.OriginModel
	}
	said := body("swap", fields{
		"market": quote(s.handle), "token_in": quote(in.handle), "token_out": quote(out.handle), "amount_in": quote(amount.String()), "slippage_bps": fmt.Sprint(pick(x.rng, 10, 50)),
	}, "")
	layer, permit := x.asks(name, turn.Proposal{Body: said, Origin: from, Route: route}, nil)
	if stopped[layer]++; layer != letThrough {
		return ""
	}
	return permit
}

// spec: safety §4.2, §8: under each custody an order over two markets is carried out on the real contracts, there
// and back: each of its moves within what the grant, the cage or the signer lets be signed, and counted by
// the program as one.
func TestAnOrderGoesOverTwoMarketsInEveryCustody(t *testing.T) {
	for _, in := range custodies {
		t.Run(in.name, func(t *testing.T) {
			t.Parallel()
			d := settled(t, in, in.first+5, nothingSaid, plot{has: estate{100_000, 500}}, trades)
			scales := newAppraiser(d)
			c, done, err := d.begins(t.Context())
			check(t, err)
			defer func() { check(t, done()) }()
			x := &intrigue{campaign: c, goods: d.goods, scales: scales}
			x.thereAndBack(t)
			v := scales.check()
			for _, why := range append(c.faults, v.violations...) {
				t.Error(why)
			}
			if len(v.orders) < 4 || len(scales.first) != 2 {
				t.Errorf("%d orders on the chain, %d of them second moves", len(v.orders), len(scales.first))
			}
		})
	}
}

// thereAndBack buys WBTC over WETH for 3,000 dollars, and sells it over WETH.
func (x *intrigue) thereAndBack(t *testing.T) {
	t.Helper()
	g, stopped := x.goods, map[string]int{}
	x.honest = true
	for _, way := range []struct {
		route turn.Route
		one   *stall
		in    *coin
		two   *stall
		out   *coin
	}{
		{turn.Route{From: usd, Over: eth, To: btc, Second: onCross}, g.stall(onPool), g.named(usd), g.stall(onCross), g.named(btc)},
		{turn.Route{From: btc, Over: eth, To: usd, Second: onPool}, g.stall(onCross), g.named(btc), g.stall(onPool), g.named(usd)},
	} {
		amount, had := x.sell(way.in, 3_000), x.r.Holds(way.out.at)
		permit, came := x.first(stopped, way.route, way.one, way.in, amount)
		way.route.First = permit
		if permit != "" {
			x.second(stopped, way.route, way.two, came)
		}
		if stopped["carried on"] == 0 {
			t.Fatalf("%s to %s: %v", way.route.From, way.route.To, stopped)
		}
		if got := way.out.worth(new(big.Int).Sub(x.r.Holds(way.out.at), had)); got.Cmp(big.NewInt(2_900e6)) < 0 {
			t.Errorf("%s to %s brought %s", way.route.From, way.route.To, got)
		}
		stopped["carried on"] = 0
		x.fails(x.ticks(1))
	}
}
