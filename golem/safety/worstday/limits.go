package worstday

import (
	"math"
	"math/big"

	"github.com/holiman/uint256"

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

// Limits are what the figure is computed from, in micro-USD at today's prices.
type Limits struct {
	Custody Custody
	Worth   money.USDC // of the account, its coin for gas left out
	NotCash money.USDC // of it, everything but cash

	MaxConcentration money.BPS  // what may be anything but cash
	DayLoss          money.USDC // what trades may lose in 24 hours
	ExitLoss         money.BPS  // what a sale may lose beyond that
	PerDay           money.USDC // what the program opens in 24 hours
	Daily            money.USDC // under a grant to a local key: what its contracts let be spent in 24 hours
	// Key is what the key's own account holds, or may hold where the money is another's: coin
	// for gas, and dollars for models and time.
	Key money.USDC
	// Fed says that losses are counted at a feed's prices. Without one the program counts at
	// the pool's, which whoever has more money than the pool can bend.
	Fed bool
	// Caged says that contracts hold DayLoss and ExitLoss.
	Caged bool
}

// Of are the limits of a Golem whose cage has a policy, at a reading. key is what its key's
// own account holds or may hold, daily what a grant to a local key lets be spent.
func Of(c Custody, p cage.Policy, r turn.Reading, key, daily money.USDC) Limits {
	l := Limits{Custody: c, MaxConcentration: p.MaxConcentration, ExitLoss: p.MaxExitLoss, PerDay: p.PerDay, Daily: daily, Key: key, Fed: r.Feed != nil}
	prices, err := loss.At(r, math.MaxInt64)
	if err != nil { // a silent feed lets nothing be sold, and the pool says what there is
		r.Feed = nil
		prices, err = loss.At(r, 0)
	}
	if err == nil {
		worth, cash := prices.Spread(r)
		l.Worth, l.NotCash = worth, worth-cash
	}
	l.DayLoss = loss.Share(p.MaxLossDay, l.Worth)
	if f := r.Fence; f != nil && f.Bounded {
		l.Caged, l.DayLoss, l.ExitLoss = true, f.LossDay, f.ExitLoss
	}
	return l
}

// Coin is what the key's native coin is worth in micro-USD, rounded up.
func Coin(r turn.Reading) money.USDC { return worth(r.Native.ToBig(), r.NativePrice, 18) }

// Cash is what units of a token that is taken as a dollar are worth, rounded up.
func Cash(units uint256.Int, decimals uint8) money.USDC {
	return worth(units.ToBig(), money.One, decimals)
}

func worth(units *big.Int, price money.USDC, decimals uint8) money.USDC {
	one := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
	v := new(big.Int).Mul(units, big.NewInt(int64(price)))
	v.Add(v, one).Sub(v, big.NewInt(1)).Quo(v, one)
	if !v.IsInt64() {
		return math.MaxInt64
	}
	return money.USDC(v.Int64())
}

// risky is the most that can be anything but cash.
func (l Limits) risky() money.USDC {
	return max(l.NotCash, share(l.MaxConcentration, l.Worth))
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
