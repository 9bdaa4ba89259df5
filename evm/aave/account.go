package aave

import (
	"errors"
	"fmt"
	"math/big"

	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/rpc"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// Account is what the market says of an account. Collateral and Debt are in its unit
// of account, Threshold and LoanToValue in basis points of the collateral, Health
// in 1e18ths; without debt Health has all bits set. Where the market reverted when it was
// asked, Unknown is set and only the holdings are known: an account that owes is then taken
// to be at its end, with a Health of 0.
type Account struct {
	Collateral, Debt, Available uint256.Int
	Threshold, LoanToValue      uint16
	Health                      uint256.Int
	Unknown                     bool
}

// Holding is what an account supplied of a reserve and owes of it, with the interest
// up to the block it was read at. SupplyRate is what the market pays for what is supplied, and
// BorrowRate what it takes for what is owed at the variable rate, both of a year without interest
// on interest, in 1e27ths; zero where the market does not say. SupplyIndex and DebtIndex are what a
// unit that was there from the beginning had become at the unix second Updated, in 1e27ths.
type Holding struct {
	Reserve
	Supplied, Owed         uint256.Int
	SupplyRate, BorrowRate uint256.Int
	SupplyIndex, DebtIndex uint256.Int
	Updated                uint64
}

// Reading is an account on its way from a batch.
type Reading struct {
	market         *Market
	account        *rpc.Read[[]byte]
	supplied, owed []erc20.AmountRead
	rates          []*rpc.Read[[]byte]
}

// Add adds the reads of an account to a batch.
func (m *Market) Add(b *rpc.Batch, account common.Address) *Reading {
	r := &Reading{market: m, account: b.Call(m.Pool, m.calls.Account(account))}
	for _, reserve := range m.Reserves {
		r.supplied = append(r.supplied, m.erc20.ReadBalance(b, reserve.AToken, account))
		r.owed = append(r.owed, m.erc20.ReadBalance(b, reserve.Debt, account))
		r.rates = append(r.rates, b.Call(m.data, m.about.PackGetReserveData(reserve.Asset)))
	}
	return r
}

// Value returns the account and its holdings, one a reserve, after the batch was
// executed.
func (r *Reading) Value() (Account, []Holding, error) {
	account, err := r.of()
	if err != nil {
		return account, nil, err
	}
	holdings := make([]Holding, len(r.market.Reserves))
	for i, reserve := range r.market.Reserves {
		h := &holdings[i]
		h.Reserve = reserve
		if h.Supplied, err = r.supplied[i].Value(); err != nil {
			return account, nil, fmt.Errorf("supply of %s: %w", reserve.Asset, err)
		}
		if h.Owed, err = r.owed[i].Value(); err != nil {
			return account, nil, fmt.Errorf("debt of %s: %w", reserve.Asset, err)
		}
		if err = r.rate(i, h); err != nil {
			return account, nil, fmt.Errorf("rates of %s: %w", reserve.Asset, err)
		}
	}
	if account.Unknown {
		account.worst(holdings)
	}
	return account, holdings, nil
}

// rate takes in what the market says of a reserve. One that reverts says nothing.
func (r *Reading) rate(i int, h *Holding) error {
	said, err := answer(r.rates[i], r.market.about.UnpackGetReserveData)
	if reverted := new(rpc.RevertError); errors.As(err, &reverted) {
		return nil
	}
	if err != nil {
		return err
	}
	h.SupplyRate, h.BorrowRate = word(said.LiquidityRate), word(said.VariableBorrowRate)
	h.SupplyIndex, h.DebtIndex = word(said.LiquidityIndex), word(said.VariableBorrowIndex)
	h.Updated = said.LastUpdateTimestamp.Uint64()
	return nil
}

// of is what the market says of the account itself.
func (r *Reading) of() (Account, error) {
	raw, err := r.account.Value()
	if reverted := new(rpc.RevertError); errors.As(err, &reverted) { // as with an oracle that says no price
		return Account{Unknown: true}, nil
	}
	if err != nil {
		return Account{}, fmt.Errorf("account data of pool %s: %w", r.market.Pool, err)
	}
	return r.market.calls.ParseAccount(raw)
}

// worst is what an account is taken for of which only the holdings are known.
func (a *Account) worst(holdings []Holding) {
	a.Health.SetAllOne()
	for _, h := range holdings {
		if !h.Owed.IsZero() {
			a.Debt.SetOne()
			a.Health.Clear()
		}
	}
}

// ParseAccount decodes the answer to Account.
func (c *Codec) ParseAccount(raw []byte) (a Account, _ error) {
	if len(raw) != 6*32 {
		return a, fmt.Errorf("%w: account data of %d bytes", ErrMarket, len(raw))
	}
	out, err := c.pool.UnpackGetUserAccountData(raw)
	if err != nil {
		return a, fmt.Errorf("%w: account data: %w", ErrMarket, err)
	}
	for _, share := range []*big.Int{out.CurrentLiquidationThreshold, out.Ltv} {
		if !share.IsUint64() || share.Uint64() > 10_000 {
			return a, fmt.Errorf("%w: a share of %s bps", ErrMarket, share)
		}
	}
	a.Collateral, a.Debt, a.Available = word(out.TotalCollateralBase), word(out.TotalDebtBase), word(out.AvailableBorrowsBase)
	a.Threshold, a.LoanToValue = uint16(out.CurrentLiquidationThreshold.Uint64()), uint16(out.Ltv.Uint64())
	a.Health = word(out.HealthFactor)
	return a, nil
}

// word is a number that came out of one word.
func word(v *big.Int) uint256.Int { return *uint256.MustFromBig(v) }
