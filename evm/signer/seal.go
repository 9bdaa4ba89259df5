package signer

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
)

// ErrSeal: the sealed bytes are damaged, or another key or purpose sealed them.
var ErrSeal = errors.New("sealed bytes that cannot be opened")

// sealInfo begins what a sealing key is derived for.
const sealInfo = "bardo/seal/v1/"

// Seal encrypts bytes so that only this key opens them, and only for the same
// purpose: AES-256-GCM under a key that is derived from the account's. The answer
// is another one each time.
func (s *Signer) Seal(purpose string, plain []byte) ([]byte, error) {
	box, err := s.box(purpose)
	if err != nil {
		return nil, err
	}
	return shut(box, purpose, plain)
}

// Unseal opens what Seal made.
func (s *Signer) Unseal(purpose string, sealed []byte) ([]byte, error) {
	box, err := s.box(purpose)
	if err != nil {
		return nil, err
	}
	return opened(box, purpose, sealed)
}

// box derives the sealing key of a purpose.
func (s *Signer) box(purpose string) (cipher.AEAD, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.key == nil {
		return nil, ErrDestroyed
	}
	secret := s.key.D.FillBytes(make([]byte, 32)) //nolint:staticcheck // the raw key is what is derived from
	defer clear(secret)
	return newBox(secret, purpose)
}

// A Sealer seals as a Signer does, for a Golem whose wallet's key is not here: by a secret
// that signs nothing. It is safe for concurrent use as far as its secret is.
type Sealer struct {
	use func(f func(secret []byte) error) error
}

// NewSealer makes one of a secret, which use lends for one call at a time and is not
// changed by it. The secret should be 32 random bytes.
func NewSealer(use func(f func(secret []byte) error) error) *Sealer { return &Sealer{use} }

// Seal is as a Signer's.
func (s *Sealer) Seal(purpose string, plain []byte) ([]byte, error) {
	box, err := s.box(purpose)
	if err != nil {
		return nil, err
	}
	return shut(box, purpose, plain)
}

// Unseal is as a Signer's.
func (s *Sealer) Unseal(purpose string, sealed []byte) ([]byte, error) {
	box, err := s.box(purpose)
	if err != nil {
		return nil, err
	}
	return opened(box, purpose, sealed)
}

func (s *Sealer) box(purpose string) (box cipher.AEAD, err error) {
	err = s.use(func(secret []byte) error { box, err = newBox(secret, purpose); return err })
	return box, err
}

func shut(box cipher.AEAD, purpose string, plain []byte) ([]byte, error) {
	nonce := make([]byte, box.NonceSize(), box.NonceSize()+len(plain)+box.Overhead())
	if _, err := rand.Read(nonce); err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	return box.Seal(nonce, nonce, plain, []byte(purpose)), nil
}

func opened(box cipher.AEAD, purpose string, sealed []byte) ([]byte, error) {
	if len(sealed) < box.NonceSize() {
		return nil, fmt.Errorf("%w: %d bytes", ErrSeal, len(sealed))
	}
	plain, err := box.Open(nil, sealed[:box.NonceSize()], sealed[box.NonceSize():], []byte(purpose))
	if err != nil {
		return nil, fmt.Errorf("%w: they are damaged, or were sealed by another key", ErrSeal)
	}
	return plain, nil
}

// newBox derives a sealing key from a secret.
func newBox(secret []byte, purpose string) (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, secret, nil, sealInfo+purpose, 32)
	if err != nil {
		return nil, fmt.Errorf("derive a sealing key: %w", err)
	}
	defer clear(key)
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("derive a sealing key: %w", err)
	}
	return cipher.NewGCM(block)
}
