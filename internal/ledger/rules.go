package ledger

import (
	"fmt"
	"math/big"
)

// State is what was booked before, as the rules ask for it.
type State interface {
	// Free is what an account has of an asset and no reservation holds. It is the caller's.
	Free(account, asset string) (*big.Int, error)
	// Reserved is the open reservation under a key.
	Reserved(key Key) (Reservation, bool, error)
	// Last is how a key, or its series, was used last.
	Last(key Key) (Use, bool, error)
}

// Reservation is an amount of an asset that is held on an account.
type Reservation struct {
	Account, Asset string
	Amount         *big.Int
}

// Use is how a key was used: the number in its series, and a fingerprint of the entry.
type Use struct {
	Serial uint64
	Print  [16]byte
}

// Rules are what may be booked on a chart, whatever keeps it.
type Rules struct{ accounts map[string]Account }

// NewRules returns the rules of a chart.
func NewRules(chart []Account) Rules {
	r := Rules{map[string]Account{}}
	for _, a := range chart {
		r.accounts[a.ID] = a
	}
	return r
}

// Admit says whether an entry may be booked: repeated is true where it was, and then nothing changes.
// print is the entry's fingerprint. An error of the state comes back as it is.
func (r Rules) Admit(s State, e *Entry, print [16]byte) (repeated bool, err error) {
	before, known, err := s.Last(e.Key)
	switch {
	case err != nil:
		return false, err
	case known && e.Key.Serial < before.Serial:
		return true, nil
	case known && e.Key.Serial == before.Serial && print != before.Print:
		return false, fmt.Errorf("%w: %s", ErrKeyReused, e.Key)
	case known && e.Key.Serial == before.Serial:
		return true, nil
	}
	return false, r.covered(s, e)
}

// covered checks an entry against what accounts hold.
func (r Rules) covered(s State, e *Entry) error {
	freed, err := freed(s, e)
	if err != nil {
		return err
	}
	for i, p := range e.Postings {
		if e.touches(i, p.Account, p.Asset) {
			continue
		}
		account, known := r.accounts[p.Account]
		if !known {
			return fmt.Errorf("%w: %q", ErrUnknown, p.Account)
		}
		if account.MayOverdraft && e.Op != opReserve {
			continue
		}
		if err := covers(s, e, p.Account, p.Asset, freed); err != nil {
			return err
		}
	}
	return nil
}

// covers checks that what e takes at a place is free there.
func covers(s State, e *Entry, account, asset string, freed Reservation) error {
	taken := e.debits(account, asset)
	if e.Op == opReserve {
		taken.Neg(taken) // the held amount is written as a positive posting
	}
	if taken.Sign() <= 0 {
		return nil
	}
	left, err := s.Free(account, asset)
	if err != nil {
		return err
	}
	if freed.Account == account && freed.Asset == asset {
		left.Add(left, freed.Amount)
	}
	if left.Cmp(taken) < 0 {
		return fmt.Errorf("%w: %s: %s has %s of %s free, %s is needed", ErrOverdrawn, e.Key, account, left, asset, taken)
	}
	return nil
}

// freed returns the reservation that e ends.
func freed(s State, e *Entry) (Reservation, error) {
	if e.Op != opSettle && e.Op != opRelease {
		return Reservation{}, nil
	}
	h, open, err := s.Reserved(e.Hold)
	if err != nil {
		return h, err
	}
	if !open {
		return h, fmt.Errorf("%w: %s", ErrNoHold, e.Hold)
	}
	if taken := e.debits(h.Account, h.Asset); taken.Cmp(h.Amount) > 0 {
		return h, fmt.Errorf("%w: %s takes %s, %s was reserved", ErrExceedsHold, e.Key, taken, h.Amount)
	}
	return h, nil
}
