package fork

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/rpc"

	"bardo.run/bardo/mirage/stock"
)

// backend is stock.Backend with the states and the headers of a fork.
type backend struct {
	stock.Backend
	fork *Fork
}

// Observed is the fork as go-ethereum's services see it.
func (f *Fork) Observed(b stock.Backend) stock.Observed { return &backend{b, f} }

// Pending answers nothing: "pending" means the latest block here.
func (b *backend) Pending() (*types.Block, types.Receipts, *state.StateDB) { return nil, nil, nil }

// HeaderByNumber also answers blocks below the fork, for BLOCKHASH.
func (b *backend) HeaderByNumber(ctx context.Context, number rpc.BlockNumber) (*types.Header, error) {
	if number < 0 || uint64(number) >= b.fork.block.Number.Uint64() {
		return b.EthAPIBackend.HeaderByNumber(ctx, number)
	}
	header, err := b.fork.headerBelow(ctx, uint64(number))
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
	header, err := b.fork.local(block)
	if err != nil {
		return nil, nil, err
	}
	st, reader, err := b.fork.Open(ctx, header.Root)
	if err != nil {
		return nil, nil, err
	}
	if call := hintOf(ctx); call != nil {
		if err := reader.Warm(ctx, call); err != nil {
			return nil, nil, err
		}
	}
	return st, header, nil
}

// local finds a block that has a state here.
func (f *Fork) local(block rpc.BlockNumberOrHash) (*types.Header, error) {
	if number, ok := block.Number(); ok && (number == rpc.EarliestBlockNumber || number >= 0) {
		if number < 0 {
			number = 0 // earliest
		}
		if first := f.block.Number.Uint64(); uint64(number) < first {
			return nil, &stock.ParamError{Index: 1, Err: fmt.Errorf("the state of a block below %d, where this fork begins, is not here: ask the chain below, or fork at that block", first)}
		}
	}
	if header := stock.Find(f.chain, block); header != nil {
		return header, nil
	}
	return nil, errors.New("header not found")
}

// GetEVM builds an EVM that sees the chain below and stops at the first failed read.
func (b *backend) GetEVM(ctx context.Context, st *state.StateDB, header *types.Header, config *vm.Config, in *vm.BlockContext) *vm.EVM {
	if config == nil {
		config = b.fork.chain.GetVMConfig()
	}
	var seen vm.BlockContext
	if in != nil {
		seen = *in
		b.fork.Extend(&seen, header, requestOf(ctx))
	} else {
		seen = b.fork.Surroundings(ctx, header, nil)
	}
	evm := vm.NewEVM(seen, st, b.ChainConfig(), *config)
	evm.SetJumpDestCache(b.fork.chain.JumpDestCache())
	faultsOf(ctx).Watch(evm)
	return evm
}

// FeeHistory answers the fees of local blocks; those below the first one are left out.
func (b *backend) FeeHistory(ctx context.Context, count uint64, last rpc.BlockNumber, percentiles []float64) (*big.Int, [][]*big.Int, []*big.Int, []float64, []*big.Int, []float64, error) {
	end := b.fork.chain.CurrentBlock().Number.Uint64()
	if last >= 0 {
		end = min(end, uint64(last))
	}
	first := b.fork.block.Number.Uint64()
	return b.EthAPIBackend.FeeHistory(ctx, min(count, end-min(end, first)), last, percentiles)
}
