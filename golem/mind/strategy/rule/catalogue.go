package rule

import "slices"

// Dim is what a value is a quantity of. Values of different dimensions do not
// compare, add or subtract.
type Dim uint8

// The dimensions. DimNone is that of a text that is already wrong.
const (
	DimNone Dim = iota
	DimNumber
	DimMoney    // in quote tokens
	DimDuration // in seconds
	DimBool
	DimRegime
)

var dimNames = [...]string{"nothing", "a number", "money", "a duration", "a truth", "a regime"}

// String names the dimension with its article, for messages.
func (d Dim) String() string { return dimNames[d] }

// Unit returns the unit a value of the dimension is recorded in.
func (d Dim) Unit() string {
	return [...]string{"", "", "usdc", "s", "bool", "regime"}[d]
}

// Regimes are the words a regime compares with, indexed by turn.Regime.
var Regimes = [...]string{"unknown", "trending_up", "trending_down", "volatile", "range_bound"}

// Var identifies what a slot holds.
type Var uint8

// What a condition may read. Those from VarChange on are indicators with a
// window.
const (
	VarPrice Var = iota
	VarHour
	VarMinute
	VarAge
	VarCash
	VarBaseValue
	VarEquity
	VarExposure
	VarEntryPrice
	VarPnL
	VarPositionAge
	VarDrawdown
	VarTradesToday
	VarLastTradeAge
	VarGasUSD
	VarGasGwei
	VarCoin
	VarRegime
	VarLPCount
	VarLPInRange
	VarLPOutOfRangeFor
	VarLPDistance
	VarLPFees
	VarLPValue
	VarLPAge
	VarLent
	VarOwed
	VarHealth
	VarValue
	VarBalance
	VarWeight
	VarBasis
	VarFee
	VarDepth
	VarRangeShare
	VarSupplyRate
	VarBorrowRate
	VarChange
	VarSMA
	VarEMA
	VarStd
	VarZScore
	VarRSI
	VarHigh
	VarLow
	VarVolatility
	VarCorrelation
	varEnd
)

// IsIndicator reports whether the variable takes a window.
func (v Var) IsIndicator() bool { return v >= VarChange && v < varEnd }

// Item is one line of the catalogue: the name, the dimension, what it takes in parentheses,
// what it means, when it is not known ("" for never), and what a sentence calls it. In that
// {of} is the first of what it takes, {for} and {it} with other words before it, {a} and {b} the
// two by their bare names, and {w} the window.
type Item struct {
	Var     Var
	Name    string
	Dim     Dim
	Takes   []Arg
	Meaning string
	Unknown string
	Phrase  string
}

// Catalogue lists everything a condition may read, in the order of the
// reference page. The checker and the page are made from this one table.
func Catalogue() []Item { return slices.Clone(catalogue[:]) }

var catalogue = [...]Item{
	{VarPrice, "price", DimMoney, subject, "price at the pinned block of one token of the asset, or of one base token of the market", "", "the price{of}"},
	{VarHour, "hour", DimNumber, nil, "hour of the day, UTC, 0 to 23", "", "the hour of the day (UTC)"},
	{VarMinute, "minute", DimNumber, nil, "minute of the hour, 0 to 59", "", "the minute of the hour"},
	{VarAge, "age", DimDuration, nil, "time since the Golem's first observation", "", "the Golem's age"},
	{VarCash, "cash", DimMoney, nil, "quote tokens in the wallet", "", "the cash in the wallet"},
	{VarBaseValue, "base_value", DimMoney, nil, "value of the base tokens in the wallet", "", "the value of the bought tokens"},
	{VarEquity, "equity", DimMoney, nil, "cash, base tokens, liquidity positions with their fees, what is lent less what is owed, and the native coin", "", "equity"},
	{VarExposure, "exposure", DimNumber, nil, "value of the tokens in the wallet but the quote tokens, as a share of equity", "equity is zero", "the share of equity in bought tokens"},
	{VarEntryPrice, "entry_price", DimMoney, held, "average price paid for what the wallet holds of the base tokens, or of the asset, fees of the swaps included", "no position", "the average price it paid{for}"},
	{VarPnL, "unrealised_pnl", DimNumber, held, "price ÷ entry_price − 1", "no position", "the gain on what it holds{of}"},
	{VarPositionAge, "position_age", DimDuration, held, "time since the wallet last went from none of the base tokens, or of the asset, to some", "no position", "the time since it began to hold{it}"},
	{VarDrawdown, "drawdown", DimNumber, nil, "1 − equity ÷ the highest equity seen at a tick; while a price of what is held is in doubt, for 70 minutes at most, what it was before", "", "the loss from the highest equity"},
	{VarTradesToday, "trades_today", DimNumber, nil, "actions executed since midnight UTC", "", "the number of trades today"},
	{VarLastTradeAge, "last_trade_age", DimDuration, nil, "time since the last executed action; since the first observation where there was none", "", "the time since the last trade"},
	{VarGasUSD, "gas_usd", DimMoney, nil, "cost of a swap of 210,000 gas at the current gas price, a rollup's fee for its data included", "", "the gas of a swap"},
	{VarGasGwei, "gas_gwei", DimNumber, nil, "current gas price in gwei", "", "the gas price in gwei"},
	{VarCoin, "coin", DimMoney, nil, "value of the chain's coin in the wallet, which pays for gas; under a grant that of the key", "", "the coin for gas"},
	{VarRegime, "regime", DimRegime, nil, "the heartbeat's view of the market: unknown, trending_up, trending_down, volatile or range_bound", "", "the market"},
	{VarLPCount, "lp_count", DimNumber, inside, "liquidity positions held that are worth half a quote token at least; the others count in no value of lp_*", "", "the number of liquidity positions{of}"},
	{VarLPInRange, "lp_in_range", DimBool, inside, "every liquidity position is in range", "no liquidity position", "every liquidity position{of} is in range"},
	{VarLPOutOfRangeFor, "lp_out_of_range_for", DimDuration, nil, "time since a liquidity position was first seen out of range; 0 while all are in range", "no liquidity position", "the time that liquidity has been out of range"},
	{VarLPDistance, "lp_distance", DimNumber, inside, "distance of the price from the centre of the range in half widths, the largest of all positions: 0 at the centre, 1 at the edge", "no liquidity position", "the distance from the centre of the range{of}, in half widths"},
	{VarLPFees, "lp_fees", DimMoney, inside, "uncollected fees", "", "the value of the uncollected fees{of}"},
	{VarLPValue, "lp_value", DimMoney, inside, "value of all liquidity positions, uncollected fees included", "", "the value of its liquidity{of}"},
	{VarLPAge, "lp_age", DimDuration, nil, "time since the newest liquidity position was first seen", "no liquidity position", "the age of the newest liquidity position"},
	{VarLent, "lent", DimMoney, loans, "value of what is supplied to the lending markets, interest included", "", "the value of what is lent{of}"},
	{VarOwed, "owed", DimMoney, loans, "value of what is owed there, interest included", "", "the value of what is owed{of}"},
	{VarHealth, "health", DimNumber, lender, "the lowest health factor of the lending markets: below 1 what is supplied is liquidated", "nothing is owed", "the lowest health factor of its loans{of}"},
	{VarValue, "value", DimMoney, held, "value of what the wallet holds of the asset", "nothing tells its price", "the value of what it holds{of}"},
	{VarBalance, "balance", DimNumber, held, "what the wallet holds of the asset, in whole tokens", "", "the balance{of}"},
	{VarWeight, "weight", DimNumber, held, "share of equity without the coin for gas, as a basket and the limits count it, in the asset, wherever it is: in the wallet, in liquidity and its fees, and lent less owed", "equity is zero, or nothing tells its price", "the share of equity in {a}"},
	{VarBasis, "basis", DimNumber, []Arg{ArgMarket, ArgMarket}, "price in the first market ÷ price in the second − 1; both trade one pair", "one of them has no price", "the premium of {a} over {b}"},
	{VarFee, "fee", DimNumber, inside, "what the market takes of a trade, as a share; where it differs by direction, the larger", "", "the fee of trades{of}"},
	{VarDepth, "depth", DimMoney, inside, "value of what the market holds around its price, both tokens together", "nothing tells the price", "what the market holds around its price{of}"},
	{VarRangeShare, "range_share", DimNumber, inside, "share of the market's liquidity in use, that of the range the price is in, which is the Golem's own: what it earns of each fee", "the market has no ranges, or no liquidity in use", "the Golem's share of the liquidity in use{of}"},
	{VarSupplyRate, "supply_rate", DimNumber, []Arg{ArgLender, ArgAsset}, "what the lending market pays a year for the asset now, as a share, without interest on interest", "the market was not read, or does not lend the asset", "the yearly rate that {a} pays for {b}"},
	{VarBorrowRate, "borrow_rate", DimNumber, []Arg{ArgLender, ArgAsset}, "what the lending market takes a year for a loan of the asset now, likewise", "the market was not read, or does not lend the asset", "the yearly rate that {a} takes for {b}"},
	{VarChange, "change", DimNumber, window, "price ÷ the close one window ago − 1", "fewer closes than the window and one", "the change of the price{of} over {w}"},
	{VarSMA, "sma", DimMoney, window, "mean of the closes", "the window is not filled", "the mean price{of} {of w}"},
	{VarEMA, "ema", DimMoney, window, "exponential mean with weight 2 ÷ (n + 1), started with the mean of the first n of the last 4n closes", "the window is not filled", "the exponential mean price{of} {of w}"},
	{VarStd, "std", DimMoney, window, "population standard deviation of the closes", "the window is not filled", "the standard deviation of the price{of} over {w}"},
	{VarZScore, "zscore", DimNumber, window, "(price − sma) ÷ std", "the window is not filled, or no close in it differs", "the distance of the price{of} from its mean of {w}, in standard deviations"},
	{VarRSI, "rsi", DimNumber, window, "Wilder's relative strength index over n changes, 0 to 100, 50 where nothing moved", "fewer closes than the window and one", "the relative strength index{of} over {w}"},
	{VarHigh, "high", DimMoney, window, "highest close", "the window is not filled", "the highest price{of} {of w}"},
	{VarLow, "low", DimMoney, window, "lowest close", "the window is not filled", "the lowest price{of} {of w}"},
	{VarVolatility, "volatility", DimNumber, window, "standard deviation of the n logarithmic changes from close to close, brought to a year: × √525,600", "fewer closes than the window and one", "the yearly volatility{of} over {w}"},
	{VarCorrelation, "correlation", DimNumber, []Arg{ArgAsset | ArgMarket, ArgAsset | ArgMarket, ArgWindow}, "correlation of the n logarithmic changes from close to close of the two, −1 to 1", "fewer closes of one of them than the window and one, or one did not move", "the correlation of {a} and {b} over {w}"},
}

// Name returns the variable's name in the language.
func (v Var) Name() string { return catalogue[v].Name }

func lookup(name string) (Item, bool) {
	for _, e := range catalogue {
		if e.Name == name {
			return e, true
		}
	}
	return Item{}, false
}

// names returns every word an expression may start a value with.
func names() []string {
	out := []string{"abs", "min", "max", "true", "false"}
	for _, e := range catalogue {
		out = append(out, e.Name)
	}
	return append(out, Regimes[:]...)
}
