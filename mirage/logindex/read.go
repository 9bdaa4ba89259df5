package logindex

import (
	"context"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/types"
)

// read looks into the candidates; false where one is gone.
func (x *Index) read(ctx context.Context, q Query, where []candidate) (found []*types.Log, ok bool, err error) {
	for i := range where {
		c := &where[i]
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		receipts := rawdb.ReadReceiptsRLP(x.db, c.hash, c.number)
		if receipts == nil {
			return nil, false, nil
		}
		before := len(found)
		if err := eachLog(receipts, func(l rawLog) error {
			if !q.matches(l) {
				return nil
			}
			log, err := l.whole()
			found = append(found, log)
			return err
		}); err != nil {
			return nil, false, fmt.Errorf("receipts of block %d: %w", c.number, err)
		}
		if ok, err := x.place(c, found[before:]); !ok || err != nil {
			return nil, false, err
		}
	}
	x.learn(where)
	return found, true, nil
}

// place says of a block's logs where they are; false where the block is gone.
func (x *Index) place(c *candidate, logs []*types.Log) (bool, error) {
	if len(logs) == 0 {
		return true, nil
	}
	if c.txs == nil {
		body := rawdb.ReadBodyRLP(x.db, c.hash, c.number)
		if body == nil {
			return false, nil
		}
		var err error
		if c.txs, err = hashes(body); err != nil {
			return false, fmt.Errorf("transactions of block %d: %w", c.number, err)
		}
		c.read = true
	}
	for _, l := range logs {
		if l.TxIndex >= uint(len(c.txs)) {
			return false, fmt.Errorf("block %d has %d transactions and a log of number %d", c.number, len(c.txs), l.TxIndex)
		}
		l.BlockNumber, l.BlockHash, l.BlockTimestamp, l.TxHash = c.number, c.hash, c.time, c.txs[l.TxIndex]
	}
	return true, nil
}

// learn keeps the hashes of transactions that were read, which take as long as all the rest.
func (x *Index) learn(where []candidate) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, c := range where {
		if p := c.number - x.first; c.read && p < uint64(len(x.blocks)) && x.blocks[p].hash == c.hash {
			x.blocks[p].txs = c.txs
		}
	}
}

// matches reports whether a log is looked for.
func (q Query) matches(l rawLog) bool {
	if len(q.Addresses) > 0 && !slices.Contains(q.Addresses, common.BytesToAddress(l.address)) {
		return false
	}
	count, yes := 0, true
	err := l.eachTopic(func(i int, topic []byte) {
		count++
		if i < len(q.Topics) && len(q.Topics[i]) > 0 && !slices.Contains(q.Topics[i], common.BytesToHash(topic)) {
			yes = false
		}
	})
	return err == nil && yes && count >= len(q.Topics)
}
