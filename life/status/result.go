package status

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
	Equity float64 `json:"equity"` // everything it holds on the chain
	Start  float64 `json:"equity_at_birth"`
	Added  float64 `json:"added"` // sent to the account since, at the prices of then

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

// result attributes the change of the equity. Only what is in the newest reading counts.
func (f *fold) result() Result {
	v := inventory{pool: f.seen.Pool}
	v.r.Equity, v.r.Start = f.seen.Equity(), f.first.Equity()
	v.begin(f.first)
	for _, d := range f.deeds {
		v.strays(f.strays, d.block())
		v.take(d, f.seen.Block.Number)
	}
	v.strays(f.strays, math.MaxUint64)
	v.end(f.first, f.seen)
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
		v.r.Earned -= feesOf(first.Positions[i], first.Pool)
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
func (v *inventory) take(d *deed, until uint64) {
	x := d.action.Execution
	if x == nil || x.Block.Number == 0 || x.Block.Number > until {
		return
	}
	v.r.Gas -= usd(x.Cost)
	if d.action.Status != turn.StatusExecuted {
		return
	}
	switch kind := grammar.Kind(d.action.Preview.Kind); kind {
	case grammar.Swap:
		v.swap(d, x)
	case grammar.AddLiquidity, grammar.RemoveLiquidity, grammar.ClaimFees:
		v.lies.liquidity += v.moved(d, x)
		v.r.Earned += d.earned
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
func (v *inventory) swap(d *deed, x *turn.Execution) {
	base, quote := v.amounts(x)
	if base > 0 {
		fee := -quote * d.fee
		v.r.SwapFees -= fee
		v.buy(base, -quote-fee)
		return
	}
	fee := -base * d.price * d.fee
	v.r.SwapFees -= fee
	v.sell(-base, quote+fee)
}

// moved books what went somewhere else or came back, at the price of then, and returns its
// value, negative where it came back.
func (v *inventory) moved(d *deed, x *turn.Execution) float64 {
	base, quote := v.amounts(x)
	if base > 0 {
		v.buy(base, base*d.price)
	} else {
		v.sell(-base, -base*d.price)
	}
	return -base*d.price - quote
}

// strays books what no order explains, that was found up to a block.
func (v *inventory) strays(all []stray, until uint64) {
	for ; v.booked < len(all) && all[v.booked].block <= until; v.booked++ {
		s := all[v.booked]
		came := s.value
		switch s.kind {
		case turn.StrayDeposit:
			v.r.Added += s.value
		case turn.StrayReturned:
			v.r.Missing += s.value
		default:
			v.r.Missing -= s.value
			came = -s.value
		}
		switch {
		case s.coin:
			v.coins += came
		case s.base > 0 && came > 0:
			v.buy(s.base, s.value)
		case s.base > 0:
			v.sell(s.base, s.value)
		}
	}
}

func (v *inventory) end(first, last turn.Reading) {
	v.r.Unrealised = v.units*last.Pool.Price - v.cost
	worth, lent := 0.0, 0.0
	for i := range last.Positions {
		worth += last.Positions[i].Value
		v.r.Earned += feesOf(last.Positions[i], last.Pool)
	}
	for i := range last.Lending {
		lent += last.Lending[i].Value
	}
	v.r.Liquidity = worth - v.lies.liquidity - v.r.Earned
	v.r.Lending = lent - v.lies.lending
	v.r.Coin = coin(last)*last.NativeUSD - coin(first)*first.NativeUSD - v.r.Gas - v.coins
	v.r.OnChain = v.r.Equity - v.r.Start - v.r.Added
	v.r.Rest = v.r.OnChain - v.r.parts()
	v.r.Total = v.r.OnChain
}

// parts is the sum of what explains the change on the chain.
func (r Result) parts() float64 {
	return r.Realised + r.Unrealised + r.SwapFees + r.Earned + r.Liquidity + r.Lending + r.Gas + r.Coin + r.Missing
}

func coin(r turn.Reading) float64 { return money.Float(&r.Native, 18) }

func usd(a money.USDC) float64 { return float64(a) / float64(money.One) }

// feesOf is what a position earned and did not pay out yet.
func feesOf(p turn.Position, pool turn.Pool) float64 {
	zero, one := money.Float(&p.Fees0, pool.Token0.Decimals), money.Float(&p.Fees1, pool.Token1.Decimals)
	if pool.QuoteIsZero {
		return zero + one*pool.Price
	}
	return zero*pool.Price + one
}
