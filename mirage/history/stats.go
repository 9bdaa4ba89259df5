package history

import (
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/holiman/uint256"
)

// Stats say what a world did and what it had to assume.
type Stats struct {
	Figures             // of the first market
	Blocks    int       // sealed since the life began
	More      []Figures // of the other recorded markets, in their order
	Followers []FollowerFigures
	Lenders   []LenderFigures
	Pulls     int // swaps of the manipulator
	Held      int // blocks that ended with a pool held away from its price
}

// Figures say what happened in one recorded market. Values are raw units of its quote token
// at the closing price of their minute.
type Figures struct {
	Handle  string
	Minutes int // minutes of the history that closed
	Missing int // of them without a record
	Short   int // walks that needed more inflow than was recorded
	Silent  int // of the short ones, those without any recorded inflow
	Floored int // of the short ones, those that walked at the floor of liquidity
	// Recorded is the recorded inflow, ShortBy what short walks lacked of it.
	Recorded, ShortBy *uint256.Int

	Swaps  int // of the market's accounts
	Repegs int // times the market moved the price back after somebody else's swap
	Others int // swaps of anybody else
	Days   []Day
}

// Day is one UTC day of a history.
type Day struct {
	Date time.Time
	// Recorded is the recorded inflow and Paid what all swaps of the day paid into the
	// pool, in value and with fees included. Those of others count, the Golem's among them:
	// a trade moves fees within the day and does not add to them.
	Recorded, Paid *uint256.Int
}

// Off returns by which share the paid fees differ from the recorded ones: 0.01 is 1 %
// too much. It is 0 for a day without recorded inflow.
func (d Day) Off() float64 {
	if d.Recorded.IsZero() {
		return 0
	}
	return d.Paid.Float64()/d.Recorded.Float64() - 1
}

// ShortShare returns which share of the recorded inflow short walks lacked.
func (s Figures) ShortShare() float64 {
	if s.Recorded.IsZero() {
		return 0
	}
	return s.ShortBy.Float64() / s.Recorded.Float64()
}

// Assumptions are the sentences that a report prints about a history. Where it has several
// markets, each sentence begins with the handle of its own.
func (s Stats) Assumptions() []string {
	lines := s.Figures.assumptions()
	if len(s.More) > 0 {
		lines = nil
		for _, f := range append([]Figures{s.Figures}, s.More...) {
			for _, line := range f.assumptions() {
				lines = append(lines, f.Handle+": "+line)
			}
		}
	}
	if s.Pulls > 0 {
		lines = append(lines, fmt.Sprintf("a manipulator, who is no part of the record, pulled pools away from their price by %d swaps and held them there in %d blocks", s.Pulls, s.Held))
	}
	for _, f := range s.Followers {
		lines = append(lines, fmt.Sprintf("%s has no record: an arbitrageur kept it at the market's price by %d swaps, from which it kept %s after fees and gas",
			f.Handle, f.Swaps, whole(f.Profit, f.Quote)))
	}
	for _, l := range s.Lenders {
		if l.Owned {
			lines = append(lines, fmt.Sprintf("%s has no record: its owner lent out what lay there %d times and brought it back %d times by the world's plan, was refused %d times, had %s out at most, and paid %s for it",
				l.Handle, l.Loans, l.Repaid, l.Refused, whole(l.Most, loaned), whole(l.Paid, loaned)))
			continue
		}
		lines = append(lines, fmt.Sprintf("%s has no record: a borrower took %d loans and repaid %d times by the world's plan, was refused %d times, and owed %s at most",
			l.Handle, l.Loans, l.Repaid, l.Refused, whole(l.Most, loaned)))
	}
	return lines
}

// loaned is what lenders lend.
var loaned = Token{Symbol: "USDC", Decimals: 6}

// whole is an amount in whole tokens, with two decimals that are cut off.
func whole(units *big.Int, t Token) string {
	one := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(t.Decimals)), nil)
	cents := new(big.Int).Quo(new(big.Int).Mul(new(big.Int).Abs(units), big.NewInt(100)), one)
	sign := ""
	if units.Sign() < 0 {
		sign = "−"
	}
	part := new(big.Int)
	cents.QuoRem(cents, big.NewInt(100), part)
	return fmt.Sprintf("%s%s.%02d %s", sign, cents, part, t.Symbol)
}

func (s Figures) assumptions() []string {
	lines := []string{
		"the market is moved back to the recorded tick after every trade of the Golem: nobody reacts to it",
		fmt.Sprintf("%d of %d minutes moved further than their recorded inflow pays for (they lack %.1f %% of the recorded value): liquidity was lower while they moved", s.Short, s.Minutes, 100*s.ShortShare()),
		fmt.Sprintf("%d minutes moved with no recorded inflow at all; %d moved at the floor, 1/%d of the recorded liquidity", s.Silent, s.Floored, WalkFloor),
		fmt.Sprintf("%d missing minutes: the market stood still", s.Missing),
		fmt.Sprintf("%d times the market moved the price back after another's swap", s.Repegs),
	}
	for _, d := range s.Days {
		lines = append(lines, fmt.Sprintf("%s: fees to liquidity providers differ from the record by %.3f %%", d.Date.Format(time.DateOnly), 100*d.Off()))
	}
	return lines
}

func newFigures(s Spec) Figures {
	return Figures{Handle: s.Handle(), Recorded: new(uint256.Int), ShortBy: new(uint256.Int)}
}

// day returns the figures of the minute's day, nil before its first close.
func (s *Figures) day(m Minute) *Day {
	if n := len(s.Days); n > 0 && s.Days[n-1].Date.Equal(dateOf(m.Time)) {
		return &s.Days[n-1]
	}
	return nil
}

// close books the figures of a minute that closed, and what was paid in it.
func (s *Figures) close(m Minute, plan Plan, paid *uint256.Int) {
	day := s.day(m)
	if day == nil {
		s.Days = append(s.Days, Day{dateOf(m.Time), new(uint256.Int), new(uint256.Int)})
		day = s.day(m)
	}
	day.Recorded.Add(day.Recorded, plan.Recorded)
	day.Paid.Add(day.Paid, paid)
	s.Minutes++
	s.Recorded.Add(s.Recorded, plan.Recorded)
	if m.Missing {
		s.Missing++
	}
	if plan.Short {
		s.Short++
		s.ShortBy.Add(s.ShortBy, new(uint256.Int).Sub(plan.Need, plan.Recorded))
	}
	if plan.Silent {
		s.Silent++
	}
	if plan.Floored {
		s.Floored++
	}
}

// copy returns a copy that shares nothing with s.
func (s Figures) copy() Figures {
	s.Recorded, s.ShortBy = s.Recorded.Clone(), s.ShortBy.Clone()
	s.Days = slices.Clone(s.Days)
	for i := range s.Days {
		s.Days[i].Recorded, s.Days[i].Paid = s.Days[i].Recorded.Clone(), s.Days[i].Paid.Clone()
	}
	return s
}
