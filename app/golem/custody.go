package golem

import (
	"errors"
	"fmt"
	"os"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/signer"
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
	defer k.Passphrase.Release()
	key, err := l.open()
	if err != nil {
		return fmt.Errorf("%w: %w", errWallet, err)
	}
	if key != nil {
		l.key, l.seal = key, key
	}
	switch {
	case key == nil && (!l.paper || k.Address == ""):
		return fmt.Errorf("%w: no key: set GOLEM_PRIVATE_KEY or custody.localkey.private_key_path; a life on paper needs custody.localkey.address only", errWallet)
	case key == nil:
		l.wallet = common.HexToAddress(k.Address)
	case k.Address != "" && common.HexToAddress(k.Address) != key.Address():
		return fmt.Errorf("%w: the key is that of %s, the configuration names %s", errWallet, key.Address(), k.Address)
	default:
		l.wallet = key.Address()
	}
	return nil
}

// open returns the key, or nil where none is configured.
func (l *life) open() (key *signer.Signer, err error) {
	k := &l.config.Custody.LocalKey
	chain := l.config.ChainID()
	if k.PrivateKey.Present() {
		err = k.PrivateKey.Use(func(digits []byte) error { key, err = signer.FromHex(chain, digits); return err })
		return key, err
	}
	if k.PrivateKeyPath == "" {
		return nil, nil
	}
	file, err := os.ReadFile(k.PrivateKeyPath)
	if err != nil {
		return nil, err
	}
	passphrase := ""
	if k.Passphrase.Present() {
		err = k.Passphrase.Use(func(bytes []byte) error { passphrase = string(bytes); return nil })
	}
	if err != nil {
		return nil, err
	}
	return signer.FromKeystore(chain, file, passphrase)
}
