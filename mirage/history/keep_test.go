package history_test

import (
	"testing"
	"time"

	"bardo.run/bardo/mirage/follow"
	"bardo.run/bardo/mirage/history"
)

// A world lets its old blocks go, but for one with a market of Uniswap v4.
func TestAWorldLetsOldBlocksGoUnlessPositionsAreFoundByThem(t *testing.T) {
	m := loaded(t, "dead", 0, 5*time.Hour)
	for _, c := range []struct {
		protocol string
		gone     bool
	}{{follow.V2, true}, {follow.V4, false}} {
		w, err := history.Open(t.Context(), history.Config{
			Markets: []history.Market{m}, Followers: []history.Follower{{Protocol: c.protocol, Fee: 3000, Value: 100_000}}, Seed: 7, Artifacts: artifacts(t),
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Advance(t.Context(), m.Start().Add(5*time.Hour)); err != nil {
			t.Fatal(err)
		}
		var block map[string]any
		err = w.Client().Call(&block, "eth_getBlockByNumber", "0x1", false)
		if (err != nil) != c.gone {
			t.Errorf("%s: block 1 of %d: %v", c.protocol, w.Head().Number, err)
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
}
