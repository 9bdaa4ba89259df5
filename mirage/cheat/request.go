package cheat

import (
	"bytes"
	"context"
	"encoding/json"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
)

// request is an unsigned transaction as eth_sendTransaction takes it.
type request struct {
	From                 common.Address               `json:"from"`
	To                   *common.Address              `json:"to,omitempty"`
	Gas                  *hexutil.Uint64              `json:"gas,omitempty"`
	GasPrice             *hexutil.Big                 `json:"gasPrice,omitempty"`
	MaxFeePerGas         *hexutil.Big                 `json:"maxFeePerGas,omitempty"`
	MaxPriorityFeePerGas *hexutil.Big                 `json:"maxPriorityFeePerGas,omitempty"`
	Value                *hexutil.Big                 `json:"value,omitempty"`
	Nonce                *hexutil.Uint64              `json:"nonce,omitempty"`
	Data                 *hexutil.Bytes               `json:"data,omitempty"`
	Input                *hexutil.Bytes               `json:"input,omitempty"`
	AccessList           *types.AccessList            `json:"accessList,omitempty"`
	ChainID              *hexutil.Big                 `json:"chainId,omitempty"`
	Authorizations       []types.SetCodeAuthorization `json:"authorizationList,omitempty"`
}

// check refuses what contradicts itself or is meant for another chain.
func (r *request) check(chainID *big.Int) error {
	switch {
	case r.GasPrice != nil && (r.MaxFeePerGas != nil || r.MaxPriorityFeePerGas != nil):
		return invalid("gasPrice and maxFeePerGas exclude one another")
	case r.Data != nil && r.Input != nil && !bytes.Equal(*r.Data, *r.Input):
		return invalid("data and input differ: send one of them")
	case r.ChainID != nil && r.ChainID.ToInt().Cmp(chainID) != 0:
		return &Error{Code: CodeRejected, Message: "invalid chain id: this chain is " + chainID.String()}
	case len(r.Authorizations) > 0 && r.To == nil:
		return invalid("a transaction with an authorizationList needs a recipient")
	}
	return nil
}

// input is the call data, whichever of the two names it came by.
func (r *request) input() []byte {
	switch {
	case r.Input != nil:
		return *r.Input
	case r.Data != nil:
		return *r.Data
	}
	return nil
}

// complete fills what is missing from the next block: nonce, fee (twice the base fee,
// which lasts six full blocks) and, last, the gas of an estimate. A request that names neither
// fees nor an access list is of type 2, as anvil, Hardhat and go-ethereum make it.
func (b *base) complete(ctx context.Context, r *request) error {
	if err := r.check(b.node.Chain.ID()); err != nil {
		return err
	}
	next, err := b.node.Pace.Next()
	if err != nil {
		return coded(err)
	}
	if r.Nonce == nil {
		nonce, err := b.node.Pool.PendingNonce(r.From)
		if err != nil {
			return coded(err)
		}
		r.Nonce = (*hexutil.Uint64)(&nonce)
	}
	if r.GasPrice == nil && r.AccessList == nil && !r.dynamic() {
		r.MaxPriorityFeePerGas = new(hexutil.Big)
	}
	fee := new(big.Int).Add(new(big.Int).Lsh(next.BaseFee, 1), big.NewInt(1))
	if r.dynamic() {
		if r.MaxPriorityFeePerGas == nil {
			r.MaxPriorityFeePerGas = new(hexutil.Big)
		}
		if r.MaxFeePerGas == nil {
			r.MaxFeePerGas = (*hexutil.Big)(fee.Add(fee, r.MaxPriorityFeePerGas.ToInt()))
		}
	} else if r.GasPrice == nil {
		r.GasPrice = (*hexutil.Big)(fee)
	}
	if r.Gas != nil {
		return nil
	}
	call, err := json.Marshal(r)
	if err != nil {
		return err
	}
	gas, err := b.estimate(ctx, call, nil, nil, nil)
	r.Gas = &gas
	return err
}

// dynamic reports whether the request names EIP-1559 fees (spec: mirage-testing §8.1).
func (r *request) dynamic() bool {
	return r.MaxFeePerGas != nil || r.MaxPriorityFeePerGas != nil || len(r.Authorizations) > 0
}

// transaction is the completed request as the type that its fields ask for: 4 with
// authorisations, 2 with a fee cap, 1 with an access list, else 0.
func (r *request) transaction(chainID *big.Int) types.TxData {
	value := new(big.Int)
	if r.Value != nil {
		value = r.Value.ToInt()
	}
	var list types.AccessList
	if r.AccessList != nil {
		list = *r.AccessList
	}
	switch {
	case len(r.Authorizations) > 0:
		return &types.SetCodeTx{
			ChainID: uint256.MustFromBig(chainID), Nonce: uint64(*r.Nonce), To: *r.To, Gas: uint64(*r.Gas),
			GasFeeCap: uint256.MustFromBig(r.MaxFeePerGas.ToInt()), GasTipCap: uint256.MustFromBig(r.MaxPriorityFeePerGas.ToInt()),
			Value: uint256.MustFromBig(value), Data: r.input(), AccessList: list, AuthList: r.Authorizations,
		}
	case r.dynamic():
		return &types.DynamicFeeTx{
			ChainID: chainID, Nonce: uint64(*r.Nonce), To: r.To, Gas: uint64(*r.Gas),
			GasFeeCap: r.MaxFeePerGas.ToInt(), GasTipCap: r.MaxPriorityFeePerGas.ToInt(),
			Value: value, Data: r.input(), AccessList: list,
		}
	case r.AccessList != nil:
		return &types.AccessListTx{
			ChainID: chainID, Nonce: uint64(*r.Nonce), To: r.To, Gas: uint64(*r.Gas), GasPrice: r.GasPrice.ToInt(),
			Value: value, Data: r.input(), AccessList: list,
		}
	default:
		return &types.LegacyTx{
			Nonce: uint64(*r.Nonce), To: r.To, Gas: uint64(*r.Gas), GasPrice: r.GasPrice.ToInt(),
			Value: value, Data: r.input(),
		}
	}
}
