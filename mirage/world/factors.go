package world

import (
	"math"
	"math/rand/v2"

	"bardo.run/bardo/internal/seed"

	"github.com/holiman/uint256"
)

// factors are the prices of a basket's assets, as logarithms, and the gas price. All assets
// move in the same minutes, so that no two markets contradict each other for long.
type factors struct {
	assets   []Asset
	activity *rand.Rand
	market   *rand.Rand
	own      []*rand.Rand
	gas      *rand.Rand
	common   float64   // the market factor so far, of variance one a year
	apart    []float64 // the own ones
	idle     int       // minutes since the prices moved
	moved    bool
	gwei     float64
}

func newFactors(b Basket, s seed.Seed) *factors {
	stream := func(name string) *rand.Rand { return s.Stream("mirage/world/" + b.streams() + "/" + name) }
	f := &factors{
		assets: b.Assets, activity: stream("activity"), market: stream("market"), gas: stream("gas"),
		apart: make([]float64, len(b.Assets)), gwei: meanGwei,
	}
	for _, a := range b.Assets {
		f.own = append(f.own, stream("own/"+a.Symbol))
	}
	return f
}

// next goes on by a minute.
func (f *factors) next() {
	f.gwei *= exp(0.05 * f.gas.NormFloat64())
	f.gwei += 0.02 * (meanGwei - f.gwei)
	f.idle++
	f.moved = f.activity.Float64() < Activity
	step := 1 / math.Sqrt(minutesPerYear*Activity)
	common := f.market.NormFloat64()
	if f.moved {
		f.common += common * step
	}
	for i, a := range f.assets {
		draw := f.own[i].NormFloat64()
		if !f.moved {
			continue
		}
		if a.HalfLife > 0 {
			f.apart[i] *= math.Exp2(-float64(f.idle) / a.HalfLife)
		}
		f.apart[i] += draw * step
	}
	if f.moved {
		f.idle = 0
	}
}

// price is the logarithm of an asset's price in dollars.
func (f *factors) price(asset int) float64 {
	a := f.assets[asset]
	own := math.Sqrt(1-a.Loading*a.Loading) * f.apart[asset]
	return math.Log(a.Price) + a.Volatility*(a.Loading*f.common+own)
}

// sigma is the standard deviation of a minute's return of one asset in another, in ticks.
func (f *factors) sigma(a, b int) float64 {
	x, y := f.assets[a], f.assets[b]
	variance := x.Volatility*x.Volatility + y.Volatility*y.Volatility - 2*x.Volatility*y.Volatility*x.Loading*y.Loading
	return perMinute(math.Sqrt(variance))
}

// gasPrice is what gas costs in this minute.
func (f *factors) gasPrice() *uint256.Int { return uint256.NewInt(uint64(f.gwei * 1e9)) }
