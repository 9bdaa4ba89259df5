package fork

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/eth/tracers"
)

// StateAtBlock opens the state after a block for a tracer.
func (b *backend) StateAtBlock(ctx context.Context, block *types.Block, _ *state.StateDB, _, _ bool) (*state.StateDB, tracers.StateReleaseFunc, error) {
	if block.NumberU64() < b.fork.block.Number.Uint64() {
		return nil, nil, fmt.Errorf("block %d lies below the fork", block.NumberU64())
	}
	st, _, err := b.fork.Open(ctx, block.Root())
	return st, func() {}, err
}

// StateAtTransaction opens the state before a transaction of a local block.
func (b *backend) StateAtTransaction(ctx context.Context, block *types.Block, index int) (*types.Transaction, vm.BlockContext, *state.StateDB, tracers.StateReleaseFunc, error) {
	none, chain := vm.BlockContext{}, b.fork.chain
	parent := chain.GetHeaderByHash(block.ParentHash())
	if parent == nil || index > len(block.Transactions()) {
		return nil, none, nil, nil, fmt.Errorf("block %d has no local parent, or no transaction %d", block.NumberU64(), index)
	}
	st, _, err := b.fork.Open(ctx, parent.Root)
	if err != nil {
		return nil, none, nil, nil, err
	}
	in := b.fork.Surroundings(ctx, block.Header(), nil)
	evm := vm.NewEVM(in, st, chain.Config(), vm.Config{})
	defer evm.Release()
	signer := types.LatestSigner(chain.Config())
	for i, tx := range block.Transactions() {
		if i == index {
			return tx, in, st, func() {}, nil
		}
		msg, err := core.TransactionToMessage(tx, signer, block.BaseFee())
		if err != nil {
			return nil, none, nil, nil, err
		}
		st.SetTxContext(tx.Hash(), i, uint32(i+1))
		if _, err := core.ApplyMessage(evm, msg.SkipEOACheck(), nil); err != nil {
			return nil, none, nil, nil, fmt.Errorf("transaction %s before it: %w", tx.Hash(), err)
		}
		st.Finalise(evm.GetRules())
	}
	return nil, in, st, func() {}, nil
}
