package ledger

import (
	"math/big"

	double "bardo.run/bardo/internal/ledger"
)

// Arrived books what came into the wallet and no order explains. What was missing before
// is back first; the rest came from outside, whoever sent it. It is no credit: whoever
// sends tokens to a wallet does not say that they are for gas and models.
func (l *Ledger) Arrived(at int64, a Amount) (returned, external *big.Int, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	external = a.Units.ToBig()
	returned = l.book.Balance(Unexplained, a.Asset)
	if returned.Cmp(external) > 0 {
		returned.Set(external)
	}
	external.Sub(external, returned)
	if returned.Sign() > 0 {
		err = l.stray(at, "what was missing is back", double.Move(Unexplained, Golem, a.Asset, returned))
	}
	if err == nil && external.Sign() > 0 {
		err = l.stray(at, "from outside", double.Move(External, Golem, a.Asset, external))
	}
	return returned, external, err
}

// Vanished books what left the wallet and no order explains.
func (l *Ledger) Vanished(at int64, a Amount) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.stray(at, "unexplained", double.Move(Golem, Unexplained, a.Asset, a.Units.ToBig()))
}

// Unexplained returns what is missing of an asset and did not come back.
func (l *Ledger) Unexplained(asset string) *big.Int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.book.Balance(Unexplained, asset)
}

func (l *Ledger) stray(at int64, memo string, postings []double.Posting) error {
	l.strays++
	_, err := l.post(double.Nth("stray", l.strays), at, memo, postings)
	return err
}
