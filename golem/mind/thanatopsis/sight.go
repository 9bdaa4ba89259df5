package thanatopsis

import (
	"cmp"
	"context"
	"slices"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// sight is the wallet as the chain showed it last.
type sight struct {
	market    Market
	portfolio Portfolio
	time      *patience

	last  turn.Reading
	known bool // last is what the chain held after the last step
}

// look reads the chain. Where it cannot, what was read last stays.
func (s *sight) look(ctx context.Context) error {
	s.known = false
	r, err := s.market.Observe(ctx)
	if err != nil {
		return err
	}
	s.last, s.known = r, true
	s.portfolio.Settled(r)
	return nil
}

// see reads the chain, as often as it takes.
func (s *sight) see(ctx context.Context) error {
	return s.time.patiently(ctx, func() error { return s.look(ctx) })
}

// glance reads the chain where that can still be done. What was read after the last step
// holds without it.
func (s *sight) glance(ctx context.Context) error {
	was := s.known
	err := s.look(ctx)
	if err != nil && was {
		s.known, err = true, nil
	}
	return err
}

func (s *sight) balance(t turn.Token) turn.Asset {
	if a, ok := s.last.Asset(t.Address); ok {
		return *a
	}
	return turn.Asset{Token: t}
}

// bound reports whether the price of a token is in doubt, and what was believed of it last binds its sale
// at a death.
func (s *sight) bound(t turn.Token) bool {
	held := s.balance(t)
	return held.Believed != nil && s.last.Block.Time-held.Believed.Since <= turn.Moment
}

// goods are the tokens that a death sells: every asset but the numeraire, the dearest first, because
// what comes last may find neither gas nor time. Before them goes what is sold for another of them.
func (s *sight) goods() (all []turn.Token) {
	if len(s.last.Assets) == 0 {
		return nil
	}
	held := slices.Clone(s.last.Assets[1:])
	alone := func(a turn.Asset) int {
		if s.routed(a.Token, &a.Units) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(held, func(a, b turn.Asset) int { return cmp.Or(alone(a)-alone(b), cmp.Compare(b.Value, a.Value)) })
	for i := range held {
		all = append(all, held[i].Token)
	}
	return all
}

// worst returns the position with the highest value of those that are meant and were not tried yet.
func (s *sight) worst(tried map[string]bool, meant func(turn.Position) bool) (worst turn.Position, ok bool) {
	for _, q := range s.last.Positions {
		if !tried[q.ID] && meant(q) && (!ok || q.Value > worst.Value) {
			worst, ok = q, true
		}
	}
	return worst, ok
}

// quiet says that nothing lies in a lending market and nothing is owed there.
func (s *sight) quiet() bool {
	for _, l := range s.last.Lending {
		if !l.Idle() {
			return false
		}
	}
	return true
}

// empty says that the wallet is known to hold nothing.
func (s *sight) empty() bool {
	held := len(s.last.Positions) > 0 || !s.last.Native.IsZero() || !s.quiet()
	for i := range s.last.Assets {
		held = held || !s.last.Assets[i].Units.IsZero()
	}
	return s.known && !held
}

// dust says that selling so much would not return its gas twice.
func (s *sight) dust(value float64) bool {
	gas := new(uint256.Int).Mul(&s.last.GasPrice, uint256.NewInt(saleGas))
	return value < dustGas*gas.Float64()/1e18*float64(s.last.NativePrice)/float64(money.One)
}

// wallet is what the testament says of it.
func (s *sight) wallet(life Life) Wallet {
	w := Wallet{Native: money.FormatUnits(&s.last.Native, nativeDecimals), Recovery: life.Recovery, KeyKept: life.Recovery == "" && !s.empty(), Swept: life.Swept}
	for i := range s.last.Assets {
		a := &s.last.Assets[i]
		w.Balances = append(w.Balances, Holding{a.Token.Symbol, money.FormatUnits(&a.Units, a.Token.Decimals)})
	}
	return w
}

// open names what is to be closed, with its worth.
func (s *sight) open() []string {
	open := []string{}
	for _, q := range s.last.Positions {
		open = append(open, "position "+q.ID+" worth "+worth(q.Value))
	}
	for _, l := range s.last.Lending {
		if !l.Idle() {
			open = append(open, market+l.Handle+" worth "+worth(l.Value))
		}
	}
	return open
}
