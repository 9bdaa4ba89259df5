package cage

import (
	"math"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Counted is what a reading comes to as the limits count it, in raw units of the numeraire, so that an
// order can be sized by what it will be judged by. Risk is everything but cash, whatever is owed.
type Counted struct {
	Equity, Risk, Lent uint256.Int
	book               book
}

// Count counts a reading; false where something that is held has no price, and nothing passes that opens.
func Count(r turn.Reading) (Counted, bool) {
	b, ok := newBook(r)
	if !ok {
		return Counted{}, false
	}
	return Counted{natural(b.equity()), natural(b.risk()), natural(b.lent()), b}, true
}

// Value is what units of a token are worth, rounded down.
func (c Counted) Value(token common.Address, units *uint256.Int) uint256.Int {
	return natural(c.book.value(token, units))
}

// natural is a number that is neither below zero nor above the largest one.
func natural(v *big.Int) (n uint256.Int) {
	if v.Sign() > 0 && n.SetFromBig(v) {
		n.SetAllOne()
	}
	return n
}

// Left is how much more a limit on spending lets be opened with. Once says that it is one transaction's, and
// not a sum of several.
type Left struct {
	Name  string
	Value money.USDC
	Once  bool
}

// Left are what the limits on spending leave at a reading and a time.
func (c *Cage) Left(seen turn.Reading, now int64) []Left {
	p, f := c.policy.bounds(seen), seen.Fence
	left := []Left{
		{"safety.spending_limits.per_transaction", p.PerTransaction, true},
		{"what is left of safety.spending_limits.per_session", p.PerSession - c.spent.session, false},
		{"what is left of safety.spending_limits.per_day", p.PerDay - c.spent.inDay(now), false},
	}
	if f != nil && f.Caged {
		left = append(left, Left{"what is left of the day in the cage on the chain", f.DayLeft, false})
	}
	if b, ok := newBook(seen); ok && f != nil && f.Exits { // what is held has to fit too, so that it could be sold again
		risk, _ := b.prices.Cost(b.prices.Cash().Address, b.risk())
		left = append(left, Left{"what is left of the delegation's day", (f.DayLeft - min(risk, math.MaxInt64/2)) / 2, false})
	}
	return left
}

// Shares are the limits in force at a reading on one position and on all of them, as shares of equity.
func (c *Cage) Shares(seen turn.Reading) (position, all money.BPS) {
	p := c.policy.bounds(seen)
	return p.MaxPosition, p.MaxConcentration
}
