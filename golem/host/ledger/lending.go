package ledger

import (
	"math/big"

	double "bardo.run/bardo/internal/ledger"
)

// Loan is one movement between the wallet and a lending market. Owes says that it
// is on the side of the debt, Back that it ends what was begun: a repayment is
// both, a withdrawal only Back.
type Loan struct {
	Key    string
	At     int64
	Market string
	Owes   bool
	Back   bool
	Amount Amount
}

// PostLoan books a supply, withdrawal, loan or repayment. What comes back beyond
// what is on the books is interest since it was last accrued.
func (w *Wallet) PostLoan(q Loan) error {
	defer w.books.lock()()
	units, asset := q.Amount.Units.ToBig(), q.Amount.Asset
	from, to, memo := Golem, Lent, "supply to "
	switch {
	case q.Owes && q.Back:
		from, to, memo = Golem, Debt, "repay to "
	case q.Owes:
		from, to, memo = Debt, Golem, "borrow from "
	case q.Back:
		from, to, memo = Lent, Golem, "withdraw from "
	}
	postings := double.Move(from, to, asset, units)
	if q.Back {
		account, there := Lent, w.books.book.Balance(Lent, asset)
		if q.Owes {
			account, there = Debt, new(big.Int).Neg(w.books.book.Balance(Debt, asset))
		}
		if more := new(big.Int).Sub(units, there); more.Sign() > 0 {
			postings = append(interest(account, asset, more), postings...)
		}
	}
	_, err := w.books.post(double.Once(q.Key), q.At, memo+q.Market, postings)
	return err
}

// Accrue brings what is lent and owed of an asset to what the chain says of it; the
// difference is interest, and a unit of rounding now and then.
func (w *Wallet) Accrue(key string, at int64, lent, owed Amount) error {
	defer w.books.lock()()
	earned := new(big.Int).Sub(lent.Units.ToBig(), w.books.book.Balance(Lent, lent.Asset))
	grown := new(big.Int).Add(owed.Units.ToBig(), w.books.book.Balance(Debt, owed.Asset))
	var postings []double.Posting
	if earned.Sign() != 0 {
		postings = interest(Lent, lent.Asset, earned)
	}
	if grown.Sign() != 0 {
		postings = append(postings, interest(Debt, owed.Asset, grown)...)
	}
	if len(postings) == 0 {
		return nil
	}
	_, err := w.books.post(double.Once(key), at, "interest", postings)
	return err
}

// interest is what an account of a lending market grew by.
func interest(account, asset string, units *big.Int) []double.Posting {
	if account == Debt {
		return double.Move(Debt, Interest, asset, units)
	}
	return double.Move(Interest, Lent, asset, units)
}
