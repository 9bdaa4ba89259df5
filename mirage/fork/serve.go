package fork

import (
	"context"
	"encoding/json"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	gethrpc "github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/mirage/stock"
)

// calling are the methods, by their Go names, whose first parameter is a call.
var calling = map[string]bool{"Call": true, "EstimateGas": true, "CreateAccessList": true}

type hintKey struct{}

// hintOf returns the call that a request is about, or nil.
func hintOf(ctx context.Context) *rpc.Call {
	call, _ := ctx.Value(hintKey{}).(*rpc.Call)
	return call
}

// withHint remembers what a request calls, so that what it needs is fetched together.
func withHint(ctx context.Context, params []json.RawMessage) context.Context {
	var r struct {
		From  common.Address  `json:"from"`
		To    *common.Address `json:"to"`
		Value *hexutil.Big    `json:"value"`
		Gas   *hexutil.Uint64 `json:"gas"`
		Data  hexutil.Bytes   `json:"data"`
		Input hexutil.Bytes   `json:"input"`
	}
	if len(params) == 0 || json.Unmarshal(params[0], &r) != nil || r.To == nil {
		return ctx
	}
	call := &rpc.Call{From: r.From, To: *r.To, Data: r.Input}
	if len(call.Data) == 0 {
		call.Data = r.Data
	}
	if r.Value != nil {
		call.Value, _ = uint256.FromBig(r.Value.ToInt())
	}
	if r.Gas != nil {
		call.Gas = uint64(*r.Gas)
	}
	return context.WithValue(ctx, hintKey{}, call)
}

// Call is a stock.Wrap: what lies below is asked there, and an answer that was computed
// from a read that failed is that failure.
func (f *Answers) Call(ctx context.Context, name string, params []json.RawMessage, local func(context.Context) (any, error)) (any, error) {
	if v, ok, err := f.answer(ctx, name, params); ok {
		return v, err
	}
	ctx, faults := WithFaults(ctx)
	if calling[name] {
		ctx = withHint(ctx, params)
	}
	v, err := local(ctx)
	if first := faults.First(); first != nil {
		return nil, first
	}
	return v, err
}

// Services are the services of a fork, over go-ethereum's eth and its own logs and traces.
// eth is wrapped in Call.
func (f *Answers) Services(eth *stock.Methods, l stock.Logs, t stock.Traces) []gethrpc.API {
	return []gethrpc.API{
		{Namespace: "eth", Service: logs{l, f}},
		{Namespace: "eth", Service: forkEth{eth}},
		{Namespace: "debug", Service: traces{t, stock.NewMethods(t.API)}},
	}
}

// forkEth serves those of go-ethereum's eth_ methods that read blocks or
// state, and that no other service replaces.
type forkEth struct{ stock *stock.Methods }

// GetHeaderByNumber answers a header.
func (e forkEth) GetHeaderByNumber(ctx context.Context, block json.RawMessage) (any, error) {
	return e.stock.Call(ctx, "GetHeaderByNumber", block)
}

// GetHeaderByHash answers a header.
func (e forkEth) GetHeaderByHash(ctx context.Context, hash json.RawMessage) (any, error) {
	return e.stock.Call(ctx, "GetHeaderByHash", hash)
}

// GetBlockTransactionCountByNumber counts the transactions of a block.
func (e forkEth) GetBlockTransactionCountByNumber(ctx context.Context, block json.RawMessage) (any, error) {
	return e.stock.Call(ctx, "GetBlockTransactionCountByNumber", block)
}

// GetBlockTransactionCountByHash counts the transactions of a block.
func (e forkEth) GetBlockTransactionCountByHash(ctx context.Context, hash json.RawMessage) (any, error) {
	return e.stock.Call(ctx, "GetBlockTransactionCountByHash", hash)
}

// GetRawTransactionByHash answers a transaction's bytes.
func (e forkEth) GetRawTransactionByHash(ctx context.Context, hash json.RawMessage) (any, error) {
	return e.stock.Call(ctx, "GetRawTransactionByHash", hash)
}

// GetRawTransactionByBlockNumberAndIndex answers a transaction's bytes.
func (e forkEth) GetRawTransactionByBlockNumberAndIndex(ctx context.Context, block, index json.RawMessage) (any, error) {
	return e.stock.Call(ctx, "GetRawTransactionByBlockNumberAndIndex", block, index)
}

// GetRawTransactionByBlockHashAndIndex answers a transaction's bytes.
func (e forkEth) GetRawTransactionByBlockHashAndIndex(ctx context.Context, hash, index json.RawMessage) (any, error) {
	return e.stock.Call(ctx, "GetRawTransactionByBlockHashAndIndex", hash, index)
}

// GetUncleCountByBlockNumber counts uncles.
func (e forkEth) GetUncleCountByBlockNumber(ctx context.Context, block json.RawMessage) (any, error) {
	return e.stock.Call(ctx, "GetUncleCountByBlockNumber", block)
}

// GetUncleCountByBlockHash counts uncles.
func (e forkEth) GetUncleCountByBlockHash(ctx context.Context, hash json.RawMessage) (any, error) {
	return e.stock.Call(ctx, "GetUncleCountByBlockHash", hash)
}

// GetUncleByBlockNumberAndIndex answers an uncle.
func (e forkEth) GetUncleByBlockNumberAndIndex(ctx context.Context, block, index json.RawMessage) (any, error) {
	return e.stock.Call(ctx, "GetUncleByBlockNumberAndIndex", block, index)
}

// GetUncleByBlockHashAndIndex answers an uncle.
func (e forkEth) GetUncleByBlockHashAndIndex(ctx context.Context, hash, index json.RawMessage) (any, error) {
	return e.stock.Call(ctx, "GetUncleByBlockHashAndIndex", hash, index)
}

// GetStorageValues answers slots of several accounts.
func (e forkEth) GetStorageValues(ctx context.Context, slots json.RawMessage, block *json.RawMessage) (any, error) {
	return e.stock.Call(ctx, "GetStorageValues", slots, given(block))
}

// FeeHistory answers the fees of local blocks, or of blocks below.
func (e forkEth) FeeHistory(ctx context.Context, count, last json.RawMessage, percentiles *json.RawMessage) (any, error) {
	params := []json.RawMessage{count, last}
	if percentiles != nil {
		params = append(params, *percentiles)
	}
	return e.stock.Call(ctx, "FeeHistory", params...)
}

// CreateAccessList answers what a call touches.
func (e forkEth) CreateAccessList(ctx context.Context, call json.RawMessage, block, overrides *json.RawMessage) (any, error) {
	return e.stock.Call(ctx, "CreateAccessList", call, given(block), given(overrides))
}

// SimulateV1 runs calls in blocks that never were.
func (e forkEth) SimulateV1(ctx context.Context, calls json.RawMessage, block *json.RawMessage) (any, error) {
	return e.stock.Call(ctx, "SimulateV1", calls, given(block))
}

func given(param *json.RawMessage) json.RawMessage {
	if param == nil {
		return nil
	}
	return *param
}
