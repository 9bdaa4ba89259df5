package morpho

// reasons names the errors that an order of an account can meet.
var reasons = map[string]string{
	"market not created":      "MORPHO_MARKET_NOT_FOUND: the contract has no such market",
	"insufficient collateral": "INSUFFICIENT_COLLATERAL: too little would stand behind the debt",
	"insufficient liquidity":  "MORPHO_INSUFFICIENT_LIQUIDITY: the market has lent out what is asked for",
	"inconsistent input":      "the amount is zero",
	"zero assets":             "the amount is zero",
	"unauthorized":            "the position is another account's",
	"transferFrom reverted":   "the wallet has less, or allows less",
}

// Reason says what the text that the contract reverts with means; ok is false for one
// that is not the contract's.
func Reason(text string) (reason string, ok bool) {
	reason, ok = reasons[text]
	return reason, ok
}
