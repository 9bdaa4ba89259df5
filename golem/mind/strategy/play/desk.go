package play

import (
	"fmt"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/internal/money"
)

// desk is what a task computes on: the last reading and the bounds in force. It sizes what a
// rule asks for, and words the proposals.
type desk struct {
	wallet wallet
	bounds turn.Bounds
	pace   Pace
	now    int64 // unix milliseconds

	refused []string                                         // what was to be closed and did not go before
	barred  string                                           // why the task is not begun; empty: it is
	passes  bool                                             // and that passes by itself
	shut    string                                           // why a basket buys nothing; empty: it does
	count   func(turn.Reading) (Estate, bool)                // as the limits do; nil: as a rule does
	fuels   func(gas uint64, seen turn.Reading) (why string) // nil: gas is no limit
	left    []limit                                          // what may still be spent on what opens
	outside bool                                             // the chain is in another process

	allows   func(over *turn.Asset, m *turn.Market) bool       // to lie between two moves; nil: nothing is
	foretell func(body []byte, then turn.Reading) (why string) // nil: nothing is foretold
}

// deskOf is a desk without bounds.
func deskOf(r *turn.Reading) desk {
	return desk{wallet: walletOf(r)}
}

// entry returns what of an amount an entry may take that buys a token, if it goes a way. spend says that it
// is paid in cash alone; otherwise what the wallet holds of the token counts too.
func (d desk) entry(amount uint256.Int, token turn.Token, w way, spend bool) size {
	purse, held := d.wallet.cash(), d.wallet.r.Held(token.Address)
	a := ask{amount: amount, purse: purse, counts: countsOf(&d, w, token)}
	c := countedBy(&d)
	position := bpsOf(&c.Equity, d.bounds.MaxPosition)
	if value := c.Value(token, &held); spend {
		position = less(&position, &value)
	} else {
		value = d.wallet.value(token, &held)
		purse.Add(&purse, &value)
		a.purse, a.moves = muldiv(&purse, uint256.NewInt(995), uint256.NewInt(1000)), 2
	}
	return d.fit(a, limit{room: a.counts.spend(position), name: "max_position"})
}

// wantedBy is what a rule asks for, or why that is nothing.
func wantedBy(d *desk, a rule.Action) (uint256.Int, string) {
	equity, cash := d.wallet.equity(), d.wallet.cash()
	amount := d.asked(a, &equity, &cash)
	if amount.Lt(d.wallet.whole()) {
		return amount, fmt.Sprintf("the rule asks for less than 1 %s", d.wallet.numeraire().Symbol)
	}
	return amount, ""
}

func (d desk) asked(a rule.Action, equity, cash *uint256.Int) uint256.Int {
	switch a.Of {
	case rule.OfEquity:
		return shareOf(equity, a.Share)
	case rule.OfCash, rule.OfAsset:
		return shareOf(cash, a.Share)
	}
	return muldiv(uint256.NewInt(uint64(a.Amount)), d.wallet.whole(), uint256.NewInt(uint64(money.One)))
}

// swap proposes one in a market, under the name that a rule has for it.
func (d desk) swap(m market, name string, in, out turn.Token, amount *uint256.Int) step {
	if !m.Trades(in.Address, out.Address) {
		return end("the market %s does not trade %s for %s", m.Handle, in.Symbol, out.Symbol)
	}
	return step{body: swapBody(m, in, out, amount, d.bounds.Slippage), say: fmt.Sprintf("swap %s %s into %s%s",
		money.FormatUnits(amount, in.Decimals), in.Symbol, out.Symbol, d.on(m, name))}
}

// noExchange ends what a rule wants on a market that is not there.
func noExchange(name string) step { return end("no exchange of %s is configured", name) }

// add proposes the position for what the wallet holds of the target. The amounts
// are what the liquidity takes, so that the market's ratio leaves nothing to slip.
func (d desk) add(m market, t target) step {
	have0, have1 := m.Range.Sorted(smallest(t.base, d.wallet.base(m)), smallest(t.quote, d.wallet.cash()))
	l, err := uniswap.LiquidityForAmounts(&m.Range.SqrtPriceX96, t.lower, t.upper, &have0, &have1)
	if err != nil {
		return end("no liquidity for the range: %v", err)
	}
	a0, a1, err := uniswap.AmountsForLiquidity(&m.Range.SqrtPriceX96, t.lower, t.upper, &l, uniswap.Up)
	if err != nil || a0.IsZero() || a1.IsZero() {
		return end("the wallet holds too little of one token for the range")
	}
	a0, a1 = smallest(a0, have0), smallest(a1, have1)
	zero, one := m.Ordered()
	base, quote := m.Range.Sorted(a0, a1)
	return step{body: addBody(m, &base, &quote, t, d.bounds.Slippage), say: fmt.Sprintf("add %s %s and %s %s from tick %d to %d",
		money.FormatUnits(&a0, zero.Decimals), zero.Symbol, money.FormatUnits(&a1, one.Decimals), one.Symbol, t.lower, t.upper)}
}
