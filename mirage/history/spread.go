package history

import (
	"time"

	"github.com/holiman/uint256"
)

// spread makes minutes of a longer candle. The price goes in straight lines from its open
// over the extreme on the far side of its close to the other one, and to its close: an
// hour that rose is taken to have fallen first. Its volume is the same in every minute.
func spread(m Minute, minutes int) []Minute {
	if minutes == 1 {
		return []Minute{m}
	}
	path := []int{m.Open, m.Low, m.High, m.Close}
	if m.Close < m.Open {
		path = []int{m.Open, m.High, m.Low, m.Close}
	}
	out := make([]Minute, minutes)
	last := m.Open
	for i := range out {
		low, high, end := along(path, i, minutes)
		out[i] = Minute{
			Time: m.Time.Add(time.Duration(i) * time.Minute), Open: last, Low: min(low, last), High: max(high, last), Close: end,
			In0: part(m.In0, i, minutes), In1: part(m.In1, i, minutes), Liquidity: m.Liquidity,
		}
		last = end
	}
	return out
}

// along returns the extremes and the end of part i of n of a path in ticks.
func along(path []int, i, n int) (low, high, end int) {
	total := 0
	for j := range path[1:] {
		total += gap(path[j], path[j+1])
	}
	from, to, done := total*i/n, total*(i+1)/n, 0
	low, high, end = path[3], path[3], path[3]
	for j := range path[1:] {
		a, b := path[j], path[j+1]
		leg := gap(a, b)
		if to < done || from > done+leg {
			done += leg
			continue
		}
		at := func(d int) int {
			if d = max(0, min(leg, d-done)); b < a {
				return a - d
			}
			return a + d
		}
		if from >= done { // the part begins in this leg
			low, high = at(from), at(from)
		}
		end = at(to)
		low, high = min(low, end), max(high, end)
		done += leg
	}
	return low, high, end
}

func gap(a, b int) int { return max(a-b, b-a) }

// part is share i of n of an amount; the shares add up to it.
func part(all *uint256.Int, i, n int) *uint256.Int {
	to, from := mulDiv(all, uint256.NewInt(uint64(i+1)), uint256.NewInt(uint64(n))), mulDiv(all, uint256.NewInt(uint64(i)), uint256.NewInt(uint64(n)))
	return to.Sub(to, from)
}
