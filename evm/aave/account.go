package aave

import (
	"fmt"
	"math/big"

	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/rpc"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// Account is what the market says of an account. Collateral and Debt are in its unit
// of account, Threshold and LoanToValue in basis points of the collateral, Health
// in 1e18ths; without debt Health has all bits set.
type Account struct {
	Collateral, Debt, Available uint256.Int
	Threshold, LoanToValue      uint16
	Health                      uint256.Int
}

// Holding is what an account supplied of a reserve and owes of it, with the interest
// up to the block it was read at.
type Holding struct {
	Reserve
	Supplied, Owed uint256.Int
}

// Reading is an account on its way from a batch.
type Reading struct {
	market         *Market
	account        *rpc.Read[[]byte]
	supplied, owed []erc20.AmountRead
}

// Add adds the reads of an account to a batch.
func (m *Market) Add(b *rpc.Batch, account common.Address) *Reading {
	r := &Reading{market: m, account: b.Call(m.Pool, m.calls.Account(account))}
	for _, reserve := range m.Reserves {
		r.supplied = append(r.supplied, m.erc20.ReadBalance(b, reserve.AToken, account))
		r.owed = append(r.owed, m.erc20.ReadBalance(b, reserve.Debt, account))
	}
	return r
}

// Value returns the account and its holdings, one a reserve, after the batch was
// executed.
func (r *Reading) Value() (Account, []Holding, error) {
	raw, err := r.account.Value()
	if err != nil {
		return Account{}, nil, fmt.Errorf("account data of pool %s: %w", r.market.Pool, err)
	}
	account, err := r.market.calls.ParseAccount(raw)
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
	}
	return account, holdings, nil
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
