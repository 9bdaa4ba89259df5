package cheat

import (
	"bytes"
	"testing"
)

// What is written down is what the phrase derives to.
func TestTheKnownPurseIsTheMnemonics(t *testing.T) {
	want, err := descend(Mnemonic)
	if err != nil {
		t.Fatal(err)
	}
	got, err := known(Mnemonic)
	if err != nil || !bytes.Equal(got.key, want.key) || !bytes.Equal(got.chain, want.chain) {
		t.Errorf("%x %x, want %x %x (%v)", got.key, got.chain, want.key, want.chain, err)
	}
}

// A phrase that is not written down is derived: the first account of the phrase that the
// BIP-39 examples begin with.
func TestAnotherMnemonicIsDerived(t *testing.T) {
	accounts, err := Accounts("abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about", 1)
	if err != nil || accounts[0].Address.Hex() != "0x9858EfFD232B4033E47d90003D41EC34EcaEda94" {
		t.Errorf("%v, %v", accounts, err)
	}
}
