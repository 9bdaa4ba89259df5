package price

import (
	"slices"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
)

// A rate is told by what shares paid over the last hour, and not before ten minutes of it are known.
// What is remembered of that lies at least three minutes apart.
const (
	yieldOver  = 3_600
	yieldLeast = 600
	yieldApart = 180
	yearly     = 365 * 24 * 3_600
)

// paid is what a fixed number of shares paid at a time.
type paid struct {
	time  int64
	units uint256.Int
}

// yields are what shares of markets that tell no rate paid in the readings before, oldest first, by
// the market and the token. Whoever gives such a market something raises its rate for an hour: that is
// true, and over then.
type yields map[string][]paid

// tell puts into a reading the rates that its markets do not tell themselves, and remembers it. What
// pays less than before has none.
func (y yields) tell(r *turn.Reading) {
	now := r.Block.Time
	for i := range r.Lending {
		for j := range r.Lending[i].Reserves {
			reserve := &r.Lending[i].Reserves[j]
			if reserve.Pays.IsZero() {
				continue
			}
			of := r.Lending[i].Handle + " " + reserve.Token.Handle()
			past := slices.DeleteFunc(y[of], func(p paid) bool { return p.time >= now })
			for len(past) > 1 && past[1].time <= now-yieldOver {
				past = past[1:]
			}
			if len(past) > 0 {
				reserve.SupplyRate = past[0].rate(now, &reserve.Pays)
			}
			if n := len(past); n == 0 || now-past[n-1].time >= yieldApart {
				past = append(past, paid{now, reserve.Pays})
			}
			y[of] = past
		}
	}
}

// rate is by what share of a year units grew to others since, in 1e27ths.
func (p paid) rate(now int64, units *uint256.Int) (rate uint256.Int) {
	if now-p.time < yieldLeast || p.units.IsZero() || !units.Gt(&p.units) {
		return rate
	}
	scale := new(uint256.Int).Exp(uint256.NewInt(10), uint256.NewInt(27))
	scale.Mul(scale, uint256.NewInt(yearly))
	if _, over := rate.MulDivOverflow(new(uint256.Int).Sub(units, &p.units), scale, &p.units); over {
		return uint256.Int{}
	}
	rate.Div(&rate, uint256.NewInt(uint64(now-p.time)))
	return rate
}
