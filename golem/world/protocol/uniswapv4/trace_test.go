package uniswapv4

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"bardo.run/bardo/evm/rpc"
)

// register is what a position manager's logs tell of an account: in which block it got each position,
// and which of them it has still.
type register struct {
	got   map[uint64][]int64 // by block
	left  map[int64]bool
	asked int // requests for logs
	most  uint64
}

func (r *register) received(from, to uint64) (ids []*big.Int, _ error) {
	r.asked++
	if to < from || to-from >= r.most {
		return nil, fmt.Errorf("%w: %d to %d", rpc.ErrNode, from, to)
	}
	for block, all := range r.got {
		for _, id := range all {
			if block >= from && block <= to {
				ids = append(ids, big.NewInt(id))
			}
		}
	}
	return ids, nil
}

func (r *register) still(ids []*big.Int) (owned []*big.Int, _ error) {
	for _, id := range ids {
		if !r.left[id.Int64()] {
			owned = append(owned, id)
		}
	}
	return owned, nil
}

// A position that is older than one search reaches is found by the searches after it, which go on
// where the one before was given up.
//
// spec: chain §3
func TestASearchGoesOnWhereItWasGivenUp(t *testing.T) {
	const head = 5_000_000
	r := &register{got: map[uint64][]int64{1_000: {7}, head - 100: {8}}, most: span}
	var tr trace
	for i := range uint64(2) {
		if _, err := tr.search(2, head+i*pause, r.received, r.still); !errors.Is(err, errMissing) {
			t.Fatalf("search %d: %v", i, err)
		}
	}
	r.got[head+2*pause-3] = []int64{9}
	owned, err := tr.search(3, head+2*pause, r.received, r.still)
	if err != nil || len(owned) != 3 {
		t.Errorf("%v are found (%v)", owned, err)
	}
	if before := r.asked; before > 1_002+3*2 {
		t.Errorf("%d requests for %d blocks", before, head)
	}
	before := r.asked
	if owned, err := tr.search(3, head+3*pause, r.received, r.still); err != nil || len(owned) != 3 || r.asked != before {
		t.Errorf("%v, of what is known, with %d requests (%v)", owned, r.asked-before, err)
	}
}

// Whatever comes and goes between searches, also on a branch that is taken back, all is found.
func TestASearchFindsEveryPosition(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 4)) //nolint:gosec // a seed
		r := &register{got: map[uint64][]int64{}, left: map[int64]bool{}, most: 500 + rng.Uint64N(8_000)}
		var tr trace
		head, next := 20_000+rng.Uint64N(40_000), int64(1)
		low := uint64(0)
		for range 12 {
			for range rng.IntN(4) {
				block := low + rng.Uint64N(head-low) + 1
				r.got[block] = append(r.got[block], next)
				next++
			}
			if rng.IntN(3) == 0 {
				r.left[1+rng.Int64N(next)] = true
			}
			n := 0
			for _, ids := range r.got {
				n += len(ids) - len(slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return !r.left[id] }))
			}
			owned, err := tr.search(n, head, r.received, r.still)
			if err != nil || len(owned) != n {
				t.Fatalf("seed %d: %d of %d at block %d (%v)", seed, len(owned), n, head, err)
			}
			if low = head; rng.IntN(6) == 0 { // the last few blocks become others
				back := rng.Uint64N(200)
				for b := head - back; b <= head; b++ {
					for _, id := range r.got[b] {
						r.left[id] = true
					}
					delete(r.got, b)
				}
				low = head - back - 1
			}
			head = low + 201 + rng.Uint64N(9_000)
		}
	}
}

// A position that came twice is one.
func TestASearchCountsAPositionOnce(t *testing.T) {
	r := &register{got: map[uint64][]int64{100: {8}, 9_000: {7, 7}, 9_001: {7}}, most: span}
	var tr trace
	owned, err := tr.search(2, 9_100, r.received, r.still)
	if err != nil || len(owned) != 2 || owned[0].Cmp(owned[1]) == 0 {
		t.Errorf("%v are found (%v)", owned, err)
	}
}

// What a node did not tell is looked for again, once all its logs were gone through.
func TestASearchIsBegunAgainWhereLogsWereHidden(t *testing.T) {
	r := &register{got: map[uint64][]int64{}, most: span}
	var tr trace
	if _, err := tr.search(1, 40_000, r.received, r.still); !errors.Is(err, errMissing) {
		t.Fatal(err)
	}
	r.got[9_000] = []int64{7}
	if owned, err := tr.search(1, 40_300, r.received, r.still); err != nil || len(owned) != 1 {
		t.Errorf("%v are found (%v)", owned, err)
	}
}
