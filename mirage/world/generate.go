package world

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/mirage/history"

	"github.com/KyberNetwork/uniswapv3-sdk-uint256/utils"
	"github.com/holiman/uint256"
)

// Start is the first minute of every generated world.
var Start = time.Date(2024, time.January, 1, 0, 0, 0, 0, time.UTC)

// MaxDays is the longest world.
const MaxDays = 366

const (
	minutesPerDay  = 24 * 60
	minutesPerYear = 365 * minutesPerDay

	// Activity is the share of minutes in which the price may move.
	Activity = 0.3
	// path is the number of points at which an active minute is looked at.
	path = 8
)

// tickSize is the logarithm of 1.0001.
var tickSize = math.Log(1.0001)

// Generate returns a world of the given number of days from the seed: USDC (6
// decimals) against WETH (18) in a pool of 0.05 %, priced in USDC, gas in ETH.
func Generate(name string, s seed.Seed, days int) (history.Market, error) {
	w, err := find(name)
	if err != nil {
		return history.Market{}, err
	}
	if days < 1 || days > MaxDays {
		return history.Market{}, fmt.Errorf("world %s: days is %d, want 1 to %d", name, days, MaxDays)
	}
	g := newGenerator(w, s, days*minutesPerDay)
	m := history.Market{
		Spec: spec, Minutes: make([]history.Minute, 0, days*minutesPerDay),
		Notes: []string{
			fmt.Sprintf("generated world %s, seed %d, days: %d; %s", name, uint64(s), days, w.About),
		},
	}
	for i := range days * minutesPerDay {
		minute, err := g.minute(i)
		if err != nil {
			return history.Market{}, fmt.Errorf("world %s, minute %d: %w", name, i, err)
		}
		m.Minutes = append(m.Minutes, minute)
	}
	return m, nil
}

var spec = history.Spec{
	Token0: history.Token{Symbol: "USDC", Decimals: 6}, Token1: history.Token{Symbol: "WETH", Decimals: 18},
	Fee: 500, Quote: 0, Native: history.Native{Symbol: "ETH"},
}

// generator makes the minutes of one world, in order. Each quantity has a stream of its
// own, so that changing one process leaves the others as they are.
type generator struct {
	world                         World
	total                         int
	price, pull, flow, depth, gas *rand.Rand
	planner                       history.Planner

	mean  float64 // ticks; what the price is pulled to
	x     float64 // ticks; the price without the event
	drift float64 // ticks a minute
	sigma float64 // ticks a minute
	idle  int     // minutes since the price moved
	close int     // the last tick
	at    *uint256.Int
	liq   float64 // relative to baseLiquidity
	gwei  float64
}

// newGenerator decides what the seed decides once.
func newGenerator(w World, s seed.Seed, total int) *generator {
	stream := func(name string) *rand.Rand { return s.Stream("mirage/world/" + w.Name + "/" + name) }
	g := &generator{
		world: w, total: total, price: stream("price"), pull: stream("mean"), flow: stream("flow"), depth: stream("depth"), gas: stream("gas"),
		planner: history.Planner{Spec: spec, Seed: s}, liq: 1, gwei: meanGwei,
	}
	g.sigma = perMinute(w.Volatility)
	g.drift = w.Drift / minutesPerDay / tickSize
	if g.price.IntN(2) == 0 {
		g.drift = -g.drift
	}
	if w.Fair { // in USDC, where a tick up is down
		g.drift = g.sigma * g.sigma * tickSize / 2
	}
	// 1,800 to 2,200 USDC; a higher price in USDC is a lower tick.
	usd := 1800 + 400*g.price.Float64()
	g.x = math.Log(1e12/usd) / tickSize
	g.mean, g.close = g.x, int(math.Floor(g.x))
	g.at = sqrtAt(g.close)
	return g
}

// perMinute returns a yearly volatility as ticks a minute.
func perMinute(volatility float64) float64 {
	return volatility / math.Sqrt(minutesPerYear) / tickSize
}

// minute makes the next minute.
func (g *generator) minute(i int) (history.Minute, error) {
	m := history.Minute{
		Time: Start.Add(time.Duration(i) * time.Minute),
		Open: g.close, Low: g.close, High: g.close, Close: g.close,
		In0: new(uint256.Int), In1: new(uint256.Int),
	}
	shock := g.world.event.at(i, g.total)
	g.walk(&m, i, shock)
	m.Liquidity = g.liquidity(shock)
	m.GasPrice = g.gasPrice(shock)
	plan := g.planner.Plan(g.at, m)
	g.at, g.close = plan.Path[history.PhaseClose], m.Close
	return m, g.trade(&m, plan.Need, shock)
}

// walk lets the price move, or not.
func (g *generator) walk(m *history.Minute, i int, shock shock) {
	g.idle++
	active := g.price.Float64() < Activity
	draw := g.price.NormFloat64()
	bridge := [path]float64{}
	for k := range bridge {
		bridge[k] = g.price.NormFloat64()
	}
	if g.sigma == 0 || (!active && !shock.moving) {
		return
	}
	from, to := float64(m.Close)+0.5, g.target(draw, active, shock)
	m.Open, m.Low, m.High, m.Close = ticksOf(from, to, g.sigma/math.Sqrt(Activity), bridge)
}

// target moves the price by what the idle minutes left undone, and returns it with the
// event's part.
func (g *generator) target(draw float64, active bool, shock shock) float64 {
	if active {
		elapsed := float64(g.idle)
		g.idle = 0
		step := draw * g.sigma / math.Sqrt(Activity)
		pull := 0.0
		if g.world.HalfLife > 0 {
			g.mean += g.pull.NormFloat64() * perMinute(g.world.MeanVolatility) * math.Sqrt(elapsed)
			pull = (g.mean - g.x) * (1 - math.Exp2(-elapsed/g.world.HalfLife))
		}
		g.x += step + pull + g.drift*elapsed
	}
	return g.x + shock.ticks
}

// ticksOf lays a path from one price to another through a minute and returns the ticks
// at which it opens, its range, and its close. The path is a bridge: the draws wander,
// and their end is pulled to the close.
func ticksOf(from, to, sigma float64, draws [path]float64) (open, low, high, last int) {
	var walk [path]float64
	sum := 0.0
	for k, d := range draws {
		sum += d * sigma / math.Sqrt(path)
		walk[k] = sum
	}
	last = int(math.Floor(to))
	low, high = last, last
	for k := range walk {
		share := float64(k+1) / path
		tick := int(math.Floor(from + (to-from)*share + (walk[k]-sum*share)/2))
		if k == 0 {
			open = tick
		}
		low, high = min(low, tick), max(high, tick)
	}
	return open, low, high, last
}

func sqrtAt(tick int) *uint256.Int {
	p := new(uint256.Int)
	if err := utils.GetSqrtRatioAtTickV2(tick, p); err != nil {
		panic(fmt.Sprintf("world: tick %d: %v", tick, err)) // ticks stay near 200,000
	}
	return p
}
