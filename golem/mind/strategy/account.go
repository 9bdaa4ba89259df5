package strategy

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

const dayMs = 86_400_000

// DustValue is the value in quote tokens below which base tokens in the wallet
// are not a position, and below which rules do not know of liquidity.
const DustValue = 0.5

// SwapGas is what gas_usd assumes a swap to use, with the approval before it and
// the one that takes back what a revert leaves.
const SwapGas = 210_000

// GasUSD is the value of gas_usd at a reading.
func GasUSD(r *turn.Reading) float64 {
	return (r.GasPrice.Float64()*SwapGas + r.SwapFee.Float64()) / 1e18 * r.NativeUSD
}

// Account is what rules may know about the past that one reading does not say.
// Times are unix milliseconds, money is in the numeraire and for thinking only.
type Account struct {
	Born      int64
	Peak      float64   // highest equity that three blocks in a row showed
	Drawdown  float64   // the fall from it at the last; neither is judged by a price in doubt
	Holdings  []Holding // of each asset but the numeraire that was ever read
	Day       int64     // UTC day Trades counts
	Trades    int
	LastTrade int64
	OutSince  int64 // first seen out of range; 0 while in range
	Newest    string
	NewestAt  int64 // the newest liquidity position was first seen

	numeraire turn.Token // of the last reading
	last      turn.LastEquities
}

// Holding is how what the wallet holds of an asset came about. Price is the last that was read:
// the first market's of its base token, and the asset's own of every other; of what is in doubt that before.
type Holding struct {
	Token turn.Token
	Price float64
	Units uint256.Int
	Cost  float64 // what Units cost
	Since int64   // the position is older than dust since; 0 for none
}

// observe brings the account up to a reading. Tokens that came or went
// without a swap of ours count at the current price.
func (a *Account) observe(now int64, r *turn.Reading) {
	if a.Born == 0 {
		a.Born, a.LastTrade = now, now
	}
	m := r.Primary()
	if !priced(m.Price) {
		return // a reading without a price says nothing about value
	}
	if equity := r.Equity(); equity-equity == 0 && !r.Suspended() {
		if !r.Doubtful() {
			a.Peak = a.last.Take(a.Peak, equity, r.Block.Number)
		}
		if a.Peak > 0 {
			a.Drawdown = max(0, 1-equity/a.Peak)
		}
	}
	if day := now / dayMs; day != a.Day {
		a.Day, a.Trades = day, 0
	}
	a.numeraire = r.Numeraire()
	for i := 1; i < len(r.Assets); i++ {
		of, price := &r.Assets[i], r.Assets[i].Price
		if of.Token.Address == m.Base.Address {
			price = m.Price
		}
		if !priced(price) {
			continue
		}
		h := a.of(of.Token)
		if of.Believed == nil || h.Price == 0 {
			h.Price = price
		}
		h.reconcile(&of.Units)
		h.date(now)
	}
	a.positions(now, r)
}

func priced(price float64) bool { return price > 0 && price-price == 0 }

// holding is that of a token's address; nil where it was never read.
func (a *Account) holding(token common.Address) *Holding {
	for i := range a.Holdings {
		if h := &a.Holdings[i]; h.Token.Address == token {
			return h
		}
	}
	return nil
}

// of is the holding of a token, which is there from now on.
func (a *Account) of(t turn.Token) *Holding {
	if h := a.holding(t.Address); h != nil {
		return h
	}
	a.Holdings = append(a.Holdings, Holding{Token: t})
	return &a.Holdings[len(a.Holdings)-1]
}

func (h *Holding) reconcile(have *uint256.Int) {
	var diff uint256.Int
	switch {
	case have.Gt(&h.Units):
		diff.Sub(have, &h.Units)
		h.take(&diff, h.worth(&diff))
	case have.Lt(&h.Units):
		diff.Sub(&h.Units, have)
		h.give(&diff)
	}
}

func (h *Holding) worth(units *uint256.Int) float64 {
	return money.Float(units, h.Token.Decimals) * h.Price
}

// entry is the average price that was paid.
func (h *Holding) entry() float64 { return h.Cost / money.Float(&h.Units, h.Token.Decimals) }

// take adds tokens that cost so much.
func (h *Holding) take(units *uint256.Int, cost float64) {
	h.Units.Add(&h.Units, units)
	h.Cost += cost
}

// give removes tokens at their average cost.
func (h *Holding) give(units *uint256.Int) {
	if !units.Lt(&h.Units) {
		h.Units.Clear()
		h.Cost = 0
		return
	}
	h.Cost -= h.Cost * (units.Float64() / h.Units.Float64())
	h.Units.Sub(&h.Units, units)
}

// date notes when the wallet went from dust to a position, or back.
func (h *Holding) date(now int64) {
	if h.worth(&h.Units) < DustValue {
		h.Since = 0
	} else if h.Since == 0 {
		h.Since = now
	}
}

func (a *Account) positions(now int64, r *turn.Reading) {
	out, bent, id := false, false, ""
	for i := range r.Positions {
		if p := &r.Positions[i]; held(p) {
			m, ok := r.Market(p.Market)
			out, bent, id = out || !inRange(r, p), bent || ok && r.InDoubt(m), p.ID
		}
	}
	if bent {
		out = a.OutSince != 0 // as it was
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

// settle takes what an action moved. Only a swap of ours has a cost of its own: what it took,
// assets but the numeraire at the last price; what a liquidity position takes or returns counts
// at that, too.
func (a *Account) settle(now int64, act turn.Action) {
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
		if d := &act.Execution.Deltas[i]; d.Out {
			paid += a.paid(d)
		}
	}
	for i := range act.Execution.Deltas {
		d := &act.Execution.Deltas[i]
		h := a.holding(d.Token)
		switch {
		case h == nil:
		case d.Out:
			h.give(&d.Units)
		case act.Preview.Kind == "swap":
			h.take(&d.Units, paid)
		default:
			h.take(&d.Units, h.worth(&d.Units))
		}
	}
	for i := range a.Holdings {
		a.Holdings[i].date(now)
	}
}

// paid is what went out, in the numeraire.
func (a *Account) paid(d *turn.Delta) float64 {
	if d.Token == a.numeraire.Address {
		return money.Float(&d.Units, a.numeraire.Decimals)
	}
	if h := a.holding(d.Token); h != nil {
		return h.worth(&d.Units)
	}
	return 0
}
