package signer

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/accounts/keystore"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/google/uuid"
)

// ErrKeystore: the file is no keystore, or the passphrase is not its own.
var ErrKeystore = errors.New("the keystore cannot be opened")

// FromKeystore opens a Web3 Secret Storage file (version 3), as every wallet
// writes it, with its passphrase. Deriving the key takes a second or more by the
// file's own choice.
func FromKeystore(chainID uint64, file []byte, passphrase string) (*Signer, error) {
	key, err := keystore.DecryptKey(file, passphrase)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKeystore, err)
	}
	var secret [32]byte
	raw := crypto.FromECDSA(key.PrivateKey)
	copy(secret[:], raw)
	clear(raw)
	words := key.PrivateKey.D.Bits() //nolint:staticcheck // wiping needs the raw words; this copy is not used again
	clear(words[:cap(words)])
	s, err := New(chainID, &secret)
	if err != nil {
		return nil, err
	}
	if named := addressIn(file); named != (common.Address{}) && named != s.Address() {
		s.Destroy()
		return nil, fmt.Errorf("%w: it says that it holds the key of %s, and holds another: the file was damaged; restore it from a copy", ErrKeystore, named)
	}
	return s, nil
}

// addressIn is whose key a file says that it holds; zero where it says nothing. The checksum of
// a keystore leaves out what its cipher begins with, so that a changed digit there gives
// another key and no error.
func addressIn(file []byte) (a common.Address) {
	var said struct{ Address string }
	if json.Unmarshal(file, &said) == nil && common.IsHexAddress(said.Address) {
		a = common.HexToAddress(said.Address)
	}
	return a
}

// FromHex takes a private key as 64 hexadecimal digits, with or without 0x. It
// does not change the bytes given.
func FromHex(chainID uint64, text []byte) (*Signer, error) {
	if len(text) >= 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X') {
		text = text[2:]
	}
	key, err := crypto.HexToECDSA(string(text))
	if err != nil {
		return nil, ErrKey // the cause could quote the key
	}
	var secret [32]byte
	raw := crypto.FromECDSA(key)
	copy(secret[:], raw)
	clear(raw)
	return New(chainID, &secret)
}

// NewKeystore makes a new key from the machine's secure randomness and returns it only as
// a Web3 Secret Storage file (version 3) under the passphrase, with its address. The cost
// of deriving is the standard one: a second or more, each time it is opened.
func NewKeystore(passphrase string) (file []byte, address common.Address, _ error) {
	key, err := crypto.GenerateKey()
	if err != nil {
		return nil, address, fmt.Errorf("generate a key: %w", err)
	}
	defer func() {
		words := key.D.Bits() //nolint:staticcheck // wiping needs the raw words; the key is not used again
		clear(words[:cap(words)])
	}()
	address = crypto.PubkeyToAddress(key.PublicKey)
	id, err := uuid.NewRandom()
	if err != nil {
		return nil, address, fmt.Errorf("name a keystore: %w", err)
	}
	file, err = keystore.EncryptKey(&keystore.Key{Id: id, Address: address, PrivateKey: key}, passphrase, keystore.StandardScryptN, keystore.StandardScryptP)
	if err != nil {
		return nil, address, fmt.Errorf("encrypt a keystore: %w", err)
	}
	return file, address, nil
}
