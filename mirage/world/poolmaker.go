package world

import (
	"math"
	"math/big"
	"math/rand/v2"
	"time"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/mirage/history"

	"github.com/holiman/uint256"
)

// poolMaker makes the minutes of one market of a basket, in order.
type poolMaker struct {
	spec               history.Spec
	base, quote        int // assets
	depth              float64
	path, flow, wander *rand.Rand
	planner            history.Planner

	close int // the last tick
	at    *uint256.Int
	usual *uint256.Int // liquidity
	liq   float64      // relative to that
}

func newPoolMaker(b Basket, p Pool, spec history.Spec, s seed.Seed, f *factors) *poolMaker {
	stream := func(name string) *rand.Rand {
		return s.Stream("mirage/world/" + b.streams() + "/" + spec.Handle() + "/" + name)
	}
	m := &poolMaker{
		spec: spec, base: b.place(p.Base), quote: b.place(p.Quote), depth: p.Depth,
		path: stream("price"), flow: stream("flow"), wander: stream("depth"), planner: history.Planner{Spec: spec, Seed: s}, liq: 1,
	}
	m.close = int(math.Floor(m.tick(f)))
	m.at = sqrtAt(m.close)
	m.usual = spec.LiquidityOf(m.close, p.Depth/exp(f.price(m.quote)))
	return m
}

// tick is where the market stands at the assets' prices.
func (m *poolMaker) tick(f *factors) float64 {
	raw := f.price(m.base) - f.price(m.quote) +
		math.Ln10*float64(int(m.spec.QuoteToken().Decimals)-int(m.spec.Base().Decimals))
	if m.spec.Quote == 0 {
		raw = -raw
	}
	return raw / tickSize
}

// minute makes the next minute.
func (m *poolMaker) minute(i int, f *factors) history.Minute {
	x := history.Minute{
		Time: Start.Add(time.Duration(i) * time.Minute),
		Open: m.close, Low: m.close, High: m.close, Close: m.close, GasPrice: f.gasPrice(),
		In0: new(uint256.Int), In1: new(uint256.Int),
	}
	var bridge [path]float64
	for k := range bridge {
		bridge[k] = m.path.NormFloat64()
	}
	if f.moved {
		x.Open, x.Low, x.High, x.Close = ticksOf(float64(m.close)+0.5, m.tick(f), f.sigma(m.base, m.quote)/math.Sqrt(Activity), bridge)
		x.Low, x.High = min(x.Low, x.Open), max(x.High, x.Open)
	}
	x.Liquidity = m.liquidity()
	plan := m.planner.Plan(m.at, x)
	m.at, m.close = plan.Path[history.PhaseClose], x.Close
	m.trade(&x, plan.Need, exp(f.price(m.quote)))
	return x
}

// liquidity wanders by up to 2 % in a tenth of the minutes and is pulled to the usual.
func (m *poolMaker) liquidity() *uint256.Int {
	changes, by := m.wander.Float64() < 0.1, m.wander.Float64()
	if changes {
		m.liq *= 1 + 0.04*(by-0.5)
		m.liq += 0.02 * (1 - m.liq)
	}
	out := new(uint256.Int).Mul(m.usual, uint256.NewInt(uint64(m.liq*1e6)))
	return out.Div(out, uint256.NewInt(1_000_000))
}

// trade gives a minute its recorded inflow as worlds of one market have it: what its walk
// needs and more, in a few minutes less; in a still minute a trade inside the tick, or none.
// dollars is the price of the quote token.
func (m *poolMaker) trade(x *history.Minute, need *uint256.Int, dollars float64) {
	short, share := m.flow.Float64() < shortShare, m.flow.Float64()
	noisy, size := m.flow.Float64() < noiseShare, exp(1.2*m.flow.NormFloat64())
	unit, _ := new(big.Float).SetInt(tenTo(m.spec.QuoteToken().Decimals)).Float64()
	// The usual trade is a four-hundredth of what moves the price by 1 %, as in worlds of one market.
	noise := m.depth / 400 / dollars * unit * size
	value := need.Float64()
	switch {
	case value > 0 && short:
		value *= 0.4 + 0.55*share
	case value > 0:
		value = value*(1.2+0.6*share) + noise
	case noisy:
		value = noise
	}
	m.split(x, value, share)
}

// split divides a value in quote units between the tokens: a rising tick is paid in token1, a
// falling one in token0, and a tenth to a third goes the other way.
func (m *poolMaker) split(x *history.Minute, value, share float64) {
	whole, _ := big.NewFloat(value).Int(nil)
	minor := new(big.Int).Mul(whole, big.NewInt(int64(100+233*share)))
	minor.Quo(minor, big.NewInt(1000))
	in0, in1 := new(big.Int).Sub(whole, minor), minor
	if x.Close > x.Open || x.Close == x.Open && share < 0.5 {
		in0, in1 = in1, in0
	}
	price := sqrtAt(x.Close)
	if m.spec.Quote == 0 {
		in1 = uniswap.QuoteValue(price, false, in1) // from token0 to token1
	} else {
		in0 = uniswap.QuoteValue(price, true, in0)
	}
	x.In0, x.In1 = uint256.MustFromBig(in0), uint256.MustFromBig(in1)
}
