package signer

import (
	"bytes"
	"errors"
	"testing"
)

func TestOnlyTheSameKeyOpensASealForTheSamePurpose(t *testing.T) {
	one, err := Generate(31337)
	if err != nil {
		t.Fatal(err)
	}
	other, err := Generate(31337)
	if err != nil {
		t.Fatal(err)
	}
	plain := []byte("thirty-two bytes of pure chance.")
	sealed, err := one.Seal("fate", plain)
	again, _ := one.Seal("fate", plain)
	if err != nil || bytes.Contains(sealed, plain[:8]) || bytes.Equal(sealed, again) {
		t.Fatalf("sealed as %x, %v", sealed, err)
	}
	if got, err := one.Unseal("fate", sealed); err != nil || !bytes.Equal(got, plain) {
		t.Errorf("opened %q, %v", got, err)
	}
	if _, err := other.Unseal("fate", sealed); !errors.Is(err, ErrSeal) {
		t.Errorf("another key: %v", err)
	}
	if _, err := one.Unseal("else", sealed); !errors.Is(err, ErrSeal) {
		t.Errorf("another purpose: %v", err)
	}
	for i := range sealed {
		bad := bytes.Clone(sealed)
		bad[i] ^= 1
		if _, err := one.Unseal("fate", bad); !errors.Is(err, ErrSeal) {
			t.Fatalf("byte %d: %v", i, err)
		}
		if _, err := one.Unseal("fate", sealed[:i]); !errors.Is(err, ErrSeal) {
			t.Fatalf("cut off at %d: %v", i, err)
		}
	}
	one.Destroy()
	if _, err := one.Unseal("fate", sealed); !errors.Is(err, ErrDestroyed) {
		t.Errorf("without a key: %v", err)
	}
	if _, err := one.Seal("fate", plain); !errors.Is(err, ErrDestroyed) {
		t.Errorf("sealed without a key: %v", err)
	}
}

// A wallet's key that lies elsewhere seals nothing: a secret of its own does.
func TestASecretOfItsOwnSealsAsAKeyDoes(t *testing.T) {
	held, gone := bytes.Repeat([]byte{7}, 32), errors.New("released")
	lend := func(f func([]byte) error) error {
		if held == nil {
			return gone
		}
		return f(held)
	}
	one, plain := NewSealer(lend), []byte("thirty-two bytes of pure chance.")
	other := NewSealer(func(f func([]byte) error) error { return f(bytes.Repeat([]byte{8}, 32)) })
	sealed, err := one.Seal("fate", plain)
	if err != nil || bytes.Contains(sealed, plain[:8]) {
		t.Fatalf("sealed as %x, %v", sealed, err)
	}
	if got, err := one.Unseal("fate", sealed); err != nil || !bytes.Equal(got, plain) {
		t.Errorf("opened %q, %v", got, err)
	}
	for name, open := range map[string]func() ([]byte, error){
		"another secret":  func() ([]byte, error) { return other.Unseal("fate", sealed) },
		"another purpose": func() ([]byte, error) { return one.Unseal("else", sealed) },
		"cut off":         func() ([]byte, error) { return one.Unseal("fate", sealed[:5]) },
	} {
		if _, err := open(); !errors.Is(err, ErrSeal) {
			t.Errorf("%s: %v", name, err)
		}
	}
	held = nil
	if _, err := one.Seal("fate", plain); !errors.Is(err, gone) {
		t.Errorf("without its secret: %v", err)
	}
}
