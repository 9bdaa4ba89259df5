package fork

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/eth/filters"
	"github.com/ethereum/go-ethereum/rpc"

	"bardo.run/bardo/mirage/logindex"
	"bardo.run/bardo/mirage/stock"
)

// logs is stock.Logs on a fork: one question finds those below its block and those above.
type logs struct {
	stock.Logs
	below *Answers
}

// mostBelow bounds a range that begins below the fork, in blocks: nodes refuse longer ones, and
// one that is cut off would read as whole (spec: mirage-testing §6.1).
const mostBelow = 10_000

// GetLogs answers the logs of a block, or of a range; blocks above the head have none. No option leaves the chain below out: a range that is cut off at
// the fork's block would read as whole.
func (l logs) GetLogs(ctx context.Context, crit stock.Criteria) (logindex.List, error) {
	if crit.BlockHash != nil {
		if below, err := l.below.hasBlock(ctx, *crit.BlockHash); err != nil {
			return nil, err
		} else if below {
			return l.below.logs(ctx, crit.FilterCriteria)
		}
		return l.Logs.GetLogs(ctx, crit)
	}
	head := l.below.chain.CurrentHeader()
	stock.Resolve(&crit.FilterCriteria, head)
	if crit.ToBlock.Cmp(head.Number) > 0 {
		crit.ToBlock = head.Number
	}
	if l.below.has(crit.FromBlock) && crit.FromBlock.Cmp(crit.ToBlock) <= 0 {
		if new(big.Int).Sub(crit.ToBlock, crit.FromBlock).Cmp(big.NewInt(mostBelow)) >= 0 {
			return nil, &stock.ParamError{Err: fmt.Errorf("logs from block %s to %s: a range that begins below the fork is 1 to %d blocks", crit.FromBlock, crit.ToBlock, mostBelow)}
		}
		return l.across(ctx, crit.FilterCriteria)
	}
	return l.Logs.GetLogs(ctx, crit)
}

// across answers a range that begins below the fork: that part from there, the rest from
// here.
func (l logs) across(ctx context.Context, crit filters.FilterCriteria) ([]*types.Log, error) {
	part, last := crit, l.below.block.Number
	if part.ToBlock.Cmp(last) > 0 {
		part.ToBlock = last
	}
	below, err := l.below.logs(ctx, part)
	if err != nil || crit.ToBlock.Cmp(last) <= 0 {
		return below, err
	}
	crit.FromBlock = new(big.Int).Add(last, common.Big1)
	local, err := l.Logs.GetLogs(ctx, stock.Criteria{FilterCriteria: crit})
	return append(below, local...), err
}

// NewFilter is refused where its past lies below the fork: only eth_getLogs asks there.
func (l logs) NewFilter(crit stock.Criteria) (rpc.ID, error) {
	if crit.FromBlock != nil && crit.FromBlock.Sign() >= 0 && l.below.has(crit.FromBlock) {
		return "", &stock.ParamError{Err: fmt.Errorf("a filter from block %s: a fork has filters for blocks above %d, where it begins: use eth_getLogs for the others", crit.FromBlock, l.below.block.Number)}
	}
	return l.Logs.NewFilter(crit)
}

// has reports whether a range begins at or below the fork's block.
func (f *Answers) has(from *big.Int) bool { return from.Cmp(f.block.Number) <= 0 }

// hasBlock reports whether a block is the fork's or one below it.
func (f *Answers) hasBlock(ctx context.Context, hash common.Hash) (bool, error) {
	if f.chain.GetHeaderByHash(hash) != nil && hash != f.block.Hash() {
		return false, nil
	}
	found, err := f.hashBelow(ctx, hash)
	return found, wrapped(err)
}

// logs asks the chain below for those of a block, or of a range that ends at or below the
// fork's block.
func (f *Answers) logs(ctx context.Context, crit filters.FilterCriteria) ([]*types.Log, error) {
	filter := map[string]any{}
	if crit.BlockHash != nil {
		filter["blockHash"] = crit.BlockHash
	} else {
		filter["fromBlock"], filter["toBlock"] = (*hexutil.Big)(crit.FromBlock), (*hexutil.Big)(crit.ToBlock)
	}
	if len(crit.Addresses) > 0 {
		filter["address"] = crit.Addresses
	}
	var topics []any // null takes any
	for _, any := range crit.Topics {
		if len(any) == 0 {
			topics = append(topics, nil)
			continue
		}
		topics = append(topics, any)
	}
	if len(topics) > 0 {
		filter["topics"] = topics
	}
	answer, err := f.state.Ask(ctx, "eth_getLogs", filter)
	if err != nil {
		return nil, wrapped(err)
	}
	found := []*types.Log{}
	if err := json.Unmarshal(answer, &found); err != nil {
		return nil, wrapped(fmt.Errorf("eth_getLogs: %w", err))
	}
	for _, l := range found {
		if err := f.fits(l, crit); err != nil {
			return nil, wrapped(err)
		}
	}
	return found, nil
}

// fits reports why a log is no answer to a question about blocks below.
func (f *Answers) fits(l *types.Log, crit filters.FilterCriteria) error {
	if l == nil {
		return fmt.Errorf("eth_getLogs: a log that is null")
	}
	number := new(big.Int).SetUint64(l.BlockNumber)
	switch {
	case l.Removed, crit.BlockHash != nil && l.BlockHash != *crit.BlockHash,
		crit.BlockHash == nil && (number.Cmp(crit.FromBlock) < 0 || number.Cmp(crit.ToBlock) > 0),
		number.Cmp(f.block.Number) == 0 && l.BlockHash != f.block.Hash():
		return fmt.Errorf("eth_getLogs: received a log of block %d, %s, that was not asked for", l.BlockNumber, l.BlockHash)
	}
	return nil
}
