package sim

import (
	"errors"
	"sync"
	"time"

	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/remote"
	"bardo.run/bardo/evm/rpc"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/params"
)

// Limit is the time that a caller's context gives a simulation whose node is
// remote (spec: chain §7.7).
const Limit = 5 * time.Second

// timeout is a kind of error with a code, under which a journal keeps it.
type timeout struct{}

func (timeout) Error() string     { return "EXECUTION_SIM_TIMEOUT: the simulation exceeds its limits" }
func (timeout) ErrorCode() string { return "EXECUTION_SIM_TIMEOUT" }

var (
	// ErrTimeout (EXECUTION_SIM_TIMEOUT): the context's deadline passed, or a
	// call used up the gas of a whole block.
	ErrTimeout error = timeout{}
	// ErrUpstream: the node did not give the state that the simulation needs;
	// the cause, of package rpc, says why.
	ErrUpstream = errors.New("the node did not give the state for the simulation")
	// ErrInvalid: no block could contain the transaction, for instance because
	// its sender cannot pay for it.
	ErrInvalid = errors.New("the transaction is not valid")
)

// Simulator simulates on the blocks of one chain. It is safe for concurrent
// use.
type Simulator struct {
	client *rpc.Client
	rules  Rules
	erc20  *erc20.Codec
	codes  *remote.Codes
	jumps  jumps

	mu     sync.Mutex // guards what follows
	latest *Fork
	config *params.ChainConfig // of the fork in force; nil before the first simulation
	asked  uint64              // the time of the block that it was asked for
}

// New returns a simulator. The client stays the caller's.
func New(client *rpc.Client, rules Rules) (*Simulator, error) {
	if err := rules.check(); err != nil {
		return nil, err
	}
	return &Simulator{
		client: client, rules: rules, erc20: erc20.NewCodec(), codes: remote.NewCodes(),
		jumps: jumps{known: map[common.Hash]vm.BitVec{}},
	}, nil
}

// At returns the fork at a block. Asking for the same block again returns the
// same fork with everything it has loaded; asking for another forgets it.
func (s *Simulator) At(block rpc.Block) *Fork {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.latest == nil || s.latest.Block().Hash != block.Hash {
		s.latest = newFork(s, block)
	}
	return s.latest
}

// jumps keeps the analysis of jump destinations by code hash.
type jumps struct {
	mu    sync.RWMutex // guards known
	known map[common.Hash]vm.BitVec
}

// Load implements vm.JumpDestCache.
func (j *jumps) Load(code common.Hash) (vm.BitVec, bool) {
	j.mu.RLock()
	defer j.mu.RUnlock()
	v, ok := j.known[code]
	return v, ok
}

// Store implements vm.JumpDestCache.
func (j *jumps) Store(code common.Hash, v vm.BitVec) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.known[code] = v
}
