// Package price values what a reading holds: each asset over the deepest route of the markets to
// the numeraire, and everything else by the assets.
//
// A route is worth as much as its shallowest market: a thin pool prices nothing that a deep one
// trades. What another market of some depth, or a price feed, tells differently is marked
// doubtful (heartbeat §3, chain §12).
package price

import (
	"cmp"
	"fmt"
	"math"
	"math/big"

	"github.com/holiman/uint256"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Spread is how far two sources of a price may be apart before it is doubtful, where nothing else
// is configured.
const Spread money.BPS = 500

// voice is the share of the depth of an asset's route that another market needs to be heard: whoever
// bends a thin one would else stop everything. loud is the depth, in the numeraire, from which one is
// heard whatever the route's is: to move it by a hundredth takes a quarter of a hundredth of that, 2,500.
// Depth around a price costs little where it lies in one narrow range, and with the share alone a
// thousand dollars in a thin pool would silence an honest one of a million.
const (
	voice = 0.1
	loud  = 1_000_000
)

// empty is the depth of a market in whose range nothing lies. What it was last traded at prices an
// asset that no other market does.
const empty = math.SmallestNonzeroFloat64

// Value prices the assets of a reading whose markets, units and feeds are read, and fills in what
// assets, positions and lending are worth.
func Value(r *turn.Reading, spread money.BPS) {
	g := graph{r: r, depth: make([]float64, len(r.Assets)), over: make([]int, len(r.Assets))}
	g.price()
	g.doubt(spread)
	g.inherit()
	Revalue(r)
}

// Revalue fills in what assets, positions and lending are worth at the prices of the assets.
func Revalue(r *turn.Reading) {
	worth := func(token common.Address, units *uint256.Int) float64 {
		a, ok := r.Asset(token)
		if !ok {
			return 0
		}
		return money.Float(units, a.Token.Decimals) * a.Price
	}
	for i := range r.Assets {
		a := &r.Assets[i]
		a.Value = worth(a.Token.Address, &a.Units)
	}
	for i := range r.Positions {
		p := &r.Positions[i]
		if m, ok := r.Market(p.Market); ok {
			base, quote := r.Composed(p)
			p.Value = worth(m.Base.Address, &base) + worth(m.Quote.Address, &quote) + worth(m.Base.Address, &p.BaseFees) + worth(m.Quote.Address, &p.QuoteFees)
		}
	}
	for i := range r.Lending {
		l := &r.Lending[i]
		l.Value = 0
		for j := range l.Reserves {
			reserve := &l.Reserves[j]
			l.Value += worth(reserve.Token.Address, &reserve.Supplied) - worth(reserve.Token.Address, &reserve.Owed)
		}
	}
}

// graph is the assets of a reading and the markets between them. depth is what the shallowest
// market of an asset's route holds, in the numeraire, 0 where it has none; over is the asset before
// it on that route, and walked are those that have one, the nearest first.
type graph struct {
	r      *turn.Reading
	depth  []float64
	over   []int
	walked []int
}

// price walks from the numeraire outward, always over the deepest market that is left to an asset
// that has no price yet.
func (g *graph) price() {
	if len(g.r.Assets) == 0 {
		return
	}
	for i := range g.r.Assets {
		a := &g.r.Assets[i]
		a.Rate, a.Price = uint256.Int{}, 0
	}
	g.r.Assets[0].Rate, g.r.Assets[0].Price, g.depth[0] = turn.One(), 1, math.Inf(1)
	for {
		best, to := edge{}, -1
		for i := range g.r.Markets {
			if e, asset, ok := g.edge(&g.r.Markets[i]); ok && e.depth > best.depth {
				best, to = e, asset
			}
		}
		if to < 0 {
			if g.feed() {
				continue
			}
			return
		}
		a := &g.r.Assets[to]
		a.Rate, a.Price, g.depth[to], g.over[to] = best.rate, best.price, best.depth, best.from
		g.walked = append(g.walked, to)
	}
}

// feed prices the first asset that no market does by its feed, where that is fresh: what its market does not
// tell for a while is worth what it was. False: there is none.
func (g *graph) feed() bool {
	for i := range g.r.Assets {
		a := &g.r.Assets[i]
		if g.depth[i] > 0 || !a.Feed.Fresh(g.r.Block.Time) {
			continue
		}
		rate := a.Feed.Answer.ToBig()
		rate.Mul(rate.Lsh(rate, 128), ten(g.r.Numeraire().Decimals))
		if rate.Quo(rate, new(big.Int).Mul(ten(a.Feed.Decimals), ten(a.Token.Decimals))); rate.Sign() == 0 || rate.BitLen() > 256 {
			continue
		}
		a.Rate.SetFromBig(rate)
		a.Price, g.depth[i] = a.Feed.Price, math.Inf(1)
		return true
	}
	return false
}

// edge is a step over a market to an asset: from which one, what it prices that at, and the depth
// of the route.
type edge struct {
	from  int
	rate  uint256.Int
	price float64
	depth float64
}

// edge is the step over a market to the one of its assets that has no price yet.
func (g *graph) edge(m *turn.Market) (e edge, to int, ok bool) {
	base, quote := g.find(m.Base.Address), g.find(m.Quote.Address)
	if base < 0 || quote < 0 || m.Rate.IsZero() || (g.depth[base] > 0) == (g.depth[quote] > 0) {
		return e, -1, false
	}
	if to = base; g.depth[quote] == 0 {
		to = quote
	}
	e = g.step(m, to)
	return e, to, !e.rate.IsZero()
}

// step is the step over a market to one of its assets from the other, which has a price.
func (g *graph) step(m *turn.Market, to int) (e edge) {
	if g.r.Assets[to].Token.Address == m.Base.Address {
		e.from = g.find(m.Quote.Address)
		quote := &g.r.Assets[e.from]
		e.rate, e.price = turn.Valued(&m.Rate, &quote.Rate), m.Price*quote.Price
		e.depth = max(empty, min(g.depth[e.from], money.Float(&m.Depth, m.Quote.Decimals)*quote.Price))
		return e
	}
	e.from = g.find(m.Base.Address)
	base := &g.r.Assets[e.from]
	e.rate = turn.Bought(&base.Rate, &m.Rate)
	if m.Price > 0 {
		e.price = base.Price / m.Price
	}
	in := turn.Bought(&m.Depth, &m.Rate)
	e.depth = max(empty, min(g.depth[e.from], money.Float(&in, m.Base.Decimals)*base.Price))
	return e
}

func (g *graph) find(token common.Address) int {
	for i := range g.r.Assets {
		if g.r.Assets[i].Token.Address == token {
			return i
		}
	}
	return -1
}

// doubt marks each asset that another market or its feed prices differently, and one that is priced
// by an empty market alone: whoever likes sets its price for nothing.
func (g *graph) doubt(spread money.BPS) {
	for i := 1; i < len(g.r.Assets); i++ {
		a := &g.r.Assets[i]
		if a.Doubt = unread(a); a.Price == 0 {
			continue
		}
		for j := range g.r.Markets {
			m := &g.r.Markets[j]
			if m.Rate.IsZero() || m.Base.Address != a.Token.Address && m.Quote.Address != a.Token.Address {
				continue
			}
			other := m.Base.Address
			if other == a.Token.Address {
				other = m.Quote.Address
			}
			if from := g.find(other); from < 0 || g.depth[from] == 0 {
				continue
			}
			if e := g.step(m, i); e.depth > empty && e.depth >= min(loud, voice*g.depth[i]) && apart(e.price, a.Price, spread) {
				a.Doubt = fmt.Sprintf("%s is worth %.6g by %s and %.6g by the deepest route", a.Token.Symbol, e.price, m.Handle, a.Price)
			}
		}
		vouched := a.Feed.Fresh(g.r.Block.Time)
		a.Doubt = cmp.Or(g.contradicted(a.Token.Address), a.Doubt)
		switch {
		case a.Doubt != "":
		case vouched && apart(a.Feed.Price, a.Price, spread):
			a.Doubt = fmt.Sprintf("%s is worth %.6g by its price feed and %.6g by the markets", a.Token.Symbol, a.Feed.Price, a.Price)
		case !vouched && g.depth[i] == empty:
			a.Doubt = fmt.Sprintf("nothing lies in the markets that tell what %s is worth", a.Token.Symbol)
		}
	}
}

// unread says that a token does not tell what the account holds of it.
func unread(a *turn.Asset) string {
	if a.Unread == "" {
		return ""
	}
	return fmt.Sprintf("the token does not tell what the account holds of it (%s), and what was last read counts", a.Unread)
}

// contradicted says what the logs of a market of a token contradict; empty: nothing.
func (g *graph) contradicted(token common.Address) string {
	for _, c := range g.r.Contrary {
		if m, ok := g.r.Market(c.Market); ok && (m.Base.Address == token || m.Quote.Address == token) {
			return c.String()
		}
		if l, ok := g.r.Lender(c.Market); ok {
			if held, ok := l.Reserve(token); ok && (!held.Supplied.IsZero() || !held.Owed.IsZero()) {
				return c.String()
			}
		}
	}
	return ""
}

// inherit marks what is priced over an asset whose price is doubtful: it is as sure as that.
func (g *graph) inherit() {
	for _, i := range g.walked {
		a, over := &g.r.Assets[i], &g.r.Assets[g.over[i]]
		if a.Doubt == "" && over.Doubt != "" {
			a.Doubt = fmt.Sprintf("%s is priced over %s, whose price is doubtful", a.Token.Symbol, over.Token.Symbol)
		}
	}
}

// apart reports whether two prices differ by more than a share of the larger.
func apart(a, b float64, share money.BPS) bool {
	return math.Abs(a-b) > float64(share)/float64(money.Whole)*max(a, b)
}

// Whole is what one whole token is worth in micro-USDC at its exact price, rounded down; 0 where
// it has none, or where that does not fit. That the rate was rounded down before takes nothing
// from it: 2,500 dollars are not 2,499.999999 because of a digit that no rate has.
func Whole(r *turn.Reading, token common.Address) money.USDC {
	a, ok := r.Asset(token)
	if !ok || a.Rate.IsZero() {
		return 0
	}
	v := a.Rate.ToBig()
	v.Mul(v.Add(v, big.NewInt(1)), ten(a.Token.Decimals)) // above what it is worth, by less than a unit of the rate for each unit
	v.Rsh(v.Sub(v, big.NewInt(1)), 128)
	return micro(v, r.Numeraire().Decimals)
}

// USDC converts units of the numeraire to micro-USDC, rounded down: the token is taken as a
// dollar with its own decimals. What does not fit is 0.
func USDC(units *uint256.Int, decimals uint8) money.USDC { return micro(units.ToBig(), decimals) }

// micro is USDC, of units that it overwrites.
func micro(units *big.Int, decimals uint8) money.USDC {
	units.Mul(units, big.NewInt(int64(money.One)))
	if units.Quo(units, ten(decimals)); !units.IsInt64() {
		return 0
	}
	return money.USDC(units.Int64())
}

func ten(decimals uint8) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
}
