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
)

// Calls is the calls of eth_ and its reads of accounts, with block tags that are a devnet's and the
// reference's error codes (spec: mirage-testing §6.1).
type Calls struct{ base }

// Call runs a call in the head block; a revert is code 3 with its bytes in data.
func (c *Calls) Call(ctx context.Context, call json.RawMessage, block, state, overrides *json.RawMessage) (any, error) {
	if state == nil && overrides == nil && string(c.tag(block)) != pending {
		out, err := c.peek(ctx, call, block)
		if err == nil {
			return out, nil
		}
		if errors.Is(err, fork.ErrUpstream) { // it would fail again, and wait before
			return nil, coded(err)
		}
	}
	return answer(c.node.Server.Stock.Call(ctx, "Call", prefixed(call), c.tag(block), raw(state), raw(overrides)))
}

// callGas is the gas of a call that names none. One that runs out of it is run again by
// go-ethereum, whose cap is far above.
const callGas = 50_000_000

// peek answers a call that does nothing but read, on the node's fast path. Any
// other call is node.ErrNoView, and like one that fails it is left to go-ethereum.
func (c *Calls) peek(ctx context.Context, call json.RawMessage, block *json.RawMessage) (hexutil.Bytes, error) {
	var r request
	var at rpc.BlockNumberOrHash
	strict := json.NewDecoder(bytes.NewReader(call))
	strict.DisallowUnknownFields() // a field that is not known here may mean anything
	if strict.Decode(&r) != nil || json.Unmarshal(c.tag(block), &at) != nil || !r.reads() || r.check(c.node.Chain.ID()) != nil {
		return nil, node.ErrNoView
	}
	gas := uint64(callGas)
	if r.Gas != nil && uint64(*r.Gas) < gas {
		gas = uint64(*r.Gas)
	}
	return c.node.View.Peek(ctx, at, r.From, *r.To, r.input(), gas)
}

// reads says that a request names nothing but a recipient, data and gas.
func (r *request) reads() bool {
	return r.To != nil && r.GasPrice == nil && !r.dynamic() && r.Value == nil && r.Nonce == nil && r.AccessList == nil && len(r.Authorizations) == 0
}

// GetBalance answers wei.
func (c *Calls) GetBalance(ctx context.Context, account json.RawMessage, block *json.RawMessage) (any, error) {
	return answer(c.node.Server.Stock.Call(ctx, "GetBalance", address(account), c.tag(block)))
}

// GetCode answers an account's code.
func (c *Calls) GetCode(ctx context.Context, account json.RawMessage, block *json.RawMessage) (any, error) {
	return answer(c.node.Server.Stock.Call(ctx, "GetCode", address(account), c.tag(block)))
}

// GetStorageAt answers one slot, 32 bytes.
func (c *Calls) GetStorageAt(ctx context.Context, account, at json.RawMessage, block *json.RawMessage) (any, error) {
	return answer(c.node.Server.Stock.Call(ctx, "GetStorageAt", address(account), slot(at), c.tag(block)))
}

// GetProof answers the Merkle proof of an account and slots.
func (c *Calls) GetProof(ctx context.Context, account, slots json.RawMessage, block *json.RawMessage) (any, error) {
	return answer(c.node.Server.Stock.Call(ctx, "GetProof", address(account), slots, c.tag(block)))
}

// GetTransactionCount answers a nonce; with "pending" it counts what waits.
func (c *Calls) GetTransactionCount(ctx context.Context, of json.RawMessage, block *json.RawMessage) (any, error) {
	var account common.Address
	if err := json.Unmarshal(address(of), &account); err != nil {
		return nil, invalid("account: %v", err)
	}
	if block != nil && string(*block) == `"pending"` {
		nonce, err := c.node.Pool.PendingNonce(account)
		return hexutil.Uint64(nonce), coded(err)
	}
	return answer(c.node.Server.Stock.Call(ctx, "GetTransactionCount", quote(account), c.tag(block)))
}
