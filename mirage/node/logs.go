package node

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/eth/filters"
	"github.com/ethereum/go-ethereum/rpc"
)

// maxLogRange bounds eth_getLogs, in blocks (spec: mirage-testing §6.1).
const maxLogRange = 10_000

// logs is go-ethereum's filters and subscriptions with a range that is resolved first:
// its own bound takes "latest" for an endless range, and it refuses the tags of
// finality, which here mean the latest block.
type logs struct {
	*filters.FilterAPI
	head  func() *types.Header
	known func(common.Hash) bool
	fork  *forked // nil without one
}

// GetLogs answers the logs of a block, or of a range of at most 10,000 blocks; blocks
// above the head have none.
func (l logs) GetLogs(ctx context.Context, crit filters.FilterCriteria) ([]*types.Log, error) {
	if crit.BlockHash != nil {
		if below, err := l.fork.hasBlock(ctx, *crit.BlockHash); err != nil {
			return nil, err
		} else if below {
			return l.fork.logs(ctx, crit)
		}
		return l.FilterAPI.GetLogs(ctx, crit)
	}
	crit.FromBlock, crit.ToBlock = l.number(crit.FromBlock), l.number(crit.ToBlock)
	span := new(big.Int).Sub(crit.ToBlock, crit.FromBlock)
	if span.Sign() < 0 || span.Cmp(big.NewInt(maxLogRange)) >= 0 {
		return nil, &ParamError{Err: fmt.Errorf("logs from block %s to %s: the range is 1 to %d blocks", crit.FromBlock, crit.ToBlock, maxLogRange)}
	}
	if l.fork.has(crit.FromBlock) {
		return l.across(ctx, crit)
	}
	return l.local(ctx, crit)
}

// across answers a range that begins below a fork: that part from there, the rest from
// here.
func (l logs) across(ctx context.Context, crit filters.FilterCriteria) ([]*types.Log, error) {
	part, last := crit, l.fork.block.Number
	if part.ToBlock.Cmp(last) > 0 {
		part.ToBlock = last
	}
	below, err := l.fork.logs(ctx, part)
	if err != nil || crit.ToBlock.Cmp(last) <= 0 {
		return below, err
	}
	crit.FromBlock = new(big.Int).Add(last, common.Big1)
	local, err := l.local(ctx, crit)
	return append(below, local...), err
}

// local answers a range of blocks that are here.
func (l logs) local(ctx context.Context, crit filters.FilterCriteria) ([]*types.Log, error) {
	head := l.head().Number
	if crit.FromBlock.Cmp(head) > 0 {
		return []*types.Log{}, nil
	}
	if crit.ToBlock.Cmp(head) > 0 {
		crit.ToBlock = head
	}
	return l.FilterAPI.GetLogs(ctx, crit)
}

// number resolves a block tag, which a filter holds as a negative number.
func (l logs) number(n *big.Int) *big.Int {
	switch {
	case n == nil:
		return l.head().Number
	case n.Sign() >= 0:
		return n
	case n.Int64() == rpc.EarliestBlockNumber.Int64():
		return new(big.Int)
	default:
		return l.head().Number
	}
}

// GetFilterChanges answers what is new since the last time, and nothing that a revert
// took away in between: no hash of a block or transaction that is not there, and no log
// with its own removal. The removal of a log that was answered before stays.
func (l logs) GetFilterChanges(id rpc.ID) (any, error) {
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

// known reports whether a hash is that of a block of the chain, or of a transaction on
// it or in the pool.
func (n *Node) known(h common.Hash) bool {
	if b := n.chain.GetHeaderByHash(h); b != nil {
		return n.chain.GetCanonicalHash(b.Number.Uint64()) == h
	}
	if _, tx := n.chain.GetCanonicalTransaction(h); tx != nil {
		return true
	}
	pool := n.waiting()
	return pool != nil && pool.Has(h)
}
