// Package custodytest is the one suite for every custody: birth, limits, signatures, rotation,
// renewal, a narrower key, where the money goes, and the end. It owns no custody and no chain,
// and looks at a port as its callers do; what it knows of signatures it has from go-ethereum.
//
// spec: provisioning §8, §9; safety §8
package custodytest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/custody"
	"bardo.run/bardo/golem/safety/grant"
)

// Subject is a custody that was just made, and what it is held to.
type Subject struct {
	Port    custody.Port
	ChainID uint64
	Account common.Address // whose the money is
	Home    common.Address // where it goes at the death
	OnChain bool           // a chain holds some of the limits
	// Allowed is a transaction within the limits, Beyond some that are not.
	Allowed func(nonce uint64) *types.DynamicFeeTx
	Beyond  map[string]*types.DynamicFeeTx
	// Held are within what the key refuses, and beyond what the chain takes.
	Held map[string]*types.DynamicFeeTx
	// Next is another key with a grant of the account to it; nil: no key takes over. Renewed is
	// another grant to the key in force.
	Next    func() (*signer.Signer, grant.Grant)
	Renewed func() grant.Grant
	// Takes says why a chain does not take a transaction; nil: there is none.
	Takes func(raw []byte) error
}

// checks are the suite, in the order of a life.
var checks = []struct {
	name string
	of   func(Subject) error
}{
	{"birth", born},
	{"limits", limited},
	{"signatures", signs},
	{"refusals", refuses},
	{"typed data", typed},
	{"identity", identified},
	{"rotation", rotates},
	{"renewal", renews},
	{"narrower key", narrows},
	{"sweep", sweeps},
	{"destruction", ends},
}

// Run holds the custodies that open makes, one for each part of the suite, to it.
func Run(t *testing.T, open func(t *testing.T) Subject) {
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			if err := c.of(open(t)); err != nil {
				t.Error(err)
			}
		})
	}
}

// Faults names the parts of the suite that a custody does not pass.
func Faults(open func() Subject) (names []string) {
	for _, c := range checks {
		if c.of(open()) != nil {
			names = append(names, c.name)
		}
	}
	return names
}

func born(s Subject) error {
	key, id := s.Port.Signer().Address(), s.Port.Identity().Address()
	if s.Port.Account() != s.Account || id == (common.Address{}) || id == key || id == s.Account {
		return fmt.Errorf("the account is %s and not %s, the key %s, the identity %s", s.Port.Account(), s.Account, key, id)
	}
	return nil
}

func limited(s Subject) error {
	held := false
	for _, l := range s.Port.Limits() {
		if held = held || l.OnChain; l.Name == "" || l.Value == "" || l.By == "" {
			return fmt.Errorf("a limit does not say what, how much or who holds it: %+v", l)
		}
	}
	if len(s.Port.Limits()) < 3 || held != s.OnChain || s.OnChain == (len(s.Held) == 0) {
		return fmt.Errorf("a chain holds some: %v; the limits are %+v", held, s.Port.Limits())
	}
	for name, tx := range s.Held {
		done, err := s.Port.Signer().SignTransaction(tx)
		if err != nil {
			return fmt.Errorf("%s is for the chain to refuse: %w", name, err)
		}
		if s.Takes(done.Raw) == nil {
			return fmt.Errorf("the chain takes %s", name)
		}
	}
	return nil
}

func signs(s Subject) error { return s.signed(s.Port.Signer(), 0) }

// signed has a transaction within the limits signed, and looks at what came.
func (s Subject) signed(by transactions, nonce uint64) error {
	want := s.Allowed(nonce)
	done, err := by.SignTransaction(want)
	if err != nil {
		return fmt.Errorf("what is allowed was not signed: %w", err)
	}
	tx := new(types.Transaction)
	if err := tx.UnmarshalBinary(done.Raw); err != nil {
		return err
	}
	from, err := types.Sender(types.LatestSignerForChainID(want.ChainID), tx)
	if err != nil || from != by.Address() || tx.Hash() != done.Hash || *tx.To() != *want.To || string(tx.Data()) != string(want.Data) || tx.Nonce() != nonce {
		return fmt.Errorf("%s signed %+v as %s (%w)", by.Address(), tx, from, err)
	}
	if s.Takes != nil {
		return s.Takes(done.Raw)
	}
	return nil
}

type transactions interface {
	Address() common.Address
	SignTransaction(tx *types.DynamicFeeTx) (signer.Transaction, error)
	Signatures() uint64
}

func refuses(s Subject) error { return s.refused(s.Port.Signer()) }

// refused has everything refused that is beyond the limits.
func (s Subject) refused(by transactions) error {
	if len(s.Beyond) == 0 {
		return errors.New("nothing is beyond the limits")
	}
	for name, tx := range s.Beyond {
		before := by.Signatures()
		if done, err := by.SignTransaction(tx); err == nil || len(done.Raw) != 0 || by.Signatures() != before {
			return fmt.Errorf("signed: %s", name)
		}
	}
	return nil
}

func sweeps(s Subject) error {
	if home := s.Port.Home(); home != s.Home {
		return fmt.Errorf("the money goes to %s and not to %s", home, s.Home)
	}
	return nil
}
