package attribution

import (
	"math"

	"github.com/ethereum/go-ethereum/common"

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
	Unrealised float64 `json:"unrealised"` // on what it holds beside the numeraire
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
	// Assets are what Realised and Unrealised are made of.
	Assets []Asset `json:"assets,omitempty"`
	Shared Shared  `json:"shared"`
}

// inventory follows what the account holds of each asset at its cost, in the result, and what
// was put elsewhere at the prices of then.
type inventory struct {
	numeraire common.Address
	lies      struct{ liquidity, lending float64 }
	// coins is the worth of the coin that came from outside, or was unwrapped less what was wrapped;
	// booked counts the strays.
	coins  float64
	booked int
	r      Result
	shares shares
}

// Of attributes the change of the equity from the first reading to the last. Orders that the
// chain took after the last one do not count. All are in the order in which they came.
func Of(first, last turn.Reading, deeds []Deed, strays []Stray) Result {
	v := inventory{numeraire: last.Numeraire().Address, shares: shares{last: &last}}
	v.r.Equity, v.r.Start, v.r.Unbooked = last.Equity(), first.Equity(), last.Unbooked
	if first.Block.Number == 0 && last.Unbooked != 0 { // nothing of it is the Golem's yet
		return v.r
	}
	v.begin(&first, &last)
	v.shares.begin(&first)
	for v.booked < len(strays) && strays[v.booked].Block <= first.Block.Number { // the first reading has them
		v.booked++
	}
	for i := range deeds {
		v.strays(strays, deeds[i].Block())
		v.take(&deeds[i], last.Block.Number)
	}
	v.strays(strays, math.MaxUint64)
	v.end(&first, &last)
	return v.r
}

func (v *inventory) begin(first, last *turn.Reading) {
	for i := range last.Assets {
		v.asset(last.Assets[i].Token)
	}
	for i := range first.Assets {
		b := &first.Assets[i]
		if a := v.asset(b.Token); a != nil {
			a.buy(money.Float(&b.Units, b.Token.Decimals), b.Value)
		}
	}
	for i := range first.Positions {
		v.lies.liquidity += first.Positions[i].Value
		v.r.Earned -= FeesOf(first.Positions[i], first)
	}
	for i := range first.Lending {
		v.lies.lending += first.Lending[i].Value
	}
}

// take books an order that the chain had carried out by a block.
func (v *inventory) take(d *Deed, until uint64) {
	x := d.Action.Execution
	if x == nil || x.Block.Number == 0 || x.Block.Number > until {
		return
	}
	v.r.Gas -= usd(x.Cost)
	v.shares.take(d, x)
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
	case grammar.Wrap, grammar.Unwrap:
		v.coins += v.moved(d, x)
	}
}

// swap books a trade, and the market's fee on what was given beside it. What is sold for
// another asset than the numeraire brings what it was worth.
func (v *inventory) swap(d *Deed, x *turn.Execution) {
	flows := d.flows(x)
	given, fee, cash := 0.0, 0.0, 0.0
	for _, f := range flows {
		switch {
		case f.n < 0:
			given -= f.worth()
			fee -= f.worth() * d.fee(f.token)
		case f.token.Address == v.numeraire:
			cash = f.n
		}
	}
	v.r.SwapFees -= fee
	for _, f := range flows {
		a := v.asset(f.token)
		switch {
		case a == nil:
		case f.n > 0:
			a.buy(f.n, given-fee)
		case cash > 0:
			a.sell(-f.n, cash+fee)
		default:
			a.sell(-f.n, given)
		}
	}
}

// moved books what went somewhere else or came back, at the prices of then, and returns its
// value, negative where it came back.
func (v *inventory) moved(d *Deed, x *turn.Execution) (value float64) {
	for _, f := range d.flows(x) {
		value -= f.worth()
		a := v.asset(f.token)
		switch {
		case a == nil:
		case f.n > 0:
			a.buy(f.n, f.worth())
		default:
			a.sell(-f.n, -f.worth())
		}
	}
	return value
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
		if s.Coin {
			v.coins += came
		} else {
			v.hold(&s)
		}
	}
}

// hold books a stray of an asset at what it was worth.
func (v *inventory) hold(s *Stray) {
	if s.Units == 0 {
		return
	}
	came := s.Kind == turn.StrayDeposit || s.Kind == turn.StrayReturned
	if came {
		v.shares.kept(s.Token, s.Units, s.Value)
	} else {
		v.shares.kept(s.Token, -s.Units, -s.Value)
	}
	a := v.asset(s.Token)
	switch {
	case a == nil:
	case came:
		a.buy(s.Units, s.Value)
	default:
		a.sell(s.Units, s.Value)
	}
}

func (v *inventory) end(first, last *turn.Reading) {
	for i := range v.r.Assets {
		a := &v.r.Assets[i]
		a.Unrealised = a.Units*priceOf(last, a.Token.Address) - a.Cost
		v.r.Realised += a.Realised
		v.r.Unrealised += a.Unrealised
	}
	worth, lent := 0.0, 0.0
	for i := range last.Positions {
		worth += last.Positions[i].Value
		v.r.Earned += FeesOf(last.Positions[i], last)
	}
	for i := range last.Lending {
		lent += last.Lending[i].Value
	}
	v.r.Liquidity = worth - v.lies.liquidity - v.r.Earned
	v.r.Lending = lent - v.lies.lending
	v.r.Coin = Coins(*last)*last.NativeUSD - Coins(*first)*first.NativeUSD - v.r.Gas - v.coins
	v.r.OnChain = v.r.Equity - v.r.Start - v.r.Added
	v.r.Rest = v.r.OnChain - v.r.parts()
	v.r.Shared = v.shares.end()
	v.r.Beside(0, 0)
}

// Coins is what the wallet holds of the coin for gas.
func Coins(r turn.Reading) float64 { return money.Float(&r.Native, 18) }

func usd(a money.USDC) float64 { return float64(a) / float64(money.One) }

// FeesOf is what a position of a reading earned and did not pay out yet.
func FeesOf(p turn.Position, seen *turn.Reading) float64 {
	m, ok := seen.Market(p.Market)
	if !ok {
		return 0
	}
	base, quote := money.Float(&p.BaseFees, m.Base.Decimals), money.Float(&p.QuoteFees, m.Quote.Decimals)
	return base*priceOf(seen, m.Base.Address) + quote*priceOf(seen, m.Quote.Address)
}
