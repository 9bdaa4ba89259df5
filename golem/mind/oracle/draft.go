package oracle

import (
	"math"

	"bardo.run/bardo/golem/host/turn"
)

// horizonMin is turn.Horizon in minutes.
const horizonMin = turn.Horizon / 60_000

// horizonOf is how far a category looks ahead. What gas costs matters until an action
// is included, which takes minutes.
func horizonOf(c turn.Category) int64 {
	if c == turn.GasPrice {
		return 5 * minute
	}
	return turn.Horizon
}

// draft is a claim before correction.
type draft struct {
	category turn.Category
	claim    turn.Claim
	now      float64
	stated   float64
}

// widths hold how wide the drafts of a category are, as multiples of what a model or a
// first guess says. Every draft that held narrows them a little, every one that did
// not widens them more, so that in the long run the aimed-for share holds, whatever the
// law of the market is. An hour's move is neither normal nor of independent minutes: a
// model of minutes held in 58 % of the recorded cases where 85 % were meant. Zero stands
// for one.
type widths [turn.Categories]float64

// The half width of a category that no model gives, as a share of its value, and the
// bounds of a multiple.
var firstWidth = [turn.Categories]float64{turn.LiquidityDepth: 0.15, turn.FeeGeneration: 0.6, turn.GasPrice: 0.25}

const (
	narrow, broad = 0.1, 20.0
	broadest      = 2.0 // of a share
	narrowest     = 0.01
)

func (w *widths) of(c turn.Category) float64 {
	if w[c] == 0 {
		return 1
	}
	return w[c]
}

// share is the half width of a category as a share of its value.
func (w *widths) share(c turn.Category) float64 {
	return min(max(firstWidth[c]*w.of(c), narrowest), broadest)
}

// learn takes whether a draft of the category held.
func (w *widths) learn(c turn.Category, hit bool) {
	miss := target - share(hit)
	w[c] = min(max(w.of(c)*(1+haste(c)*miss), narrow), broad)
}

// haste is how much one claim teaches. Claims an hour long overlap, and one jump fails
// some sixty of them; those of minutes hardly do.
func haste(c turn.Category) float64 {
	if horizonOf(c) < turn.Horizon {
		return 0.06
	}
	return 0.012
}

// drafts returns what can be said of the next hour.
func (o *Oracle) drafts() []draft {
	c, ok := o.market.classes(o.widths.of(turn.PriceRange))
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
	stir, ok := o.stir()
	if !ok {
		return nil
	}
	now, _ := o.market.Ago(0)
	paid, ok := o.first.market.Ago(0)
	if !ok {
		return nil
	}
	half := max(stir*o.widths.of(turn.PriceRange), narrowestBand) * now.Price
	price := turn.Claim{Kind: turn.InRange, A: now.Price - half, B: now.Price + half}
	return []draft{
		{turn.PriceRange, price, now.Price, target},
		o.around(turn.LiquidityDepth, turn.WithinBPS, now.Liquidity),
		o.first.around(turn.GasPrice, turn.InRange, paid.Gas),
	}
}

// stir is how far the price moves in an hour to either side, as a share of it, by the
// volatility that was measured. How wide the claims are has no part in it.
func (o *Oracle) stir() (share float64, ok bool) {
	vol, ok := o.market.Volatility()
	if !ok {
		return 0, false
	}
	if o.market.volatility.n > 0 {
		vol = (vol + o.market.volatility.mean) / 2
	}
	return rangeWidth * vol * math.Sqrt(horizonMin), true
}

// around claims that a value stays within its usual distance.
func (o *Oracle) around(c turn.Category, kind turn.ClaimKind, now float64) draft {
	w := o.widths.share(c)
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
