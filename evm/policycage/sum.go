package policycage

import (
	"math"
	"math/big"

	"github.com/holiman/uint256"

	"bardo.run/bardo/internal/money"
)

// Sum is a word of contracts/src/Rolling.sol: what was spent or lost in the quarters of the
// last day, and since a session began. Amounts are kept in whole cents, rounded up. An exact
// window would need a list in storage, and a calendar's day lets twice its limit through around
// midnight.
type Sum uint256.Int

// How a word is made (contracts/src/Rolling.sol).
const (
	quarter = 6 * 3_600 // seconds
	buckets = 5
	cent    = 10_000 // of a dollar in millionths
)

// MostCounted is the largest limit that a sum holds, in millionths of a dollar: a quarter
// counts no more.
const MostCounted = math.MaxUint32 * cent

// SumOf takes a word as the chain says it; ok is false where it is none.
func SumOf(word *big.Int) (Sum, bool) {
	v, over := uint256.FromBig(word)
	if over || v == nil {
		return Sum{}, false
	}
	return Sum(*v), true
}

// Big is the word.
func (s Sum) Big() *big.Int { return (*uint256.Int)(&s).ToBig() }

func (s Sum) field(shift uint, mask uint64) uint64 {
	return new(uint256.Int).Rsh((*uint256.Int)(&s), shift).Uint64() & mask
}

func (s Sum) bucket(i uint64) uint64 { return s.field(uint(32*(i+1)), math.MaxUint32) }

// past is how many quarters lie between the last addition and a time, in unix seconds.
func (s Sum) past(now uint64) uint64 { return now/quarter - s.field(0, math.MaxUint32) }

// Day is what counts at a time, in unix seconds, which must not lie before the last
// addition: what was added in the 24 hours before, and in up to six more.
func (s Sum) Day(now uint64) money.USDC {
	cents := uint64(0)
	for i := uint64(0); i+s.past(now) < buckets && s.past(now) < buckets; i++ {
		cents += s.bucket(i)
	}
	return money.USDC(cents * cent) //nolint:gosec // five numbers of 32 bits
}

// Session is what was added since the session began. What cannot be said is the most that
// can be.
func (s Sum) Session() money.USDC {
	cents := s.field(192, math.MaxUint64)
	if cents > math.MaxInt64/cent {
		return math.MaxInt64
	}
	return money.USDC(cents * cent) //nolint:gosec // checked
}

// Add is the word after millionths of a dollar were added.
func (s Sum) Add(now, amount uint64) Sum {
	cents := amount / cent
	if amount%cent != 0 {
		cents++
	}
	past, next := s.past(now), new(uint256.Int)
	put := func(shift uint, v uint64) { next.Or(next, new(uint256.Int).Lsh(uint256.NewInt(v), shift)) }
	put(0, now/quarter&math.MaxUint32)
	for i := past; i < buckets; i++ {
		if i > 0 {
			put(uint(32*(i+1)), s.bucket(i-past))
		}
	}
	here := uint64(0)
	if past == 0 {
		here = s.bucket(0)
	}
	put(32, most(here, cents, math.MaxUint32))
	put(192, most(s.field(192, math.MaxUint64), cents, math.MaxUint64))
	return Sum(*next)
}

func most(a, b, largest uint64) uint64 {
	if b > largest-a {
		return largest
	}
	return a + b
}

// Falls is the first time after now, in unix seconds, at which the day's sum is at most
// an amount; now itself where it is already.
func (s Sum) Falls(now uint64, to money.USDC) uint64 {
	for s.Day(now) > to {
		now = (now/quarter + 1) * quarter
	}
	return now
}
