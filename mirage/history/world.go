package history

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"
)

// World is a devnet whose market follows a history. Its methods may be called from
// several goroutines, but the blocks are the same only if transactions are submitted
// between the same blocks. An error of Next or Advance that is not the context's means
// that the world broke a promise of this package and must not be used further.
type World struct {
	market    Market
	plan      deploy.Plan
	planner   Planner
	lastOfDay []bool
	node      *node.Node
	clock     *clock.Simulated
	book      deploy.Book
	keys
	owner, account, pool common.Address

	mu    sync.Mutex // guards everything below, and the order of blocks
	next  int        // the block to seal, from 0; four a minute
	nonce uint64     // of the market account's owner

	price *uint256.Int // where the pool stands
	ref   *uint256.Int // where it would stand if nobody else had traded
	held  *uint256.Int // liquidity of the market account
	// positions of everybody else, in the order of their first mint
	positions []position
	disturbed bool // somebody else moved the price since the market's last step

	planned int // the minute that today is the plan of; -1: none
	today   Plan
	in0     *uint256.Int // gross inflow of this minute so far
	in1     *uint256.Int

	readAt common.Hash    // state root at which slots were read
	slots  []*uint256.Int // of the pool: price, liquidity

	reporter *reporter // nil: there are no price feeds
	feeds    Feeds

	waiting map[common.Address]bool // senders with transactions in the pool
	stats   Stats
}

// Block is one sealed block.
type Block struct {
	Number uint64
	Hash   common.Hash
	Time   time.Time
	// Minute is the index of the minute in the history; at or beyond its length the
	// history is over and the market stands.
	Minute int
	Phase  int
}

// Client returns a JSON-RPC client without a socket: reads of the latest and older
// blocks, and eth_sendRawTransaction, which is Submit. No cheat is served. It is the
// world's: do not close it.
func (w *World) Client() *rpc.Client { return w.node.Server.Client() }

// Book lists the deployed contracts.
func (w *World) Book() deploy.Book { return w.book }

// Market returns the history that this world follows.
func (w *World) Market() Market { return w.market }

// Head returns the latest header. The caller must not change it.
func (w *World) Head() *types.Header { return w.node.Chain.Head() }

// Close stops the devnet. It is safe to call twice.
func (w *World) Close() error { return w.node.Close() }

// Stats returns what happened so far.
func (w *World) Stats() Stats {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.stats.copy()
}

// Advance seals every block that is due at the given time, and none later. It returns
// the last one, and zero where none was due.
func (w *World) Advance(ctx context.Context, until time.Time) (Block, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var last Block
	for !w.timeOf(w.next).After(until) {
		b, err := w.step(ctx)
		if err != nil {
			return last, err
		}
		last = b
	}
	return last, nil
}

// Next seals exactly one block: the market's step, then what was submitted, by sender
// and nonce. After the last minute it goes on, four blocks a minute, and the market
// stands at its last tick.
func (w *World) Next(ctx context.Context) (Block, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.step(ctx)
}

func (w *World) timeOf(block int) time.Time {
	return BlockTime(w.market.Start().Add(time.Duration(block/Phases)*time.Minute), block%Phases)
}

// minute returns the record of a minute; beyond the history the market stands still.
func (w *World) minute(i int) Minute {
	if i < len(w.market.Minutes) {
		return w.market.Minutes[i]
	}
	last := w.market.Minutes[len(w.market.Minutes)-1]
	still := stillMinute(last, w.market.Start().Add(time.Duration(i)*time.Minute))
	still.GasPrice = last.GasPrice
	return still
}

// step seals the next block. The context is asked before it begins and not again, so that
// a block is either sealed and booked or not begun, and an ended step can be taken again.
func (w *World) step(ctx context.Context) (Block, error) {
	if err := ctx.Err(); err != nil {
		return Block{}, err
	}
	ctx = context.WithoutCancel(ctx)
	i, phase := w.next/Phases, w.next%Phases
	m := w.minute(i)
	if w.planned != i {
		w.today, w.planned = w.planner.Plan(w.ref, m), i
		w.in0, w.in1 = new(uint256.Int), new(uint256.Int)
	}
	moves := w.moves(m, i, phase)
	s := sealing{time: w.timeOf(w.next), baseFee: m.GasPrice, before: moves}
	var err error
	if s.others, err = w.collect(m.GasPrice); err != nil {
		return Block{}, fmt.Errorf("minute %s: %w", stamp(m.Time), err)
	}
	if phase == PhaseClose && len(s.others) > 0 {
		s.after = w.script()
		s.after.swapTo(moves.end)
	}
	block, err := w.seal(ctx, s)
	if err != nil {
		return Block{}, fmt.Errorf("minute %s, block %d of 4: %w", stamp(m.Time), phase+1, err)
	}
	w.ref = w.today.Path[phase]
	if phase == PhaseClose {
		if err := w.close(ctx, m, i); err != nil {
			return Block{}, fmt.Errorf("minute %s: %w", stamp(m.Time), err)
		}
	}
	w.stats.Blocks++
	w.next++
	return Block{block.NumberU64(), block.Hash(), s.time, i, phase}, w.clock.WaitUntil(ctx, w.timeOf(w.next))
}

// ErrBegun is returned by Fund once the first block of the life is sealed.
var ErrBegun = errors.New("the life has begun: funds are given before its first block")
