package privy

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
)

// ErrKey means that the text is no authorization key: PKCS #8 of a P-256 key in base64.
var ErrKey = errors.New("not an authorization key")

// Vault holds secret bytes, as golem/core/secret does: f must not keep what it gets, and
// after Release there is an error in place of the bytes.
type Vault interface {
	Use(f func(secret []byte) error) error
	Release()
}

// Keep puts bytes into a vault and wipes the slice they came in.
type Keep func(secret []byte) Vault

// keyPrefix begins the keys that the provider's dashboard hands out.
const keyPrefix = "wallet-auth:"

// Key is an authorization key. It signs requests, never transactions. It is safe for
// concurrent use as far as its vault is.
type Key struct {
	public string
	held   Vault // the private scalar, 32 bytes
}

// GenerateKey makes a key from the machine's secure randomness.
func GenerateKey(keep Keep) (*Key, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("generate an authorization key: %w", err)
	}
	return hold(key, keep)
}

// ParseKey takes a key as text: base64 of PKCS #8, as the provider's dashboard writes
// it, with its prefix or without. It overwrites the text, also when it refuses it.
func ParseKey(text []byte, keep Keep) (*Key, error) {
	defer clear(text)
	coded := bytes.TrimPrefix(bytes.TrimSpace(text), []byte(keyPrefix))
	raw := make([]byte, base64.StdEncoding.DecodedLen(len(coded)))
	defer clear(raw)
	n, err := base64.StdEncoding.Decode(raw, coded)
	if err != nil {
		return nil, ErrKey // the cause could quote the key
	}
	parsed, err := x509.ParsePKCS8PrivateKey(raw[:n])
	if err != nil {
		return nil, ErrKey
	}
	key, ok := parsed.(*ecdsa.PrivateKey)
	if !ok || key.Curve != elliptic.P256() {
		return nil, ErrKey
	}
	return hold(key, keep)
}

func hold(key *ecdsa.PrivateKey, keep Keep) (*Key, error) {
	defer wipe(key)
	public, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		return nil, fmt.Errorf("encode the public key: %w", err)
	}
	scalar, err := key.Bytes()
	if err != nil {
		return nil, ErrKey
	}
	return &Key{public: base64.StdEncoding.EncodeToString(public), held: keep(scalar)}, nil
}

// wipe overwrites a key that will not be used again.
func wipe(key *ecdsa.PrivateKey) {
	words := key.D.Bits() //nolint:staticcheck // wiping needs the raw words
	clear(words[:cap(words)])
}

// PublicKey is the public half as the API takes it: base64 of DER (SPKI).
func (k *Key) PublicKey() string { return k.public }

// CheckPublicKey reports, as an ErrKey, what is no public half as the API takes it.
func CheckPublicKey(text string) error {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return fmt.Errorf("%w: it is no base64", ErrKey)
	}
	parsed, err := x509.ParsePKIXPublicKey(raw)
	if key, ok := parsed.(*ecdsa.PublicKey); err != nil || !ok || key.Curve != elliptic.P256() {
		return fmt.Errorf("%w: it is no public key of P-256 in DER", ErrKey)
	}
	return nil
}

// Text hands the key to f as ParseKey reads it, and wipes the text afterwards.
func (k *Key) Text(f func(text []byte) error) error {
	return k.with(func(key *ecdsa.PrivateKey) error {
		raw, err := x509.MarshalPKCS8PrivateKey(key)
		if err != nil {
			return fmt.Errorf("encode the authorization key: %w", err)
		}
		defer clear(raw)
		text := make([]byte, base64.StdEncoding.EncodedLen(len(raw)))
		defer clear(text)
		base64.StdEncoding.Encode(text, raw)
		return f(text)
	})
}

// Destroy wipes the key; nothing can be asked for with it again.
func (k *Key) Destroy() { k.held.Release() }

// sign returns a signature of a payload as the API takes it: base64 of DER.
func (k *Key) sign(payload []byte) (signature string, err error) {
	err = k.with(func(key *ecdsa.PrivateKey) error {
		digest := sha256.Sum256(payload)
		der, err := ecdsa.SignASN1(rand.Reader, key, digest[:])
		signature = base64.StdEncoding.EncodeToString(der)
		return err
	})
	return signature, err
}

func (k *Key) with(f func(*ecdsa.PrivateKey) error) error {
	return k.held.Use(func(scalar []byte) error {
		key, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), scalar)
		if err != nil {
			return ErrKey
		}
		defer wipe(key)
		return f(key)
	})
}
