package play

import (
	"fmt"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/internal/money"
)

// desk is what a job computes on: the last reading and the bounds in force. All
// values are in raw units of the quote token, at the exact price of the pinned
// block, rounded down.
type desk struct {
	pool   *turn.Pool
	r      *turn.Reading
	bounds turn.Bounds
	pace   Pace
	now    int64 // unix milliseconds

	refused []string // what was to be closed and did not go before
	barred  string   // why the job is not begun; empty: it is
}

var (
	q96     = new(uint256.Int).Lsh(uint256.NewInt(1), 96)
	million = uint256.NewInt(1_000_000)
)

// muldiv returns x·y÷z rounded down, and the largest number where it does not
// fit: an amount that large is refused by every limit that follows.
func muldiv(x, y, z *uint256.Int) uint256.Int {
	var out uint256.Int
	if z.IsZero() {
		return *out.SetAllOne()
	}
	if _, overflow := out.MulDivOverflow(x, y, z); overflow {
		out.SetAllOne()
	}
	return out
}

func shareOf(x *uint256.Int, share rule.PPM) uint256.Int {
	return muldiv(x, uint256.NewInt(uint64(share)), million)
}

func bpsOf(x *uint256.Int, share money.BPS) uint256.Int {
	return muldiv(x, uint256.NewInt(uint64(share)), uint256.NewInt(uint64(money.Whole)))
}

// less returns a − b, or zero.
func less(a, b *uint256.Int) uint256.Int {
	var out uint256.Int
	if a.Gt(b) {
		out.Sub(a, b)
	}
	return out
}

func smallest(a, b uint256.Int) uint256.Int {
	if b.Lt(&a) {
		return b
	}
	return a
}

// value returns what base units are worth.
func (d desk) value(base *uint256.Int) uint256.Int {
	num, den := &d.pool.SqrtPriceX96, q96
	if d.pool.QuoteIsZero {
		num, den = den, num
	}
	once := muldiv(base, num, den)
	return muldiv(&once, num, den)
}

// worth returns the base units that a value buys at the price, without fee.
func (d desk) worth(value *uint256.Int) uint256.Int {
	num, den := q96, &d.pool.SqrtPriceX96
	if d.pool.QuoteIsZero {
		num, den = den, num
	}
	once := muldiv(value, num, den)
	return muldiv(&once, num, den)
}

func (d desk) holding(t turn.Token) turn.Balance {
	for _, b := range d.r.Balances {
		if b.Token.Address == t.Address {
			return b
		}
	}
	return turn.Balance{Token: t}
}

func (d desk) base() turn.Balance { return d.holding(d.pool.Base()) }
func (d desk) cash() turn.Balance { return d.holding(d.pool.Quote()) }

// whole is one quote token, the least worth a transaction; half is half of it.
func (d desk) whole() *uint256.Int { return pow10(d.pool.Quote().Decimals) }

func (d desk) half() *uint256.Int { return new(uint256.Int).Rsh(d.whole(), 1) }

func pow10(n uint8) *uint256.Int {
	return new(uint256.Int).Exp(uint256.NewInt(10), uint256.NewInt(uint64(n)))
}

// pair turns amounts of token0 and token1 into quote and base.
func (d desk) pair(amount0, amount1 uint256.Int) (quote, base uint256.Int) {
	if d.pool.QuoteIsZero {
		return amount0, amount1
	}
	return amount1, amount0
}

// liquidity returns the value of all positions with their fees.
func (d desk) liquidity() uint256.Int {
	var sum uint256.Int
	for i := range d.r.Positions {
		value := d.valueOf(&d.r.Positions[i])
		sum.Add(&sum, &value)
	}
	return sum
}

// equity is everything but the native coin, which is there for gas.
func (d desk) equity() uint256.Int {
	sum, base := d.liquidity(), d.base()
	value := d.value(&base.Units)
	sum.Add(&sum, &value)
	cash := d.cash()
	lent, owed := d.lent()
	sum.Add(&sum, &cash.Units).Add(&sum, &lent)
	return less(&sum, &owed)
}

// entry returns what an entry may take, or why it may not. spend says that it is
// paid in cash alone; otherwise base tokens of the wallet count too.
func (d desk) entry(a rule.Action, spend bool) (uint256.Int, string) {
	equity, cash, base := d.equity(), d.cash(), d.base()
	baseValue, lp := d.value(&base.Units), d.liquidity()
	amount := d.asked(a, &equity, &cash.Units)
	if amount.Lt(d.whole()) {
		return amount, fmt.Sprintf("the rule asks for less than 1 %s", d.pool.Quote().Symbol)
	}
	maxPosition, maxDeployed := d.most(&equity, d.bounds.MaxPosition), d.most(&equity, d.bounds.MaxDeployed)
	deployed, purse := *new(uint256.Int).Add(&baseValue, &lp), cash.Units
	lent, _ := d.lent()
	deployed.Add(&deployed, &lent)
	if spend {
		maxPosition = less(&maxPosition, &baseValue)
	} else {
		purse = *new(uint256.Int).Add(&cash.Units, &baseValue)
		purse = muldiv(&purse, uint256.NewInt(995), uint256.NewInt(1000))
	}
	reserve := bpsOf(&equity, d.bounds.Reserve)
	for _, limit := range []struct {
		room uint256.Int
		name string
	}{
		{maxPosition, "max_position"}, {less(&maxDeployed, &deployed), "max_deployed"}, {less(&purse, &reserve), "the wallet less the reserve"},
	} {
		if amount = smallest(amount, limit.room); amount.Lt(d.whole()) {
			return amount, fmt.Sprintf("%s leaves less than 1 %s", limit.name, d.pool.Quote().Symbol)
		}
	}
	return amount, ""
}

// most is what may be put into base tokens for a share of equity. The cage measures it at the
// price feed's price: where that is above the pool's, what is bought is worth more than it cost.
func (d desk) most(equity *uint256.Int, share money.BPS) uint256.Int {
	most, f := bpsOf(equity, share), d.r.Feed
	if f == nil || f.Answer.IsZero() {
		return most
	}
	here := d.value(new(uint256.Int).Mul(pow10(d.pool.Base().Decimals), pow10(f.Decimals)))
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
	return muldiv(uint256.NewInt(uint64(a.Amount)), d.whole(), uint256.NewInt(uint64(money.One)))
}

// swap proposes one in the pool.
func (d desk) swap(in, out turn.Token, amount *uint256.Int) step {
	return d.swapOn("", in, out, amount)
}

// swapOn proposes one on an exchange; empty is the pool.
func (d desk) swapOn(exchange string, in, out turn.Token, amount *uint256.Int) step {
	say := fmt.Sprintf("swap %s %s into %s", money.FormatUnits(amount, in.Decimals), in.Symbol, out.Symbol)
	if exchange == "" {
		return step{swapBody(in, out, amount, d.bounds.Slippage), say}
	}
	if _, ok := d.r.Venue(exchange); !ok {
		return end("no exchange of %s is configured", exchange)
	}
	return step{exchangeBody(exchange, in, out, amount, d.bounds.Slippage), say + " on " + exchange}
}

// target is a range around the price and the amounts a budget buys in it.
type target struct {
	lower, upper int32
	quote, base  uint256.Int
	budget       uint256.Int
}

// around are the ticks of a range about the pool's price.
func around(pool *turn.Pool, width rule.PPM) (lower, upper int32, err error) {
	w := float64(width) / float64(rule.Whole)
	return uniswap.ApproxRange(pool.Tick, w/(1+w), w, pool.TickSpacing)
}

// target splits a budget in the ratio that the range takes at the exact price.
func (d desk) target(width rule.PPM, budget *uint256.Int) (target, error) {
	t := target{budget: *budget}
	var err error
	if t.lower, t.upper, err = around(d.pool, width); err != nil {
		return t, err
	}
	probe := new(uint256.Int).Lsh(uint256.NewInt(1), 112)
	a0, a1, err := uniswap.AmountsForLiquidity(&d.pool.SqrtPriceX96, t.lower, t.upper, probe, uniswap.Down)
	if err != nil {
		return t, err
	}
	quote, base := d.pair(a0, a1)
	value := d.value(&base)
	value.Add(&value, &quote)
	t.quote, t.base = muldiv(budget, &quote, &value), muldiv(budget, &base, &value)
	return t, nil
}

// matters reports whether base units are worth a swap: at least half a percent
// of the budget and one quote token.
func (d desk) matters(base *uint256.Int, t *target) bool {
	least := muldiv(&t.budget, uint256.NewInt(5), uint256.NewInt(1000))
	value := d.value(base)
	return !value.Lt(&least) && !value.Lt(d.whole())
}

// withFee returns what must go into the pool so that x is left after its fee.
func (d desk) withFee(x *uint256.Int) uint256.Int {
	return muldiv(x, million, uint256.NewInt(uint64(1_000_000-min(d.pool.FeePips, 999_999))))
}

// add proposes the position for what the wallet holds of the target. The amounts
// are what the liquidity takes, so that the pool's ratio leaves nothing to slip.
func (d desk) add(t target) step {
	quote, base := smallest(t.quote, d.cash().Units), smallest(t.base, d.base().Units)
	have0, have1 := d.pair(quote, base)
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
