package cheat

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/ethereum/go-ethereum/common"
)

// Flat is trace_: the calls of transactions in a list, in the form that OpenEthereum gave it.
type Flat struct{ base }

// flatTracer asks debug_ for that form, with its words for errors.
var flatTracer = map[string]any{"tracer": "flatCallTracer", "tracerConfig": map[string]any{"convertParityErrors": true}}

// frame is one call. Only what is looked at here is named.
type frame map[string]json.RawMessage

// Transaction answers the calls of a transaction; none where there is no such one.
func (f *Flat) Transaction(ctx context.Context, hash common.Hash) ([]frame, error) { //nolint:revive // go-ethereum's server calls it
	if tx, err := (&Blocks{f.base}).GetTransactionReceipt(ctx, hash); err != nil || isNull(tx) {
		return []frame{}, coded(err)
	}
	var out []frame
	err := f.node.Server.Client().CallContext(ctx, &out, "debug_traceTransaction", hash, flatTracer)
	return out, coded(err)
}

// isNull reports whether an answer is JSON's null.
func isNull(v any) bool { return v == nil || string(quote(v)) == "null" }

// Block answers the calls of all transactions of a block.
func (f *Flat) Block(ctx context.Context, block json.RawMessage) ([]frame, error) { //nolint:revive // go-ethereum's server calls it
	all, err := f.traced(ctx, f.tag(&block))
	out := []frame{}
	for _, tx := range all {
		out = append(out, tx.Result...)
	}
	return out, err
}

// traced is a transaction and its calls.
type traced struct {
	TxHash common.Hash
	Result []frame
}

func (f *Flat) traced(ctx context.Context, block json.RawMessage) (out []traced, err error) {
	if string(block) == `"0x0"` || string(block) == `"earliest"` { // block 0 has no transactions, and no trace
		return nil, nil
	}
	err = f.node.Server.Client().CallContext(ctx, &out, "debug_traceBlockByNumber", block, flatTracer)
	return out, coded(err)
}

// replayed is the answer of trace_replayBlockTransactions.
type replayed struct {
	Output          json.RawMessage `json:"output"`
	StateDiff       *struct{}       `json:"stateDiff"`
	Trace           []frame         `json:"trace"`
	TransactionHash common.Hash     `json:"transactionHash"`
	VMTrace         *struct{}       `json:"vmTrace"`
}

// ReplayBlockTransactions answers the calls of a block's transactions, by transaction. Of the kinds
// of traces it knows "trace": debug_ has the others in its own form.
func (f *Flat) ReplayBlockTransactions(ctx context.Context, block json.RawMessage, kinds []string) ([]replayed, error) { //nolint:revive // go-ethereum's server calls it
	if i := slices.IndexFunc(kinds, func(kind string) bool { return kind != "trace" }); i >= 0 {
		return nil, invalid("%.64q is not traced: ask for trace, or debug_traceBlockByNumber for the states", kinds[i])
	}
	all, err := f.traced(ctx, f.tag(&block))
	out := []replayed{}
	for _, tx := range all {
		r := replayed{Output: json.RawMessage(`"0x"`), Trace: []frame{}, TransactionHash: tx.TxHash}
		for i, call := range tx.Result {
			var result struct{ Output json.RawMessage }
			if i == 0 && json.Unmarshal(call["result"], &result) == nil && result.Output != nil {
				r.Output = result.Output
			}
			for _, where := range []string{"blockHash", "blockNumber", "transactionHash", "transactionPosition"} {
				delete(call, where)
			}
			if slices.Contains(kinds, "trace") {
				r.Trace = append(r.Trace, call)
			}
		}
		out = append(out, r)
	}
	return out, err
}

// Erigon is the one method of erigon_ that clients use.
type Erigon struct{ base }

// GetHeaderByNumber answers a header.
func (e *Erigon) GetHeaderByNumber(ctx context.Context, block json.RawMessage) (any, error) {
	return answer(e.node.Server.Stock.Call(ctx, "GetHeaderByNumber", e.tag(&block)))
}
