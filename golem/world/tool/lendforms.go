package tool

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/safety/caveat"
)

// The classes of lending: a loan opens risk as a deposit does, and its repayment is not
// counted, as nothing else that settles.
const leaving = caveat.Leave | caveat.Settle

// units256 is a value of a lending call.
func units256(v vary, m caveat.Meaning) *uint256.Int { return uint256.MustFromBig(v(m, 256)) }

// forms implements lender.
func (l *aaveLender) forms(f *former, asset common.Address) {
	l.allow.forms(f, asset, l.pool)
	open, leave := caveat.Form{Target: l.pool, Classes: caveat.Open, Token: asset}, caveat.Form{Target: l.pool, Classes: leaving}
	f.add(open, func(v vary) []byte { return l.encoder.Supply(asset, units256(v, caveat.Amount), l.wallet) })
	if !l.mandate.granted() {
		f.add(open, func(v vary) []byte { return l.encoder.Borrow(asset, units256(v, caveat.Amount), l.wallet) })
	}
	f.add(leave, func(v vary) []byte { return l.encoder.Withdraw(asset, units256(v, caveat.Free), l.wallet) })
	f.add(leave, func(v vary) []byte { return l.encoder.Repay(asset, units256(v, caveat.Free), l.wallet) })
}

// forms implements lender.
func (l *morphoLender) forms(f *former, asset common.Address) {
	l.allow.forms(f, asset, l.contract)
	e, open, leave := l.encoder, caveat.Form{Target: l.contract, Classes: caveat.Open, Token: asset}, caveat.Form{Target: l.contract, Classes: leaving}
	if asset != l.params.Loan {
		f.add(open, func(v vary) []byte { return e.SupplyCollateral(units256(v, caveat.Amount), l.wallet) })
		f.add(leave, func(v vary) []byte { return e.WithdrawCollateral(units256(v, caveat.Free), l.wallet) })
		return
	}
	f.add(open, func(v vary) []byte { return e.Supply(units256(v, caveat.Amount), l.wallet) })
	if !l.mandate.granted() {
		f.add(open, func(v vary) []byte { return e.Borrow(units256(v, caveat.Amount), l.wallet) })
	}
	f.add(leave, func(v vary) []byte { return e.Withdraw(units256(v, caveat.Free), l.wallet) })
	f.add(leave, func(v vary) []byte { return e.WithdrawShares(units256(v, caveat.Free), l.wallet) })
	f.add(leave, func(v vary) []byte { return e.Repay(units256(v, caveat.Free), l.wallet) })
	f.add(leave, func(v vary) []byte { return e.RepayShares(units256(v, caveat.Free), l.wallet) })
}
