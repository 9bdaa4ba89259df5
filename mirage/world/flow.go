package world

import (
	"fmt"
	"math"

	"bardo.run/bardo/mirage/history"

	"github.com/holiman/uint256"
)

const (
	// baseLiquidity is the pool's usual liquidity: about 6,000 USDC for one tick.
	baseLiquidity = 2.5e18
	// meanGwei is the usual gas price, that of a roll-up.
	meanGwei = 0.05

	// shortShare of the moving minutes record less inflow than their walk needs at the
	// liquidity of their end, as recorded minutes do.
	shortShare = 0.07
	// noiseShare of the still minutes see a trade inside the tick.
	noiseShare = 0.4
	// noiseMedian is the value of such a trade in micro-USDC.
	noiseMedian = 1_500e6
)

// liquidity wanders by up to 2 % in a tenth of the minutes and is pulled to the usual.
func (g *generator) liquidity(shock shock) *uint256.Int {
	changes, by := g.depth.Float64() < 0.1, g.depth.Float64()
	if g.world.Volume && changes {
		g.liq *= 1 + 0.04*(by-0.5)
		g.liq += 0.02 * (1 - g.liq)
	}
	// Whole millions keep the conversion exact.
	millions := uint64(baseLiquidity / 1e6 * g.liq * shock.liquidity)
	return new(uint256.Int).Mul(uint256.NewInt(millions), uint256.NewInt(1_000_000))
}

// gasPrice wanders around the usual one.
func (g *generator) gasPrice(shock shock) *uint256.Int {
	g.gwei *= exp(0.05 * g.gas.NormFloat64())
	g.gwei += 0.02 * (meanGwei - g.gwei)
	return uint256.NewInt(uint64(g.gwei * shock.gas * 1e9))
}

// trade gives a minute its recorded inflow: what its walk needs and a fifth to four
// fifths more, in a few minutes less; in a still minute a trade inside the tick, or none.
func (g *generator) trade(m *history.Minute, need *uint256.Int, shock shock) error {
	short, share := g.flow.Float64() < shortShare, g.flow.Float64()
	noisy, size := g.flow.Float64() < noiseShare, exp(1.2*g.flow.NormFloat64())
	if !g.world.Volume {
		return nil
	}
	if !need.IsUint64() {
		return fmt.Errorf("a walk that needs %s micro-USDC", need.Dec())
	}
	value := need.Float64()
	switch {
	case value > 0 && short:
		value *= 0.4 + 0.55*share
	case value > 0:
		value = value*(1.2+0.6*share) + noiseMedian*size*shock.volume
	case noisy:
		value = noiseMedian * size * shock.volume
	}
	g.split(m, uint256.NewInt(uint64(value)), share)
	return nil
}

// split divides a value between the tokens: a rising tick is paid in token1, a falling
// one in token0, and a tenth to a third goes the other way.
func (g *generator) split(m *history.Minute, value *uint256.Int, share float64) {
	minor := new(uint256.Int).Mul(value, uint256.NewInt(uint64(100+233*share)))
	minor.Div(minor, uint256.NewInt(1000))
	major := new(uint256.Int).Sub(value, minor)
	usdc, weth := major, minor
	if m.Close > m.Open || (m.Close == m.Open && share < 0.5) {
		usdc, weth = minor, major
	}
	m.In0, m.In1 = usdc, inWeth(weth, m.Close)
}

// inWeth returns a value of micro-USDC as raw WETH at a tick.
func inWeth(value *uint256.Int, tick int) *uint256.Int {
	price, q96 := sqrtAt(tick), new(uint256.Int).Lsh(uint256.NewInt(1), 96)
	once, _ := new(uint256.Int).MulDivOverflow(value, price, q96)
	twice, _ := new(uint256.Int).MulDivOverflow(once, price, q96)
	return twice
}

// exp goes through Exp2 because math.Exp uses fused multiply-add where the machine
// has it, and the same seed must give the same rows on every machine.
func exp(x float64) float64 { return math.Exp2(x * math.Log2E) }
