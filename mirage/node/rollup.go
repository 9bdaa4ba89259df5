package node

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm/runtime"

	"bardo.run/bardo/contracts"
	"bardo.run/bardo/evm/rollup"
)

// ErrRollup is wrapped where a chain that charges as a rollup cannot be combined with
// what else was asked for.
var ErrRollup = errors.New("the rollup is refused")

// rollsUp returns c with the predeploys of a rollup, where it asks for one.
func (c Config) rollsUp() (Config, error) {
	if c.Rollup == nil {
		return c, nil
	}
	if c.DataDir != "" || c.State != nil || c.Fork != nil {
		return c, fmt.Errorf("%w: such a chain is kept in memory: leave out the data folder, the state and the fork", ErrRollup)
	}
	c.predeployed = types.GenesisAlloc{}
	for name, at := range map[string]common.Address{"L1Block": rollup.L1Block, "GasPriceOracle": rollup.Oracle} {
		code, err := predeploy(name)
		if err != nil {
			return c, fmt.Errorf("%w: contract %s: %w", ErrRollup, name, err)
		}
		c.predeployed[at] = types.Account{Nonce: 1, Balance: common.Big0, Code: code, Storage: map[common.Hash]common.Hash{}}
	}
	for slot, value := range c.Rollup.Storage() {
		c.predeployed[slot.Contract].Storage[slot.Key] = value
	}
	return c, nil
}

// predeploy runs the creation code of one of our contracts.
func predeploy(name string) ([]byte, error) {
	text, err := contracts.Rollup.ReadFile("out/" + name + ".json")
	if err != nil {
		return nil, err
	}
	var compiled struct {
		Bytecode hexutil.Bytes `json:"bytecode"`
	}
	if err := json.Unmarshal(text, &compiled); err != nil {
		return nil, err
	}
	code, _, _, err := runtime.Create(compiled.Bytecode, nil)
	return code, err
}
