package ledger

import (
	"math/big"

	double "bardo.run/bardo/internal/ledger"
)

// Strays is what came and went and no order explains.
type Strays struct {
	books  *books
	booked uint64 // so far
}

// Arrived books what came into the wallet and no order explains. What was missing before
// is back first; the rest came from outside, whoever sent it. It is no credit: whoever
// sends tokens to a wallet does not say that they are for gas and models.
func (s *Strays) Arrived(at int64, a Amount) (returned, external *big.Int, err error) {
	defer s.books.lock()()
	external = a.Units.ToBig()
	returned = s.books.book.Balance(Unexplained, a.Asset)
	if returned.Cmp(external) > 0 {
		returned.Set(external)
	}
	external.Sub(external, returned)
	if returned.Sign() > 0 {
		err = s.post(at, "what was missing is back", double.Move(Unexplained, Golem, a.Asset, returned))
	}
	if err == nil && external.Sign() > 0 {
		err = s.post(at, "from outside", double.Move(External, Golem, a.Asset, external))
	}
	return returned, external, err
}

// Vanished books what left the wallet and no order explains.
func (s *Strays) Vanished(at int64, a Amount) error {
	defer s.books.lock()()
	return s.post(at, "unexplained", double.Move(Golem, Unexplained, a.Asset, a.Units.ToBig()))
}

// Withdrew books what the owner took out of his own account.
func (s *Strays) Withdrew(at int64, a Amount) error {
	defer s.books.lock()()
	return s.post(at, "withdrawn", double.Move(Golem, External, a.Asset, a.Units.ToBig()))
}

// Missing returns what is missing and did not come back, by asset.
func (s *Strays) Missing() (lines []double.Line) {
	defer s.books.lock()()
	for _, line := range s.books.book.Balances() {
		if line.Account == Unexplained && line.Balance.Sign() > 0 {
			lines = append(lines, line)
		}
	}
	return lines
}

func (s *Strays) post(at int64, memo string, postings []double.Posting) error {
	s.booked++
	_, err := s.books.post(double.Nth("stray", s.booked), at, memo, postings)
	return err
}
