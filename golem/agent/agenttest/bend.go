package agenttest

import (
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
)

// Bend is how a world lies. Its functions are called under the world's lock, and must
// not call the world; a nil one bends nothing.
type Bend struct {
	// Reading changes what is read, Simulation what a preview says or that it cannot be
	// made.
	Reading    func(*turn.Reading)
	Simulation func(grammar.Action, *turn.Simulation) error
	// Got changes what a mined swap brings in, whatever was previewed.
	Got func(got *uint256.Int)
}

// Mined is a transaction that a block included, and what a swap brought the wallet in.
type Mined struct {
	Tx      *types.Transaction
	Block   turn.Block
	Success bool
	Got     *big.Int // nil: nothing
}

// allowance is what a spender may take of a token of the wallet.
type allowance struct{ token, spender common.Address }

// BendBy has the world lie from now on.
func (w *World) BendBy(b Bend) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.bend = b
}

// Shift moves the price by ticks, with the next block.
func (w *World) Shift(ticks int32) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.walk.jump += ticks
}

// Mined returns what blocks included, in their order.
func (w *World) Mined() []Mined {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.pool.mined)
}

// Arrived returns every transaction that ever came with the wallet's signature, by nonce.
func (w *World) Arrived() (all []*types.Transaction) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for nonce := uint64(0); len(w.pool.offers[nonce]) > 0; nonce++ {
		all = append(all, w.pool.offers[nonce]...)
	}
	return all
}

// SqrtAt is the square root of the pool's price in the block of a time, in unix seconds,
// as the block began.
func (w *World) SqrtAt(seconds int64) (uint256.Int, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p, ok := w.walk.prices[seconds]
	return p, ok
}

// Holds is what the wallet has of a token.
func (w *World) Holds(token common.Address) *big.Int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.Wallet[token].ToBig()
}

// Drain is a spender that takes what it may of the wallet, and returns how much it got.
func (w *World) Drain(token, spender common.Address) *uint256.Int {
	w.mu.Lock()
	defer w.mu.Unlock()
	taken, held := new(uint256.Int), w.Wallet[token]
	if may := w.rights.allowed[allowance{token, spender}]; may != nil && held != nil {
		taken.Set(may)
		if taken.Gt(held) {
			taken.Set(held)
		}
		held.Sub(held, taken)
		may.Sub(may, taken)
	}
	return taken
}
