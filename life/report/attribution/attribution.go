package attribution

import (
	"math"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

// Result is what the life came to since its first look at a wallet that held anything. The
// parts from Realised to Rest add up to OnChain, which is Equity less Start and Added; with
// Time and Thinking they add up to Total. Costs are negative.
type Result struct {
	Equity float64 `json:"equity"` // everything it holds on the chain, and what went home
	Start  float64 `json:"equity_at_birth"`
	Added  float64 `json:"added"` // sent to the account since, at the prices of then
	// Unbooked was sent to it and is not in the books yet: it is no part of the equity.
	Unbooked float64 `json:"unbooked,omitempty"`

	Realised   float64 `json:"realised"`   // by selling, before the fees of swaps
	Unrealised float64 `json:"unrealised"` // on what it holds in the base token
	SwapFees   float64 `json:"swap_fees"`  // of venues
	Earned     float64 `json:"fees_earned"`
	Liquidity  float64 `json:"liquidity"` // how else its positions changed in value
	Lending    float64 `json:"lending"`
	Gas        float64 `json:"gas"`
	Coin       float64 `json:"coin_price"` // of the coin for gas
	Missing    float64 `json:"missing"`    // what left and no order explains
	// Rest is what none of these explains: rounding, and what is booked behind the look.
	Rest     float64 `json:"rest"`
	OnChain  float64 `json:"on_chain"`
	Time     float64 `json:"paid_time"`
	Thinking float64 `json:"models_and_data"`
	Total    float64 `json:"total"`
}

// inventory follows what the account holds of the base token at its cost, and what was put
// elsewhere at the prices of then.
type inventory struct {
	pool  turn.Pool
	units float64 // of the base token, whole ones
	cost  float64
	lies  struct{ liquidity, lending float64 }
	// coins is the worth of the coin that came from outside; booked counts the strays.
	coins  float64
	booked int
	r      Result
}

// Of attributes the change of the equity from the first reading to the last. Orders that the
// chain took after the last one do not count. All are in the order in which they came.
func Of(first, last turn.Reading, deeds []Deed, strays []Stray) Result {
	v := inventory{pool: last.Pool}
	v.r.Equity, v.r.Start, v.r.Unbooked = last.Equity(), first.Equity(), last.Unbooked
	if first.Block.Number == 0 && last.Unbooked != 0 { // nothing of it is the Golem's yet
		return v.r
	}
	v.begin(first)
	for v.booked < len(strays) && strays[v.booked].Block <= first.Block.Number { // the first reading has them
		v.booked++
	}
	for i := range deeds {
		v.strays(strays, deeds[i].Block())
		v.take(&deeds[i], last.Block.Number)
	}
	v.strays(strays, math.MaxUint64)
	v.end(first, last)
	return v.r
}

func (v *inventory) begin(first turn.Reading) {
	for _, b := range first.Balances {
		if b.Token.Address == v.pool.Base().Address {
			v.units = money.Float(&b.Units, b.Token.Decimals)
			v.cost = b.Value
		}
	}
	for i := range first.Positions {
		v.lies.liquidity += first.Positions[i].Value
		v.r.Earned -= FeesOf(first.Positions[i], first.Pool)
	}
	for i := range first.Lending {
		v.lies.lending += first.Lending[i].Value
	}
}

// buy takes base tokens in for what they cost.
func (v *inventory) buy(units, cost float64) { v.units, v.cost = v.units+units, v.cost+cost }

// sell gives base tokens away for what they bring.
func (v *inventory) sell(units, brings float64) {
	part := 0.0
	if v.units > 0 {
		part = v.cost * min(1, units/v.units)
	}
	v.units, v.cost = v.units-units, v.cost-part
	v.r.Realised += brings - part
}

// take books an order that the chain had carried out by a block.
func (v *inventory) take(d *Deed, until uint64) {
	x := d.Action.Execution
	if x == nil || x.Block.Number == 0 || x.Block.Number > until {
		return
	}
	v.r.Gas -= usd(x.Cost)
	if d.Action.Status != turn.StatusExecuted {
		return
	}
	switch kind := grammar.Kind(d.Action.Preview.Kind); kind {
	case grammar.Swap:
		v.swap(d, x)
	case grammar.AddLiquidity, grammar.RemoveLiquidity, grammar.ClaimFees:
		v.lies.liquidity += v.moved(d, x)
		v.r.Earned += d.Earned
	case grammar.Supply, grammar.Withdraw, grammar.Borrow, grammar.Repay:
		v.lies.lending += v.moved(d, x)
	}
}

// amounts are what an execution moved of the two tokens of the pool, positive where it came.
func (v *inventory) amounts(x *turn.Execution) (base, quote float64) {
	for i := range x.Deltas {
		d := &x.Deltas[i]
		for _, t := range []turn.Token{v.pool.Token0, v.pool.Token1} {
			if t.Address != d.Token {
				continue
			}
			n := money.Float(&d.Units, t.Decimals)
			if d.Out {
				n = -n
			}
			if t == v.pool.Base() {
				base += n
			} else {
				quote += n
			}
		}
	}
	return base, quote
}

// swap books a trade, and the venue's fee on what was given beside it.
func (v *inventory) swap(d *Deed, x *turn.Execution) {
	base, quote := v.amounts(x)
	if base > 0 {
		fee := -quote * d.Fee
		v.r.SwapFees -= fee
		v.buy(base, -quote-fee)
		return
	}
	fee := -base * d.Price * d.Fee
	v.r.SwapFees -= fee
	v.sell(-base, quote+fee)
}

// moved books what went somewhere else or came back, at the price of then, and returns its
// value, negative where it came back.
func (v *inventory) moved(d *Deed, x *turn.Execution) float64 {
	base, quote := v.amounts(x)
	if base > 0 {
		v.buy(base, base*d.Price)
	} else {
		v.sell(-base, -base*d.Price)
	}
	return -base*d.Price - quote
}

// strays books what no order explains, that was found up to a block.
func (v *inventory) strays(all []Stray, until uint64) {
	for ; v.booked < len(all) && all[v.booked].Block <= until; v.booked++ {
		s := all[v.booked]
		came := s.Value
		switch s.Kind {
		case turn.StrayDeposit:
			v.r.Added += s.Value
		case turn.StrayWithdrawn:
			v.r.Added -= s.Value
			came = -s.Value
		case Home:
			v.r.Equity += s.Value
			came = -s.Value
		case turn.StrayReturned:
			v.r.Missing += s.Value
		default:
			v.r.Missing -= s.Value
			came = -s.Value
		}
		switch {
		case s.Coin:
			v.coins += came
		case s.Base > 0 && came > 0:
			v.buy(s.Base, s.Value)
		case s.Base > 0:
			v.sell(s.Base, s.Value)
		}
	}
}

func (v *inventory) end(first, last turn.Reading) {
	v.r.Unrealised = v.units*last.Pool.Price - v.cost
	worth, lent := 0.0, 0.0
	for i := range last.Positions {
		worth += last.Positions[i].Value
		v.r.Earned += FeesOf(last.Positions[i], last.Pool)
	}
	for i := range last.Lending {
		lent += last.Lending[i].Value
	}
	v.r.Liquidity = worth - v.lies.liquidity - v.r.Earned
	v.r.Lending = lent - v.lies.lending
	v.r.Coin = Coins(last)*last.NativeUSD - Coins(first)*first.NativeUSD - v.r.Gas - v.coins
	v.r.OnChain = v.r.Equity - v.r.Start - v.r.Added
	v.r.Rest = v.r.OnChain - v.r.parts()
	v.r.Beside(0, 0)
}

// Coins is what the wallet holds of the coin for gas.
func Coins(r turn.Reading) float64 { return money.Float(&r.Native, 18) }

func usd(a money.USDC) float64 { return float64(a) / float64(money.One) }

// FeesOf is what a position earned and did not pay out yet.
func FeesOf(p turn.Position, pool turn.Pool) float64 {
	zero, one := money.Float(&p.Fees0, pool.Token0.Decimals), money.Float(&p.Fees1, pool.Token1.Decimals)
	if pool.QuoteIsZero {
		return zero + one*pool.Price
	}
	return zero*pool.Price + one
}
