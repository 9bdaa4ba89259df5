package strategy

import (
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

const dayMs = 86_400_000

// DustValue is the value in quote tokens below which base tokens in the wallet
// are not a position, and below which rules do not know of liquidity.
const DustValue = 0.5

// swapGas is what gas_usd assumes a swap to use, with the approval before it and
// the one that takes back what a revert leaves.
const swapGas = 210_000

// GasUSD is the value of gas_usd at a reading.
func GasUSD(r *turn.Reading) float64 {
	return (r.GasPrice.Float64()*swapGas + r.SwapFee.Float64()) / 1e18 * r.NativeUSD
}

// Account is what rules may know about the past that one reading does not say.
// Times are unix milliseconds, money is in quote tokens and for thinking only.
type Account struct {
	Born      int64
	Peak      float64     // highest equity at a tick
	Units     uint256.Int // base tokens in the wallet
	Cost      float64     // what Units cost
	Since     int64       // the position is older than dust since; 0 for none
	Day       int64       // UTC day Trades counts
	Trades    int
	LastTrade int64
	OutSince  int64 // first seen out of range; 0 while in range
	Newest    string
	NewestAt  int64 // the newest liquidity position was first seen
}

// observe brings the account up to a reading. Base tokens that came or went
// without a swap of ours count at the current price.
func (a *Account) observe(now int64, r *turn.Reading) {
	if a.Born == 0 {
		a.Born, a.LastTrade = now, now
	}
	if price := r.Pool.Price; !(price > 0) || price-price != 0 {
		return // a reading without a price says nothing about value
	}
	if equity := r.Equity(); equity-equity == 0 {
		a.Peak = max(a.Peak, equity)
	}
	if day := now / dayMs; day != a.Day {
		a.Day, a.Trades = day, 0
	}
	have := units(r, r.Pool.Base())
	a.reconcile(&have, r.Pool)
	a.date(now, r.Pool)
	a.positions(now, r)
}

func (a *Account) reconcile(have *uint256.Int, p turn.Pool) {
	var diff uint256.Int
	switch {
	case have.Gt(&a.Units):
		diff.Sub(have, &a.Units)
		a.take(&diff, money.Float(&diff, p.Base().Decimals)*p.Price)
	case have.Lt(&a.Units):
		diff.Sub(&a.Units, have)
		a.give(&diff)
	}
}

// take adds base tokens that cost so much.
func (a *Account) take(units *uint256.Int, cost float64) {
	a.Units.Add(&a.Units, units)
	a.Cost += cost
}

// give removes base tokens at their average cost.
func (a *Account) give(units *uint256.Int) {
	if !units.Lt(&a.Units) {
		a.Units.Clear()
		a.Cost = 0
		return
	}
	a.Cost -= a.Cost * (units.Float64() / a.Units.Float64())
	a.Units.Sub(&a.Units, units)
}

// date notes when the wallet went from dust to a position, or back.
func (a *Account) date(now int64, p turn.Pool) {
	if money.Float(&a.Units, p.Base().Decimals)*p.Price < DustValue {
		a.Since = 0
	} else if a.Since == 0 {
		a.Since = now
	}
}

func (a *Account) positions(now int64, r *turn.Reading) {
	out, id := false, ""
	for i := range r.Positions {
		if p := &r.Positions[i]; held(p) {
			out, id = out || !p.InRange(r.Pool.Tick), p.ID
		}
	}
	if !out {
		a.OutSince = 0
	} else if a.OutSince == 0 {
		a.OutSince = now
	}
	if id == "" {
		a.Newest, a.NewestAt = "", 0
	} else if id != a.Newest {
		a.Newest, a.NewestAt = id, now
	}
}

// settle takes what an action moved. Only a swap of ours has a cost of its own;
// what a liquidity position takes or returns counts at the current price.
func (a *Account) settle(now int64, p turn.Pool, act turn.Action) {
	if act.Status != turn.StatusExecuted || act.Execution == nil {
		return
	}
	a.LastTrade = now
	if day := now / dayMs; day != a.Day {
		a.Day, a.Trades = day, 0
	}
	a.Trades++
	paid := 0.0
	for i := range act.Execution.Deltas {
		if d := &act.Execution.Deltas[i]; d.Out && d.Token == p.Quote().Address {
			paid += money.Float(&d.Units, p.Quote().Decimals)
		}
	}
	for i := range act.Execution.Deltas {
		d := &act.Execution.Deltas[i]
		switch {
		case d.Token != p.Base().Address:
		case d.Out:
			a.give(&d.Units)
		case act.Preview.Kind == "swap":
			a.take(&d.Units, paid)
		default:
			a.take(&d.Units, money.Float(&d.Units, p.Base().Decimals)*p.Price)
		}
	}
	a.date(now, p)
}

// units returns what the wallet holds of a token.
func units(r *turn.Reading, t turn.Token) uint256.Int {
	for i := range r.Balances {
		if r.Balances[i].Token.Address == t.Address {
			return r.Balances[i].Units
		}
	}
	return uint256.Int{}
}
