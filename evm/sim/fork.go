package sim

import (
	"context"
	"sync"

	"bardo.run/bardo/evm/rpc"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// Fork is the state after one block, as far as it was loaded. It is safe for
// concurrent use; nothing that is simulated on it changes it.
type Fork struct {
	sim   *Simulator
	block rpc.Block

	mu       sync.Mutex // guards what follows; never held while the node is asked
	accounts map[common.Address]account
	slots    map[slot]common.Hash
	hashes   map[uint64]common.Hash
	balances map[holding]uint256.Int // of tokens in the next block, before any call
	loads    uint64
}

// account is an account as the node has it. The zero value is an account that
// does not exist.
type account struct {
	balance uint256.Int
	nonce   uint64
	code    common.Hash // the empty code's hash for an account without code
}

func (a account) exists() bool {
	return a.nonce != 0 || !a.balance.IsZero() || a.hasCode()
}

func (a account) hasCode() bool {
	return a.code != types.EmptyCodeHash && a.code != common.Hash{}
}

type slot struct {
	account common.Address
	key     common.Hash
}

func newFork(s *Simulator, block rpc.Block) *Fork {
	return &Fork{
		sim: s, block: block, accounts: map[common.Address]account{}, slots: map[slot]common.Hash{},
		hashes: map[uint64]common.Hash{block.Number: block.Hash}, balances: map[holding]uint256.Int{},
	}
}

// Block returns the block that is simulated on.
func (f *Fork) Block() rpc.Block { return f.block }

// Loads returns how many requests the fork has made to the node.
func (f *Fork) Loads() uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.loads
}

func (f *Fork) account(ctx context.Context, address common.Address) (account, error) {
	f.mu.Lock()
	a, known := f.accounts[address]
	f.mu.Unlock()
	if known {
		return a, nil
	}
	if err := f.load(ctx, []common.Address{address}, nil); err != nil {
		return account{}, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.accounts[address], nil
}

func (f *Fork) storage(ctx context.Context, at slot) (common.Hash, error) {
	f.mu.Lock()
	value, known := f.slots[at]
	f.mu.Unlock()
	if known {
		return value, nil
	}
	if err := f.load(ctx, nil, []slot{at}); err != nil {
		return common.Hash{}, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.slots[at], nil
}

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

// accountRead is an account on its way from a batch.
type accountRead struct {
	balance *rpc.Read[uint256.Int]
	nonce   *rpc.Read[uint64]
	code    *rpc.Read[[]byte]
}

// load fetches accounts, each with its code, and slots in one round trip.
func (f *Fork) load(ctx context.Context, addresses []common.Address, slots []slot) error {
	b := f.sim.client.At(f.block.Hash)
	accounts := make([]accountRead, len(addresses))
	for i, a := range addresses {
		accounts[i] = accountRead{b.Balance(a), b.Nonce(a), b.Code(a)}
	}
	values := make([]*rpc.Read[common.Hash], len(slots))
	for i, s := range slots {
		values[i] = b.Storage(s.account, s.key)
	}
	f.mu.Lock()
	f.loads++
	f.mu.Unlock()
	if err := b.Do(ctx); err != nil {
		return err
	}
	return f.keep(addresses, accounts, slots, values)
}

func (f *Fork) keep(addresses []common.Address, accounts []accountRead, slots []slot, values []*rpc.Read[common.Hash]) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, address := range addresses {
		a, err := f.sim.accountOf(accounts[i])
		if err != nil {
			return err
		}
		f.accounts[address] = a
	}
	for i, at := range slots {
		value, err := values[i].Value()
		if err != nil {
			return err
		}
		f.slots[at] = value
	}
	return nil
}

func (s *Simulator) accountOf(read accountRead) (a account, err error) {
	if a.balance, err = read.balance.Value(); err != nil {
		return a, err
	}
	if a.nonce, err = read.nonce.Value(); err != nil {
		return a, err
	}
	code, err := read.code.Value()
	if err != nil {
		return a, err
	}
	a.code = types.EmptyCodeHash
	if len(code) > 0 {
		a.code = crypto.Keccak256Hash(code)
		s.codes.keep(a.code, code)
	}
	return a, nil
}

// blockHash answers BLOCKHASH for the blocks before the simulated one.
func (f *Fork) blockHash(ctx context.Context, number uint64) (common.Hash, error) {
	f.mu.Lock()
	hash, known := f.hashes[number]
	f.mu.Unlock()
	if known {
		return hash, nil
	}
	if number+1 == f.block.Number {
		return f.block.Parent, nil
	}
	block, err := f.sim.client.BlockByNumber(ctx, number)
	if err != nil {
		return common.Hash{}, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.loads++
	f.hashes[number] = block.Hash
	return block.Hash, nil
}

// Prefetch asks the node which state a call touches and loads it in one round
// trip more, which pays on a slow link: a cold swap takes 17 round trips without
// it. A node that does not support it, or a call that reverts, is no error;
// what is missing is loaded lazily.
func (f *Fork) Prefetch(ctx context.Context, call Call) error {
	if call.To == nil {
		return nil
	}
	f.mu.Lock()
	f.loads++
	f.mu.Unlock()
	list, err := f.sim.client.AccessList(ctx, f.block.Hash,
		rpc.Call{From: call.From, To: *call.To, Value: call.Value, Data: call.Data, Gas: call.Gas})
	if err != nil {
		return ctx.Err()
	}
	f.mu.Lock()
	addresses, slots := f.missing(append(list, types.AccessTuple{Address: call.From}, types.AccessTuple{Address: *call.To},
		types.AccessTuple{Address: f.block.Coinbase}))
	f.mu.Unlock()
	if len(addresses)+len(slots) == 0 {
		return nil
	}
	if err := f.load(ctx, addresses, slots); err != nil {
		return upstream(err)
	}
	return nil
}

// missing returns what of a list is not loaded, each once; f.mu is held.
func (f *Fork) missing(list types.AccessList) (addresses []common.Address, slots []slot) {
	seen := map[common.Address]bool{}
	for _, tuple := range list {
		if _, known := f.accounts[tuple.Address]; !known && !seen[tuple.Address] {
			addresses = append(addresses, tuple.Address)
			seen[tuple.Address] = true
		}
		for _, key := range tuple.StorageKeys {
			if _, known := f.slots[slot{tuple.Address, key}]; !known {
				slots = append(slots, slot{tuple.Address, key})
			}
		}
	}
	return addresses, slots
}
