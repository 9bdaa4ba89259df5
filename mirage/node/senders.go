package node

import (
	"errors"
	"slices"

	"github.com/ethereum/go-ethereum/common"
)

// ErrNotImpersonated is wrapped where an account has no key and is not impersonated.
var ErrNotImpersonated = errors.New("sender has no key here and is not impersonated")

// Senders is who may send without a key.
type Senders struct {
	gate         *gate
	notes        *notes
	impersonated map[common.Address]struct{}
	anyone       bool // everybody may
}

// Impersonate lets account send without a key, contracts too.
func (s *Senders) Impersonate(account common.Address) error {
	return s.gate.cheat(func() error {
		if _, ok := s.impersonated[account]; ok {
			return nil
		}
		s.impersonated[account] = struct{}{}
		return s.notes.state()
	})
}

// StopImpersonating takes the permission back.
func (s *Senders) StopImpersonating(account common.Address) error {
	s.gate.Lock()
	defer s.gate.Unlock()
	delete(s.impersonated, account)
	return s.notes.state()
}

// ImpersonateAnyone lets every account send without a key, or only those of Impersonate
// again.
func (s *Senders) ImpersonateAnyone(on bool) error {
	return s.gate.cheat(func() error {
		s.anyone = on
		return nil
	})
}

// Impersonated reports whether account may send without a key by its name.
func (s *Senders) Impersonated(account common.Address) bool {
	s.gate.Lock()
	defer s.gate.Unlock()
	_, ok := s.impersonated[account]
	return ok
}

// Unsigned reports whether account may send without a key, by name or as anyone.
func (s *Senders) Unsigned(account common.Address) bool {
	s.gate.Lock()
	defer s.gate.Unlock()
	return s.may(account)
}

func (s *Senders) may(account common.Address) bool {
	_, ok := s.impersonated[account]
	return ok || s.anyone
}

// list is those who are impersonated by name, in the order of their bytes.
func (s *Senders) list() []common.Address {
	var all []common.Address
	for account := range s.impersonated {
		all = append(all, account)
	}
	slices.SortFunc(all, common.Address.Cmp)
	return all
}

// set makes the accounts those who are impersonated by name.
func (s *Senders) set(accounts []common.Address) {
	clear(s.impersonated)
	for _, account := range accounts {
		s.impersonated[account] = struct{}{}
	}
}
