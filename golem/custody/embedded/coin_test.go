package embedded

import (
	"errors"
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/protocol/weth9"
	"bardo.run/bardo/golem/world/tool"

	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
)

// An enclave signs what is unwrapped, by its rules and by ours, and neither coin to be wrapped nor
// the asset to a stranger; and the adapter says so before anything is asked for.
//
// spec: provisioning §8.8
func TestAnEnclaveUnwrapsAndDoesNotWrap(t *testing.T) {
	s := newStage(t, table.Wrapping([]string{weth9.Name}, at("WETH"))...)
	w, abi := s.open(), bind.NewWETH9()
	held, err := s.config.Client.Wallet(t.Context(), s.config.Wallet)
	s.must(err)
	thief, err := privy.Open(t.Context(), s.config.Client, held, s.config.Rules.Policy.ChainID, privy.Checks{
		Transaction: func(*types.DynamicFeeTx) error { return nil }, TypedData: w.guard.TypedData,
	})
	s.must(err)
	if _, err := w.SignTransaction(call(at("WETH"), abi.PackWithdraw(big.NewInt(5)))); err != nil {
		t.Errorf("unwrapped: %v", err)
	}
	wrap := call(at("WETH"), abi.PackDeposit())
	wrap.Value = big.NewInt(5)
	coin := call(at("WETH"), abi.PackWithdraw(big.NewInt(5)))
	coin.Value = big.NewInt(1)
	for name, tx := range map[string]*types.DynamicFeeTx{
		"coin to be wrapped":   wrap,
		"coin with unwrapping": coin,
		"unwrapped elsewhere":  call(at("USDC"), abi.PackWithdraw(big.NewInt(5))),
		"the asset to a thief": call(at("WETH"), bind.NewERC20().PackTransfer(at("thief"), big.NewInt(5))),
	} {
		if _, err := w.SignTransaction(tx); !errors.Is(err, signing.ErrRefused) {
			t.Errorf("%s, our check: %v", name, err)
		}
		if _, err := thief.SignTransaction(tx); !errors.Is(err, privy.ErrRefused) {
			t.Errorf("%s, the enclave: %v", name, err)
		}
	}
	adapters, err := tool.NewAdapters(tool.Venue{Account: s.config.Address, Deployments: table.Wrapping([]string{weth9.Name}, at("WETH")), Steps: true})
	s.must(err)
	a := grammar.Action{Kind: grammar.Wrap, Protocol: weth9.Name, Asset: at("WETH"), Amount: uint256.NewInt(5)}
	if _, err := adapters.Calls(a, reading(), nil); err == nil {
		t.Error("coin is wrapped in an enclave")
	}
	a.Kind = grammar.Unwrap
	if calls, err := adapters.Calls(a, reading(), nil); err != nil || len(calls) != 1 || calls[0].Value != nil {
		t.Errorf("%+v, %v", calls, err)
	}
}
