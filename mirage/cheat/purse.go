package cheat

import (
	"crypto/pbkdf2"
	"crypto/sha512"
	"encoding/hex"
	"fmt"

	"github.com/ethereum/go-ethereum/crypto"
)

// What lies at m/44'/60'/0'/0 of Mnemonic, which the world knows too. Its derivation takes
// 2,048 hashes and four keys, 3 ms of every start.
const (
	purseKey   = "dd23ca549a97cb330b011aebb674730df8b14acaee42d211ab45692699ab8ba5"
	purseChain = "236a4a5d77e29cc09182a8a6c9d288cb04e638fcd0743bbc068c16665d1e4d2c"
)

// purse derives the accounts of one mnemonic.
type purse struct {
	parent extended
	public []byte // the parent's
}

// openPurse goes down the path that the accounts of a mnemonic share.
func openPurse(mnemonic string) (purse, error) {
	parent, err := known(mnemonic)
	if err == nil {
		var public []byte
		if public, err = parent.public(); err == nil {
			return purse{parent, public}, nil
		}
	}
	return purse{}, fmt.Errorf("derive accounts: %w", err)
}

// known is the parent of a mnemonic's accounts, without deriving it where it is written
// down.
func known(mnemonic string) (extended, error) {
	if mnemonic != Mnemonic {
		return descend(mnemonic)
	}
	key, err := hex.DecodeString(purseKey)
	if err != nil {
		return extended{}, err
	}
	chain, err := hex.DecodeString(purseChain)
	return extended{key, chain}, err
}

// descend derives the parent of a mnemonic's accounts.
func descend(mnemonic string) (extended, error) {
	seed, err := pbkdf2.Key(sha512.New, mnemonic, []byte("mnemonic"), 2048, 64)
	if err != nil {
		return extended{}, err
	}
	parent := master(seed)
	for _, index := range []uint32{44 | hardened, 60 | hardened, hardened, 0} {
		if parent, err = parent.child(index); err != nil {
			return extended{}, err
		}
	}
	return parent, nil
}

// account derives the account of the index.
func (p purse) account(i int) (Account, error) {
	key, err := crypto.ToECDSA(p.parent.from(p.public, uint32(i)).key)
	if err != nil {
		return Account{}, fmt.Errorf("derive account %d: %w", i, err)
	}
	return Account{Address: crypto.PubkeyToAddress(key.PublicKey), Key: key}, nil
}
