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
	pool   pool
	wallet wallet
	bounds turn.Bounds
	pace   Pace
	now    int64 // unix milliseconds

	refused []string // what was to be closed and did not go before
	barred  string   // why the task is not begun; empty: it is
	passes  bool     // and that passes by itself
}

// deskOf is a desk without bounds.
func deskOf(r *turn.Reading) desk {
	w := walletOf(r)
	return desk{pool: w.pool, wallet: w}
}

// entry returns what an entry may take, or why it may not. spend says that it is
// paid in cash alone; otherwise base tokens of the wallet count too.
func (d desk) entry(a rule.Action, spend bool) (uint256.Int, string) {
	equity, purse, base := d.wallet.equity(), d.wallet.cash().Units, d.wallet.base()
	amount := d.asked(a, &equity, &purse)
	if amount.Lt(d.pool.whole()) {
		return amount, fmt.Sprintf("the rule asks for less than 1 %s", d.pool.Quote().Symbol)
	}
	position, value := d.most(&equity, d.bounds.MaxPosition), d.pool.value(&base.Units)
	if spend {
		position = less(&position, &value)
	} else {
		purse.Add(&purse, &value)
		purse = muldiv(&purse, uint256.NewInt(995), uint256.NewInt(1000))
	}
	return d.fit(amount, &equity, &purse, limit{position, "max_position"})
}

// loan returns what may be lent, or why nothing may: a supply is a position, and paid
// in cash.
func (d desk) loan(a rule.Action) (uint256.Int, string) {
	equity, purse := d.wallet.equity(), d.wallet.cash().Units
	amount := d.asked(a, &equity, &purse)
	lent, _ := d.wallet.lent()
	position := bpsOf(&equity, d.bounds.MaxPosition)
	return d.fit(amount, &equity, &purse, limit{amount, "the rule"}, limit{less(&position, &lent), "max_position"})
}

// limit is how much something lets in, in quote units.
type limit struct {
	room uint256.Int
	name string
}

// fit cuts an amount to its own limits and to those that hold for all that opens something,
// or says which of them leaves too little.
func (d desk) fit(amount uint256.Int, equity, purse *uint256.Int, own ...limit) (uint256.Int, string) {
	most, deployed, reserve := d.most(equity, d.bounds.MaxDeployed), d.wallet.deployed(), bpsOf(equity, d.bounds.Reserve)
	for _, l := range append(own, limit{less(&most, &deployed), "max_deployed"}, limit{less(purse, &reserve), "the wallet less the reserve"}) {
		if amount = smallest(amount, l.room); amount.Lt(d.pool.whole()) {
			return amount, fmt.Sprintf("%s leaves less than 1 %s", l.name, d.pool.Quote().Symbol)
		}
	}
	return amount, ""
}

// most is what may be put into base tokens for a share of equity. The cage measures it at the
// price feed's price: where that is above the pool's, what is bought is worth more than it cost.
func (d desk) most(equity *uint256.Int, share money.BPS) uint256.Int {
	most, f := bpsOf(equity, share), d.wallet.r.Feed
	if f == nil || f.Answer.IsZero() {
		return most
	}
	here := d.pool.value(new(uint256.Int).Mul(pow10(d.pool.Base().Decimals), pow10(f.Decimals)))
	there := new(uint256.Int).Mul(&f.Answer, pow10(d.pool.Quote().Decimals))
	if !there.Gt(&here) {
		return most
	}
	return muldiv(&most, &here, there)
}

func (d desk) asked(a rule.Action, equity, cash *uint256.Int) uint256.Int {
	switch a.Of {
	case rule.OfEquity:
		return shareOf(equity, a.Share)
	case rule.OfCash:
		return shareOf(cash, a.Share)
	}
	return muldiv(uint256.NewInt(uint64(a.Amount)), d.pool.whole(), uint256.NewInt(uint64(money.One)))
}

// swap proposes one on an exchange; empty is the pool.
func (d desk) swap(exchange string, in, out turn.Token, amount *uint256.Int) step {
	say := fmt.Sprintf("swap %s %s into %s", money.FormatUnits(amount, in.Decimals), in.Symbol, out.Symbol)
	if exchange == "" {
		return step{swapBody(in, out, amount, d.bounds.Slippage), say}
	}
	if _, ok := d.wallet.r.Venue(exchange); !ok {
		return end("no exchange of %s is configured", exchange)
	}
	return step{exchangeBody(exchange, in, out, amount, d.bounds.Slippage), say + " on " + exchange}
}

// add proposes the position for what the wallet holds of the target. The amounts
// are what the liquidity takes, so that the pool's ratio leaves nothing to slip.
func (d desk) add(t target) step {
	quote, base := smallest(t.quote, d.wallet.cash().Units), smallest(t.base, d.wallet.base().Units)
	have0, have1 := d.pool.pair(quote, base)
	l, err := uniswap.LiquidityForAmounts(&d.pool.SqrtPriceX96, t.lower, t.upper, &have0, &have1)
	if err != nil {
		return end("no liquidity for the range: %v", err)
	}
	a0, a1, err := uniswap.AmountsForLiquidity(&d.pool.SqrtPriceX96, t.lower, t.upper, &l, uniswap.Up)
	if err != nil || a0.IsZero() || a1.IsZero() {
		return end("the wallet holds too little of one token for the range")
	}
	a0, a1 = smallest(a0, have0), smallest(a1, have1)
	return step{addBody(d.pool.Address, &a0, &a1, t, d.bounds.Slippage), fmt.Sprintf("add %s %s and %s %s from tick %d to %d",
		money.FormatUnits(&a0, d.pool.Token0.Decimals), d.pool.Token0.Symbol,
		money.FormatUnits(&a1, d.pool.Token1.Decimals), d.pool.Token1.Symbol, t.lower, t.upper)}
}

// lend proposes to supply quote tokens to the lending market that the rule names, or else to
// the first one where they earn anything: collateral on Morpho Blue earns nothing.
func (d desk) lend(a rule.Action) step {
	quote := d.pool.Quote()
	for _, l := range d.wallet.r.Lending {
		if _, ok := l.Reserve(quote.Address); !ok || !l.Lends(quote.Address) || a.On != "" && a.On != l.Protocol {
			continue
		}
		amount, why := d.loan(a)
		if why != "" {
			return step{say: why}
		}
		return step{
			lendBody("supply", l.Protocol, quote, amount.Dec()),
			fmt.Sprintf("supply %s %s to %s", money.FormatUnits(&amount, quote.Decimals), quote.Symbol, l.Protocol),
		}
	}
	if a.On != "" {
		return end("no market of %s is configured that lends %s", a.On, quote.Symbol)
	}
	return end("no lending market is configured that takes %s", quote.Symbol)
}
