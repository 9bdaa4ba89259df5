package uniswapv4

import (
	"fmt"
	"math/big"
	"slices"
)

// trace is how far the logs were gone through: what the account got from block low to block high is
// among ids. A high of zero: no block was.
type trace struct {
	ids       []*big.Int
	low, high uint64
}

// search returns the n positions that the account has at the block head, as soon as they are all among
// those that it got. received tells what it got in some blocks, still what it has of some. The newest
// blocks come first, which may have been replaced since, then those before what was gone through.
func (t *trace) search(n int, head uint64, received func(from, to uint64) ([]*big.Int, error), still func([]*big.Int) ([]*big.Int, error)) ([]*big.Int, error) {
	if head < t.high { // the chain was taken back
		t.low, t.high = 0, 0
	}
	owned, err := still(t.ids)
	if err != nil {
		return nil, err
	}
	to, low, blocks, widest := head, head+1, uint64(first), uint64(span)
	for range most {
		if len(owned) >= n || low == 0 {
			break
		}
		from := to - min(to, blocks-1)
		if to > t.high && from <= t.high && t.high > 0 {
			from = t.high + 1
		}
		ids, err := received(from, to)
		switch {
		case refused(err) && blocks/2 >= least:
			blocks, widest = blocks/2, blocks/2
			continue
		case refused(err):
			return nil, fmt.Errorf("%w: blocks %d to %d: %w", errMissing, from, to, err)
		case err != nil:
			return nil, fmt.Errorf("look for positions in blocks %d to %d: %w", from, to, err)
		}
		known := len(t.ids)
		for _, id := range ids {
			if !t.has(id) { // it may come back, in these blocks too
				t.ids = append(t.ids, id)
			}
		}
		more, err := still(t.ids[known:])
		if err != nil {
			t.ids = t.ids[:known]
			return nil, err
		}
		owned = append(owned, more...)
		if low = from; t.high > 0 && low == t.high+1 {
			low = t.low // what is between was gone through
		}
		if t.high == 0 || low <= t.low {
			t.reached(low, head)
		}
		to, blocks = low-min(low, 1), widest
	}
	if low == 0 && len(owned) < n { // a node did not tell all
		t.low, t.high = 0, 0
	}
	if len(owned) != n {
		return nil, fmt.Errorf("%w: it has %d, and %d are known", errMissing, n, len(owned))
	}
	return owned, nil
}

// reached notes that the blocks from low to head were gone through, but for the newest, which another
// branch may replace.
func (t *trace) reached(low, head uint64) {
	if high := head - min(head, first); low <= high {
		t.low, t.high = low, high
	}
}

func (t *trace) has(id *big.Int) bool {
	return slices.ContainsFunc(t.ids, func(known *big.Int) bool { return known.Cmp(id) == 0 })
}
