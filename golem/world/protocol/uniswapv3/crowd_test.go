package uniswapv3

import (
	"math/big"
	"slices"
	"testing"
)

// A crowd in one pool hides nothing in another, whose quote token may be worth more: each pool's
// dearest come in turn, and what lies in no pool of the strategy's comes last.
func TestPositionsOfEachPoolComeInTurn(t *testing.T) {
	a, b := &pool{handle: "a"}, &pool{handle: "b"}
	lots := func(in ...*pool) (all []heldPosition) {
		for i, p := range in {
			all = append(all, heldPosition{id: big.NewInt(int64(i)), in: p})
		}
		return all
	}
	for name, c := range map[string]struct {
		dearest []heldPosition
		want    []int64
	}{
		"one pool":           {lots(a, a, a), []int64{0, 1, 2}},
		"a crowd in front":   {lots(a, a, a, a, b, b), []int64{0, 4, 1, 5, 2, 3}},
		"a crowd behind":     {lots(b, a, a, a), []int64{0, 1, 2, 3}},
		"of no pool is last": {lots(nil, a, nil, a, b), []int64{1, 4, 3, 0, 2}},
		"of no pool alone":   {lots(nil, nil), []int64{0, 1}},
		"none":               {nil, nil},
	} {
		inTurn(c.dearest)
		var got []int64
		for _, p := range c.dearest {
			got = append(got, p.id.Int64())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
