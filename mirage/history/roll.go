package history

import (
	"time"

	"github.com/holiman/uint256"
)

// roll is the minutes of a market in a third of the memory that they take one by one, and without a
// pointer that a collector would follow: a month of them is most of what a long life holds.
type roll struct {
	start time.Time
	rows  []rolledMinute
}

// rolledMinute is a Minute that fits: see fits.
type rolledMinute struct {
	in0, in1, liquidity    [2]uint64 // the lower half first
	gas                    uint64
	open, low, high, close int32
	missing                bool
}

// fits reports whether a minute can be kept in a roll. What does not fit is no market: a pool has
// less than 2^128 of a token, and its liquidity is below 2^128 too.
func fits(m Minute) bool {
	for _, v := range []*uint256.Int{m.In0, m.In1, m.Liquidity} {
		if v[2]|v[3] != 0 {
			return false
		}
	}
	return m.GasPrice == nil || m.GasPrice.IsUint64()
}

// rolled keeps minutes that fit and have a gas price; there is at least one.
func rolled(minutes []Minute) roll {
	r := roll{start: minutes[0].Time, rows: make([]rolledMinute, len(minutes))}
	half := func(v *uint256.Int) [2]uint64 { return [2]uint64{v[0], v[1]} }
	for i, m := range minutes {
		r.rows[i] = rolledMinute{
			in0: half(m.In0), in1: half(m.In1), liquidity: half(m.Liquidity), gas: m.GasPrice.Uint64(), missing: m.Missing,
			open: int32(m.Open), low: int32(m.Low), high: int32(m.High), close: int32(m.Close), //nolint:gosec // ticks of a pool
		}
	}
	return r
}

// minute returns one that is kept.
func (r *roll) minute(i int) Minute {
	p := &r.rows[i]
	v := new([4]uint256.Int)
	for k, half := range [][2]uint64{p.in0, p.in1, p.liquidity, {p.gas}} {
		v[k][0], v[k][1] = half[0], half[1]
	}
	return Minute{
		Time: r.start.Add(time.Duration(i) * time.Minute), Missing: p.missing,
		Open: int(p.open), Low: int(p.low), High: int(p.high), Close: int(p.close),
		In0: &v[0], In1: &v[1], Liquidity: &v[2], GasPrice: &v[3],
	}
}
