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
	nonce := make([]byte, box.NonceSize(), box.NonceSize()+len(plain)+box.Overhead())
	if _, err := rand.Read(nonce); err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	return box.Seal(nonce, nonce, plain, []byte(purpose)), nil
}

// Unseal opens what Seal made.
func (s *Signer) Unseal(purpose string, sealed []byte) ([]byte, error) {
	box, err := s.box(purpose)
	if err != nil {
		return nil, err
	}
	if len(sealed) < box.NonceSize() {
		return nil, fmt.Errorf("%w: %d bytes", ErrSeal, len(sealed))
	}
	plain, err := box.Open(nil, sealed[:box.NonceSize()], sealed[box.NonceSize():], []byte(purpose))
	if err != nil {
		return nil, fmt.Errorf("%w: they are damaged, or were sealed by another key", ErrSeal)
	}
	return plain, nil
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
