package custodytest

import (
	"errors"
	"fmt"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/custody"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/signing"
)

// dead says what is wrong with a key that was wiped.
func (s Subject) dead(by transactions) error {
	if _, err := by.SignTransaction(s.Allowed(9)); !errors.Is(err, signer.ErrDestroyed) {
		return fmt.Errorf("a key that is gone answers %w", err)
	}
	return nil
}

// rotates puts another key in force. One with a grant that is not its own changes nothing.
func rotates(s Subject) error {
	old, account, id := s.Port.Signer(), s.Port.Account(), s.Port.Identity().Address()
	if s.Next == nil {
		if err := s.Port.TakeOver(nil, grant.Grant{}); !errors.Is(err, custody.ErrFixed) {
			return fmt.Errorf("another key took over: %w", err)
		}
		return s.signed(old, 0)
	}
	second := s.Port.Narrow(signing.Fence{Targets: whole(s)})
	key, g := s.Next()
	if err := s.Port.TakeOver(key, s.Renewed()); err == nil || s.Port.Signer().Address() != old.Address() {
		return errors.New("a key took over by a grant to another")
	}
	if err := s.Port.TakeOver(key, g); err != nil {
		return err
	}
	if s.Port.Signer().Address() != key.Address() || s.Port.Account() != account || s.Port.Identity().Address() != id {
		return fmt.Errorf("the key is %s, the account %s, the identity %s", s.Port.Signer().Address(), s.Port.Account(), s.Port.Identity().Address())
	}
	return errors.Join(s.dead(old), s.dead(second), s.signed(s.Port.Signer(), 0), s.refused(s.Port.Signer()), typed(s))
}

func renews(s Subject) error {
	if s.Renewed == nil {
		if err := s.Port.Renew(grant.Grant{}); !errors.Is(err, custody.ErrFixed) {
			return fmt.Errorf("a grant was renewed: %w", err)
		}
		return nil
	}
	if _, g := s.Next(); s.Port.Renew(g) == nil {
		return errors.New("a grant to another key was taken")
	}
	if err := s.Port.Renew(s.Renewed()); err != nil {
		return err
	}
	return errors.Join(s.signed(s.Port.Signer(), 0), s.refused(s.Port.Signer()))
}

// narrows has a second signer refuse more, and never let through what the first does not.
func narrows(s Subject) error {
	first, targets := s.Port.Signer(), whole(s)
	second := s.Port.Narrow(signing.Fence{Targets: targets, Coin: targets})
	if err := errors.Join(s.signed(second, 0), s.refused(second)); err != nil {
		return fmt.Errorf("a second signer of the same width: %w", err)
	}
	for name, f := range map[string]signing.Fence{"no contract": {}, "the past": {Targets: targets, NotAfter: 1}} {
		third := s.Port.Narrow(f)
		if _, err := third.SignTransaction(s.Allowed(1)); !errors.Is(err, signing.ErrRefused) {
			return fmt.Errorf("a key of %s signs as the wider one: %w", name, err)
		}
		if third.Destroy(); !errors.Is(s.dead(third), nil) {
			return errors.New("a narrower key that was destroyed signs")
		}
	}
	if err := s.signed(first, 1); err != nil {
		return fmt.Errorf("the first ended with a narrower one: %w", err)
	}
	first.Destroy()
	return s.dead(second)
}

// ends destroys the key that acts, which leaves the identity its last word, and then all.
func ends(s Subject) error {
	key, second, id := s.Port.Signer(), s.Port.Narrow(signing.Fence{Targets: whole(s)}), s.Port.Identity()
	key.Destroy()
	if err := errors.Join(s.dead(key), s.testament()); err != nil {
		return fmt.Errorf("the key is gone, and the identity is not: %w", err)
	}
	s.Port.Destroy()
	_, _, err := id.SignTypedData(words(s))
	if !errors.Is(err, signer.ErrDestroyed) {
		return fmt.Errorf("the identity outlives its Golem: %w", err)
	}
	return errors.Join(s.dead(s.Port.Signer()), s.dead(second))
}
