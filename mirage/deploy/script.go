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

// script is a whole deployment, computed before anything is sent: a creation's
// address follows from the deployer and the nonce.
type script struct {
	deployer common.Address
	set      *artifact.Set
	steps    []step
	entries  []placed
	opened   int // the step that opens the pool
}

// placed is a contract of the book: where it will be and which step makes it.
type placed struct {
	name, abi string
	addr      common.Address
	step      int // -1: at genesis
}

// create adds a creation and returns the address it will have.
func (s *script) create(phase, name, abi string, code []byte) common.Address {
	addr := crypto.CreateAddress(s.deployer, uint64(len(s.steps)))
	s.entries = append(s.entries, placed{name, abi, addr, len(s.steps)})
	s.steps = append(s.steps, step{phase: phase, what: "create " + name, data: code, gas: createGas})
	return addr
}

func (s *script) call(phase, what string, to common.Address, data []byte) {
	s.steps = append(s.steps, step{phase: phase, what: what, to: &to, data: data, gas: callGas})
}

func (s *script) pay(phase, what string, to common.Address, data []byte, wei *uint256.Int) {
	s.call(phase, what, to, data)
	s.steps[len(s.steps)-1].value = wei.ToBig()
}

// code is a third-party contract's creation code with its constructor arguments.
func (s *script) code(name string, args []byte, libraries map[string]common.Address) ([]byte, error) {
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

func (s *script) at(name string) common.Address {
	for _, e := range s.entries {
		if e.name == name {
			return e.addr
		}
	}
	return common.Address{}
}

// transaction is the step of the given index, unsigned.
func (s *script) transaction(i int, chainID *big.Int) *types.Transaction {
	st := s.steps[i]
	return types.NewTx(&types.DynamicFeeTx{
		ChainID: chainID, Nonce: uint64(i), To: st.to, Data: st.data, Value: st.value, Gas: st.gas,
		GasTipCap: new(big.Int), GasFeeCap: feeCap,
	})
}
