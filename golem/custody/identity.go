package custody

import (
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"reflect"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/golem/safety/signing"
)

// Identity is the key that signs for the Golem itself, as long as it lives: it is made at the
// birth, no other takes over from it, and it is destroyed last. Its account holds no money, and
// it signs no transaction. A nil Identity is none.
//
// spec: provisioning §8.2
type Identity struct{ key *signer.Signer }

// errNoIdentity leaves a testament unsigned.
var errNoIdentity = errors.New("no identity is here to sign with")

// NewIdentity makes one of a secret, which it wipes.
func NewIdentity(chainID uint64, secret *[32]byte) (*Identity, error) {
	key, err := signer.New(chainID, secret)
	if err != nil {
		return nil, fmt.Errorf("the identity: %w", err)
	}
	return &Identity{key}, nil
}

// Address names the Golem; zero without an identity.
func (i *Identity) Address() (a common.Address) {
	if i != nil {
		a = i.key.Address()
	}
	return a
}

// SignTypedData signs a testament, and nothing else.
func (i *Identity) SignTypedData(data apitypes.TypedData) (signature [65]byte, digest common.Hash, err error) {
	if i == nil {
		return signature, digest, errNoIdentity
	}
	words := thanatopsis.Words("", "", i.key.ChainID(), [32]byte{})
	if data.PrimaryType != words.PrimaryType || !reflect.DeepEqual(data.Types, words.Types) || data.Domain.Name != words.Domain.Name || data.Domain.VerifyingContract != "" {
		return signature, digest, fmt.Errorf("%w: the identity signs testaments, and no %.40q of %.40q", signing.ErrRefused, data.PrimaryType, data.Domain.Name)
	}
	return i.key.SignTypedData(data)
}

// Signatures counts what was signed.
func (i *Identity) Signatures() uint64 { return i.key.Signatures() }

// Destroy wipes the key.
func (i *Identity) Destroy() {
	if i != nil {
		i.key.Destroy()
	}
}

// Rolls derives the secret of the rolls from the identity's. A testament reveals it, which says
// nothing of the identity.
//
// spec: mortality §4.2
func Rolls(secret *[32]byte) (hidden [32]byte, err error) {
	derived, err := hkdf.Key(sha256.New, secret[:], nil, "bardo/rolls/v1", len(hidden))
	copy(hidden[:], derived)
	clear(derived)
	return hidden, err
}

// Bear makes the identity of a newborn and seals it beside the journal. It returns the secret
// of its rolls.
func (c *Custody) Bear() (hidden [32]byte, err error) {
	var secret [32]byte
	for {
		_, _ = rand.Read(secret[:]) // never fails
		if c.identity, hidden, err = become(c.config.ChainID(), secret); !errors.Is(err, signer.ErrKey) {
			break
		}
	}
	if err == nil {
		err = c.Keep(&secret)
	}
	clear(secret[:])
	return hidden, err
}

// Return opens the identity of a life that goes on, which has to be that of an address.
func (c *Custody) Return(born common.Address) (hidden [32]byte, err error) {
	secret, err := c.Kept()
	if err != nil {
		return hidden, err
	}
	defer clear(secret[:])
	if c.identity, hidden, err = become(c.config.ChainID(), secret); err != nil {
		return hidden, fmt.Errorf("%s: %w; restore it from a copy of the folder", c.SecretPath(), err)
	}
	if got := c.identity.Address(); got != born {
		c.identity.Destroy()
		c.identity = nil
		return [32]byte{}, fmt.Errorf("what %s holds is the identity %s, and this life was born as %s; restore the file from a copy of the folder", c.SecretPath(), got, born)
	}
	return hidden, nil
}

// become takes on an identity, and wipes a copy of its secret.
func become(chainID uint64, secret [32]byte) (id *Identity, hidden [32]byte, err error) {
	if hidden, err = Rolls(&secret); err == nil {
		id, err = NewIdentity(chainID, &secret)
	}
	return id, hidden, err
}

// Bury removes what was sealed of the identity of a Golem that is dead.
func (c *Custody) Bury() error {
	path := c.SecretPath()
	_, err := destroy(path)
	vouch(c, path)
	return err
}
