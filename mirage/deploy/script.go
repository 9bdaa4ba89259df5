package deploy

import (
	"encoding/json"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/contracts"
	"bardo.run/bardo/mirage/artifact"
)

// Gas limits of deployment transactions. Blocks are cut by phase, and the largest
// phase with one unused creation limit stays under 30 million.
const (
	createGas = 7_000_000
	callGas   = 1_000_000
)

// feeCap is what a deployment transaction pays at most, in wei per gas. It is a
// constant so that the transactions, and with them their hashes, follow from the
// plan alone.
var feeCap = big.NewInt(1_000_000_000_000)

// step is one transaction of the deployer. Its nonce is its index.
type step struct {
	phase string
	what  string          // for errors
	to    *common.Address // nil: a creation
	data  []byte
	value *big.Int
	gas   uint64
}

// Script is a whole deployment, computed before anything is sent: a creation's
// address follows from the deployer and the nonce. Its steps are the transactions of one
// account that sends nothing else before it is done.
type Script struct {
	deployer common.Address
	set      *artifact.Set
	steps    []step
	entries  []placed
	known    []Contract // from elsewhere, and not in the book
	block    uint64     // the sum of gas limits that a block takes; 0: a block is a phase
}

// NewScript begins a deployment of an account, whose blocks end with their phase or
// where the gas limits of their transactions would pass blockGas.
func NewScript(set *artifact.Set, deployer common.Address, blockGas uint64) *Script {
	return &Script{deployer: deployer, set: set, block: blockGas}
}

// Know enters a contract that stands on the chain already, so that At finds it.
func (s *Script) Know(c Contract) {
	s.known = append(s.known, c)
}

// Deployer is the account that sends the steps.
func (s *Script) Deployer() common.Address { return s.deployer }

// Gas gives the last step another gas limit than its kind has.
func (s *Script) Gas(limit uint64) { s.steps[len(s.steps)-1].gas = limit }

// Place enters a contract that the last step makes at an address of its own choice.
func (s *Script) Place(name, abi string, at common.Address) {
	s.entries = append(s.entries, placed{name, abi, at, len(s.steps) - 1})
}

// placed is a contract of the book: where it will be and which step makes it.
type placed struct {
	name, abi string
	addr      common.Address
	step      int // -1: at genesis
}

// Create adds a creation and returns the address it will have.
func (s *Script) Create(phase, name, abi string, code []byte) common.Address {
	addr := crypto.CreateAddress(s.deployer, uint64(len(s.steps)))
	s.entries = append(s.entries, placed{name, abi, addr, len(s.steps)})
	s.steps = append(s.steps, step{phase: phase, what: "create " + name, data: code, gas: createGas})
	return addr
}

// Call adds a call.
func (s *Script) Call(phase, what string, to common.Address, data []byte) {
	s.steps = append(s.steps, step{phase: phase, what: what, to: &to, data: data, gas: callGas})
}

// Pay adds a call that carries wei.
func (s *Script) Pay(phase, what string, to common.Address, data []byte, wei *uint256.Int) {
	s.Call(phase, what, to, data)
	s.steps[len(s.steps)-1].value = wei.ToBig()
}

// Code is a third-party contract's creation code with its constructor arguments.
func (s *Script) Code(name string, args []byte, libraries map[string]common.Address) ([]byte, error) {
	c, err := s.set.Contract(name)
	if err != nil {
		return nil, err
	}
	code, err := c.Code(libraries)
	if err != nil {
		return nil, err
	}
	return append(code, args...), nil
}

// marketCode is our market account's creation code.
func marketCode() ([]byte, error) {
	var compiled struct{ Bytecode hexutil.Bytes }
	if err := json.Unmarshal(contracts.MarketJSON, &compiled); err != nil {
		return nil, fmt.Errorf("embedded Market.json: %w", err)
	}
	return compiled.Bytecode, nil
}

// At is the address of a named contract, zero where there is none.
func (s *Script) At(name string) common.Address {
	for _, e := range s.entries {
		if e.name == name {
			return e.addr
		}
	}
	for _, c := range s.known {
		if c.Name == name {
			return c.Address
		}
	}
	return common.Address{}
}

// transaction is the step of the given index, unsigned.
func (s *Script) transaction(i int, chainID *big.Int) *types.Transaction {
	st := s.steps[i]
	return types.NewTx(&types.DynamicFeeTx{
		ChainID: chainID, Nonce: uint64(i), To: st.to, Data: st.data, Value: st.value, Gas: st.gas,
		GasTipCap: new(big.Int), GasFeeCap: feeCap,
	})
}
