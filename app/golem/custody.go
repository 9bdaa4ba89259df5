package golem

import (
	"errors"
	"fmt"
	"os"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/internal/eip55"
)

// errWallet says that the key cannot be had, or is not the one that was meant.
var errWallet = errors.New("wallet")

// custody opens the key (runtime §3 step 3). The secrets it came from are gone
// when it returns.
func (l *life) custody() error {
	if l.config.Golem.CustodyMode == embeddedMode {
		return l.enclosed()
	}
	k := &l.config.Custody.LocalKey
	defer k.PrivateKey.Release()
	if l.config.Custody.GrantPath == "" { // under a grant other keys are made with it
		defer k.Passphrase.Release()
	}
	if err := l.remember(); err != nil {
		return err
	}
	key, err := l.open()
	if err != nil {
		return fmt.Errorf("%w: %w", errWallet, err)
	}
	if key != nil {
		l.hold(key)
	}
	switch {
	case key == nil && (!l.paper || k.Address == ""):
		return fmt.Errorf("%w: no key: set GOLEM_PRIVATE_KEY or custody.localkey.private_key_path; a life on paper needs custody.localkey.address only", errWallet)
	case key == nil:
		l.wallet = eip55.Must(k.Address)
	case l.ring.inForce(common.Address{}) == (common.Address{}) && k.Address != "" && eip55.Must(k.Address) != key.Address():
		return fmt.Errorf("%w: the key is that of %s, the configuration names %s", errWallet, key.Address(), k.Address)
	default:
		l.wallet = key.Address()
	}
	if l.config.Custody.GrantPath != "" {
		l.ring.unknown()
	}
	return l.ring.ready()
}

// hold signs and seals with a key.
func (l *life) hold(key *signer.Signer) {
	l.key, l.seal = key, key
	if l.ring != nil {
		l.ring.opened[key.Address()] = key
	}
}

// open returns the key in force, or nil where none is configured: one that took over from
// another, or that of the settings.
func (l *life) open() (key *signer.Signer, err error) {
	if taken := l.ring.inForce(common.Address{}); taken != (common.Address{}) {
		if key, err = l.ring.open(taken); err != nil {
			return nil, fmt.Errorf("the key %s took over from an earlier one: %w", taken, err)
		}
		return key, nil
	}
	k := &l.config.Custody.LocalKey
	chain := l.config.ChainID()
	if k.PrivateKey.Present() {
		err = k.PrivateKey.Use(func(digits []byte) error { key, err = signer.FromHex(chain, digits); return err })
		return key, err
	}
	if k.PrivateKeyPath == "" {
		return nil, nil
	}
	return l.keystore(k.PrivateKeyPath)
}

// keystore opens an encrypted key.
func (l *life) keystore(path string) (key *signer.Signer, err error) {
	if err := home.Private(path); err != nil {
		return nil, err
	}
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	passphrase := ""
	if secret := l.config.Custody.LocalKey.Passphrase; secret.Present() {
		err = secret.Use(func(bytes []byte) error { passphrase = string(bytes); return nil })
	}
	if err != nil {
		return nil, err
	}
	return signer.FromKeystore(l.config.ChainID(), file, passphrase)
}
