package worstday

import (
	"math"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/internal/money"
)

// Custody is who holds the money and the limits.
type Custody string

// The custodies.
const (
	OwnKey     Custody = "localkey"         // the Golem's own account, without a grant
	Granted    Custody = "localkey-granted" // the owner's account, within calls and sums of a day
	Delegation Custody = "delegation"       // the owner's account, within a cage on the chain
	Embedded   Custody = "embedded"         // a wallet whose key lies in a provider's enclave
)

// Limits are what the figure is computed from: Of makes them for a Golem that reads its
// account, New for one that is not born yet.
type Limits struct {
	Valuation
	Custody Custody

	MaxConcentration money.BPS  // what may be anything but cash
	DayLoss          money.USDC // what trades may lose in 24 hours
	ExitLoss         money.BPS  // what a sale may lose beyond that
	MoveLoss         money.BPS  // what one swap or new position may lose
	PerDay           money.USDC // what is opened in 24 hours: sales into cash are no part of it
	Daily            money.USDC // under a grant to a local key: what its contracts let be spent in 24 hours
	// Key is what the key's own account holds, or may hold where the money is another's: coin
	// for gas, and dollars for models and time. All of it counts and not the day's cap on gas,
	// from which orders that leave a position are exempt.
	Key money.USDC
	// Refill is what may be unwrapped in 24 hours, to be burnt as gas too; no contract is asked.
	Refill money.USDC
	// Capped is what all assets but cash may come to by their caps in the account's cage; zero: not
	// all have one. The program's caps bound nothing here: it counts what a position is made of, and
	// who bends a pool makes it of something else.
	Capped money.BPS
	// Routed says that an order may be two moves, because there are assets to go over: it is spent
	// once, and each of its moves may lose. Contracts count both.
	Routed bool
	// Caged says that contracts hold DayLoss, ExitLoss, MoveLoss, PerDay and MaxConcentration.
	Caged bool
}

// New are the limits of a Golem whose program holds a policy. key is what its key's own account
// holds or may hold, daily what a grant to a local key lets be spent.
func New(c Custody, p cage.Policy, v Valuation, key, daily money.USDC) Limits {
	return Limits{
		Valuation: v, Custody: c, MaxConcentration: p.MaxConcentration, DayLoss: loss.Share(p.Loss.Day, v.Worth), ExitLoss: p.Loss.Exit,
		MoveLoss: p.Loss.Move, PerDay: p.PerDay, Daily: daily, Key: key, Refill: refill(c, p), Routed: len(p.Tokens) > 2,
	}
}

// refill is the reserve for gas where the coin is the account's own: under a grant nothing is
// unwrapped.
func refill(c Custody, p cage.Policy) money.USDC {
	if c != OwnKey && c != Embedded {
		return 0
	}
	return p.GasReserve
}

// Within are the limits where a cage on the chain holds its own, whatever the program's are.
func (l Limits) Within(c policycage.Limits) Limits {
	l.Caged, l.Routed, l.DayLoss, l.ExitLoss, l.MoveLoss = true, false, c.DayLoss, c.ExitLoss, c.MoveLoss
	l.PerDay, l.MaxConcentration = c.PerDay, c.Concentration
	return l
}

// Of are New's at a reading, within the cage that was read.
func Of(c Custody, p cage.Policy, r turn.Reading, key, daily money.USDC) Limits {
	l := New(c, p, Value(r), key, daily)
	if f := r.Fence; f != nil && f.Loss.Bounded {
		l.Capped = f.AssetCaps
		return l.Within(policycage.Limits{DayLoss: f.Loss.Day, ExitLoss: f.Loss.Exit, MoveLoss: f.Loss.Move, PerDay: f.PerDay, Concentration: f.Concentration})
	}
	return l
}

// exposure is the most that can be anything but cash: what is in positions and at lenders, and
// of all else what is none now, or MaxConcentration, until which more is bought. Where each asset
// has a cap in the cage it is no more than those let be bought beside what is held. With something
// in positions their cost counts there, which may be more than they are worth, and caps bound
// nothing.
func (l Limits) exposure() money.USDC {
	most := sum(l.Placed, max(l.NotCash-l.Placed, share(l.MaxConcentration, sum(l.Worth, l.Owed)-l.Placed)))
	if !l.Caged || l.Capped == 0 || l.Placed > 0 || l.Owed > 0 {
		return most
	}
	return min(most, sum(l.NotCash, share(l.Capped, l.Worth)))
}

func share(b money.BPS, of money.USDC) money.USDC {
	v, err := b.OfUp(of)
	if err != nil {
		return math.MaxInt64
	}
	return v
}

func sum(parts ...money.USDC) (all money.USDC) {
	for _, p := range parts {
		next, err := all.Add(p)
		if err != nil {
			return math.MaxInt64
		}
		all = next
	}
	return all
}
