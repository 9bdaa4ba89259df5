package booking

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
)

// collected are the fees that were booked on one reading: later actions of a tick
// are booked on the same one, and what it says of a position was then paid already.
type collected struct {
	at    turn.Block
	taken []fee
}

// fee is what one permit was paid of a position's fees.
type fee struct {
	permit, position string
	token            common.Address
	units            uint256.Int
}

// less takes off what other permits were paid since the position was read.
func (c *collected) less(owed uint256.Int, permit, position string, token common.Address) uint256.Int {
	for _, f := range c.taken {
		if f.permit == permit || f.position != position || f.token != token {
			continue
		}
		if owed.Lt(&f.units) {
			return uint256.Int{}
		}
		owed.Sub(&owed, &f.units)
	}
	return owed
}

// note remembers what a permit was paid.
func (c *collected) note(f fee) { c.taken = append(c.taken, f) }

// forget drops what a permit was paid.
func (c *collected) forget(permit string) {
	c.taken = slices.DeleteFunc(c.taken, func(f fee) bool { return f.permit == permit })
}

// on forgets what was collected on another reading.
func (c *collected) on(b turn.Block) {
	if c.at != b {
		c.at, c.taken = b, nil
	}
}
