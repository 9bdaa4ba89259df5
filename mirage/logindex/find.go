package logindex

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/ethereum/go-ethereum/common"
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
