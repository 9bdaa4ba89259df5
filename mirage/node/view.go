package node

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"

	belowrpc "bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/mirage/fork"
	"bardo.run/bardo/mirage/stock"
)

// ErrNoView means that a call did not simply return: ask go-ethereum's own method
// for the error in its own words.
var ErrNoView = errors.New("the call did not return")

// views keeps the state of the block that was read last open for calls, so that
// the many small reads of one block load each slot once. Calls leave no trace in
// it.
type views struct {
	mu     sync.Mutex // guards everything below; one call at a time
	block  common.Hash
	number uint64
	state  *state.StateDB
	evm    *vm.EVM
	reader *fork.Reader // nil but on a fork
}

// Peek runs a plain call, without value or fees, after the given block and
// returns what it returned. The block's own number and time hold; the base fee is
// zero, as go-ethereum makes it for a call that pays none. It is the fast path of eth_call; anything but a plain return is ErrNoView.
func (n *Node) Peek(ctx context.Context, block rpc.BlockNumberOrHash, from, to common.Address, data []byte, gas uint64) ([]byte, error) {
	if !n.enter() {
		return nil, ErrNoView
	}
	defer n.views.mu.Unlock()
	ctx, faults := fork.WithFaults(ctx)
	if err := n.look(ctx, block); err != nil {
		return nil, err
	}
	if n.views.reader != nil {
		if err := n.views.reader.Warm(ctx, &belowrpc.Call{From: from, To: to, Data: data, Gas: gas}); err != nil {
			return nil, err
		}
		faults.Watch(n.views.evm)
	}
	zero := new(uint256.Int)
	msg := &core.Message{From: from, To: &to, Value: zero, GasLimit: gas, GasPrice: zero, GasFeeCap: zero, GasTipCap: zero, Data: data}
	msg.SkipNonceCheck().SkipEOACheck().SkipGasLimitCapCheck()
	stop := context.AfterFunc(ctx, n.views.evm.Cancel)
	before := n.views.state.Snapshot()
	result, err := core.ApplyMessage(n.views.evm, msg, nil)
	if !stop() || faults.First() != nil || n.views.state.Error() != nil {
		// Cut short, or of a state that is no longer kept: no answer, and no view. What
		// is cancelled, now or a little later, stays so.
		n.views.block, n.views.state, n.views.evm, n.views.reader = common.Hash{}, nil, nil, nil
		if err := faults.First(); err != nil {
			return nil, err
		}
		return nil, ErrNoView
	}
	n.views.state.RevertToSnapshot(before)
	if err != nil || result.Failed() {
		return nil, ErrNoView
	}
	return result.Return(), nil
}

// enter takes the view. On a fork a call may wait for the chain below, and then nobody
// waits for that call.
func (n *Node) enter() bool {
	if n.fork != nil {
		return n.views.mu.TryLock()
	}
	n.views.mu.Lock()
	return true
}

// look opens the state of a block, unless it is the one that is open.
func (n *Node) look(ctx context.Context, block rpc.BlockNumberOrHash) error {
	v := &n.views
	if hash, named := block.Hash(); named && v.state != nil && v.block == hash && n.chain.GetCanonicalHash(v.number) == hash {
		return nil
	}
	header := stock.Find(n.chain, block)
	if header == nil {
		return ErrNoView
	}
	hash := header.Hash()
	if v.state != nil && v.block == hash {
		return nil
	}
	st, reader, err := n.stateAt(ctx, header)
	if err != nil {
		return fmt.Errorf("open state of block %d: %w", header.Number, err)
	}
	v.block, v.number, v.state, v.reader = hash, header.Number.Uint64(), st, reader
	in := core.NewEVMBlockContext(header, n.chain, nil)
	if n.fork != nil {
		n.fork.Extend(&in, header, reader.Request) // of whoever calls then
	}
	in.BaseFee = new(big.Int)
	v.evm = vm.NewEVM(in, st, n.chain.Config(), vm.Config{NoBaseFee: true})
	v.evm.SetJumpDestCache(n.chain.JumpDestCache())
	v.evm.SetPrecompileCache(n.chain.PrecompileCache())
	return nil
}
