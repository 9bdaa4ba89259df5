package morpho

import (
	"math/big"

	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// The questions to a market's oracle and to its rate model. What they are about is
// the parameters and the state, each a row of words.
var (
	askPrice = crypto.Keccak256([]byte("price()"))[:4]
	askRate  = crypto.Keccak256([]byte("borrowRateView((address,address,address,address,uint256),(uint128,uint128,uint128,uint128,uint128,uint128))"))[:4]
)

// Codec packs the calls of one market. It is immutable and safe for concurrent use;
// make one and keep it.
type Codec struct {
	at     common.Address
	id     common.Hash
	market bind.MarketParams
	params Params
	abi    *bind.Morpho
}

// NewCodec returns the codec of a market of the contract at an address.
func NewCodec(at common.Address, p Params) *Codec {
	return &Codec{at, p.ID(), bind.MarketParams{
		LoanToken: p.Loan, CollateralToken: p.Collateral, Oracle: p.Oracle, Irm: p.Rate, Lltv: p.LLTV.ToBig(),
	}, p, bind.NewMorpho()}
}

// Supply encodes lending units of the loan token, which the contract takes by its
// allowance.
func (c *Codec) Supply(units *uint256.Int, account common.Address) []byte {
	return c.abi.PackSupply(c.market, units.ToBig(), new(big.Int), account, nil)
}

// Withdraw encodes taking units of what was lent out, to the account.
func (c *Codec) Withdraw(units *uint256.Int, account common.Address) []byte {
	return c.abi.PackWithdraw(c.market, units.ToBig(), new(big.Int), account, account)
}

// WithdrawShares encodes taking out what shares are worth when it is carried out.
func (c *Codec) WithdrawShares(shares *uint256.Int, account common.Address) []byte {
	return c.abi.PackWithdraw(c.market, new(big.Int), shares.ToBig(), account, account)
}

// SupplyCollateral encodes putting up units of the collateral token, taken by
// allowance.
func (c *Codec) SupplyCollateral(units *uint256.Int, account common.Address) []byte {
	return c.abi.PackSupplyCollateral(c.market, units.ToBig(), account, nil)
}

// WithdrawCollateral encodes taking collateral back, to the account.
func (c *Codec) WithdrawCollateral(units *uint256.Int, account common.Address) []byte {
	return c.abi.PackWithdrawCollateral(c.market, units.ToBig(), account, account)
}

// Borrow encodes a loan of units, to the account.
func (c *Codec) Borrow(units *uint256.Int, account common.Address) []byte {
	return c.abi.PackBorrow(c.market, units.ToBig(), new(big.Int), account, account)
}

// Repay encodes paying units of a debt back by allowance. More than is owed reverts.
func (c *Codec) Repay(units *uint256.Int, account common.Address) []byte {
	return c.abi.PackRepay(c.market, units.ToBig(), new(big.Int), account, nil)
}

// RepayShares encodes paying back what shares of the debt are worth when it is carried
// out.
func (c *Codec) RepayShares(shares *uint256.Int, account common.Address) []byte {
	return c.abi.PackRepay(c.market, new(big.Int), shares.ToBig(), account, nil)
}

// Accrue encodes writing the interest down up to the block that it is carried out in.
func (c *Codec) Accrue() []byte { return c.abi.PackAccrueInterest(c.market) }

// State encodes the question for the market's sums, and Position for what an account
// has in it, both as they were written down last.
func (c *Codec) State() []byte { return c.abi.PackMarket(c.id) }

// Position is described at State.
func (c *Codec) Position(account common.Address) []byte { return c.abi.PackPosition(c.id, account) }

// Price encodes the question to the market's oracle.
func (c *Codec) Price() []byte { return askPrice }

// rate encodes the question to the rate model for a state.
func (c *Codec) rate(s State) []byte {
	return append(append(append([]byte(nil), askRate...), c.params.words()...), s.words()...)
}
