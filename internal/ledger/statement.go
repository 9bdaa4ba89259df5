package ledger

import (
	"fmt"
	"iter"
	"math/big"
	"slices"

	"bardo.run/bardo/internal/seglog"
)

// Rows reads the ledger in dir from its first entry on, as it was written, whoever writes
// there meanwhile. It stops at an entry that is not whole.
func Rows(dir string) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		log, err := seglog.Open(dir, seglog.Options{Chained: true, ReadOnly: true})
		if err != nil {
			yield(Entry{}, fmt.Errorf("ledger: %w", err))
			return
		}
		defer log.Close()
		for f, err := range log.Frames(0) {
			var e Entry
			if err == nil {
				e, err = decodeEntry(f.Payload)
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// Balance returns what account has of asset, held amounts included.
func (l *Ledger) Balance(account, asset string) *big.Int {
	return copyOf(l.balances[place{account, asset}])
}

// Held returns what reservations hold on account.
func (l *Ledger) Held(account, asset string) *big.Int {
	return copyOf(l.held[place{account, asset}])
}

// Available returns what account has of asset and no reservation holds.
func (l *Ledger) Available(account, asset string) *big.Int {
	free := l.Balance(account, asset)
	return free.Sub(free, l.Held(account, asset))
}

func copyOf(v *big.Int) *big.Int {
	if v == nil {
		return new(big.Int)
	}
	return new(big.Int).Set(v)
}

// Sum returns the sum of asset over all accounts. It is zero in a sound ledger.
func (l *Ledger) Sum(asset string) *big.Int {
	sum := new(big.Int)
	for at, v := range l.balances {
		if at.asset == asset {
			sum.Add(sum, v)
		}
	}
	return sum
}

// Used says that a key of its own was booked before, whatever for.
func (l *Ledger) Used(id string) bool {
	_, known := l.used[name{id: id}]
	return known
}

// Line is the balance of one account in one asset.
type Line struct {
	Account, Asset string
	Balance, Held  *big.Int
}

// Balances returns every balance that was ever touched, by account and asset.
func (l *Ledger) Balances() []Line {
	lines := make([]Line, 0, len(l.balances))
	for at := range l.balances {
		lines = append(lines, Line{at.account, at.asset, l.Balance(at.account, at.asset), l.Held(at.account, at.asset)})
	}
	slices.SortFunc(lines, func(a, b Line) int {
		return place{a.Account, a.Asset}.compare(place{b.Account, b.Asset})
	})
	return lines
}
