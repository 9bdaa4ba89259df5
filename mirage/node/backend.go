package node

import (
	"context"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/rpc"
)

// backend is pooled with the states and the headers of a fork.
type backend struct{ pooled }

// Pending answers nothing: "pending" means the latest block here.
func (b *backend) Pending() (*types.Block, types.Receipts, *state.StateDB) { return nil, nil, nil }

// HeaderByNumber also answers blocks below the fork, for BLOCKHASH.
func (b *backend) HeaderByNumber(ctx context.Context, number rpc.BlockNumber) (*types.Header, error) {
	if number < 0 || uint64(number) >= b.node.fork.block.Number.Uint64() {
		return b.EthAPIBackend.HeaderByNumber(ctx, number)
	}
	header, err := b.node.fork.headerBelow(ctx, uint64(number))
	if err != nil {
		return nil, faultsOf(ctx).fail(err)
	}
	return header, nil
}

// StateAndHeaderByNumber opens the state after a local block, or after the fork's.
func (b *backend) StateAndHeaderByNumber(ctx context.Context, number rpc.BlockNumber) (*state.StateDB, *types.Header, error) {
	return b.StateAndHeaderByNumberOrHash(ctx, rpc.BlockNumberOrHashWithNumber(number))
}

// StateAndHeaderByNumberOrHash opens the state after a local block, or after the fork's.
func (b *backend) StateAndHeaderByNumberOrHash(ctx context.Context, block rpc.BlockNumberOrHash) (*state.StateDB, *types.Header, error) {
	header, err := b.node.localHeader(block)
	if err != nil {
		return nil, nil, err
	}
	st, reader, err := b.node.stateAt(ctx, header)
	if err != nil {
		return nil, nil, err
	}
	if call := hintOf(ctx); call != nil {
		if err := b.node.fork.warm(ctx, reader, call); err != nil {
			return nil, nil, err
		}
	}
	return st, header, nil
}

// localHeader finds a block that has a state here.
func (n *Node) localHeader(block rpc.BlockNumberOrHash) (*types.Header, error) {
	if number, ok := block.Number(); ok && (number == rpc.EarliestBlockNumber || number >= 0) {
		if number < 0 {
			number = 0 // earliest
		}
		if first := n.fork.block.Number.Uint64(); uint64(number) < first {
			return nil, &ParamError{Index: 1, Err: fmt.Errorf("the state of a block below %d, where this fork begins, is not here: ask the chain below, or fork at that block", first)}
		}
	}
	header, err := n.viewed(block)
	if err != nil {
		return nil, fmt.Errorf("header not found")
	}
	return header, nil
}

// GetEVM builds an EVM that sees the chain below and stops at the first failed read.
func (b *backend) GetEVM(ctx context.Context, st *state.StateDB, header *types.Header, config *vm.Config, in *vm.BlockContext) *vm.EVM {
	if config == nil {
		config = b.node.chain.GetVMConfig()
	}
	var seen vm.BlockContext
	if in != nil {
		seen = *in
		b.node.fork.extend(&seen, header, func() (context.Context, *faults, error) { return ctx, faultsOf(ctx), nil })
	} else {
		seen = b.node.surroundings(ctx, header, nil)
	}
	evm := vm.NewEVM(seen, st, b.ChainConfig(), *config)
	faultsOf(ctx).watch(evm)
	return evm
}

// FeeHistory answers the fees of local blocks; those below the first one are left out.
func (b *backend) FeeHistory(ctx context.Context, count uint64, last rpc.BlockNumber, percentiles []float64) (*big.Int, [][]*big.Int, []*big.Int, []float64, []*big.Int, []float64, error) {
	end := b.node.Head().Number.Uint64()
	if last >= 0 {
		end = min(end, uint64(last))
	}
	first := b.node.fork.block.Number.Uint64()
	return b.EthAPIBackend.FeeHistory(ctx, min(count, end-min(end, first)), last, percentiles)
}
