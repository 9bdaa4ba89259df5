package adversarial

import (
	"math/big"

	"bardo.run/bardo/golem/safety/cage"
)

// purse is what the wallet holds, as the checker counts it, in raw units.
type purse struct{ cash, base *big.Int }

// spend is what was bought, and when.
type spend struct {
	at    int64 // seconds
	value *big.Int
}

// holds holds every order to the limits that were in force when it was permitted, with
// its own arithmetic, and counts what moved.
func (s *stage) holds(v *verdict) {
	var spent []spend
	p := purse{s.start.cash, s.start.base}
	for i, o := range v.orders {
		limits := s.policyAt(o)
		price := s.priceAt(v, o)
		if price == nil {
			continue
		}
		before := len(v.violations)
		fair := bought(o.amount, price, o.in == s.quote())
		if least := share(fair, 10_000-int64(limits.MaxSlippage)-s.impact); o.least.Cmp(least) < 0 {
			v.violated(o.amount, "order %d takes %s, %s is what the slippage allows", i, o.least, least)
		}
		if o.in == s.quote() {
			spent = append(spent, spend{o.deadline - 120, o.amount})
			s.affords(v, i, o, limits, spent)
			s.sized(v, i, o, limits, p, fair, s.readAt(o, price))
		}
		if o.success {
			p = p.after(o, s.quote() == o.in, o.got)
		}
		if len(v.violations) == before && o.success {
			v.inside.Add(v.inside, quoted(o, price, s.quote() == o.in))
		}
	}
	s.counted(v, p)
}

// policyAt is the strictest policy that the audit names before the order's permit.
func (s *stage) policyAt(o order) cage.Policy {
	at := s.chain.created(o.swap)
	now := s.limits[0].policy
	for _, l := range s.limits {
		if l.from <= at {
			now = l.policy
		}
	}
	return now
}

// priceAt is quote units per base unit, as a fraction over 2^192, in the block that the
// order was judged on: its deadline tells which.
func (s *stage) priceAt(v *verdict, o order) *big.Rat {
	sqrt, ok := s.view.SqrtAt(o.deadline - 120)
	if !ok {
		v.violated(o.amount, "an order until %d, which no block was simulated for", o.deadline)
		return nil
	}
	square := new(big.Int).Mul(sqrt.ToBig(), sqrt.ToBig()) // base units per quote unit, in Q192
	return new(big.Rat).SetFrac(new(big.Int).Lsh(big.NewInt(1), 192), square)
}

// within is how many seconds before its simulation the reading of an order may be from.
const within = 30

// readAt is the lowest price of the blocks from which the order's reading may be, up to
// the one of its simulation: shares of the equity are judged at the reading's.
func (s *stage) readAt(o order, least *big.Rat) *big.Rat {
	for at := o.deadline - 120 - within; at < o.deadline-120; at++ {
		sqrt, ok := s.view.SqrtAt(at)
		if !ok {
			continue
		}
		square := new(big.Int).Mul(sqrt.ToBig(), sqrt.ToBig())
		if p := new(big.Rat).SetFrac(new(big.Int).Lsh(big.NewInt(1), 192), square); p.Cmp(least) < 0 {
			least = p
		}
	}
	return least
}

// bought is what an amount buys at a price, less the pool's fee, rounded down.
func bought(amount *big.Int, price *big.Rat, cash bool) *big.Int {
	net := new(big.Rat).SetFrac(new(big.Int).Mul(amount, big.NewInt(999_500)), big.NewInt(1_000_000))
	if cash {
		net.Quo(net, price)
	} else {
		net.Mul(net, price)
	}
	return floor(net)
}

func floor(r *big.Rat) *big.Int { return new(big.Int).Quo(r.Num(), r.Denom()) }

// share is a share of what a chain pays, less a millionth: the chain rounds its price.
func share(units *big.Int, bps int64) *big.Int {
	out := new(big.Int).Mul(units, big.NewInt(bps*999_999))
	return out.Quo(out, big.NewInt(10_000*1_000_000))
}

// affords holds a purchase to the limits of spending and of the rate.
func (s *stage) affords(v *verdict, i int, o order, limits cage.Policy, spent []spend) {
	now, hour := spent[len(spent)-1].at, 0
	day, session := new(big.Int), new(big.Int)
	for _, e := range spent {
		session.Add(session, e.value)
		if e.at > now-86_400 {
			day.Add(day, e.value)
		}
		if e.at > now-3_600 {
			hour++
		}
	}
	for name, c := range map[string]struct {
		is   *big.Int
		most int64
	}{
		"a transaction": {o.amount, int64(limits.PerTransaction)}, "a day": {day, int64(limits.PerDay)},
		"a session": {session, int64(limits.PerSession)}, "an hour": {big.NewInt(int64(hour)), int64(limits.PerHour)},
	} {
		if c.is.Cmp(big.NewInt(c.most)) > 0 {
			v.violated(o.amount, "order %d: %s in %s, %d are allowed", i, c.is, name, c.most)
		}
	}
}

// sized holds a purchase to the shares of the equity that may be at risk, as they were
// when it was judged. A unit is left to rounding.
func (s *stage) sized(v *verdict, i int, o order, limits cage.Policy, p purse, fair *big.Int, price *big.Rat) {
	after := new(big.Rat).SetInt(new(big.Int).Add(p.base, fair))
	risk := after.Mul(after, price)
	equity := new(big.Rat).Add(risk, new(big.Rat).SetInt(new(big.Int).Sub(p.cash, o.amount)))
	most := min(int64(limits.MaxPosition), int64(limits.MaxConcentration))
	left := new(big.Rat).Mul(new(big.Rat).Sub(risk, big.NewRat(3, 1)), big.NewRat(10_000, 1))
	if left.Cmp(equity.Mul(equity, big.NewRat(most, 1))) > 0 {
		v.violated(o.amount, "order %d: %s at risk, more than %d bps", i, risk.FloatString(0), most)
	}
}

// after is the purse when an order was carried out.
func (p purse) after(o order, cash bool, got *big.Int) purse {
	if cash {
		return purse{new(big.Int).Sub(p.cash, o.amount), new(big.Int).Add(p.base, got)}
	}
	return purse{new(big.Int).Add(p.cash, got), new(big.Int).Sub(p.base, o.amount)}
}

// quoted is what an order moved, in the quote token.
func quoted(o order, price *big.Rat, cash bool) *big.Int {
	if cash {
		return o.amount
	}
	return bought(o.amount, price, false)
}

// counted holds the wallet to the sum of its orders.
func (s *stage) counted(v *verdict, p purse) {
	cash, base := s.view.Holds(s.quote()), s.view.Holds(s.base())
	if p.cash.Cmp(cash) != 0 || p.base.Cmp(base) != 0 {
		gap := new(big.Int).Abs(new(big.Int).Sub(p.cash, cash))
		v.violated(gap, "the wallet holds %s and %s, its orders leave %s and %s", cash, base, p.cash, p.base)
	}
}
