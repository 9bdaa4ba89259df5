package chain

import (
	"fmt"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
)

// spec: heartbeat §3 step 8, chain §8: an outcome is confirmed with two confirmations and
// safe when the chain says so, each told once and in this order; what waits to be safe is
// followed for longer.
func TestAnOutcomeBecomesConfirmedAndThenSafe(t *testing.T) {
	for name, c := range map[string]struct {
		needs, depth uint64
		looks        [][2]uint64 // head and safe block
		want         string
		follows      bool
	}{
		"its own block is one":        {2, 64, [][2]uint64{{100, 0}}, "[-]", true},
		"one above it":                {2, 64, [][2]uint64{{100, 0}, {101, 0}, {102, 0}}, "[- confirmed -]", true},
		"five where it is restless":   {5, 64, [][2]uint64{{103, 100}, {104, 100}, {104, 100}}, "[- confirmed safe]", true},
		"one step at a time":          {2, 64, [][2]uint64{{120, 110}, {120, 110}, {121, 111}}, "[confirmed safe -]", true},
		"safe below it":               {2, 64, [][2]uint64{{120, 99}, {121, 99}}, "[confirmed -]", true},
		"a node that is behind":       {2, 64, [][2]uint64{{90, 90}}, "[-]", true},
		"no safe block":               {2, 64, [][2]uint64{{163, 0}, {164, 0}}, "[confirmed -]", false},
		"deep and not safe":           {2, 64, [][2]uint64{{163, 90}, {170, 99}}, "[confirmed -]", true},
		"the first block alone safe":  {2, 64, [][2]uint64{{163, 1}, {170, 1}}, "[confirmed -]", true},
		"deep, and safe at last":      {2, 64, [][2]uint64{{163, 90}, {170, 100}}, "[confirmed safe]", false},
		"deep, and never safe":        {2, 64, [][2]uint64{{163, 90}, {100 + 16*64, 99}}, "[confirmed -]", false},
		"nobody asks for it":          {0, 64, [][2]uint64{{120, 110}, {130, 120}}, "[- -]", true},
		"nobody asks, and deep":       {0, 64, [][2]uint64{{164, 110}}, "[-]", false},
		"deep before it is confirmed": {2, 64, [][2]uint64{{300, 299}}, "[confirmed]", true},
	} {
		t.Run(name, func(t *testing.T) {
			f := &flight{order: Order{ID: "permit:3.1"}, done: true, got: []Receipt{
				{Found: true, Block: turn.Block{Number: 99}}, {Found: true, Block: turn.Block{Number: 100, Hash: common.Hash{1}}},
			}}
			h := &Hand{Depth: c.depth, Confirmations: c.needs, flights: []*flight{f}}
			var told []turn.Finality
			for _, look := range c.looks {
				seen := view{Head: look[0], Safe: look[1]}
				news := f.surer(seen, h.Confirmations)
				if len(news) == 0 {
					news = []Change{{Finality: "-"}}
				}
				told = append(told, news[0].Finality)
				h.flights.settle(seen, h.Depth)
			}
			if got := fmt.Sprint(told); got != c.want || h.Watches("permit:3.1") != c.follows {
				t.Errorf("told %s, want %s; follows %v", got, c.want, h.Watches("permit:3.1"))
			}
		})
	}
}
