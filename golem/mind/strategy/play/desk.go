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

	refused []string // what was to be closed and did not go before
	barred  string   // why the task is not begun; empty: it is
	passes  bool     // and that passes by itself
	shut    string   // why a basket buys nothing; empty: it does

	allows   func(over *turn.Asset, m *turn.Market) bool       // to lie between two moves; nil: nothing is
	foretell func(body []byte, then turn.Reading) (why string) // nil: nothing is foretold
}

// deskOf is a desk without bounds.
func deskOf(r *turn.Reading) desk {
	return desk{wallet: walletOf(r)}
}

// entry returns what an entry may take that buys a token, or why it may not. spend says that it
// is paid in cash alone; otherwise what the wallet holds of the token counts too.
func (d desk) entry(a rule.Action, token turn.Token, spend bool) (uint256.Int, string) {
	equity, purse, held := d.wallet.equity(), d.wallet.cash(), d.wallet.r.Held(token.Address)
	amount := d.asked(a, &equity, &purse)
	if amount.Lt(d.wallet.whole()) {
		return amount, fmt.Sprintf("the rule asks for less than 1 %s", d.wallet.numeraire().Symbol)
	}
	position, value := d.most(&equity, d.bounds.MaxPosition, token), d.wallet.value(token, &held)
	if spend {
		position = less(&position, &value)
	} else {
		purse.Add(&purse, &value)
		purse = muldiv(&purse, uint256.NewInt(995), uint256.NewInt(1000))
	}
	amount, _, why := d.fit(amount, token, &equity, &purse, limit{position, "max_position"})
	return amount, why
}

// limit is how much something lets in, in units of the numeraire.
type limit struct {
	room uint256.Int
	name string
}

// fit cuts an amount of a token to its own limits and to those that hold for all that opens
// something, and names the one that cut it last, or says which of them leaves too little.
func (d desk) fit(amount uint256.Int, token turn.Token, equity, purse *uint256.Int, own ...limit) (fits uint256.Int, cut, why string) {
	most, deployed, reserve := d.most(equity, d.bounds.MaxDeployed, token), d.wallet.deployed(), bpsOf(equity, d.bounds.Reserve)
	for _, l := range append(own, limit{less(&most, &deployed), "max_deployed"}, limit{less(purse, &reserve), "the wallet less the reserve"}) {
		if l.room.Lt(&amount) {
			amount, cut = l.room, l.name
		}
		if amount.Lt(d.wallet.whole()) {
			return amount, cut, fmt.Sprintf("%s leaves less than 1 %s", l.name, d.wallet.numeraire().Symbol)
		}
	}
	return amount, cut, ""
}

// most is what may be put into a token for a share of equity. The cage
// measures it at the price feed's price: where that is above the market's, what is bought is
// worth more than it cost.
func (d desk) most(equity *uint256.Int, share money.BPS, token turn.Token) uint256.Int {
	most := bpsOf(equity, share)
	a, ok := d.wallet.r.Asset(token.Address)
	if !ok || a.Feed == nil || a.Feed.Answer.IsZero() {
		return most
	}
	f := a.Feed
	here := d.wallet.value(token, new(uint256.Int).Mul(pow10(token.Decimals), pow10(f.Decimals)))
	there := new(uint256.Int).Mul(&f.Answer, pow10(d.wallet.numeraire().Decimals))
	if !there.Gt(&here) {
		return most
	}
	return muldiv(&most, &here, there)
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
	return step{swapBody(m, in, out, amount, d.bounds.Slippage), fmt.Sprintf("swap %s %s into %s%s",
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
	return step{addBody(m, &base, &quote, t, d.bounds.Slippage), fmt.Sprintf("add %s %s and %s %s from tick %d to %d",
		money.FormatUnits(&a0, zero.Decimals), zero.Symbol, money.FormatUnits(&a1, one.Decimals), one.Symbol, t.lower, t.upper)}
}
