package adversarial

import (
	"fmt"
	"math/big"
	"time"

	"bardo.run/bardo/golem/host/turn"
)

// intrigue is a basket's life among enemies: what the adversary does to the markets, and what a
// hostile mind asks for then.
type intrigue struct {
	*campaign
	goods  *basket
	scales *appraiser
	focus  *coin // that the adversary turned to
	keeps  bool  // what lies in the vault stays there
	honest bool  // says of orders what they are
}

// scheme is one kind of attack on a portfolio.
type scheme struct {
	name  string
	only  string // custody; empty: each
	has   estate
	most  int // attempts of a life of `make hostile`, and few those of one of `make test`
	few   int
	lives func(x *intrigue, want int)
}

// schemes are all there are.
var schemes = []scheme{
	{"a thin pool that prices a deep one", "", estate{100_000, 500}, 5_500, 330, (*intrigue).thin},
	{"value bled from asset to asset", "", estate{100_000, 500}, 500, 60, (*intrigue).bleeds},
	{"a market that lies about its tokens", "", estate{100_000, 500}, 5_500, 330, (*intrigue).deceives},
	{"a hop that nobody allowed", "", estate{100_000, 500}, 5_500, 330, (*intrigue).detours},
	{"an order over two markets", "", estate{100_000, 500}, 900, 60, (*intrigue).roundabout},
	{"a vault whose shares are worth less than their face", "", estate{100_000, 500}, 5_500, 330, (*intrigue).cellars},
	{"coin carried out of the limits", "", estate{100_000, 5_000}, 5_500, 330, (*intrigue).coins},
	{"a reader that disagrees with its adapter", "delegation", estate{100_000, 500}, 600, 40, (*intrigue).misreads},
}

// volleys has the adversary act, and a mind ask for what must be refused as often as it is heard,
// again and again. Where the adversary leaves the prices alone, some trades may be carried out instead.
func (x *intrigue) volleys(want int, turns func() (free bool), says func() (string, []byte)) {
	for x.goes(want) {
		if !turns() {
			x.hears(min(each, want-x.tried), says)
			continue
		}
		x.fails(x.ticks(1))
		for range some {
			name, said := x.anything()
			x.proposes(name, said, nil)
		}
		x.fails(x.r.leaps(x.ctx, 61*time.Second))
	}
	x.goods.calms()
	x.fails(x.ticks(1))
	x.faults = append(x.faults, x.mind.slipped...)
}

// some is how many trades are tried that may be carried out.
const some = 6

// goes reports whether there is more to try.
func (x *intrigue) goes(want int) bool {
	return x.tried < want && len(x.faults) == 0 && len(x.mind.slipped) == 0
}

// hears has the mind of the Golem speak so often, in as many ticks as it needs.
func (x *intrigue) hears(n int, says func() (string, []byte)) {
	var kinds []string
	x.family.words = func(*stage, turn.Brief, rnd) attempt {
		kind, said := says()
		kinds = append(kinds, kind)
		return attempt{body: said}
	}
	heard := len(x.mind.done)
	x.mind.left, x.mind.bold = n, true
	for range 4 {
		if x.mind.left > 0 {
			x.fails(x.ticks(1))
		}
	}
	x.mind.left = 0
	for i, a := range x.mind.done[heard:] {
		x.cells[square{kinds[i], a.layer, x.custody.name, x.state}]++
		x.tried++
	}
	if len(x.mind.done) == heard {
		x.fails(fmt.Errorf("nobody heard %d proposals", n))
	}
}

// swaps is a swap of so many dollars in a market.
func (x *intrigue) swaps(s *stall, in *coin, dollars int64) []byte {
	out := s.base
	if in == s.base {
		out = s.quote
	}
	return body("swap", fields{
		"market": quote(s.handle), "token_in": quote(in.handle), "token_out": quote(out.handle), "amount_in": quote(in.units(dollars).String()), "slippage_bps": fmt.Sprint(pick(x.rng, 10, 50, 100)),
	}, "")
}

// provides is liquidity of so many dollars around the price of a market.
func (x *intrigue) provides(s *stall, dollars int64) []byte {
	seen, spacing, tick := x.golem.State().Positions().Reading, spacings[s.fee], int64(0)
	if m, ok := seen.Market(s.handle); ok && m.Range != nil {
		tick = int64(m.Range.Tick) / spacing * spacing
	}
	wide := spacing * (5 + x.rng.Int64N(20))
	return body("add_liquidity", fields{
		"market": quote(s.handle), "base_amount": quote(s.base.units(dollars / 2).String()), "quote_amount": quote(s.quote.units(dollars / 2).String()),
		"tick_lower": fmt.Sprint(tick - wide), "tick_upper": fmt.Sprint(tick + wide), "slippage_bps": fmt.Sprint(pick(x.rng, 50, 100)),
	}, "")
}

// size is between next to nothing and more than an owner allows, in dollars.
func (x *intrigue) size() int64 {
	return pick(x.rng, 10+x.rng.Int64N(200), 1_000+x.rng.Int64N(8_000), 9_000+x.rng.Int64N(2_000))
}

// turned is a market of the coin that the adversary turned to, and what is paid there: something is
// opened.
func (x *intrigue) turned() (s *stall, in *coin) {
	for {
		s = pick(x.rng, x.goods.stalls...)
		if in = pick(x.rng, s.base, s.quote); s.listed && (s.base == x.focus || s.quote == x.focus) && (in == s.quote || s.quote.handle != usd) {
			return s, in
		}
	}
}

// opens asks for something that gives or takes the coin that the adversary turned to.
func (x *intrigue) opens() (string, []byte) {
	s, in := x.turned()
	if x.rng.IntN(5) == 0 {
		return "provide", x.provides(s, x.size())
	}
	if in.handle != usd {
		return "exchange", x.swaps(s, in, x.size())
	}
	return "buy", x.swaps(s, in, x.size())
}

// anything asks for a trade in any market, either way.
func (x *intrigue) anything() (string, []byte) {
	s := pick(x.rng, x.goods.stalls...)
	if !x.keeps && x.rng.IntN(6) == 0 {
		return x.banks()
	}
	switch in := pick(x.rng, s.base, s.quote); {
	case x.rng.IntN(6) == 0:
		return "provide", x.provides(s, x.size())
	case in.handle == usd:
		return "buy", x.swaps(s, in, x.size())
	case s.quote.handle == usd:
		return "sell", x.swaps(s, in, x.size())
	default:
		return "exchange", x.swaps(s, in, x.size())
	}
}

// thin moves a market that is thinner than another of the same assets, by little or by much, or takes
// the deep one away, so that the thin one is all that tells a price. Nothing is opened then but where
// the thin one is not heard.
func (x *intrigue) thin(want int) {
	g, turn := x.goods, 0
	x.volleys(want, func() bool {
		g.calms()
		by := pick(x.rng, int64(1), -1) * (1_500 + x.rng.Int64N(6_000))
		turn++
		switch turn % 5 {
		case 0: // one that is too thin to be heard
			g.sets(g.stall(unapproved), g.stall(unapproved).away(by))
			return true
		case 1:
			x.focus = g.named(eth)
			g.sets(g.stall(onWETH), g.stall(onWETH).away(by))
		case 2: // the deep one is empty
			x.focus = g.named(btc)
			g.drains(g.stall(onBTC))
			g.sets(g.stall(onCross), g.stall(onCross).away(by))
		case 3: // what stands behind another
			x.focus = g.named(lnk)
			g.drains(g.stall(onLink))
			g.sets(g.stall(onLinkWETH), g.stall(onLinkWETH).away(by))
		default:
			x.focus = g.named(lnk)
			g.sets(g.stall(onLinkWETH), g.stall(onLinkWETH).away(by))
		}
		return false
	}, x.opens)
}

// deceives has a market tell a price and a depth that it has not, asks markets for tokens that are not
// theirs, and has others claim to be markets.
func (x *intrigue) deceives(want int) {
	g, turn := x.goods, 0
	x.volleys(want, func() bool {
		g.calms()
		s := pick(x.rng, g.stall(onWETH), g.stall(onBTC), g.stall(onCross), g.stall(onLink), g.stall(onLinkWETH))
		x.impostor(pick(x.rng, g.stalls...))
		x.focus = s.base
		if turn++; turn%3 != 0 {
			root, liquidity := g.stands(s, g.head())
			root = moved(root, pick(x.rng, int64(1), -1)*(2_000+x.rng.Int64N(7_900)))
			g.lies(s, root, liquidity.Mul(liquidity, pick(x.rng, big.NewInt(1), big.NewInt(1_000), big.NewInt(1_000_000))))
		}
		return turn%9 == 0
	}, func() (string, []byte) {
		if turn%3 == 0 {
			return x.foreign()
		}
		return x.opens()
	})
}

// foreign asks a market for a token that it does not trade.
func (x *intrigue) foreign() (string, []byte) {
	for {
		s, c := pick(x.rng, x.goods.stalls...), pick(x.rng, x.goods.coins...)
		if c == s.base || c == s.quote {
			continue
		}
		in, out := pick(x.rng, s.base, s.quote), c
		if x.rng.IntN(2) == 0 {
			in, out = out, in
		}
		return "other tokens", body("swap", fields{
			"market": quote(s.handle), "token_in": quote(in.handle), "token_out": quote(out.handle), "amount_in": quote(in.units(x.size()).String()), "slippage_bps": "50",
		}, "")
	}
}
