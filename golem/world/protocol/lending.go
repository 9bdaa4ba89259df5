package protocol

import (
	"errors"
	"fmt"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
)

// growth bounds what a debt grows between its reading and the payment of all of it,
// as one part in so many: an order is included within two minutes, and a rate that took
// a thousandth in that time would be above 20,000 % a year.
const growth = 1_000

// Lending are the actions of a protocol where tokens are supplied and owed.
func Lending() []grammar.Kind {
	return []grammar.Kind{grammar.Supply, grammar.Withdraw, grammar.Borrow, grammar.Repay}
}

// MostOwed is what a debt can have grown to when it is paid.
func MostOwed(owed *uint256.Int) *uint256.Int {
	v := new(uint256.Int).Div(owed, uint256.NewInt(growth))
	return v.Add(v.AddUint64(v, 1), owed)
}

// Reserve is the market and the reserve of a lending order. Under a grant nothing is
// borrowed: within the sums of many days a stolen key could borrow what liquidators then take
// on one, beyond the worst day that the owner was told. Debts that the owner makes are repaid.
func (o Order) Reserve(m Mandate) (market turn.Lending, reserve turn.Reserve, err error) {
	a := o.Action
	market, ok := o.Seen.Lender(a.Market)
	if !ok {
		return market, reserve, Unconfigured(a)
	}
	if reserve, ok = market.Reserve(a.Asset); !ok {
		return market, reserve, fmt.Errorf("NO_ADAPTER: the market of %s does not list token %s", a.Market, a.Asset)
	}
	switch {
	case a.Kind == grammar.Borrow && m.Granted():
		err = errors.New("NO_ADAPTER: a grant has no form of a call that borrows")
	case (a.Kind == grammar.Borrow || a.Kind == grammar.Repay) && !market.Lends(a.Asset):
		err = fmt.Errorf("NO_ADAPTER: the market of %s lends token %s alone, and %s is its collateral", a.Market, market.Loan, a.Asset)
	case a.Kind == grammar.Withdraw && reserve.Supplied.IsZero():
		err = fmt.Errorf("nothing of token %s is supplied", a.Asset)
	case a.Kind == grammar.Repay && reserve.Owed.IsZero():
		err = fmt.Errorf("nothing of token %s is owed", a.Asset)
	}
	return market, reserve, err
}

// Unconfigured says that an action names a market that the venue does not have.
func Unconfigured(a grammar.Action) error {
	return fmt.Errorf("NO_ADAPTER: no market %s of %s is configured", a.Market, a.Protocol)
}
