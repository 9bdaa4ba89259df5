package protocol

import (
	"errors"

	"github.com/holiman/uint256"
)

// Mint is what a call puts liquidity into a market by: a range of ticks, and of each token, in the
// order of turn.Market.Ordered, the units that it gives at most and those that it must give at least.
type Mint struct {
	Lower, Upper int32
	Most, Least  [2]*uint256.Int
}

// ErrNoMint means that a call puts no liquidity into a market.
var ErrNoMint = errors.New("the call adds no liquidity")
