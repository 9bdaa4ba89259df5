package world

import (
	"fmt"
	"math/big"
	"strings"

	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/mirage/deploy/kit"
	"bardo.run/bardo/mirage/follow"
	"bardo.run/bardo/mirage/history"
)

// Asset is a token of a basket. Its logarithmic return in dollars is
//
//	Volatility · (Loading · market + √(1 − Loading²) · own),
//
// where market is one factor of all assets and own one of each, both of variance one. So the
// correlation of two assets is the product of their loadings.
type Asset struct {
	history.Token
	Price      float64 // in dollars, at the start
	Volatility float64 // standard deviation of a year's logarithmic return; 0: always at its price
	Loading    float64 // -1 to 1
	// HalfLife is the number of minutes in which half of the own factor is lost again; 0 means
	// that nothing pulls.
	HalfLife float64
}

// Pool is a market of a basket with minutes of its own. Its tokens are ordered as the assets are.
type Pool struct {
	Base, Quote string  // symbols
	Fee         uint32  // hundredths of a basis point
	Depth       float64 // dollars that move the price by 1 %
}

// Basket is a kind of market of several assets.
type Basket struct {
	Name, About string
	Assets      []Asset
	Pools       []Pool // the first is the primary market, whose base is the wrapped coin for gas
	Followers   []history.Follower
	Lenders     []Lender // of the primary pair
	Traders     int
	// Twin is the basket that this one is but for a manipulator, who pulls markets of the
	// primary pair; empty where there is none.
	Twin string
}

// baskets in the order in which they are listed.
var baskets = []Basket{calmBasket, manipulated()}

var calmBasket = Basket{
	Name: "basket", About: "five assets that move together and apart, in eleven markets of Uniswap v2, v3 and v4, and three that lend",
	Assets: []Asset{
		{Token: history.Token{Symbol: "USDC", Decimals: 6}, Price: 1},
		{Token: history.Token{Symbol: "WBTC", Decimals: 8}, Price: 43_000, Volatility: 0.55, Loading: 0.9, HalfLife: 480},
		{Token: history.Token{Symbol: "LINK", Decimals: 18}, Price: 15, Volatility: 0.95, Loading: 0.7, HalfLife: 240},
		{Token: history.Token{Symbol: "AAVE", Decimals: 18}, Price: 110, Volatility: 1.05, Loading: 0.65, HalfLife: 240},
		{Token: history.Token{Symbol: "WETH", Decimals: 18}, Price: 2_300, Volatility: 0.70, Loading: 0.9, HalfLife: 360},
	},
	Pools: []Pool{
		{"WETH", "USDC", 500, 3_000_000},
		{"WBTC", "WETH", 500, 2_000_000},
		{"LINK", "USDC", 3000, 400_000},
		{"AAVE", "WETH", 3000, 300_000},
		{"WBTC", "USDC", 500, 1_500_000},
	},
	Followers: []history.Follower{
		{Of: 0, Protocol: follow.V3, Fee: 3000, Value: 4_000_000},
		{Of: 0, Protocol: follow.V2, Fee: 3000, Value: 2_000_000},
		{Of: 0, Protocol: follow.V4, Fee: 500, Value: 3_000_000},
		{Of: 1, Protocol: follow.V3, Fee: 3000, Value: 900},
		{Of: 2, Protocol: follow.V2, Fee: 3000, Value: 600_000},
		{Of: 3, Protocol: follow.V4, Fee: 3000, Value: 250},
	},
	Lenders: []Lender{
		{Protocol: kit.AaveV3, Value: 2_000_000, Least: 0.78, Most: 0.94},
		{Protocol: kit.MorphoBlue, Value: 2_000_000, Least: 0.30, Most: 0.95},
		{Protocol: kit.ERC4626, Value: 2_000_000, Least: 0.30, Most: 0.95, Rate: 0.045},
	},
	Traders: 12,
}

// manipulated is the basket with a manipulator.
func manipulated() Basket {
	b := calmBasket
	b.Name, b.Twin = "manipulated", b.Name
	b.About = "the basket, in which a manipulator pulls one market of WETH and USDC, or all of them, 25 % apart for a block, a minute and an hour, each once a day"
	return b
}

// pulls are a manipulator's of so many days: each day one of each length in one market of the
// primary pair and one in all of them, each within four hours of its own.
func (b Basket) pulls(c history.Config, s seed.Seed, days int) []history.Pull {
	pair := []string{c.Markets[0].Spec.Handle()}
	for _, f := range c.Followers {
		if f.Of == 0 {
			pair = append(pair, f.Handle(c.Markets[0]))
		}
	}
	draw := s.Stream("mirage/world/" + b.Name + "/pulls")
	const slot = 4 * 60 * history.Phases
	var all []history.Pull
	for i := range 6 * days {
		p := history.Pull{Blocks: []int{1, history.Phases, 60 * history.Phases}[i%3], Pools: pair, By: 0.25}
		p.Start = i*slot + 1 + draw.IntN(slot-p.Blocks-2)
		if i/3%2 == 0 {
			p.Pools = []string{pair[draw.IntN(len(pair))]}
		}
		if draw.IntN(2) == 0 {
			p.By = -0.25
		}
		all = append(all, p)
	}
	return all
}

// streams is the name under which the seed's streams are.
func (b Basket) streams() string {
	if b.Twin != "" {
		return b.Twin
	}
	return b.Name
}

// Baskets returns every world of several markets, in a fixed order. The caller owns the slice,
// and not what it holds.
func Baskets() []Basket { return append([]Basket(nil), baskets...) }

// Compose returns what a world of a name is opened with, but for the artifacts: one of several
// markets, or of one as Generate makes it.
func Compose(name string, s seed.Seed, days int) (history.Config, error) {
	if _, err := find(name); err == nil {
		m, err := Generate(name, s, days)
		return history.Config{Markets: []history.Market{m}, Seed: s}, err
	}
	for _, b := range baskets {
		if b.Name == name {
			return b.compose(s, days)
		}
	}
	all := Names()
	for _, b := range baskets {
		all = append(all, b.Name)
	}
	return history.Config{}, fmt.Errorf("no world is named %q: choose one of %s", name, strings.Join(all, ", "))
}

// compose makes the minutes of every market.
func (b Basket) compose(s seed.Seed, days int) (history.Config, error) {
	if days < 1 || days > MaxDays {
		return history.Config{}, fmt.Errorf("world %s: days is %d, want 1 to %d", b.Name, days, MaxDays)
	}
	c := history.Config{Followers: append([]history.Follower(nil), b.Followers...), Traders: b.Traders, Seed: s}
	f := newFactors(b, s)
	pools := make([]*poolMaker, len(b.Pools))
	for i, p := range b.Pools {
		spec := b.spec(p)
		pools[i] = newPoolMaker(b, p, spec, s, f)
		note := fmt.Sprintf("generated world %s, seed %d, days: %d; %s", b.Name, uint64(s), days, b.About)
		c.Markets = append(c.Markets, history.Market{Spec: spec, Notes: []string{note}})
	}
	for i := range days * minutesPerDay {
		f.next()
		for k, p := range pools {
			c.Markets[k].Minutes = append(c.Markets[k].Minutes, p.minute(i, f))
		}
	}
	for _, l := range b.Lenders {
		c.Lenders = append(c.Lenders, history.Lender{Protocol: l.Protocol, Value: l.Value, Rate: l.Rate, Uses: b.uses(l, s, days)})
	}
	if b.Twin != "" {
		c.Pulls = b.pulls(c, s, days)
	}
	return c, nil
}

// spec orders a pool's tokens as the assets are.
func (b Basket) spec(p Pool) history.Spec {
	base, quote := b.place(p.Base), b.place(p.Quote)
	s := history.Spec{Fee: p.Fee, Native: history.Native{Symbol: "ETH"}}
	s.Token0, s.Token1 = b.Assets[quote].Token, b.Assets[base].Token
	if base < quote {
		s.Token0, s.Token1, s.Quote = s.Token1, s.Token0, 1
	}
	return s
}

// place is the index of an asset; pools name assets of their basket.
func (b Basket) place(symbol string) int {
	for i, a := range b.Assets {
		if a.Symbol == symbol {
			return i
		}
	}
	panic("world: " + b.Name + " has no asset " + symbol) // a constant of this file
}

func tenTo(n uint8) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }
