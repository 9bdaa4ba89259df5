package morpho

import (
	"fmt"

	"github.com/holiman/uint256"
)

// State is what a market's positions come to, with the interest up to LastUpdate, in
// unix seconds. Fee is the share of the interest that Morpho keeps, in 1e18ths.
type State struct {
	SupplyAssets, SupplyShares uint256.Int
	BorrowAssets, BorrowShares uint256.Int
	LastUpdate                 uint64
	Fee                        uint256.Int
}

// Position is what an account has in a market: shares of what is lent and owed there,
// and units of collateral.
type Position struct{ SupplyShares, BorrowShares, Collateral uint256.Int }

// words is the state as the rate model is given it.
func (s State) words() []byte {
	out := make([]byte, 0, 6*32)
	for _, v := range []*uint256.Int{&s.SupplyAssets, &s.SupplyShares, &s.BorrowAssets, &s.BorrowShares, uint256.NewInt(s.LastUpdate), &s.Fee} {
		word := v.Bytes32()
		out = append(out, word[:]...)
	}
	return out
}

// Accrued returns the state with the interest up to a time, in unix seconds, at a rate
// per second in 1e18ths, as the contract would write it down then. What it would revert
// at is ErrMarket.
func (s State) Accrued(rate *uint256.Int, at uint64) (State, error) {
	if at <= s.LastUpdate {
		return s, nil
	}
	var m checked
	interest := m.mulDown(&s.BorrowAssets, m.compounded(rate, at-s.LastUpdate), wad)
	s.BorrowAssets = *m.add(&s.BorrowAssets, interest)
	s.SupplyAssets = *m.add(&s.SupplyAssets, interest)
	if !s.Fee.IsZero() {
		fee := m.mulDown(interest, &s.Fee, wad)
		rest := new(uint256.Int).Sub(&s.SupplyAssets, fee) // the fee is a part of what was added
		s.SupplyShares = *m.add(&s.SupplyShares, m.toShares(fee, rest, &s.SupplyShares))
	}
	s.LastUpdate = at
	if err := narrow(128, "a sum with its interest", &s.SupplyAssets, &s.SupplyShares, &s.BorrowAssets); err != nil || m.over {
		return s, fmt.Errorf("%w: interest at %s 1e18ths a second has no end", ErrMarket, rate.Dec())
	}
	return s, nil
}

// accrued is Accrued where interest runs.
func (s State) accrued(rate *uint256.Int, at uint64) (State, error) {
	if s.BorrowAssets.IsZero() {
		return s, nil
	}
	return s.Accrued(rate, at)
}

// year is how many seconds a year of a rate has, in units of a second's 1e18ths as 1e27ths.
var year = uint256.NewInt(365 * 86_400 * 1e9)

// Rates returns what a year costs who owes, and pays who supplies, at a rate per second in
// 1e18ths: without interest on interest, in 1e27ths, rounded down. What is supplied shares what
// is paid on the debts, less Morpho's share; where that does not fit it is the most that does.
func (s State) Rates(rate *uint256.Int) (supply, borrow uint256.Int) {
	if _, over := borrow.MulOverflow(rate, year); over {
		borrow.SetAllOne()
	}
	if s.SupplyAssets.IsZero() {
		return supply, borrow
	}
	supply = share(&borrow, &s.BorrowAssets, &s.SupplyAssets)
	return share(&supply, new(uint256.Int).Sub(wad, &s.Fee), wad), borrow
}

// share is x·y÷z rounded down, or the most that fits.
func share(x, y, z *uint256.Int) (v uint256.Int) {
	if _, over := v.MulDivOverflow(x, y, z); over {
		v.SetAllOne()
	}
	return v
}

// supplied is what supply shares are worth, rounded down as a withdrawal is.
func (m *checked) supplied(s State, shares *uint256.Int) uint256.Int {
	return *m.mulDown(shares, m.add(&s.SupplyAssets, one), m.add(&s.SupplyShares, virtual))
}

// owed is what borrow shares are worth, rounded up as a repayment is.
func (m *checked) owed(s State, shares *uint256.Int) uint256.Int {
	return *m.mulUp(shares, m.add(&s.BorrowAssets, one), m.add(&s.BorrowShares, virtual))
}

// one asset and a million shares are in every market: they give an empty one a price.
var one, virtual = uint256.NewInt(1), uint256.NewInt(1_000_000)

// checked is the contract's arithmetic: over says that it would have reverted.
type checked struct{ over bool }

func (m *checked) add(x, y *uint256.Int) *uint256.Int {
	sum, over := new(uint256.Int).AddOverflow(x, y)
	m.over = m.over || over
	return sum
}

func (m *checked) mul(x, y *uint256.Int) *uint256.Int {
	product, over := new(uint256.Int).MulOverflow(x, y)
	m.over = m.over || over
	return product
}

func (m *checked) mulDown(x, y, d *uint256.Int) *uint256.Int {
	return new(uint256.Int).Div(m.mul(x, y), d)
}

func (m *checked) mulUp(x, y, d *uint256.Int) *uint256.Int {
	least := new(uint256.Int).Sub(d, one)
	return new(uint256.Int).Div(m.add(m.mul(x, y), least), d)
}

func (m *checked) toShares(assets, sum, shares *uint256.Int) *uint256.Int {
	return m.mulDown(assets, m.add(shares, virtual), m.add(sum, one))
}

// compounded is e^(rate·seconds) − 1 by its first three terms.
func (m *checked) compounded(rate *uint256.Int, seconds uint64) *uint256.Int {
	first := m.mul(rate, uint256.NewInt(seconds))
	second := m.mulDown(first, first, uint256.NewInt(2e18))
	third := m.mulDown(second, first, uint256.NewInt(3e18))
	return m.add(m.add(first, second), third)
}
