package deploy

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm/runtime"
	"github.com/ethereum/go-ethereum/params"
)

// Runtime is the code that creation code, its arguments behind it, leaves at an address
// of a chain: what a constructor writes into the code may follow from both. Nothing else
// stands on the chain that it runs on.
func Runtime(creation []byte, chainID uint64, at common.Address) ([]byte, error) {
	db, err := state.New(types.EmptyRootHash, state.NewDatabaseForTesting())
	if err != nil {
		return nil, err
	}
	db.SetCode(at, creation, tracing.CodeChangeUnspecified)
	db.SetNonce(at, 1, tracing.NonceChangeUnspecified)
	rules := *params.MergedTestChainConfig
	rules.ChainID = new(big.Int).SetUint64(chainID)
	code, _, err := runtime.Call(at, nil, &runtime.Config{ChainConfig: &rules, State: db, GasLimit: 1 << 32})
	if err != nil {
		return nil, fmt.Errorf("run the creation code of %s: %w", at, err)
	}
	return code, nil
}
