package node

import (
	"context"
	"fmt"
	"math/big"

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
	head func() *types.Header
}

// GetLogs answers the logs of a block, or of a range of at most 10,000 blocks; blocks
// above the head have none.
func (l logs) GetLogs(ctx context.Context, crit filters.FilterCriteria) ([]*types.Log, error) {
	if crit.BlockHash != nil {
		return l.FilterAPI.GetLogs(ctx, crit)
	}
	crit.FromBlock, crit.ToBlock = l.number(crit.FromBlock), l.number(crit.ToBlock)
	span := new(big.Int).Sub(crit.ToBlock, crit.FromBlock)
	if span.Sign() < 0 || span.Cmp(big.NewInt(maxLogRange)) >= 0 {
		return nil, &ParamError{Err: fmt.Errorf("logs from block %s to %s: the range is 1 to %d blocks", crit.FromBlock, crit.ToBlock, maxLogRange)}
	}
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
