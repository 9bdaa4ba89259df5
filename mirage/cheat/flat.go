package cheat

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// Flat is trace_: the calls of transactions in a list, in the form that OpenEthereum gave it.
type Flat struct{ base }

// flatTracer asks debug_ for that form, with its words for errors.
var flatTracer = map[string]any{"tracer": "flatCallTracer", "tracerConfig": map[string]any{"convertParityErrors": true}}

// frame is one call. Only what is looked at here is named.
type frame map[string]json.RawMessage

// Transaction answers the calls of a transaction; none where there is no such one.
func (f *Flat) Transaction(ctx context.Context, hash common.Hash) ([]frame, error) {
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
func (f *Flat) Block(ctx context.Context, block json.RawMessage) ([]frame, error) {
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
func (f *Flat) ReplayBlockTransactions(ctx context.Context, block json.RawMessage, kinds []string) ([]replayed, error) {
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

// flatQuery is what trace_filter looks for: calls from or to accounts, or both where the mode is
// intersection, in a range of blocks; of these it skips some and answers so many.
type flatQuery struct {
	FromBlock   *json.RawMessage `json:"fromBlock"`
	ToBlock     *json.RawMessage `json:"toBlock"`
	FromAddress []common.Address `json:"fromAddress"`
	ToAddress   []common.Address `json:"toAddress"`
	Mode        string           `json:"mode"`
	After       *quantity        `json:"after"`
	Count       *quantity        `json:"count"`
}

// Filter answers the calls of a range of blocks.
func (f *Flat) Filter(ctx context.Context, q flatQuery) ([]frame, error) {
	from, err := f.height(q.FromBlock)
	if err != nil {
		return nil, err
	}
	to, err := f.height(q.ToBlock)
	if err != nil {
		return nil, err
	}
	skip, err := q.After.uint64("after", 0, 1<<32)
	if err != nil {
		return nil, err
	}
	most, err := q.Count.uint64("count", 1<<32, 1<<32)
	if err != nil {
		return nil, err
	}
	out := []frame{}
	for number := from; number <= min(to, f.node.Chain.Head().Number.Uint64()); number++ {
		calls, err := f.Block(ctx, quote(hexutil.Uint64(number)))
		if err != nil {
			return nil, err
		}
		for _, call := range calls {
			switch {
			case !q.matches(call):
			case skip > 0:
				skip--
			case uint64(len(out)) < most:
				out = append(out, call)
			default:
				return out, nil
			}
		}
	}
	return out, nil
}

// height is the number of a block that a range names, the head's where it names none.
func (f *Flat) height(block *json.RawMessage) (uint64, error) {
	head := f.node.Chain.Head().Number.Uint64()
	switch at := string(f.tag(block)); at {
	case latest, pending:
		return head, nil
	case `"earliest"`:
		if b := f.node.Chain.ForkBlock(); b != nil {
			return b.Number.Uint64() + 1, nil
		}
		return 0, nil
	default:
		var v hexutil.Uint64
		if err := json.Unmarshal([]byte(at), &v); err != nil {
			return 0, invalid("block %.80s: %v", at, err)
		}
		return uint64(v), nil
	}
}

// matches reports whether a call is looked for.
func (q flatQuery) matches(call frame) bool {
	var action struct{ From, To, Address, RefundAddress *common.Address }
	if json.Unmarshal(call["action"], &action) != nil {
		return false
	}
	var result struct{ Address *common.Address }
	_ = json.Unmarshal(call["result"], &result) // there is none of a call that failed
	within := func(list []common.Address, some ...*common.Address) bool {
		return slices.ContainsFunc(some, func(a *common.Address) bool { return a != nil && slices.Contains(list, *a) })
	}
	from, to := within(q.FromAddress, action.From, action.Address), within(q.ToAddress, action.To, action.RefundAddress, result.Address)
	switch {
	case len(q.FromAddress) == 0 && len(q.ToAddress) == 0:
		return true
	case len(q.ToAddress) == 0:
		return from
	case len(q.FromAddress) == 0:
		return to
	case strings.EqualFold(q.Mode, "intersection"):
		return from && to
	}
	return from || to
}

// Erigon is the one method of erigon_ that clients use.
type Erigon struct{ base }

// GetHeaderByNumber answers a header.
func (e *Erigon) GetHeaderByNumber(ctx context.Context, block json.RawMessage) (any, error) {
	return answer(e.node.Server.Stock.Call(ctx, "GetHeaderByNumber", e.tag(&block)))
}
