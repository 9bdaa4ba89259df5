package logindex

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/types"
)

// ErrMoved is returned where the chain goes back again and again while it is read.
var ErrMoved = errors.New("the chain went back while its logs were read")

// Query is what is looked for: logs of any of the addresses, whose topic at each place is any of
// those given for it. None is every one.
type Query struct {
	From, To  uint64 // numbers of blocks, both included
	Addresses []common.Address
	Topics    [][]common.Hash
}

// Logs returns what a query finds on the chain as it is, in the chain's order.
func (x *Index) Logs(ctx context.Context, q Query) ([]*types.Log, error) {
	const tries = 8
	for range tries {
		where, err := x.candidates(ctx, q)
		if err != nil {
			return nil, err
		}
		found, ok, err := x.read(ctx, q, where)
		if ok || err != nil {
			return found, err
		}
	}
	return nil, ErrMoved
}

// candidate is a block that may hold what is looked for.
type candidate struct {
	block
	number uint64
	read   bool // whether the hashes of its transactions were
}

// candidates are the blocks of the range that are on every list that the query names.
func (x *Index) candidates(ctx context.Context, q Query) ([]candidate, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := x.follow(ctx); err != nil {
		return nil, err
	}
	end := x.first + uint64(len(x.blocks))
	if q.From >= end || q.To < x.first || q.From > q.To {
		return nil, nil
	}
	from, to := place(max(q.From, x.first)-x.first), place(min(q.To, end-1)-x.first)
	places := x.span(anything, from, to)
	for _, choice := range q.lists() {
		var some []uint32
		for _, k := range choice {
			some = append(some, x.span(k, from, to)...)
		}
		if len(choice) > 1 {
			slices.Sort(some)
			some = slices.Compact(some)
		}
		places = shared(places, some)
	}
	out := make([]candidate, len(places))
	for i, p := range places {
		out[i] = candidate{block: x.blocks[p], number: x.first + uint64(p)}
	}
	return out, nil
}

func place(n uint64) uint32 { return uint32(min(n, math.MaxUint32)) } //nolint:gosec // it is bounded

// lists are the keys of a query: a block must be on one of each.
func (q Query) lists() (all [][]key) {
	if len(q.Addresses) > 0 {
		keys := make([]key, len(q.Addresses))
		for i, a := range q.Addresses {
			keys[i] = keyOf(byAddress, a[:])
		}
		all = append(all, keys)
	}
	for i, choice := range q.Topics {
		if len(choice) == 0 {
			continue
		}
		keys := make([]key, len(choice))
		for j, topic := range choice {
			keys[j] = keyOf(byTopic+byte(i), topic[:])
		}
		all = append(all, keys)
	}
	return all
}

// span is the part of a list that lies between two places, both included.
func (x *Index) span(k key, from, to uint32) []uint32 {
	list := x.at[k]
	low, _ := slices.BinarySearch(list, from)
	high, found := slices.BinarySearch(list, to)
	if found {
		high++
	}
	return list[low:high]
}

// shared is what two sorted lists have in common.
func shared(a, b []uint32) (both []uint32) {
	both = make([]uint32, 0, min(len(a), len(b)))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			both = append(both, a[0])
			a, b = a[1:], b[1:]
		}
	}
	return both
}

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
