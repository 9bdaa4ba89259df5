package config

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/internal/eip55"
)

// Unwatched is the word of venue.sequencer_feed for a rollup whose sequencer no feed watches.
const Unwatched = "none"

// Sequencer is the uptime feed of the rollup's sequencer: the one that is named, or the network's; zero:
// there is none.
func (c GolemConfig) Sequencer() common.Address {
	switch c.Venue.SequencerFeed {
	case "":
		return c.Network().Sequencer
	case Unwatched:
		return common.Address{}
	}
	return eip55.Must(c.Venue.SequencerFeed)
}

// checkSequencer refuses to look away from a feed that is known.
func (c *GolemConfig) checkSequencer(report func(string, ...string)) {
	if n := c.Network(); c.Venue.SequencerFeed == Unwatched && n.Sequencer != (common.Address{}) {
		report(fmt.Sprintf("%s has an uptime feed of its sequencer, at %s: leave the key out", n.Name, n.Sequencer), "venue.sequencer_feed")
	}
}
