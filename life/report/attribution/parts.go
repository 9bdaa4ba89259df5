package attribution

import (
	"math"

	"bardo.run/bardo/internal/money"
)

// Burnt takes in what the books say was paid for gas, also by orders that stand in no record:
// so much less is due to the coin's price.
func (r *Result) Burnt(gas money.USDC) {
	r.Coin += r.Gas + usd(gas)
	r.Gas = 0 - usd(gas)
}

// Beside takes in what was paid beside the chain, and sums up.
func (r *Result) Beside(time, thinking money.USDC) {
	r.Time, r.Thinking = 0-usd(time), 0-usd(thinking) // no negative zero
	r.Total = r.OnChain + r.Time + r.Thinking
}

// parts is the sum of what explains the change on the chain.
func (r Result) parts() float64 {
	return r.Realised + r.Unrealised + r.SwapFees + r.Earned + r.Liquidity + r.Lending + r.Gas + r.Coin + r.Missing
}

// Part is one reason for the result, in whole cents.
type Part struct {
	Name, Note string
	Value      float64
	Outside    bool // of the account
}

// Parts are the reasons in whole cents, which add up to Cents of the total: what rounding
// leaves is in the rest. Those that are nothing are left out, but for the usual ones.
func (r Result) Parts() []Part {
	all := []Part{
		{"realised", "by selling, before the fees of swaps", r.Realised, false},
		{"unrealised", "on what it holds", r.Unrealised, false},
		{"swap fees", "taken by venues", r.SwapFees, false},
		{"fees earned", "by liquidity, collected or not", r.Earned, false},
		{"liquidity", "how else its positions changed in value", r.Liquidity, false},
		{"lending", "interest, and the prices of what is lent and owed", r.Lending, false},
		{"gas", "paid for transactions", r.Gas, false},
		{"coin's price", "change of the worth of the coin for gas", r.Coin, false},
		{"missing", "left the account, and no order explains it", r.Missing, false},
		{"paid time", "booked while it passes, paid outside of the account", r.Time, true},
		{"thinking", "models and data", r.Thinking, true},
	}
	usual := map[string]bool{"realised": true, "unrealised": true, "gas": true, "paid time": true}
	rest := Cents(r.Total)
	shown := all[:0]
	for _, p := range all {
		p.Value = Cents(p.Value)
		rest -= p.Value
		if p.Value != 0 || usual[p.Name] {
			shown = append(shown, p)
		}
	}
	if rest = Cents(rest); rest != 0 {
		shown = append(shown, Part{"rest", "rounding, and what none of these explains", rest, false})
	}
	return shown
}

// Cents rounds to a hundredth.
func Cents(x float64) float64 { return math.Round(x*100)/100 + 0 } // + 0: no negative zero
