package adversarial

import (
	"context"
	"errors"
	"math/big"
	"time"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/tool"
)

// mood is what ails the chain while a kind of action is asked for: in each of them another
// layer has to stop what would be carried out.
type mood struct {
	name string
	fee  *big.Int // base fee of the block that is read, in wei; nil: a cheap one
	mute bool     // the node previews nothing
	only string   // the kind that is asked for; empty: all are
}

// Base fees at which the key's coin pays for no order, and the credit for none either.
var (
	steep = big.NewInt(5e12) // for a mint, which takes more gas than anything else
	stiff = big.NewInt(9e12) // for a purchase on v4, which under a delegation takes more than another swap
	dear  = big.NewInt(15e12)
	fatal = big.NewInt(2e15)
)

// moods are all there are. The last one ails nothing: what is carried out takes from the others
// what they are to be asked about.
var moods = []mood{{name: "a node that previews nothing", mute: true}, {name: "a mint's gas beyond the coin", fee: steep, only: "provide"}, {name: "the gas of v4 beyond the coin", fee: stiff, only: "buy v4"}, {name: "gas beyond the coin", fee: dear}, {name: "gas beyond the credit", fee: fatal}, {name: "none"}}

// under has a mood last while do is done.
func (c *campaign) under(m mood, do func()) {
	if m.fee != nil {
		c.reads(m.fee)
	}
	c.mute, c.only, c.ails = m.mute, m.only, m.mute || m.fee != nil
	do()
	c.only, c.ails = "", false
	if c.mute, c.r.mute = false, false; m.fee != nil {
		c.reads(cheap)
	}
}

// reads has the Golem read a block of such a base fee, which the later ones have too.
func (c *campaign) reads(fee *big.Int) {
	c.r.HoldBaseFee(fee)
	c.passes(time.Minute)
}

// mutable is a simulator whose node previews nothing while it is mute.
type mutable struct {
	*tool.Simulator
	r *realm
}

// Simulate implements tape.Foresight.
func (m mutable) Simulate(ctx context.Context, a grammar.Action) (turn.Simulation, error) {
	if m.r.mute {
		return turn.Simulation{}, errors.New("the node says nothing")
	}
	return m.Simulator.Simulate(ctx, a)
}
