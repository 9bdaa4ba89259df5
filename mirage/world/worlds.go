package world

import (
	"fmt"
	"strings"
)

// World describes one kind of market. Rates are of the price of WETH in USDC.
type World struct {
	Name  string
	About string // one line
	// Volatility is the standard deviation of a year's logarithmic return, from which
	// the minutes' follows; 0 for a market that does not move. An event comes on top.
	Volatility float64
	// Drift is the logarithmic return of a day, up or down as the seed decides.
	Drift float64
	// Fair is a price that nobody can foresee: whatever was, it is expected to be what it is.
	Fair bool
	// HalfLife is the number of minutes in which half of the distance to the mean is
	// lost; 0 means that nothing pulls.
	HalfLife float64
	// MeanVolatility is the yearly standard deviation of that mean.
	MeanVolatility float64
	// Volume is false where nobody trades.
	Volume bool
	event  event // what happens once, in the middle
}

// worlds in the order in which they are listed.
var worlds = []World{
	{
		Name: "calm", About: "a quiet market that goes nowhere: volatility 20 %",
		Volatility: 0.20, Volume: true,
	},
	{
		Name: "trend", About: "3 % a day in one direction, up or down by the seed: volatility 50 %",
		Volatility: 0.50, Drift: 0.03, Volume: true,
	},
	{
		Name: "chop", About: "swings around a mean that hardly moves, each half gone in 90 minutes: volatility 72 %",
		Volatility: 0.72, HalfLife: 90, MeanVolatility: 0.15, Volume: true,
	},
	{
		Name: "walk", About: "a random walk, in which no strategy has an edge, whatever it does: volatility 72 %",
		Volatility: 0.72, Fair: true, Volume: true,
	},
	{
		Name: "flash-crash", About: "volatility 45 %, then 18 % lost within ten minutes and three fifths of it regained in four hours",
		Volatility: 0.45, Volume: true, event: crash,
	},
	{
		Name: "depeg", About: "the quote coin loses 12 % against the dollar in six hours and regains most of it: all prices in it rise and fall back",
		Volatility: 0.30, Volume: true, event: depeg,
	},
	{
		Name: "dead", About: "nobody trades and nothing moves",
	},
}

// Worlds returns every world, in a fixed order. The caller owns the slice.
func Worlds() []World { return append([]World(nil), worlds...) }

// Names returns the names of the worlds, in the same order.
func Names() []string {
	names := make([]string, len(worlds))
	for i, w := range worlds {
		names[i] = w.Name
	}
	return names
}

// find returns the named world.
func find(name string) (World, error) {
	for _, w := range worlds {
		if w.Name == name {
			return w, nil
		}
	}
	return World{}, fmt.Errorf("no world is named %q: choose one of %s", name, strings.Join(Names(), ", "))
}
