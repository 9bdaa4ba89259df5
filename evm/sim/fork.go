package sim

import (
	"context"
	"sync"

	"bardo.run/bardo/evm/remote"
	"bardo.run/bardo/evm/rpc"

	"github.com/holiman/uint256"
)

// Fork is the state after one block, as far as it was loaded. It is safe for
// concurrent use; nothing that is simulated on it changes it.
type Fork struct {
	sim   *Simulator
	state *remote.State

	mu       sync.Mutex              // guards balances
	balances map[holding]uint256.Int // of tokens in the next block, before any call
}

func newFork(s *Simulator, block rpc.Block) *Fork {
	return &Fork{sim: s, state: remote.New(s.client, block, s.codes), balances: map[holding]uint256.Int{}}
}

// Block returns the block that is simulated on.
func (f *Fork) Block() rpc.Block { return f.state.Block() }

// Loads returns how many requests the fork has made to the node.
func (f *Fork) Loads() uint64 { return f.state.Loads() }

func (f *Fork) balance(h holding) (uint256.Int, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n, known := f.balances[h]
	return n, known
}

func (f *Fork) keepBalance(h holding, n uint256.Int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.balances[h] = n
}

// Prefetch asks the node which state a call touches and loads it in one round
// trip more, which pays on a slow link: a cold swap takes 17 round trips without
// it. A node that does not support it, or a call that reverts, is no error;
// what is missing is loaded lazily.
func (f *Fork) Prefetch(ctx context.Context, call Call) error {
	if call.To == nil {
		return nil
	}
	block := f.Block()
	asked := rpc.Call{From: call.From, To: *call.To, Value: call.Value, Data: call.Data, Gas: call.Gas}
	if err := f.state.Prefetch(ctx, asked, block.Coinbase); err != nil {
		return upstream(err)
	}
	return nil
}
