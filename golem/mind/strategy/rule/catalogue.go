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
	VarChange
	VarSMA
	VarEMA
	VarStd
	VarZScore
	VarRSI
	VarHigh
	VarLow
	varEnd
)

// IsIndicator reports whether the variable takes a window.
func (v Var) IsIndicator() bool { return v >= VarChange && v < varEnd }

// Item is one line of the catalogue: the name, the dimension, what it means,
// when it is not known ("" for never), and what a sentence calls it (%s is the window).
type Item struct {
	Var     Var
	Name    string
	Dim     Dim
	Meaning string
	Unknown string
	Phrase  string
}

// Catalogue lists everything a condition may read, in the order of the
// reference page. The checker and the page are made from this one table.
func Catalogue() []Item { return slices.Clone(catalogue[:]) }

var catalogue = [...]Item{
	{VarPrice, "price", DimMoney, "price of one base token at the pinned block", "", "the price"},
	{VarHour, "hour", DimNumber, "hour of the day, UTC, 0 to 23", "", "the hour of the day (UTC)"},
	{VarMinute, "minute", DimNumber, "minute of the hour, 0 to 59", "", "the minute of the hour"},
	{VarAge, "age", DimDuration, "time since the Golem's first observation", "", "the Golem's age"},
	{VarCash, "cash", DimMoney, "quote tokens in the wallet", "", "the cash in the wallet"},
	{VarBaseValue, "base_value", DimMoney, "value of the base tokens in the wallet", "", "the value of the bought tokens"},
	{VarEquity, "equity", DimMoney, "cash, base tokens, liquidity positions with their fees, what is lent less what is owed, and the native coin", "", "equity"},
	{VarExposure, "exposure", DimNumber, "base_value as a share of equity", "equity is zero", "the share of equity in bought tokens"},
	{VarEntryPrice, "entry_price", DimMoney, "average price paid for the base tokens in the wallet, fees of the swaps included", "no position", "the average price it paid"},
	{VarPnL, "unrealised_pnl", DimNumber, "price ÷ entry_price − 1", "no position", "the gain on what it holds"},
	{VarPositionAge, "position_age", DimDuration, "time since the wallet last went from no base tokens to some", "no position", "the time since it began to hold"},
	{VarDrawdown, "drawdown", DimNumber, "1 − equity ÷ the highest equity seen at a tick", "", "the loss from the highest equity"},
	{VarTradesToday, "trades_today", DimNumber, "actions executed since midnight UTC", "", "the number of trades today"},
	{VarLastTradeAge, "last_trade_age", DimDuration, "time since the last executed action; since the first observation where there was none", "", "the time since the last trade"},
	{VarGasUSD, "gas_usd", DimMoney, "cost of a swap of 210,000 gas at the current gas price, a rollup's fee for its data included", "", "the gas of a swap"},
	{VarGasGwei, "gas_gwei", DimNumber, "current gas price in gwei", "", "the gas price in gwei"},
	{VarRegime, "regime", DimRegime, "the heartbeat's view of the market: unknown, trending_up, trending_down, volatile or range_bound", "", "the market"},
	{VarLPCount, "lp_count", DimNumber, "liquidity positions held that are worth half a quote token at least; the others count in no value of lp_*", "", "the number of liquidity positions"},
	{VarLPInRange, "lp_in_range", DimBool, "every liquidity position is in range", "no liquidity position", "every liquidity position is in range"},
	{VarLPOutOfRangeFor, "lp_out_of_range_for", DimDuration, "time since a liquidity position was first seen out of range; 0 while all are in range", "no liquidity position", "the time that liquidity has been out of range"},
	{VarLPDistance, "lp_distance", DimNumber, "distance of the price from the centre of the range in half widths, the largest of all positions: 0 at the centre, 1 at the edge", "no liquidity position", "the distance from the centre of the range, in half widths"},
	{VarLPFees, "lp_fees", DimMoney, "uncollected fees", "", "the value of the uncollected fees"},
	{VarLPValue, "lp_value", DimMoney, "value of all liquidity positions, uncollected fees included", "", "the value of its liquidity"},
	{VarLPAge, "lp_age", DimDuration, "time since the newest liquidity position was first seen", "no liquidity position", "the age of the newest liquidity position"},
	{VarLent, "lent", DimMoney, "value of what is supplied to the lending markets, interest included", "", "the value of what is lent"},
	{VarOwed, "owed", DimMoney, "value of what is owed there, interest included", "", "the value of what is owed"},
	{VarHealth, "health", DimNumber, "the lowest health factor of the lending markets: below 1 what is supplied is liquidated", "nothing is owed", "the lowest health factor of its loans"},
	{VarChange, "change", DimNumber, "price ÷ the close one window ago − 1", "fewer closes than the window and one", "the change of the price over %s"},
	{VarSMA, "sma", DimMoney, "mean of the closes", "the window is not filled", "the mean price of %s"},
	{VarEMA, "ema", DimMoney, "exponential mean with weight 2 ÷ (n + 1), started with the mean of the first n of the last 4n closes", "the window is not filled", "the exponential mean price of %s"},
	{VarStd, "std", DimMoney, "population standard deviation of the closes", "the window is not filled", "the standard deviation of the price over %s"},
	{VarZScore, "zscore", DimNumber, "(price − sma) ÷ std", "the window is not filled, or no close in it differs", "the distance of the price from its mean of %s, in standard deviations"},
	{VarRSI, "rsi", DimNumber, "Wilder's relative strength index over n changes, 0 to 100, 50 where nothing moved", "fewer closes than the window and one", "the relative strength index over %s"},
	{VarHigh, "high", DimMoney, "highest close", "the window is not filled", "the highest price of %s"},
	{VarLow, "low", DimMoney, "lowest close", "the window is not filled", "the lowest price of %s"},
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
