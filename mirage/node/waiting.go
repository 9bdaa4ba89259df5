package node

import (
	"context"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/txpool"
	"github.com/ethereum/go-ethereum/core/txpool/legacypool"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/event"
)

// waiting is the transactions that are in no block: go-ethereum's pool of those that
// somebody signed, and the queue of the others in the order they came.
type waiting struct {
	gate      *gate
	chain     *Chain
	disguises *Disguises
	pool      *legacypool.LegacyPool
	stale     bool // a block was made since the pool last looked
	queue     []*types.Transaction
	news      event.Feed // of transactions that never waited
}

// sighted is the chain as the pool sees it.
type sighted struct {
	*core.BlockChain
	states *States
}

// StateAt implements legacypool.BlockChain. The pool of a fork asks for accounts only that
// sight has fetched before, because it has no way to fail.
func (c sighted) StateAt(root common.Hash, _ *big.Int, _ uint64) (*state.StateDB, error) {
	st, _, err := c.states.latest(context.Background(), root)
	return st, err
}

// openWaiting makes the transaction pool: go-ethereum's for every type but blobs, alone and
// led by this node. The pools that go-ethereum starts by itself read each new block in the
// background, twice, and a pool of blobs that stays empty does so too.
func openWaiting(g *gate, config legacypool.Config, states *States) (*waiting, error) {
	chain := states.chain
	w := &waiting{gate: g, chain: chain, disguises: chain.disguises, stale: true}
	w.pool = legacypool.New(config, sighted{chain.core, states})
	if err := w.pool.Init(0, chain.Head(), txpool.NewReservationTracker().NewHandle(0)); err != nil {
		return nil, fmt.Errorf("open the transaction pool: %w", err)
	}
	return w, nil
}

// refresh lets the pool see the latest block. It does not follow the chain by itself,
// which costs nothing until somebody asks it. A block that a revert took away leaves no
// transaction behind: only a pool that is told of the block before would look for one.
func (w *waiting) refresh() error {
	if w.gate.closed {
		return ErrClosed
	}
	if w.stale {
		w.pool.Reset(nil, w.chain.Head())
		w.stale = false
	}
	return nil
}

// clear drops all that waits; the pool's state is that of the latest block then.
func (w *waiting) clear() error {
	w.forget()
	w.stale = true
	if err := w.refresh(); err != nil {
		return err
	}
	w.pool.Clear()
	return nil
}

// forget drops the impersonated transactions that wait.
func (w *waiting) forget() {
	for _, tx := range w.queue {
		delete(w.disguises.from, tx.Hash())
	}
	w.queue = nil
}

// none reports whether nothing waits. A pool that holds something looks at the chain
// first: it may be in a block by now.
func (w *waiting) none() bool {
	if len(w.queue) > 0 {
		return false
	}
	pending, queued := w.pool.Stats()
	if pending+queued > 0 && w.stale && w.refresh() == nil {
		pending, queued = w.pool.Stats()
	}
	return pending+queued == 0
}

// look is the pool for who only looks, at the latest block; nil after the end. It takes
// the gate.
func (w *waiting) look() *legacypool.LegacyPool {
	w.gate.Lock()
	defer w.gate.Unlock()
	if w.refresh() != nil {
		return nil
	}
	return w.pool
}

// nonce is that of the account's next transaction, counting those that wait.
func (w *waiting) nonce(account common.Address) (uint64, error) {
	if err := w.refresh(); err != nil {
		return 0, err
	}
	if err := w.sight(context.Background(), account); err != nil {
		return 0, err
	}
	nonce := w.pool.Nonce(account)
	for _, tx := range w.queue {
		if w.disguises.from[tx.Hash()] == account {
			nonce = max(nonce, tx.Nonce()+1)
		}
	}
	return nonce, nil
}

// sight makes sure that accounts can be read without an error, before the pool looks at
// them. Elsewhere than on a fork they always can.
func (w *waiting) sight(ctx context.Context, accounts ...common.Address) error {
	if w.chain.fork == nil {
		return nil
	}
	return w.chain.fork.Sight(ctx, accounts...)
}

// concerned lists whose accounts the pool reads for a transaction.
func (w *waiting) concerned(tx *types.Transaction) []common.Address {
	var all []common.Address
	if from, err := types.Sender(w.chain.signer, tx); err == nil {
		all = append(all, from)
	}
	for _, a := range tx.SetCodeAuthorizations() {
		if authority, err := a.Authority(); err == nil {
			all = append(all, authority)
		}
	}
	return all
}
