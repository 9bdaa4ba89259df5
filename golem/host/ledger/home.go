package ledger

import (
	double "bardo.run/bardo/internal/ledger"
)

// Home books what an order sent from a dead Golem's wallet to its owner. The same order
// again books nothing.
func (l *Ledger) Home(order string, at int64, sent ...Amount) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	var postings []double.Posting
	for _, a := range sent {
		if !a.Units.IsZero() {
			postings = append(postings, double.Move(Golem, Owner, a.Asset, a.Units.ToBig())...)
		}
	}
	if len(postings) == 0 {
		return nil
	}
	_, err := l.post(double.Once("home/"+order), at, "home to the owner", postings)
	return err
}
