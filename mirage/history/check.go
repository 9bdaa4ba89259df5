package history

import (
	"fmt"

	"bardo.run/bardo/mirage/deploy"

	"github.com/holiman/uint256"
)

// Check says why a market cannot be lived: a minute that the market account could not
// carry out, or contracts that could not be deployed. Open asks it, and whoever writes
// anything before Open should.
func (m Market) Check() error {
	if len(m.Minutes) == 0 {
		return ErrNoHistory
	}
	if _, ok := spacings[m.Spec.Fee]; !ok {
		return fmt.Errorf("fee %d: no such tier in the factory", m.Spec.Fee)
	}
	for _, minute := range m.Minutes {
		if found, want := m.Spec.refuse(minute); found != "" {
			return fmt.Errorf("minute %s: %s: %s", stamp(minute.Time), found, want)
		}
	}
	if err := deployment(Config{Markets: []Market{m}}).Check(); err != nil {
		return fmt.Errorf("%s: %w", SpecFile, err)
	}
	return nil
}

// Check says why a world cannot be opened. Open asks it, and whoever writes anything before
// Open should.
func (c Config) Check() error {
	if len(c.Markets) == 0 {
		return ErrNoHistory
	}
	if err := c.Markets[0].Check(); err != nil {
		return err
	}
	for i, m := range c.Markets[1:] {
		if err := c.beside(m, c.Markets[:i+1]); err != nil {
			return err
		}
	}
	if err := c.followers(); err != nil {
		return err
	}
	if err := c.pulls(); err != nil {
		return err
	}
	if err := c.lenders(); err != nil {
		return err
	}
	return deployment(c).Check()
}

// beside checks a further market against those before it.
func (c Config) beside(m Market, before []Market) error {
	name, first := m.Spec.Handle(), c.Markets[0]
	switch native := first.Spec.Native; {
	case len(m.Minutes) == 0:
		return fmt.Errorf("%s: %w", name, ErrNoHistory)
	case m.Spec.Native.Symbol != "" && m.Spec.Native.Symbol != native.Symbol:
		return fmt.Errorf("gas is paid in %s in %s and in %s in %s: want one coin", native.Symbol, first.Spec.Handle(), m.Spec.Native.Symbol, name)
	case !m.Start().Equal(first.Start()) || len(m.Minutes) != len(first.Minutes):
		return fmt.Errorf("%s covers %s to %s and %s %s to %s: want the same minutes", first.Spec.Handle(), stamp(first.Start()), stamp(first.End()),
			name, stamp(m.Start()), stamp(m.End()))
	}
	for _, o := range before {
		if o.Spec.Handle() == name {
			return fmt.Errorf("two markets are %s", name)
		}
		if err := agree(o.Spec, m.Spec); err != nil {
			return err
		}
	}
	m.Spec.Native = Native{Symbol: first.Spec.Native.Symbol, USD: 1} // it is paid at the first market's price
	if err := m.Check(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// agree checks that a symbol means the same token in two markets.
func agree(a, b Spec) error {
	for _, t := range []Token{a.Token0, a.Token1} {
		for _, o := range []Token{b.Token0, b.Token1} {
			if t.Symbol == o.Symbol && t.Decimals != o.Decimals {
				return fmt.Errorf("%s has %d decimals in %s and %d in %s: want one token of a symbol", t.Symbol, t.Decimals, a.Handle(), o.Decimals, b.Handle())
			}
		}
	}
	return nil
}

// refuse says what of a minute cannot be lived, and what could; nothing where it can.
func (s Spec) refuse(m Minute) (found, want string) {
	spacing := spacings[s.Fee]
	widest := MaxTick / spacing * spacing
	switch {
	case m.Time.Unix() < 60:
		return "time " + stamp(m.Time), "a chain begins in 1970, and a minute before its market"
	case m.Low < -widest || m.High >= widest:
		return fmt.Sprintf("ticks %d to %d", m.Low, m.High), fmt.Sprintf("they leave the pool's range of ±%d", widest)
	case !fits(m):
		return "an inflow, a liquidity or a gas price", "amounts below 2^128, and less than 18 coins for a unit of gas"
	case !affordable(m):
		return "liquidity " + m.Liquidity.Dec(), "it is more than the market account can provide"
	case s.Native.USD == 0: // gas is paid at the price of the base token
		return s.unpayable(m)
	}
	return "", ""
}

// affordable tells whether the market account can provide a minute's liquidity many times.
func affordable(m Minute) bool {
	limit := new(uint256.Int).Rsh(deploy.MarketFunds, 8)
	most1 := mulDiv(m.Liquidity, sqrtAt(m.High), q96)
	most0 := mulDiv(m.Liquidity, q96, sqrtAt(m.Low))
	return !most0.Gt(limit) && !most1.Gt(limit)
}

func (s Spec) unpayable(m Minute) (found, want string) {
	for _, tick := range []int{m.Low, m.High} {
		if p := s.Price(tick); !(p > minPrice && p < maxPrice) {
			return fmt.Sprintf("%s for gas would cost %.3g %s", s.Native.Symbol, p, s.QuoteToken().Symbol),
				"give native.usd in " + SpecFile + ", or let token0 and token1 change places if they are the wrong way round"
		}
	}
	return "", ""
}

// finish gives candles their liquidity and refuses, by its line, a row that cannot be
// lived.
func (r *reader) finish() error {
	if *r.candles {
		if err := r.deepen(); err != nil {
			return err
		}
	}
	for i, row := range r.rows {
		if row == noRow {
			continue // the minute stands as the one before it
		}
		if found, want := r.spec.refuse(r.minutes[i]); found != "" {
			return &RowError{File: row.t.file, Line: row.line, Found: found, Want: want}
		}
	}
	return nil
}

// near tells whether a tick lies within MaxJump of the close before it, in the first row of
// its own open.
func (r *reader) near(tick, open int) (from int, what string, ok bool) {
	from, what = open, "open"
	if last := r.last(); last != nil {
		from, what = last.Close, "close before"
	}
	return from, what, max(tick-from, from-tick) <= MaxJump
}
