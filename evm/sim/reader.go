package sim

import (
	"context"
	"fmt"
	"sync"

	"bardo.run/bardo/evm/remote"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/crypto"
)

// reader is the state that one simulation reads: the fork under the request's
// overrides. It implements go-ethereum's state.Reader.
//
// Its first error sticks: afterwards every read fails and the EVM is stopped.
// go-ethereum cannot carry an error out of Code and swallows others into a
// zero, so that without this a fault of the network would read as "no code".
//
// It notes what was read. Nothing is written without being read first, so the
// difference that a simulation makes lies within what was noted.
type reader struct {
	ctx       context.Context // of the simulation, because state.Reader has no other way
	fork      *Fork
	overrides map[common.Address]AccountOverride

	mu       sync.Mutex // guards what follows
	err      error
	evm      *vm.EVM // stopped at the first error
	accounts map[common.Address]remote.Account
	slots    map[remote.Slot]common.Hash
	codes    map[common.Hash][]byte // of overrides
}

func newReader(ctx context.Context, f *Fork, o Overrides) *reader {
	r := &reader{
		ctx: ctx, fork: f, overrides: o.Accounts, accounts: map[common.Address]remote.Account{},
		slots: map[remote.Slot]common.Hash{}, codes: map[common.Hash][]byte{},
	}
	for _, a := range o.Accounts {
		if len(a.Code) > 0 {
			r.codes[crypto.Keccak256Hash(a.Code)] = a.Code
		}
	}
	return r
}

// failed returns the sticky error.
func (r *reader) failed() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

func (r *reader) fail(err error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = err
		if r.evm != nil {
			r.evm.Cancel()
		}
	}
	return r.err
}

// watch makes the first error stop an EVM.
func (r *reader) watch(evm *vm.EVM) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.evm = evm
}

// account returns an account under its override.
func (r *reader) account(address common.Address) (remote.Account, error) {
	r.mu.Lock()
	a, noted := r.accounts[address]
	err := r.err
	r.mu.Unlock()
	if noted || err != nil {
		return a, err
	}
	a, err = r.fork.state.Account(r.ctx, address)
	if err != nil {
		return a, r.fail(err)
	}
	a = r.override(address, a)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.accounts[address] = a
	return a, nil
}

func (r *reader) override(address common.Address, a remote.Account) remote.Account {
	o, ok := r.overrides[address]
	if !ok {
		return a
	}
	if o.Balance != nil {
		a.Balance = *o.Balance
	}
	if o.Nonce != nil {
		a.Nonce = *o.Nonce
	}
	switch {
	case len(o.Code) > 0:
		a.Code = crypto.Keccak256Hash(o.Code)
	case o.Code != nil:
		a.Code = types.EmptyCodeHash
	}
	return a
}

// contractRoot stands for the storage root of every contract: not empty, as a
// deployment to an address with storage must fail. No trie is ever opened.
var contractRoot = common.Hash{1}

// Account implements state.StateReader.
func (r *reader) Account(address common.Address) (*types.StateAccount, error) {
	a, err := r.account(address)
	if err != nil || !a.Exists() {
		return nil, err
	}
	root := types.EmptyRootHash
	if a.HasCode() {
		root = contractRoot
	}
	whole := &struct { // in one piece
		types.StateAccount
		own remote.Account
	}{own: a}
	whole.StateAccount = types.StateAccount{Nonce: a.Nonce, Balance: &whole.own.Balance, Root: root, CodeHash: whole.own.Code[:]}
	return &whole.StateAccount, nil
}

// Storage implements state.StateReader.
func (r *reader) Storage(address common.Address, key common.Hash) (common.Hash, error) {
	at := remote.Slot{Account: address, Key: key}
	r.mu.Lock()
	value, noted := r.slots[at]
	err := r.err
	r.mu.Unlock()
	if noted || err != nil {
		return value, err
	}
	value, overridden := r.overrides[address].Storage[key]
	if !overridden {
		if value, err = r.fork.state.Storage(r.ctx, at); err != nil {
			return value, r.fail(err)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.slots[at] = value
	return value, nil
}

// Code implements state.ContractCodeReader.
func (r *reader) Code(address common.Address, hash common.Hash) []byte {
	if code, ok := r.codes[hash]; ok {
		return code
	}
	code := r.fork.state.Code(hash)
	if len(code) == 0 {
		_ = r.fail(fmt.Errorf("code %v of %v was never loaded", hash, address))
	}
	return code
}

// CodeSize implements state.ContractCodeReader.
func (r *reader) CodeSize(address common.Address, hash common.Hash) int {
	return len(r.Code(address, hash))
}

// Has implements state.ContractCodeReader.
func (r *reader) Has(address common.Address, hash common.Hash) bool {
	return len(r.Code(address, hash)) > 0
}
