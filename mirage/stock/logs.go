package stock

import (
	"context"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/eth/filters"
	"github.com/ethereum/go-ethereum/rpc"

	"bardo.run/bardo/mirage/logindex"
)

// Logs is go-ethereum's filters and subscriptions with a range that is resolved first:
// its own bound takes "latest" for an endless range, and it refuses the tags of
// finality, which here mean the latest block.
type Logs struct {
	*filters.FilterAPI
	head   func() *types.Header
	known  func(common.Hash) bool
	refuse func(from uint64) error // nil where every block is kept
	index  *logindex.Index         // nil where blocks are let go: then all that are kept are read
}

// NewLogs serves the logs of a chain, found by the index where there is one. known reports whether a hash is that of one of its
// blocks, or of a transaction on it or in the pool.
func NewLogs(chain Observed, known func(common.Hash) bool, index *logindex.Index) Logs {
	system := filters.NewFilterSystem(chain, filters.Config{})
	logs := Logs{FilterAPI: filters.NewFilterAPI(system), head: chain.CurrentHeader, known: known, index: index}
	if r, ok := chain.(*Recent); ok {
		logs.refuse = r.Refuse
	}
	return logs
}

// GetLogs answers the logs of a block, or of a range: blocks above the head have none, and
// neither has a range that runs backwards.
func (l Logs) GetLogs(ctx context.Context, crit Criteria) (logindex.List, error) {
	if crit.BlockHash == nil {
		Resolve(&crit.FilterCriteria, l.head())
		if crit.FromBlock.Cmp(crit.ToBlock) > 0 || above(&crit.FilterCriteria, l.head()) {
			return logindex.List{}, nil
		}
		if l.refuse != nil {
			if crit.ToBlock.Sign() == 0 { // block 0 is kept, and has no transactions
				return logindex.List{}, nil
			}
			if err := l.refuse(max(crit.FromBlock.Uint64(), 1)); err != nil {
				return nil, err
			}
		}
	}
	if crit.BlockHash == nil && l.index != nil && len(crit.Topics) <= mostTopics {
		return l.index.Logs(ctx, logindex.Query{
			From: crit.FromBlock.Uint64(), To: crit.ToBlock.Uint64(), Addresses: crit.Addresses, Topics: crit.Topics,
		})
	}
	return l.FilterAPI.GetLogs(ctx, crit.FilterCriteria)
}

// mostTopics is how many a log has at most; go-ethereum refuses who asks for more.
const mostTopics = 4

// NewFilter is a filter of logs. One that names its last block alone begins with the next one.
func (l Logs) NewFilter(crit Criteria) (rpc.ID, error) {
	if crit.BlockHash == nil && crit.FromBlock == nil && crit.ToBlock != nil && crit.ToBlock.Sign() >= 0 {
		crit.FromBlock = l.head().Number
		if crit.ToBlock.Cmp(crit.FromBlock) < 0 { // it will never see any
			crit.FromBlock = crit.ToBlock
		}
	}
	return l.FilterAPI.NewFilter(crit.FilterCriteria)
}

// Resolve puts numbers in place of the tags of a range.
func Resolve(crit *filters.FilterCriteria, head *types.Header) {
	crit.FromBlock, crit.ToBlock = number(crit.FromBlock, head), number(crit.ToBlock, head)
}

// number resolves a block tag, which a filter holds as a negative number.
func number(n *big.Int, head *types.Header) *big.Int {
	switch {
	case n == nil:
		return head.Number
	case n.Sign() >= 0:
		return n
	case n.Int64() == rpc.EarliestBlockNumber.Int64():
		return new(big.Int)
	default:
		return head.Number
	}
}

// above reports whether a range begins above the head, and ends one there that does not.
func above(crit *filters.FilterCriteria, head *types.Header) bool {
	if crit.ToBlock.Cmp(head.Number) > 0 {
		crit.ToBlock = head.Number
	}
	return crit.FromBlock.Cmp(head.Number) > 0
}

// GetFilterChanges answers what is new since the last time, and nothing that a revert
// took away in between: no hash of a block or transaction that is not there, and no log
// with its own removal. The removal of a log that was answered before stays.
func (l Logs) GetFilterChanges(id rpc.ID) (any, error) {
	v, err := l.FilterAPI.GetFilterChanges(id)
	switch v := v.(type) {
	case []common.Hash:
		return slices.DeleteFunc(v, func(h common.Hash) bool { return !l.known(h) }), err
	case []*types.Log:
		return slices.DeleteFunc(withoutPairs(v), func(log *types.Log) bool {
			return !log.Removed && !l.known(log.BlockHash)
		}), err
	}
	return v, err
}

// withoutPairs drops each log whose removal comes later in the list, and that removal.
func withoutPairs(all []*types.Log) []*types.Log {
	type place struct {
		block common.Hash
		index uint
	}
	at := map[place]int{} // in out
	out := make([]*types.Log, 0, len(all))
	for _, log := range all {
		p := place{log.BlockHash, log.Index}
		if i, ok := at[p]; ok && log.Removed {
			out[i] = nil
			delete(at, p)
			continue
		}
		at[p] = len(out)
		out = append(out, log)
	}
	return slices.DeleteFunc(out, func(log *types.Log) bool { return log == nil })
}
