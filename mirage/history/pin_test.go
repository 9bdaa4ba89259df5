package history_test

import (
	"math/big"
	"testing"
	"time"

	"bardo.run/bardo/mirage/history"
)

// A life on one market replays only while the chain of its world keeps its bytes.
func TestAWorldOfOneMarketKeepsItsBytes(t *testing.T) {
	w := open(t, loaded(t, "chop", 0, 8*time.Minute))
	g := newGolem(t, w, "golem")
	var last history.Block
	for i := range 8 * history.Phases {
		switch i {
		case 1:
			g.approve()
		case 20:
			g.swap(true, big.NewInt(20_000e6))
		}
		var err error
		if last, err = w.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	const want = "0x4f7344632bde9605ee99448c9d40a0823f0ac45e4e39d8d4eafd72f6aedd1ca2"
	if got := last.Hash.Hex(); got != want {
		t.Errorf("the last block is %s, and was %s", got, want)
	}
}
