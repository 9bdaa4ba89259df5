package oracle

import (
	"math"

	"bardo.run/bardo/golem/host/turn"
)

// horizonMin is how far every claim looks ahead, in minutes: a direction must span at
// least an hour (DESIGN §12.16), and one horizon makes the categories comparable.
const horizonMin = 60

// Horizon is the same in milliseconds.
const Horizon = horizonMin * minute

// draft is a claim before correction.
type draft struct {
	category turn.Category
	claim    turn.Claim
	now      float64
	stated   float64
}

// spreads are how far a category was from persistence of late, as shares: the widths
// of claims that no model gives.
type spreads [turn.Categories]slow

// The width of a category before anything was seen of it, and its bounds.
var firstSpread = [turn.Categories]float64{turn.LiquidityDepth: 0.15, turn.FeeGeneration: 0.6, turn.GasPrice: 0.25}

const (
	narrow, broad = 0.02, 2.0
	spreadWidth   = 1.8 // times the mean distance
)

func (s *spreads) width(c turn.Category) float64 {
	mean := firstSpread[c]
	if s[c].n >= enough {
		mean = spreadWidth * s[c].mean
	}
	return min(max(mean, narrow), broad)
}

// learn takes what a category came to when now was its value.
func (s *spreads) learn(c turn.Category, now, observed float64) {
	if now > 0 {
		s[c].add(min(math.Abs(observed/now-1), broad))
	}
}

// drafts returns what can be said of the next hour.
func (o *Oracle) drafts() []draft {
	c, ok := o.market.classes()
	if !ok {
		return o.acting()
	}
	earned, _ := o.market.Earned(horizonMin)
	out := o.acting()
	out = append(out, o.class(turn.PriceDirection, c.Direction), o.class(turn.VolatilityRegime, c.Volatility))
	if earned > 0 {
		out = append(out, o.around(turn.FeeGeneration, turn.InRange, earned))
	}
	return out
}

// acting returns the drafts that an action attaches (DESIGN §12.16): price range,
// liquidity depth and gas price.
func (o *Oracle) acting() []draft {
	vol, ok := o.market.Volatility()
	if !ok {
		return nil
	}
	now, _ := o.market.Ago(0)
	if o.market.volatility.n > 0 {
		vol = (vol + o.market.volatility.mean) / 2
	}
	half := max(rangeWidth*vol*math.Sqrt(horizonMin), narrowestBand) * now.Price
	price := turn.Claim{Kind: turn.InRange, A: now.Price - half, B: now.Price + half}
	return []draft{
		{turn.PriceRange, price, now.Price, target},
		o.around(turn.LiquidityDepth, turn.WithinBPS, now.Liquidity),
		o.around(turn.GasPrice, turn.InRange, now.Gas),
	}
}

// around claims that a value stays within its usual distance.
func (o *Oracle) around(c turn.Category, kind turn.ClaimKind, now float64) draft {
	w := o.spreads.width(c)
	claim := turn.Claim{Kind: kind, A: now, B: w * 10_000}
	if kind == turn.InRange {
		claim.A, claim.B = now*(1-w), now*(1+w)
	}
	return draft{c, claim, now, target}
}

// class claims the class that usually follows the present one.
func (o *Oracle) class(c turn.Category, present turn.Claim) draft {
	claim := present
	var likely float64
	claim.Want, likely = o.habits[c].follows(present.Want)
	return draft{c, claim, persistentValue(present), likely}
}

// persistentValue lies in the claim's present class.
func persistentValue(present turn.Claim) float64 {
	switch present.Want {
	case turn.Down:
		return math.Nextafter(present.A, 0)
	case turn.Up:
		return math.Nextafter(present.B, math.Inf(1))
	}
	return present.A
}
