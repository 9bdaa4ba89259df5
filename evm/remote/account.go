package remote

import (
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/rpc"
)

// Account is an account as the node has it. The zero value is an account that does not
// exist.
type Account struct {
	Balance uint256.Int // wei
	Nonce   uint64
	Code    common.Hash // the empty code's hash for an account without code
}

// Exists reports whether there is anything in the account (EIP-161).
func (a Account) Exists() bool { return a.Nonce != 0 || !a.Balance.IsZero() || a.HasCode() }

// HasCode reports whether the account is a contract, or delegates to one (EIP-7702).
func (a Account) HasCode() bool { return a.Code != types.EmptyCodeHash && a.Code != common.Hash{} }

// Slot is a place in the storage of an account.
type Slot struct {
	Account common.Address
	Key     common.Hash
}

// Codes keeps code by its hash, for ever: what a hash names never changes. Several blocks
// may share one. It is safe for concurrent use.
type Codes struct {
	mu    sync.RWMutex // guards known
	known map[common.Hash][]byte
}

// NewCodes returns an empty store.
func NewCodes() *Codes { return &Codes{known: map[common.Hash][]byte{}} }

// Of returns the code with the given hash, nil where it was never seen. The caller must
// not change it.
func (c *Codes) Of(hash common.Hash) []byte {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.known[hash]
}

// keep stores a code and returns its hash, the empty code's for none.
func (c *Codes) keep(code []byte) common.Hash {
	if len(code) == 0 {
		return types.EmptyCodeHash
	}
	hash := crypto.Keccak256Hash(code)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known[hash] = code
	return hash
}

// accountRead is an account on its way from a batch.
type accountRead struct {
	balance *rpc.Read[uint256.Int]
	nonce   *rpc.Read[uint64]
	code    *rpc.Read[[]byte]
}

func (s *State) accountOf(read accountRead) (a Account, err error) {
	if a.Balance, err = read.balance.Value(); err != nil {
		return a, err
	}
	if a.Nonce, err = read.nonce.Value(); err != nil {
		return a, err
	}
	code, err := read.code.Value()
	if err != nil {
		return a, err
	}
	a.Code = s.codes.keep(code)
	return a, nil
}
