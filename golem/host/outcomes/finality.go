package outcomes

import (
	"slices"

	"bardo.run/bardo/golem/host/turn"
)

// How many confirmations make an outcome verified, and more of them where the chain goes
// back more often than once in 100 of the last 1,000 blocks (heartbeat §3 step 8).
const (
	calm     = 2
	restless = 5
	recent   = 1_000
	often    = recent / 100
)

// Unrest remembers the reorgs of the last blocks, by the height that was read after each.
type Unrest struct {
	Watched uint64 // blocks that the chain may take back; 0: none
	head    uint64
	reorgs  []uint64
}

// Take notes what a reading saw.
func (u *Unrest) Take(r turn.Reading) {
	u.head = max(u.head, r.Block.Number)
	if r.Reorg != (turn.Reorg{}) {
		u.reorgs = append(u.reorgs, r.Block.Number)
	}
	u.reorgs = slices.DeleteFunc(u.reorgs, func(at uint64) bool { return at+recent <= u.head })
}

// Confirmations is how many make an outcome verified now; 0 on a chain that takes nothing
// back.
func (u *Unrest) Confirmations() uint64 {
	switch {
	case u.Watched == 0:
		return 0
	case len(u.reorgs) > often:
		return restless
	}
	return calm
}
