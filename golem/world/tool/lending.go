package tool

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/aave"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/chain"
)

// growth bounds what a debt grows between its reading and the payment of all of it,
// as one part in so many: an order is included within deadline, and a rate that took
// a thousandth in that time would be above 20,000 % a year.
const growth = 1_000

// lender is one lending protocol: how an order is made on its market, and what its
// market then says.
type lender interface {
	// calls are an order's transactions.
	calls(a grammar.Action, m turn.Lending, r turn.Reserve) ([]chain.Call, error)
	// questions are the calls that ask, behind an order, what the market then says of
	// the wallet.
	questions() []chain.Call
	// account is what it says, and what of its own words about the order does not fit
	// the position before it and behind it; none is "".
	account(before turn.Lending, order, answers []sim.Result) (a turn.Account, fault string, err error)
	// credits reports whether the logs of an order that was mined say that the market
	// booked just what moved.
	credits(a grammar.Action, logs []chain.Log, moved []turn.Delta) bool
	// forms adds the calls that orders of an asset are made of.
	forms(f *former, asset common.Address)
	// reason says what an error of the protocol means.
	reason(text string) (string, bool)
}

// lending is the lending protocols of the venue.
type lending struct {
	by      map[string]lender // by protocol
	mandate *mandate
}

func newLending(v Venue, m *mandate, allow allowances) lending {
	l := lending{map[string]lender{}, m}
	if v.Aave != (common.Address{}) {
		l.by[grammar.AaveV3] = &aaveLender{allow, m, v.Aave, v.Account, aave.NewCodec()}
	}
	if v.Morpho != (common.Address{}) {
		l.by[grammar.MorphoBlue] = newMorphoLender(v, m, allow)
	}
	return l
}

// of is who lends in an order; nil where nobody does.
func (l lending) of(a grammar.Action) lender {
	if !a.Lends() {
		return nil
	}
	return l.by[a.Protocol]
}

// calls builds every lending kind: it finds the reserve in the reading. Under a grant nothing is
// borrowed: within the sums of many days a stolen key could borrow what liquidators then take
// on one, beyond the worst day that the owner was told. Debts that the owner makes are repaid.
func (l lending) calls(a grammar.Action, r turn.Reading, _ *turn.Simulation, _ *big.Int) ([]chain.Call, error) {
	market, ok := r.Lender(a.Protocol)
	lender := l.by[a.Protocol]
	if !ok || lender == nil {
		return nil, fmt.Errorf("NO_ADAPTER: no market of %s is configured", a.Protocol)
	}
	reserve, ok := market.Reserve(a.Asset)
	if !ok {
		return nil, fmt.Errorf("NO_ADAPTER: the market of %s does not list token %s", a.Protocol, a.Asset)
	}
	switch {
	case a.Kind == grammar.Borrow && l.mandate.granted():
		return nil, errors.New("NO_ADAPTER: a grant has no form of a call that borrows")
	case (a.Kind == grammar.Borrow || a.Kind == grammar.Repay) && !market.Lends(a.Asset):
		return nil, fmt.Errorf("NO_ADAPTER: the market of %s lends token %s alone, and %s is its collateral", a.Protocol, market.Loan, a.Asset)
	case a.Kind == grammar.Withdraw && reserve.Supplied.IsZero():
		return nil, fmt.Errorf("nothing of token %s is supplied", a.Asset)
	case a.Kind == grammar.Repay && reserve.Owed.IsZero():
		return nil, fmt.Errorf("nothing of token %s is owed", a.Asset)
	}
	return lender.calls(a, market, reserve)
}

// most is what a debt can have grown to when it is paid.
func most(owed *uint256.Int) *uint256.Int {
	v := new(uint256.Int).Div(owed, uint256.NewInt(growth))
	return v.Add(v.AddUint64(v, 1), owed)
}
