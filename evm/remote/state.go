package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/rpc"
)

// ErrNotRecorded is wrapped where a fixture is asked for what it does not hold.
var ErrNotRecorded = errors.New("it is not in the fixture: record it again, with the question in it")

// State is the state after one block, as far as it was fetched. It is safe for concurrent
// use.
type State struct {
	client *rpc.Client // nil where a fixture is replayed
	codes  *Codes
	block  rpc.Block
	chain  uint64        // 0 where the block was not pinned here
	header *types.Header // nil where the block was not pinned here
	raw    json.RawMessage

	mu       sync.Mutex // guards what follows; never held while the node is asked
	accounts map[common.Address]Account
	slots    map[Slot]common.Hash
	hashes   map[uint64]common.Hash
	answers  map[string]json.RawMessage
	loads    uint64
}

// New returns the state after a block that somebody else chose and checked. The client
// stays the caller's.
func New(client *rpc.Client, block rpc.Block, codes *Codes) *State {
	return &State{
		client: client, codes: codes, block: block, accounts: map[common.Address]Account{}, slots: map[Slot]common.Hash{},
		hashes: map[uint64]common.Hash{block.Number: block.Hash}, answers: map[string]json.RawMessage{},
	}
}

// Block returns the block.
func (s *State) Block() rpc.Block { return s.block }

// Offline reports whether the state is replayed from a fixture.
func (s *State) Offline() bool { return s.client == nil }

// Loads returns how many requests went to the node.
func (s *State) Loads() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.loads
}

// count notes a request, and refuses one that nobody can answer.
func (s *State) count(what string) error {
	if s.client == nil {
		return fmt.Errorf("%s after block %d: %w", what, s.block.Number, ErrNotRecorded)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.loads++
	return nil
}

// Account returns an account; one that does not exist is no error.
func (s *State) Account(ctx context.Context, address common.Address) (Account, error) {
	if a, known := s.Known(address); known {
		return a, nil
	}
	if err := s.Load(ctx, []common.Address{address}, nil); err != nil {
		return Account{}, err
	}
	a, _ := s.Known(address)
	return a, nil
}

// Known returns an account that was fetched already.
func (s *State) Known(address common.Address) (Account, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, known := s.accounts[address]
	return a, known
}

// Endow gives an account a balance in wei that it does not have in the block, and takes its code
// away, so that who holds its key can send: the keys of a test mnemonic are known to all, and
// on public chains others have put code there. Its nonce stays.
func (s *State) Endow(ctx context.Context, address common.Address, balance *uint256.Int) error {
	if err := s.Want(ctx, address); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.accounts[address] = Account{Balance: *balance, Nonce: s.accounts[address].Nonce, Code: types.EmptyCodeHash}
	return nil
}

// Storage returns the value of a slot.
func (s *State) Storage(ctx context.Context, at Slot) (common.Hash, error) {
	if value, known := s.KnownSlot(at); known {
		return value, nil
	}
	if err := s.Load(ctx, nil, []Slot{at}); err != nil {
		return common.Hash{}, err
	}
	value, _ := s.KnownSlot(at)
	return value, nil
}

// KnownSlot returns the value of a slot that was fetched already.
func (s *State) KnownSlot(at Slot) (common.Hash, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	value, known := s.slots[at]
	return value, known
}

// Code returns code by its hash, nil where no account with it was fetched.
func (s *State) Code(hash common.Hash) []byte { return s.codes.Of(hash) }

// BlockHash returns the hash of the block of the number, which is at most the pinned
// one's, for BLOCKHASH.
func (s *State) BlockHash(ctx context.Context, number uint64) (common.Hash, error) {
	s.mu.Lock()
	hash, known := s.hashes[number]
	s.mu.Unlock()
	if known {
		return hash, nil
	}
	if number+1 == s.block.Number {
		return s.block.Parent, nil
	}
	if err := s.count(fmt.Sprintf("the hash of block %d", number)); err != nil {
		return common.Hash{}, err
	}
	block, err := s.numbered(ctx, number)
	if err != nil {
		return common.Hash{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hashes[number] = block.Hash
	return block.Hash, nil
}

// numbered reads the block of a number. Beside a block that was pinned here it has the
// hash it claims.
func (s *State) numbered(ctx context.Context, number uint64) (rpc.Block, error) {
	if s.header == nil {
		return s.client.BlockByNumber(ctx, number)
	}
	raw, err := s.client.Ask(ctx, "eth_getBlockByNumber", hexutil.Uint64(number), false)
	if err != nil {
		return rpc.Block{}, err
	}
	block, _, err := readHeader(raw)
	if err == nil && block.Number != number {
		err = &rpc.Error{Method: "eth_getBlockByNumber", Kind: rpc.ErrMalformed, Detail: fmt.Sprintf("asked for block %d, received %d", number, block.Number)}
	}
	return block, err
}
