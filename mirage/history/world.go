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
	market   Market
	node     *node.Node
	clock    *clock.Simulated
	book     deploy.Book
	treasury treasury
	hand     hand

	mu       sync.Mutex // guards everything below, and the order of blocks
	next     int        // the block to seal, from 0; four a minute
	course   course
	venue    venue
	inbox    inbox
	gauge    gauge
	reporter *reporter // nil: there are no price feeds
	feeds    Feeds
	stats    Stats
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
	s := w.stats.copy()
	s.Swaps, s.Repegs, s.Others = w.venue.swaps, w.venue.repegs, w.venue.foreign
	return s
}

// Advance seals every block that is due at the given time, and none later. It returns
// the last one, and zero where none was due.
func (w *World) Advance(ctx context.Context, until time.Time) (Block, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var last Block
	for !w.market.timeOf(w.next).After(until) {
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

// step seals the next block. The context is asked before it begins and not again, so that
// a block is either sealed and booked or not begun, and an ended step can be taken again.
func (w *World) step(ctx context.Context) (Block, error) {
	if err := ctx.Err(); err != nil {
		return Block{}, err
	}
	ctx = context.WithoutCancel(ctx)
	i, phase := w.next/Phases, w.next%Phases
	m := w.market.minute(i)
	if w.course.turn(i, m) {
		w.venue.in0, w.venue.in1 = new(uint256.Int), new(uint256.Int)
	}
	moves := w.course.moves(&w.venue, m, w.stats.day(m), phase)
	s := sealing{time: w.market.timeOf(w.next), baseFee: m.GasPrice, before: moves}
	var err error
	if s.others, err = w.inbox.collect(m.GasPrice); err != nil {
		return Block{}, fmt.Errorf("minute %s: %w", stamp(m.Time), err)
	}
	if phase == PhaseClose && len(s.others) > 0 {
		s.after = w.venue.script()
		s.after.swapTo(moves.end)
	}
	block, err := w.seal(ctx, s)
	if err != nil {
		return Block{}, fmt.Errorf("minute %s, block %d of 4: %w", stamp(m.Time), phase+1, err)
	}
	w.course.ref = w.course.today.Path[phase]
	if phase == PhaseClose {
		if err := w.close(ctx, m); err != nil {
			return Block{}, fmt.Errorf("minute %s: %w", stamp(m.Time), err)
		}
	}
	w.stats.Blocks++
	w.next++
	return Block{block.NumberU64(), block.Hash(), s.time, i, phase}, w.clock.WaitUntil(ctx, w.market.timeOf(w.next))
}

// close checks what every minute promises and books its figures.
func (w *World) close(ctx context.Context, m Minute) error {
	if err := w.gauge.check(ctx, m, &w.venue); err != nil {
		return err
	}
	if w.course.over() {
		return nil
	}
	paid := w.market.Spec.valuer(m.Close).of(w.venue.in0, w.venue.in1)
	w.stats.close(m, w.course.today, paid)
	return nil
}

// founding lets act do what is done before the life.
func (w *World) founding(act func() error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.next > 0 {
		return ErrBegun
	}
	return act()
}

// ErrBegun is returned by Fund once the first block of the life is sealed.
var ErrBegun = errors.New("the life has begun: funds are given before its first block")
