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
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"

	belowrpc "bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/mirage/fork"
)

// ErrNoView means that a call did not simply return: ask go-ethereum's own method
// for the error in its own words.
var ErrNoView = errors.New("the call did not return")

// View keeps the state of the block that was read last open for calls, so that
// the many small reads of one block load each slot once. Calls leave no trace in
// it.
type View struct {
	states *States

	mu     sync.Mutex // guards everything below; one call at a time
	block  common.Hash
	number uint64
	root   common.Hash // of the state
	state  *state.StateDB
	evm    *vm.EVM
	rules  params.Rules
	payee  common.Address // the block's coinbase, which is warm in every call
	plain  int            // snapshot of the state as the block left it
	caller *common.Address
	reader *fork.Reader // nil but on a fork
}

// Peek runs a plain call, without value or fees, after the given block and
// returns what it returned. The block's own number and time hold; the base fee is
// zero, as go-ethereum makes it for a call that pays none. It is the fast path of
// eth_call; anything but a plain return is ErrNoView.
func (v *View) Peek(ctx context.Context, block rpc.BlockNumberOrHash, from, to common.Address, data []byte, gas uint64) ([]byte, error) {
	if !v.enter() {
		return nil, ErrNoView
	}
	defer v.mu.Unlock()
	var faults *fork.Faults
	if v.states.chain.fork != nil {
		ctx, faults = fork.WithFaults(ctx)
	}
	if err := v.look(ctx, block); err != nil {
		return nil, err
	}
	if v.reader != nil {
		if err := v.reader.Warm(ctx, &belowrpc.Call{From: from, To: to, Data: data, Gas: gas}); err != nil {
			return nil, err
		}
		faults.Watch(v.evm)
	}
	stop := context.AfterFunc(ctx, v.evm.Cancel)
	v.ready(from)
	before := v.state.Snapshot()
	out, err := v.call(from, to, data, gas)
	if !stop() || faults.First() != nil || v.state.Error() != nil {
		// Cut short, or of a state that is no longer kept: no answer, and no view. What
		// is cancelled, now or a little later, stays so.
		v.close()
		if err := faults.First(); err != nil {
			return nil, err
		}
		return nil, ErrNoView
	}
	v.state.RevertToSnapshot(before)
	if err != nil {
		return nil, ErrNoView
	}
	return out, nil
}

// call is core.ApplyMessage for a message that pays nothing and sends nothing. What that prepares
// for each message anew, the addresses that are warm in all of them, look has prepared.
func (v *View) call(from, to common.Address, data []byte, gas uint64) ([]byte, error) {
	zero := new(uint256.Int)
	paid, err := core.IntrinsicGas(data, nil, nil, from, &to, zero, v.rules)
	if err != nil {
		return nil, err
	}
	least := paid
	if v.rules.IsPrague {
		floor, err := core.FloorDataGas(v.rules, from, &to, zero, data, nil)
		if err != nil {
			return nil, err
		}
		least = max(least, floor)
	}
	if gas < least {
		return nil, core.ErrIntrinsicGas
	}
	v.evm.SetTxContext(vm.TxContext{Origin: from, GasPrice: zero})
	v.state.AddAddressToAccessList(to)
	if target, ok := types.ParseDelegation(v.state.GetCode(to)); ok {
		v.state.AddAddressToAccessList(target)
	}
	out, _, err := v.evm.Call(from, to, data, vm.NewGasBudget(gas-paid, 0), zero)
	return common.CopyBytes(out), err
}

// ready does what a message does to its sender before it runs, once for all that follow from the same one.
func (v *View) ready(from common.Address) {
	if v.caller != nil && *v.caller == from {
		return
	}
	v.rest()
	v.state.AddAddressToAccessList(from)
	v.state.SetNonce(from, v.state.GetNonce(from)+1, tracing.NonceChangeEoACall)
	v.caller = &from
}

// rest brings the state back to how the block left it.
func (v *View) rest() {
	if v.caller != nil {
		v.state.RevertToSnapshot(v.plain)
		v.plain, v.caller = v.state.Snapshot(), nil
	}
}

// read looks something up in the state after a block.
func (v *View) read(ctx context.Context, block rpc.BlockNumberOrHash, look func(*state.StateDB) (any, bool)) (any, bool) {
	if !v.enter() {
		return nil, false
	}
	defer v.mu.Unlock()
	if v.look(ctx, block) != nil {
		return nil, false
	}
	v.rest()
	found, ok := look(v.state)
	if v.state.Error() != nil { // of a state that is no longer kept
		v.close()
		return nil, false
	}
	return found, ok
}

// enter takes the view. On a fork a call may wait for the chain below, and then nobody
// waits for that call.
func (v *View) enter() bool {
	if v.states.chain.fork != nil {
		return v.mu.TryLock()
	}
	v.mu.Lock()
	return true
}

// close lets go of what is open, and gives its stack back; v.mu is held.
func (v *View) close() {
	if v.evm != nil {
		v.evm.Release()
	}
	v.block, v.state, v.evm, v.reader, v.caller = common.Hash{}, nil, nil, nil, nil
}

// look opens the state of a block, unless it is the one that is open.
func (v *View) look(ctx context.Context, block rpc.BlockNumberOrHash) error {
	chain := v.states.chain
	if hash, named := block.Hash(); named && v.state != nil && v.block == hash && chain.has(hash, v.number) {
		return nil
	}
	header := chain.find(block)
	if header == nil {
		return ErrNoView
	}
	hash := chain.hashOf(header)
	if v.state != nil && v.block == hash {
		return nil
	}
	in := core.NewEVMBlockContext(header, chain.core, nil)
	rules := chain.core.Config().Rules(in.BlockNumber, in.Random != nil, in.Time)
	if !v.same(header, rules) {
		if err := v.open(ctx, header, rules); err != nil {
			return err
		}
	}
	if chain.fork != nil {
		chain.fork.Extend(&in, header, v.reader.Request) // of whoever calls then
	}
	in.BaseFee = new(big.Int)
	if v.evm != nil {
		v.evm.Release()
	}
	v.evm = vm.NewEVM(in, v.state, chain.core.Config(), vm.Config{NoBaseFee: true})
	v.evm.SetJumpDestCache(chain.core.JumpDestCache())
	v.evm.SetPrecompileCache(chain.core.PrecompileCache())
	v.block, v.number = hash, header.Number.Uint64()
	return nil
}

// same reports whether the state that is open is also the one after another block, in which nothing
// happened, and calls there are prepared in the same way.
func (v *View) same(header *types.Header, rules params.Rules) bool {
	return v.state != nil && v.states.chain.fork == nil && v.state.Error() == nil &&
		v.root == header.Root && v.payee == header.Coinbase && v.rules == rules
}

// open opens the state after a block, and prepares it for calls.
func (v *View) open(ctx context.Context, header *types.Header, rules params.Rules) error {
	st, reader, err := v.states.at(ctx, header)
	if err != nil {
		return fmt.Errorf("open state of block %d: %w", header.Number, err)
	}
	v.close()
	v.root, v.state, v.reader, v.rules, v.payee = header.Root, st, reader, rules, header.Coinbase
	v.state.Prepare(rules, v.payee, v.payee, nil, vm.ActivePrecompiles(rules), nil)
	v.plain = v.state.Snapshot()
	return nil
}
