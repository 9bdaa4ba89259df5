package turn

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/internal/money"
)

// Lending is what the wallet has in one lending market at the pinned block. Handle is the
// market's name: the protocol's, where it has one market on a chain. Reserves are those of the
// assets, in their order. Value is what is supplied less what is owed in the numeraire, for
// thinking.
type Lending struct {
	Handle   string    `cbor:"6,keyasint" json:"handle"`
	Protocol string    `cbor:"1,keyasint" json:"protocol"`
	Account  Account   `cbor:"2,keyasint" json:"account"`
	Reserves []Reserve `cbor:"3,keyasint" json:"reserves"`
	Value    float64   `cbor:"4,keyasint" json:"value"`
	// Loan is the one token that a market lends where the others are collateral and nothing
	// else. Zero: every reserve is both.
	Loan common.Address `cbor:"5,keyasint,omitzero" json:"loan,omitzero"`
}

// Account is what a lending market itself says of a wallet. Collateral and Debt are
// in the market's own unit of account, at the market's own prices. Threshold is
// the share of the collateral at which it is liquidated, LoanToValue the share
// that can be borrowed.
type Account struct {
	Collateral  uint256.Int `cbor:"1,keyasint" json:"collateral"`
	Debt        uint256.Int `cbor:"2,keyasint" json:"debt"`
	Threshold   money.BPS   `cbor:"3,keyasint" json:"threshold_bps"`
	LoanToValue money.BPS   `cbor:"4,keyasint" json:"loan_to_value_bps"`
	// Health is the health factor in 1e18ths: below 1e18 the wallet is liquidated.
	// Without debt it has all bits set.
	Health uint256.Int `cbor:"5,keyasint" json:"health"`
}

// Factor returns the health factor for thinking; owes is false where nothing is
// owed, and there is none.
func (a Account) Factor() (factor float64, owes bool) {
	if a.Debt.IsZero() {
		return 0, false
	}
	return a.Health.Float64() / 1e18, true
}

// Reserve is one asset of a lending market: what the wallet supplied of it and what
// it owes, both with the interest up to the pinned block. Receipt and DebtToken are
// the tokens that stand for them; a market without such tokens counts in shares of its
// own, which interest does not change.
type Reserve struct {
	Token     Token          `cbor:"1,keyasint" json:"token"`
	Supplied  uint256.Int    `cbor:"2,keyasint" json:"supplied"`
	Owed      uint256.Int    `cbor:"3,keyasint" json:"owed"`
	Receipt   common.Address `cbor:"4,keyasint" json:"receipt"`
	DebtToken common.Address `cbor:"5,keyasint" json:"debt_token"`
	// SupplyShares and DebtShares are zero where there are tokens, and for collateral.
	SupplyShares uint256.Int `cbor:"6,keyasint,omitzero" json:"supply_shares,omitzero"`
	DebtShares   uint256.Int `cbor:"7,keyasint,omitzero" json:"debt_shares,omitzero"`
	// Bonus is what a liquidator gets of this collateral beyond the debt that he pays, as a
	// share of that; 0 where it is not known, or the asset is no collateral.
	Bonus money.BPS `cbor:"8,keyasint,omitzero" json:"liquidation_bonus_bps,omitzero"`
	// SupplyRate is what the market pays for what is supplied of it, and BorrowRate what it takes
	// for what is owed, as it tells them at the pinned block: of a year of 365 days without
	// interest on interest, in 1e27ths, rounded down. Both are zero of what is collateral and
	// nothing else.
	SupplyRate uint256.Int `cbor:"9,keyasint,omitzero" json:"supply_rate_ray,omitzero"`
	BorrowRate uint256.Int `cbor:"10,keyasint,omitzero" json:"borrow_rate_ray,omitzero"`
	// Barred are those of SupplyShares that the market would not take back at the pinned block.
	// They are no part of Supplied, which is what leaving pays.
	Barred uint256.Int `cbor:"11,keyasint,omitzero" json:"barred_shares,omitzero"`
	// Pays is what a fixed great number of shares pays beside what is barred, of a market that tells
	// no rate. Its SupplyRate is what that grew by since it was read before.
	Pays uint256.Int `cbor:"12,keyasint,omitzero" json:"shares_pay,omitzero"`
	// Supply and Debt are how a market whose tokens grow counts the two sides. Only whoever follows
	// a reading by logs goes by them: they are in no journal.
	Supply Accrual `cbor:"-" json:"-"`
	Debt   Accrual `cbor:"-" json:"-"`
}

// Accrual is one side of a reserve without its interest: Scaled units, each of which was worth Index
// at the unix second Since, in 1e27ths. Where Since is 0 it is not known.
type Accrual struct {
	Scaled, Index uint256.Int
	Since         uint64
}

// Issues reports whether tokens stand for what is supplied and owed of the reserve.
func (r Reserve) Issues() bool { return r.Receipt != (common.Address{}) }

// Lender returns what the wallet has in the lending market of a handle.
func (r Reading) Lender(handle string) (Lending, bool) {
	for _, l := range r.Lending {
		if l.Handle == handle {
			return l, true
		}
	}
	return Lending{}, false
}

// Stands reports whether a token stands for what is supplied to a lending market or
// owed there: the asset itself counts, and the two never both.
func (r Reading) Stands(token common.Address) bool {
	for _, l := range r.Lending {
		for _, reserve := range l.Reserves {
			if reserve.Issues() && (token == reserve.Receipt || token == reserve.DebtToken) {
				return true
			}
		}
	}
	return false
}

// Reserve returns the market's reserve of a token.
func (l Lending) Reserve(token common.Address) (Reserve, bool) {
	for _, r := range l.Reserves {
		if r.Token.Address == token {
			return r, true
		}
	}
	return Reserve{}, false
}

// Lends reports whether a token is borrowed here, and earns where it is supplied.
func (l Lending) Lends(token common.Address) bool {
	return l.Loan == (common.Address{}) || l.Loan == token
}

// Secures reports whether what is supplied of a token stands behind a debt.
func (l Lending) Secures(token common.Address) bool { return l.Loan != token }

// Bars reports whether the market holds back something that is supplied.
func (l Lending) Bars() bool {
	return slices.ContainsFunc(l.Reserves, func(r Reserve) bool { return !r.Barred.IsZero() })
}

// Idle reports whether nothing is supplied, not even what the market holds back, and nothing owed.
func (l Lending) Idle() bool {
	for _, r := range l.Reserves {
		if !r.Supplied.IsZero() || !r.Owed.IsZero() || !r.Barred.IsZero() {
			return false
		}
	}
	return true
}

// ray is one, in the 1e27ths of a rate.
const ray = 1e27

// Rates returns what the market pays and takes a year, as shares for thinking.
func (r *Reserve) Rates() (supply, borrow float64) {
	return r.SupplyRate.Float64() / ray, r.BorrowRate.Float64() / ray
}
