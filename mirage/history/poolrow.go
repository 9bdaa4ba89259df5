package history

import (
	"fmt"

	"github.com/holiman/uint256"
)

// poolColumns are the columns a pool file must have; others are ignored.
var poolColumns = []string{
	"timestamp", "openTick", "lowestTick", "highestTick", "closeTick", "inAmount0", "inAmount1", "currentLiquidity",
}

// poolRow reads one minute of a pool.
func (r *reader) poolRow(row row) (Minute, error) {
	var m Minute
	for _, f := range []struct {
		field string
		tick  *int
	}{{"openTick", &m.Open}, {"lowestTick", &m.Low}, {"highestTick", &m.High}, {"closeTick", &m.Close}} {
		if err := r.tick(row, f.field, f.tick); err != nil {
			return m, err
		}
		if from, what, ok := r.near(*f.tick, m.Open); !ok {
			return m, row.wrong(f.field, fmt.Sprintf("at most %d ticks from the %s, which is %d", MaxJump, what, from))
		}
	}
	if m.Low > m.High {
		return m, row.wrong("lowestTick", fmt.Sprintf("at most highestTick, which is %d", m.High))
	}
	if low, high := min(m.Low, m.Open, m.Close), max(m.High, m.Open, m.Close); low != m.Low || high != m.High {
		m.Low, m.High = low, high
		r.widened++
	}
	var err error
	if m.In0, err = r.inflow(row, "inAmount0"); err != nil {
		return m, err
	}
	if m.In1, err = r.inflow(row, "inAmount1"); err != nil {
		return m, err
	}
	m.Liquidity, err = r.liquidity(row)
	return m, err
}

// tick reads one tick; an empty field is the close before.
func (r *reader) tick(row row, field string, tick *int) error {
	want := fmt.Sprintf("a whole tick from %d to %d", -MaxTick, MaxTick-1)
	n, float, empty, err := row.whole(field, want)
	if err != nil {
		return err
	}
	last := r.last()
	if empty {
		if last == nil {
			return row.wrong(field, want+" (the first row has no close before it)")
		}
		r.emptyTicks++
		*tick = last.Close
		return nil
	}
	if float {
		r.floats++
	}
	if !n.IsInt64() || n.Int64() < -MaxTick || n.Int64() > MaxTick-1 {
		return row.wrong(field, want)
	}
	*tick = int(n.Int64())
	return nil
}

// inflow reads an amount; an empty field is 0.
func (r *reader) inflow(row row, field string) (*uint256.Int, error) {
	n, float, empty, err := row.amount(field)
	if err != nil {
		return nil, err
	}
	if float {
		r.floats++
	}
	if empty {
		r.emptyInflow++
		return new(uint256.Int), nil
	}
	return n, nil
}

// maxLiquidity keeps a full-range position within what Uniswap lets one tick hold.
var maxLiquidity = uint256.MustFromDecimal("1000000000000000000000000000000")

// liquidity reads the active liquidity; an empty field is the one before.
func (r *reader) liquidity(row row) (*uint256.Int, error) {
	const field, want = "currentLiquidity", "a whole liquidity from 1 to 10^30"
	n, float, empty, err := row.amount(field)
	if err != nil {
		return nil, row.wrong(field, want)
	}
	last := r.last()
	switch {
	case empty && last == nil:
		return nil, row.wrong(field, want+" (the first row has none before it)")
	case empty:
		r.emptyLiquidity++
		return last.Liquidity, nil
	case n.IsZero() || n.Gt(maxLiquidity):
		return nil, row.wrong(field, want)
	}
	if float {
		r.floats++
	}
	return n, nil
}
