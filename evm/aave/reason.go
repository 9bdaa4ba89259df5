package aave

// reasons names the errors that an order of an account can meet; the pool reverts
// with their numbers.
var reasons = map[string]string{
	"26": "the amount is zero",
	"27": "AAVE_MARKET_PAUSED: the reserve is not active",
	"28": "AAVE_MARKET_PAUSED: the reserve is frozen and takes nothing new",
	"29": "AAVE_MARKET_PAUSED: the reserve is paused",
	"30": "the reserve is not for borrowing",
	"32": "more than was supplied",
	"34": "INSUFFICIENT_COLLATERAL: nothing supplied counts as collateral",
	"35": "HEALTH_FACTOR_TOO_LOW: the account could be liquidated",
	"36": "INSUFFICIENT_COLLATERAL: too little is supplied for this loan",
	"39": "nothing of this asset is owed",
	"50": "AAVE_BORROW_CAP_EXCEEDED: the reserve lends no more",
	"51": "AAVE_SUPPLY_CAP_EXCEEDED: the reserve takes no more",
}

// Reason says what the number that a pool reverts with means; ok is false for a text
// that is none.
func Reason(number string) (reason string, ok bool) {
	reason, ok = reasons[number]
	return reason, ok
}
