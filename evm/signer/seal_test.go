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
