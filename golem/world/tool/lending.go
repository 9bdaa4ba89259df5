package tool

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/chain"
)

// growth bounds what a debt grows between its reading and the payment of all of it,
// as one part in so many: an order is included within deadline, and a rate that took
// a thousandth in that time would be above 20,000 % a year.
const growth = 1_000

// lending makes a builder of the lending kinds: it finds the reserve in the reading.
func (t *Adapters) lending(build func(grammar.Action, turn.Reserve) ([]chain.Call, error)) builder {
	return func(a grammar.Action, r turn.Reading, _ *turn.Simulation, _ *big.Int) ([]chain.Call, error) {
		market, ok := r.Lender(a.Protocol)
		if !ok || t.venue.Aave == (common.Address{}) || a.Protocol != grammar.AaveV3 {
			return nil, fmt.Errorf("NO_ADAPTER: no market of %s is configured", a.Protocol)
		}
		reserve, ok := market.Reserve(a.Asset)
		if !ok {
			return nil, fmt.Errorf("NO_ADAPTER: the market of %s does not list token %s", a.Protocol, a.Asset)
		}
		return build(a, reserve)
	}
}

func (t *Adapters) supply(a grammar.Action, _ turn.Reserve) ([]chain.Call, error) {
	return t.spending(a.Asset, a.Amount, t.aave.Supply(a.Asset, a.Amount, t.venue.Account)), nil
}

func (t *Adapters) withdraw(a grammar.Action, r turn.Reserve) ([]chain.Call, error) {
	if r.Supplied.IsZero() {
		return nil, fmt.Errorf("nothing of token %s is supplied", a.Asset)
	}
	return []chain.Call{{To: t.venue.Aave, Data: t.aave.Withdraw(a.Asset, a.Amount, t.venue.Account)}}, nil
}

func (t *Adapters) borrow(a grammar.Action, _ turn.Reserve) ([]chain.Call, error) {
	return []chain.Call{{To: t.venue.Aave, Data: t.aave.Borrow(a.Asset, a.Amount, t.venue.Account)}}, nil
}

// repay of everything allows what the debt can have grown to; the market takes what is
// owed, and the last call takes back the rest.
func (t *Adapters) repay(a grammar.Action, r turn.Reserve) ([]chain.Call, error) {
	if r.Owed.IsZero() {
		return nil, fmt.Errorf("nothing of token %s is owed", a.Asset)
	}
	allowed := a.Amount
	if a.All() {
		allowed = new(uint256.Int).Div(&r.Owed, uint256.NewInt(growth))
		allowed.Add(allowed.AddUint64(allowed, 1), &r.Owed)
	}
	return t.spending(a.Asset, allowed, t.aave.Repay(a.Asset, a.Amount, t.venue.Account)), nil
}

// spending is a call of the lending market that takes tokens by allowance.
func (t *Adapters) spending(token common.Address, units *uint256.Int, data []byte) []chain.Call {
	return []chain.Call{
		t.approve(token, t.venue.Aave, units),
		{To: t.venue.Aave, Data: data},
		t.approve(token, t.venue.Aave, new(uint256.Int)), // one that reverts leaves all of it
	}
}
