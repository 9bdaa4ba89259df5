package cheat

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"bardo.run/bardo/mirage/fork"
	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
)

const latest = `"latest"`

// tag makes a block parameter local: nothing is finalised here and nothing is pending
// but the pool, so these tags and a missing one mean the latest block (spec:
// mirage-testing §6).
func tag(block *json.RawMessage) json.RawMessage {
	if block == nil {
		return json.RawMessage(latest)
	}
	switch string(*block) {
	case "null", `""`, `"pending"`, `"safe"`, `"finalized"`:
		return json.RawMessage(latest)
	}
	return *block
}

func raw(m *json.RawMessage) json.RawMessage {
	if m == nil {
		return nil
	}
	return *m
}

func quote(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // addresses, hashes and numbers always marshal
	}
	return b
}

// Call runs a call in the head block; a revert is code 3 with its bytes in data.
func (e *Eth) Call(ctx context.Context, call json.RawMessage, block, state, overrides *json.RawMessage) (any, error) {
	if state == nil && overrides == nil {
		out, err := e.peek(ctx, call, block)
		if err == nil {
			return out, nil
		}
		if errors.Is(err, fork.ErrUpstream) { // it would fail again, and wait before
			return nil, coded(err)
		}
	}
	return answer(e.node.Server.Stock.Call(ctx, "Call", call, tag(block), raw(state), raw(overrides)))
}

// GetBalance answers wei.
func (e *Eth) GetBalance(ctx context.Context, account json.RawMessage, block *json.RawMessage) (any, error) {
	return answer(e.node.Server.Stock.Call(ctx, "GetBalance", account, tag(block)))
}

// GetCode answers an account's code.
func (e *Eth) GetCode(ctx context.Context, account json.RawMessage, block *json.RawMessage) (any, error) {
	return answer(e.node.Server.Stock.Call(ctx, "GetCode", account, tag(block)))
}

// GetStorageAt answers one slot, 32 bytes.
func (e *Eth) GetStorageAt(ctx context.Context, account, slot json.RawMessage, block *json.RawMessage) (any, error) {
	return answer(e.node.Server.Stock.Call(ctx, "GetStorageAt", account, slot, tag(block)))
}

// GetProof answers the Merkle proof of an account and slots.
func (e *Eth) GetProof(ctx context.Context, account, slots json.RawMessage, block *json.RawMessage) (any, error) {
	return answer(e.node.Server.Stock.Call(ctx, "GetProof", account, slots, tag(block)))
}

// GetTransactionCount answers a nonce; with "pending" it counts what waits.
func (e *Eth) GetTransactionCount(ctx context.Context, account common.Address, block *json.RawMessage) (any, error) {
	if block != nil && string(*block) == `"pending"` {
		nonce, err := e.node.Pool.PendingNonce(account)
		return hexutil.Uint64(nonce), coded(err)
	}
	return answer(e.node.Server.Stock.Call(ctx, "GetTransactionCount", quote(account), tag(block)))
}

// GetBlockByNumber answers a block, its transactions whole or by hash.
func (e *Eth) GetBlockByNumber(ctx context.Context, block json.RawMessage, full bool) (any, error) {
	return e.patched(ctx, "GetBlockByNumber", tag(&block), quote(full))
}

// GetBlockByHash answers a block, its transactions whole or by hash.
func (e *Eth) GetBlockByHash(ctx context.Context, hash common.Hash, full bool) (any, error) {
	return e.patched(ctx, "GetBlockByHash", quote(hash), quote(full))
}

// GetBlockReceipts answers all receipts of a block.
func (e *Eth) GetBlockReceipts(ctx context.Context, block json.RawMessage) (any, error) {
	return e.patched(ctx, "GetBlockReceipts", tag(&block))
}

// GetTransactionByHash answers a transaction, or null.
func (e *Eth) GetTransactionByHash(ctx context.Context, hash common.Hash) (any, error) {
	e.node.Chain.Recall(hash)
	return e.patched(ctx, "GetTransactionByHash", quote(hash))
}

// GetTransactionReceipt answers a receipt, or null.
func (e *Eth) GetTransactionReceipt(ctx context.Context, hash common.Hash) (any, error) {
	e.node.Chain.Recall(hash)
	return e.patched(ctx, "GetTransactionReceipt", quote(hash))
}

// GetTransactionByBlockHashAndIndex answers a transaction by its place.
func (e *Eth) GetTransactionByBlockHashAndIndex(ctx context.Context, hash common.Hash, index hexutil.Uint) (any, error) {
	return e.patched(ctx, "GetTransactionByBlockHashAndIndex", quote(hash), quote(index))
}

// GetTransactionByBlockNumberAndIndex answers a transaction by its place.
func (e *Eth) GetTransactionByBlockNumberAndIndex(ctx context.Context, block json.RawMessage, index hexutil.Uint) (any, error) {
	return e.patched(ctx, "GetTransactionByBlockNumberAndIndex", tag(&block), quote(index))
}

// typedData is EIP-712 data as an object or, as some wallets send it, as text.
type typedData apitypes.TypedData

// UnmarshalJSON implements json.Unmarshaler.
func (t *typedData) UnmarshalJSON(b []byte) error {
	var text string
	if json.Unmarshal(b, &text) == nil {
		b = []byte(text)
	}
	return json.Unmarshal(b, (*apitypes.TypedData)(t))
}

// callGas is the gas of a call that names none. One that runs out of it is run again by
// go-ethereum, whose cap is far above.
const callGas = 50_000_000

// peek answers a call that does nothing but read, on the node's fast path. Any
// other call is node.ErrNoView, and like one that fails it is left to go-ethereum.
func (e *Eth) peek(ctx context.Context, call json.RawMessage, block *json.RawMessage) (hexutil.Bytes, error) {
	var r request
	var at rpc.BlockNumberOrHash
	strict := json.NewDecoder(bytes.NewReader(call))
	strict.DisallowUnknownFields() // a field that is not known here may mean anything
	if strict.Decode(&r) != nil || json.Unmarshal(tag(block), &at) != nil || !r.reads() || r.check(e.node.Chain.ID()) != nil {
		return nil, node.ErrNoView
	}
	gas := uint64(callGas)
	if r.Gas != nil && uint64(*r.Gas) < gas {
		gas = uint64(*r.Gas)
	}
	return e.node.View.Peek(ctx, at, r.From, *r.To, r.input(), gas)
}

// reads says that a request names nothing but a recipient, data and gas.
func (r *request) reads() bool {
	return r.To != nil && r.GasPrice == nil && !r.dynamic() && r.Value == nil && r.Nonce == nil && r.AccessList == nil && len(r.Authorizations) == 0
}
