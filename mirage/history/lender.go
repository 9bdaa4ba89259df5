package history

import (
	"fmt"
	"math/big"

	"bardo.run/bardo/mirage/deploy/kit"
)

// Lender is a lending market beside the exchanges, in which the first market's USDC is lent
// against the wrapped coin. Its rates follow how much of it is used, and that follows a plan.
type Lender struct {
	Protocol string  `toml:"protocol"` // kit.AaveV3 or kit.MorphoBlue
	Value    float64 `toml:"value"`    // lent to it before the life, in whole USDC
	Uses     []Use   `toml:"uses"`     // in the order of their blocks
}

// Use says from which block on how much of a lender's value a borrower owes, interest left out.
type Use struct {
	Block int     `toml:"block"` // of the life, from 0; four a minute
	Share float64 `toml:"share"` // of the value, from 0 to mostUsed
}

// mostUsed leaves a part of each lender's value for whoever takes out what it lent.
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
	switch {
	case l.Protocol != kit.AaveV3 && l.Protocol != kit.MorphoBlue:
		return fmt.Errorf("no lending protocol is %q: want %s or %s", l.Protocol, kit.AaveV3, kit.MorphoBlue)
	case !(l.Value >= 1_000 && l.Value <= mostValue):
		return fmt.Errorf("%s: %g is lent to it: want 1000 to %g", l.Protocol, l.Value, float64(mostValue))
	}
	for i, u := range l.Uses {
		if u.Block < 0 || i > 0 && u.Block <= l.Uses[i-1].Block {
			return fmt.Errorf("%s, use %d from block %d on: want rising blocks from 0 on", l.Protocol, i, u.Block)
		}
		if !(u.Share >= 0 && u.Share <= mostUsed) {
			return fmt.Errorf("%s, use %d of %g: want a share from 0 to %g", l.Protocol, i, u.Share, mostUsed)
		}
	}
	return nil
}

// lent is the value in smallest units.
func (l Lender) lent() *big.Int { return dollars(l.Value) }

// due is what a use makes a borrower owe, in smallest units.
func (l Lender) due(u Use) *big.Int { return dollars(l.Value * u.Share) }

func dollars(whole float64) *big.Int { return big.NewInt(int64(whole * 1e6)) }
