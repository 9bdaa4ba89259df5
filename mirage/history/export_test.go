package history

import (
	"context"
	"time"

	"github.com/holiman/uint256"
)

// Held returns the market account's own liquidity.
func Held(w *World) *uint256.Int { return w.venue.held }

// NextTime returns the time of the block that Next will seal.
func NextTime(w *World) time.Time { return w.market.timeOf(w.next) }

// CheatsClosed reports whether the devnet refuses to edit its state.
func CheatsClosed(w *World) bool { return w.node.CheatsClosed() }

// Check is what every close is held to.
func Check(w *World, m Minute) error { return w.gauge.check(context.Background(), m, &w.venue) }

// GasOfSwap is what a market swap is assumed to take among others' positions.
func GasOfSwap(positions int) uint64 { return uint64(swapGas + positionGas*positions) }
