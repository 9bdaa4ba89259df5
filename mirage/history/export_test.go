package history

import (
	"context"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// Held returns the market account's own liquidity.
func Held(w *World) *uint256.Int { return w.lanes[0].venue.held }

// NextTime returns the time of the block that Next will seal.
func NextTime(w *World) time.Time { return w.Market().timeOf(w.next) }

// CheatsClosed reports whether the devnet refuses to edit its state.
func CheatsClosed(w *World) bool { return w.node.CheatsClosed() }

// Check is what every close is held to.
func Check(w *World, m Minute) error {
	return w.lanes[0].gauge.check(context.Background(), m, &w.lanes[0].venue)
}

// GasOfSwap is what a market swap is assumed to take among others' positions.
func GasOfSwap(positions int) uint64 { return uint64(swapGas + positionGas*positions) }

// Arbitrageur returns the account that keeps the followers, and what it counts itself to own.
func Arbitrageur(w *World) (common.Address, map[common.Address]*uint256.Int) {
	return addressOf(w.arbitrageur.key), w.arbitrageur.held
}

// FollowerPrice returns where a follower stands by its events.
func FollowerPrice(w *World, i int) *uint256.Int { return w.arbitrageur.pools[i].Price() }

// MarketPrice returns where a recorded market stands.
func MarketPrice(w *World, i int) *uint256.Int { return w.lanes[i].venue.price }
