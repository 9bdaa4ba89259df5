package fork

import (
	"context"
	"fmt"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/evm/remote"
	"bardo.run/bardo/evm/rpc"
)

// patience is how many slots or accounts a call reads one by one before the rest of them
// is guessed and fetched together: two round trips in place of ten and more.
const patience = 2

// Reader is the state that one request reads: what was written here, else the pinned
// block below. Its first failed read is every later one's too. It is safe for concurrent
// use.
type Reader struct {
	state.ContractCodeReader // of code that was written here
	below                    *Fork
	overlay                  *overlay

	mu     sync.Mutex // guards what follows
	ctx    context.Context
	faults *Faults
	hint   *rpc.Call // what is being called, until it was used
	missed int
}

// Begin makes ctx's request the one that reads, and forgets how an earlier one failed.
func (r *Reader) Begin(ctx context.Context) { r.begin(ctx, nil) }

func (r *Reader) begin(ctx context.Context, hint *rpc.Call) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ctx, r.faults, r.hint, r.missed = ctx, faultsOf(ctx), hint, 0
}

// Request is the Request of who reads now.
func (r *Reader) Request() (context.Context, *Faults, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.ctx, r.faults, r.faults.First()
}

// Warm makes ctx's request the one that reads, and fetches what its call is likely to touch
// where the recipient is new here.
func (r *Reader) Warm(ctx context.Context, call *rpc.Call) error {
	f := r.below
	r.begin(ctx, call)
	var err error
	if _, known := f.state.Known(call.To); known {
		err = f.state.Want(ctx, call.From, f.block.Coinbase)
	} else {
		r.begin(ctx, nil)
		err = f.state.Prefetch(ctx, *call, f.block.Coinbase)
	}
	if err != nil {
		return faultsOf(ctx).fail(err)
	}
	return nil
}

// miss counts a read that goes to the chain below. The third one of a call fetches what
// the call is likely to need besides.
func (r *Reader) miss(ctx context.Context) error {
	r.mu.Lock()
	r.missed++
	hint := r.hint
	if r.missed <= patience {
		hint = nil
	}
	if hint != nil {
		r.hint = nil
	}
	r.mu.Unlock()
	if hint == nil {
		return nil
	}
	return r.below.state.Prefetch(ctx, *hint)
}

// Account implements state.StateReader.
func (r *Reader) Account(address common.Address) (*types.StateAccount, error) {
	ctx, faults, err := r.Request()
	if err != nil {
		return nil, err
	}
	a, known, err := r.overlay.account(address)
	if err != nil || known {
		return a, err
	}
	below, known := r.below.state.Known(address)
	if !known {
		if err := r.miss(ctx); err != nil {
			return nil, faults.fail(err)
		}
		if below, err = r.below.state.Account(ctx, address); err != nil {
			return nil, faults.fail(err)
		}
	}
	return r.below.account(below), nil
}

// account is an account of the chain below as go-ethereum wants it. One that was never
// used and has no code has no storage either, so nobody asks for its slots.
func (f *Fork) account(a remote.Account) *types.StateAccount {
	if !a.Exists() {
		return nil
	}
	root := f.mark
	if a.Nonce == 0 && !a.HasCode() {
		root = types.EmptyRootHash
	}
	return &types.StateAccount{Nonce: a.Nonce, Balance: a.Balance.Clone(), Root: root, CodeHash: a.Code.Bytes()}
}

// Storage implements state.StateReader.
func (r *Reader) Storage(address common.Address, key common.Hash) (common.Hash, error) {
	ctx, faults, err := r.Request()
	if err != nil {
		return common.Hash{}, err
	}
	value, known, err := r.overlay.slot(address, key)
	if err != nil || known {
		return value, err
	}
	if a, known := r.below.state.Known(address); known && a.Nonce == 0 && !a.HasCode() {
		return common.Hash{}, nil
	}
	at := remote.Slot{Account: address, Key: key}
	if value, known := r.below.state.KnownSlot(at); known {
		return value, nil
	}
	if err := r.miss(ctx); err != nil {
		return common.Hash{}, faults.fail(err)
	}
	if value, err = r.below.state.Storage(ctx, at); err != nil {
		return common.Hash{}, faults.fail(err)
	}
	return value, nil
}

// Code implements state.ContractCodeReader. An account below comes with its code, so this
// one never asks.
func (r *Reader) Code(address common.Address, hash common.Hash) []byte {
	if code := r.below.state.Code(hash); len(code) > 0 {
		return code
	}
	code := r.ContractCodeReader.Code(address, hash)
	if len(code) == 0 && hash != types.EmptyCodeHash {
		_, faults, _ := r.Request()
		_ = faults.fail(fmt.Errorf("code %s of %s is gone", hash, address))
	}
	return code
}

// CodeSize implements state.ContractCodeReader.
func (r *Reader) CodeSize(address common.Address, hash common.Hash) int {
	return len(r.Code(address, hash))
}

// Has implements state.ContractCodeReader.
func (r *Reader) Has(address common.Address, hash common.Hash) bool {
	return len(r.below.state.Code(hash)) > 0 || r.ContractCodeReader.Has(address, hash)
}
