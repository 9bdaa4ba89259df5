package cheat

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

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
func (f *Flat) Filter(ctx context.Context, q flatQuery) ([]frame, error) { //nolint:revive // go-ethereum's server calls it
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
