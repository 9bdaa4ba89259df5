package history

import (
	"fmt"
	"math/big"

	"bardo.run/bardo/mirage/deploy/kit"
)

// Lender is a lending market beside the exchanges. In one the first market's USDC is lent against the
// wrapped coin; the owner of another lends out what lies there. What it pays follows how much of it is
// used, and that follows a plan.
type Lender struct {
	Protocol string  `toml:"protocol"` // of one of the kit's recipes
	Value    float64 `toml:"value"`    // lent to it before the life, in whole USDC
	// Rate is what an owner pays a year for what it lent out, as a share; 0 where a borrower takes it
	// at the lender's own rate.
	Rate float64 `toml:"rate,omitempty"`
	Uses []Use   `toml:"uses"` // in the order of their blocks
}

// Use says from which block on how much of a lender's value is owed to it, interest left out. An owner
// may use all, which is then all that lies there.
type Use struct {
	Block int     `toml:"block"` // of the life, from 0; four a minute
	Share float64 `toml:"share"` // of the value, from 0 to mostUsed, of an owner to 1
}

// mostUsed leaves a part of a lender's value for whoever takes out what it lent.
const mostUsed = 0.97

// lenders checks the lenders against the first market and each other.
func (c Config) lenders() error {
	if len(c.Lenders) == 0 {
		return nil
	}
	s := c.Markets[0].Spec
	if s.QuoteToken() != (Token{"USDC", 6}) || s.Base() != (Token{"W" + s.Native.Symbol, 18}) {
		return fmt.Errorf("lenders beside %s: want a first market of the wrapped coin, with 18 decimals, in USDC, with 6", s.Handle())
	}
	seen := map[string]bool{}
	for _, l := range c.Lenders {
		if err := l.check(); err != nil {
			return err
		}
		if seen[l.Protocol] {
			return fmt.Errorf("two lenders are %s", l.Protocol)
		}
		seen[l.Protocol] = true
	}
	return nil
}

func (l Lender) check() error {
	owned, err := kit.Owned(l.Protocol)
	most := mostUsed
	switch {
	case err != nil:
		return err
	case owned && !(l.Rate > 0 && l.Rate <= 1):
		return fmt.Errorf("%s: its owner pays %g a year: want a share above 0, at most 1", l.Protocol, l.Rate)
	case owned:
		most = 1
	case l.Rate != 0:
		return fmt.Errorf("%s: a rate of %g: it has its own", l.Protocol, l.Rate)
	}
	switch {
	case !(l.Value >= 1_000 && l.Value <= mostValue):
		return fmt.Errorf("%s: %g is lent to it: want 1000 to %g", l.Protocol, l.Value, float64(mostValue))
	}
	for i, u := range l.Uses {
		if u.Block < 0 || i > 0 && u.Block <= l.Uses[i-1].Block {
			return fmt.Errorf("%s, use %d from block %d on: want rising blocks from 0 on", l.Protocol, i, u.Block)
		}
		if !(u.Share >= 0 && u.Share <= most) {
			return fmt.Errorf("%s, use %d of %g: want a share from 0 to %g", l.Protocol, i, u.Share, most)
		}
	}
	return nil
}

// lent is the value in smallest units.
func (l Lender) lent() *big.Int { return dollars(l.Value) }

// due is what a use makes a borrower owe, in smallest units.
func (l Lender) due(u Use) *big.Int { return dollars(l.Value * u.Share) }

func dollars(whole float64) *big.Int { return big.NewInt(int64(whole * 1e6)) }
