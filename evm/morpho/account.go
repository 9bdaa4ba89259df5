package morpho

import (
	"context"
	"errors"
	"fmt"

	"bardo.run/bardo/evm/rpc"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// scale is what an oracle's price is multiplied by.
var scale = uint256.MustFromDecimal("1000000000000000000000000000000000000")

// Account is what a market takes an account for. Collateral is the value of its
// collateral and Debt what it owes, both in raw units of the loan token. Health is what
// may be owed over what is, in 1e18ths rounded down: below 1e18 the account is
// liquidated, without debt all bits are set.
type Account struct{ Collateral, Debt, Health uint256.Int }

// Holding is an account's part of a market, with the interest up to a block. Supplied
// is in the loan token, Position.Collateral in the collateral token. SupplyRate is what the
// market pays for what is supplied of the loan token, and BorrowRate what it takes for what is
// owed, both of a year without interest on interest, in 1e27ths.
type Holding struct {
	Account    Account
	Position   Position
	Supplied   uint256.Int
	SupplyRate uint256.Int
	BorrowRate uint256.Int
}

// Hold values a position by the market's sums and its oracle's price. Numbers that the
// contract would revert at are ErrMarket.
func (p Params) Hold(at Position, s State, price *uint256.Int) (Holding, error) {
	var m checked
	h := Holding{Position: at, Supplied: m.supplied(s, &at.SupplyShares)}
	a := &h.Account
	a.Collateral = *m.mulDown(&at.Collateral, price, scale)
	limit := m.mulDown(&a.Collateral, &p.LLTV, wad)
	a.Debt, a.Health = m.owed(s, &at.BorrowShares), *new(uint256.Int).SetAllOne()
	if m.over {
		return h, fmt.Errorf("%w: a position of %s shares and %s units of collateral at the price %s has no value",
			ErrMarket, at.SupplyShares.Dec(), at.Collateral.Dec(), price.Dec())
	}
	if a.Debt.IsZero() {
		return h, nil
	}
	if _, over := a.Health.MulDivOverflow(limit, wad, &a.Debt); over {
		a.Health.SetAllOne()
	}
	return h, nil
}

// Reading is an account on its way from a batch.
type Reading struct {
	market                 *Market
	batch                  *rpc.Batch
	state, position, price *rpc.Read[[]byte]
}

// Add adds the reads of an account to a batch.
func (m *Market) Add(b *rpc.Batch, account common.Address) *Reading {
	return &Reading{m, b, b.Call(m.At, m.calls.State()), b.Call(m.At, m.calls.Position(account)), b.Call(m.Oracle, m.calls.Price())}
}

// Value returns the account after the batch was executed, with the interest up to the
// time of its block, in unix seconds. Where the market has a rate model, it asks that at the
// same block, which takes a second round trip: the model is asked about the state.
//
// An oracle that reverts gives no price, and the collateral is worth nothing then: the
// market itself neither lends nor gives collateral back meanwhile.
func (r *Reading) Value(ctx context.Context, at uint64) (Holding, error) {
	s, err := parsed(r.state, ParseState)
	if err != nil {
		return Holding{}, fmt.Errorf("market %s: %w", r.market.id, err)
	}
	position, err := parsed(r.position, ParsePosition)
	if err != nil {
		return Holding{}, fmt.Errorf("position in market %s: %w", r.market.id, err)
	}
	price, err := parsed(r.price, ParseNumber)
	if reverted := new(rpc.RevertError); err != nil && !errors.As(err, &reverted) {
		return Holding{}, fmt.Errorf("oracle %s: %w", r.market.Oracle, err)
	}
	rate, err := r.rate(ctx, s)
	if err == nil {
		s, err = s.accrued(&rate, at)
	}
	if err != nil {
		return Holding{}, fmt.Errorf("interest of market %s: %w", r.market.id, err)
	}
	h, err := r.market.Hold(position, s, &price)
	h.SupplyRate, h.BorrowRate = s.Rates(&rate)
	return h, err
}

// rate is what the market's model says of a state, a second in 1e18ths: nothing without a model,
// and where nothing is owed and it reverts.
func (r *Reading) rate(ctx context.Context, s State) (rate uint256.Int, _ error) {
	m := r.market
	if m.Rate == (common.Address{}) {
		return rate, nil
	}
	b := r.batch.Client().At(r.batch.Block())
	read := b.Call(m.Rate, m.calls.rate(s))
	if err := b.Do(ctx); err != nil {
		return rate, err
	}
	rate, err := parsed(read, ParseNumber)
	if reverted := new(rpc.RevertError); s.BorrowAssets.IsZero() && errors.As(err, &reverted) {
		return uint256.Int{}, nil
	}
	return rate, err
}

func parsed[T any](read *rpc.Read[[]byte], parse func([]byte) (T, error)) (v T, _ error) {
	raw, err := read.Value()
	if err != nil {
		return v, err
	}
	return parse(raw)
}
