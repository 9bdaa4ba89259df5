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

// World is a devnet whose markets follow histories. Its methods may be called from
// several goroutines, but the blocks are the same only if transactions are submitted
// between the same blocks. An error of Next or Advance that is not the context's means
// that the world broke a promise of this package and must not be used further.
type World struct {
	node     *node.Node
	clock    *clock.Simulated
	book     deploy.Book
	treasury treasury
	lasts    bool // its chain lets old blocks go

	mu          sync.Mutex  // guards everything below, and the order of blocks
	founded     common.Hash // the block before its first; nothing before that is sealed
	lanes       []*lane     // of the markets, the primary one first
	next        int         // the block to seal, from 0; four a minute
	inbox       inbox
	arbitrageur *arbitrageur // nil: there are no followers
	manipulator *manipulator // nil: there are no pulls
	bank        *bank        // nil: there are no lenders
	reporter    *reporter    // nil: there are no price feeds
	feeds       []Feed
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

// Port answers the same requests for who lives in this process. It is the world's.
func (w *World) Port() *node.Port { return w.node.Server.Port() }

// Book lists the deployed contracts.
func (w *World) Book() deploy.Book { return w.book }

// Market returns the first history that this world follows.
func (w *World) Market() Market { return w.lanes[0].market }

// Markets returns every history that this world follows, the primary one first.
func (w *World) Markets() []Market {
	all := make([]Market, len(w.lanes))
	for i, l := range w.lanes {
		all[i] = l.market
	}
	return all
}

// Head returns the latest header. The caller must not change it.
func (w *World) Head() *types.Header { return w.node.Chain.Head() }

// Close stops the devnet. It is safe to call twice.
func (w *World) Close() error { return w.node.Close() }

// Stats returns what happened so far.
func (w *World) Stats() Stats {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := Stats{Figures: w.lanes[0].figures(), Blocks: w.next}
	for _, l := range w.lanes[1:] {
		s.More = append(s.More, l.figures())
	}
	s.Followers, s.Lenders = w.arbitrageur.figures(), w.bank.figures()
	if m := w.manipulator; m != nil {
		s.Pulls, s.Held = m.swaps, m.held
	}
	return s
}

// Advance seals every block that is due at the given time, and none later. It returns
// the last one, and zero where none was due.
func (w *World) Advance(ctx context.Context, until time.Time) (Block, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var last Block
	for !w.Market().timeOf(w.next).After(until) {
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
	if w.next == 0 {
		w.founded = w.Head().Hash()
	}
	ctx = context.WithoutCancel(ctx)
	i, phase := w.next/Phases, w.next%Phases
	m := w.lanes[0].at(i)
	s := sealing{time: w.Market().timeOf(w.next), baseFee: m.GasPrice}
	err := w.plan(ctx, &s, i, phase)
	if err != nil {
		return Block{}, fmt.Errorf("minute %s: %w", stamp(m.Time), err)
	}
	if s.others, err = w.inbox.collect(m.GasPrice); err != nil {
		return Block{}, fmt.Errorf("minute %s: %w", stamp(m.Time), err)
	}
	if phase == PhaseClose && len(s.others) > 0 {
		for k, l := range w.lanes {
			s.after = append(s.after, l.back(s.before[k], s.end(k)))
		}
	}
	block, err := w.seal(ctx, s)
	if err != nil {
		return Block{}, fmt.Errorf("minute %s, block %d of 4: %w", stamp(m.Time), phase+1, err)
	}
	for _, l := range w.lanes {
		l.course.ref = l.course.today.Path[phase]
		if phase != PhaseClose {
			continue
		}
		if err := l.close(ctx, i, w.manipulator.shift(l, w.next)); err != nil {
			return Block{}, fmt.Errorf("minute %s: %w", stamp(m.Time), err)
		}
	}
	w.next++
	return Block{block.NumberU64(), block.Hash(), s.time, i, phase}, w.clock.WaitUntil(ctx, w.Market().timeOf(w.next))
}

// plan decides what the markets, the borrower, the arbitrageur and the manipulator do in the next
// block.
func (w *World) plan(ctx context.Context, s *sealing, minute, phase int) (err error) {
	baseFee := s.baseFee.ToBig()
	if s.release, err = w.manipulator.release(w.next, baseFee); err != nil {
		return err
	}
	for _, l := range w.lanes {
		by := w.manipulator.walks(l, w.next)
		steps := l.moves(minute, phase, by)
		s.before, s.prices = append(s.before, steps), append(s.prices, moved(steps.end, -by))
	}
	if s.loans, err = w.bank.due(ctx, w.next); err != nil {
		return err
	}
	if s.deals, err = w.arbitrageur.deals(s.prices, s.baseFee, phase == PhaseClose); err != nil {
		return err
	}
	s.pulled = make([]*uint256.Int, len(w.lanes))
	s.pull, err = w.manipulator.pull(w.next, s, baseFee)
	return err
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
