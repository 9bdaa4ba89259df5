package outcomes

import (
	"testing"

	"bardo.run/bardo/golem/host/turn"
)

// spec: heartbeat §3 step 8: two confirmations, and five where reorgs exceed one per 100
// blocks over the last 1,000.
func TestARestlessChainNeedsMoreConfirmations(t *testing.T) {
	u := Unrest{Watched: 64}
	read := func(block uint64, reorg bool) uint64 {
		r := turn.Reading{Block: turn.Block{Number: block}}
		if reorg {
			r.Reorg = turn.Reorg{From: block, To: block, Depth: 1}
		}
		u.Take(r)
		return u.Confirmations()
	}
	for i := range uint64(10) {
		if n := read(1000+i, true); n != 2 {
			t.Fatalf("%d confirmations after %d reorgs", n, i+1)
		}
	}
	if n := read(1500, true); n != 5 {
		t.Errorf("%d confirmations after 11 reorgs in 500 blocks", n)
	}
	if n := read(1999, false); n != 5 {
		t.Errorf("%d within 1,000 blocks of the first", n)
	}
	if n := read(2000, false); n != 2 {
		t.Errorf("%d once the first is 1,000 blocks old", n)
	}
	if u.Watched = 0; u.Confirmations() != 0 {
		t.Error("a life that is not told counts confirmations")
	}
}
