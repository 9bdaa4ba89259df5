package uniswap

import (
	"context"
	"fmt"

	"github.com/holiman/uint256"
)

// TickTable is a Ticks in memory.
type TickTable struct {
	spacing int32
	words   map[int16]uint256.Int
	net     map[int32]uint256.Int
}

// NewTickTable returns an empty table for a pool's tick spacing.
func NewTickTable(spacing int32) *TickTable {
	return &TickTable{spacing: spacing, words: map[int16]uint256.Int{}, net: map[int32]uint256.Int{}}
}

// Add places a position's liquidity: it becomes active at lower and inactive
// at upper.
func (t *TickTable) Add(lower, upper int32, liquidity *uint256.Int) error {
	if err := checkRange(lower, upper); err != nil {
		return err
	}
	if lower%t.spacing != 0 || upper%t.spacing != 0 {
		return fmt.Errorf("%w: %d and %d are not multiples of %d", ErrTickRange, lower, upper, t.spacing)
	}
	t.add(lower, liquidity)
	t.add(upper, new(uint256.Int).Neg(liquidity))
	return nil
}

func (t *TickTable) add(tick int32, delta *uint256.Int) {
	net := t.net[tick]
	net.Add(&net, delta)
	t.net[tick] = net
	position, bit := wordOf(floorDiv(tick, t.spacing))
	word := t.words[position]
	word.Or(&word, new(uint256.Int).Lsh(uint256.NewInt(1), uint(bit)))
	t.words[position] = word
}

// Word implements Ticks.
func (t *TickTable) Word(_ context.Context, position int16) (uint256.Int, error) {
	return t.words[position], nil
}

// Net implements Ticks.
func (t *TickTable) Net(_ context.Context, tick int32) (uint256.Int, error) { return t.net[tick], nil }
