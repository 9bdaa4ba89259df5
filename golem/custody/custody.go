// Package custody is who has a Golem's keys: this process, for an account of its own or for its
// owner's under a grant, or a provider's enclave. It opens them at the start, signs with them,
// replaces them, and wipes them at the end.
//
// spec: provisioning §8, §9
package custody

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/eip55"
)

// Errors of this package.
var (
	// ErrWallet says that the key cannot be had, or is not the one that was meant.
	ErrWallet = errors.New("wallet")
	// ErrSecret says that the identity is not the one that the life was born with.
	ErrSecret = errors.New("the secret of the identity and the stochastic clock")
	// ErrNoChain is what a death that is finished without the chain has for a reading.
	ErrNoChain = errors.New("the death is finished without the chain")
)

// LeastPassphrase is how long the passphrase of a new keystore must be, in bytes.
const LeastPassphrase = 8

// Eyes are the readings that follow the grant.
type Eyes interface {
	// Regrant puts a grant in the place of the one that readings are made under, where it
	// fits the chain.
	Regrant(ctx context.Context, g grant.Grant) error
	// Vet says whether the chain holds what a grant says.
	Vet(ctx context.Context, g grant.Grant) error
}

// Settings is what the keys of one process are opened by.
type Settings struct {
	Config config.GolemConfig
	Paper  bool // nothing is signed, and a key is not needed
	Home   *home.Home
	Log    *slog.Logger
	Clock  clock.Clock // the machine's
	Forge  Forge       // nil: signer.NewKeystore
}

// Custody is the keys of one process. It belongs to the goroutine that ticks, and to whoever
// closes it.
type Custody struct {
	config config.GolemConfig
	paper  bool
	home   *home.Home
	log    *slog.Logger
	clock  clock.Clock
	forge  Forge
	eyes   Eyes // nil where there is no chain

	key      *signer.Signer // nil in a paper life without a key, and where an enclave has it
	port     Port           // of this process, from when it may sign
	seal     sealer         // what is kept beside the journal; nil without a key
	ring     *keyring       // of the keys that take over from one another; nil where an enclave has the key
	identity *Identity      // nil until the life is born, or goes on
	vault    *Enclave       // nil unless an enclave has the key
	wallet   common.Address // the key's
	// account is whose the money is, and grant by what the key acts for it; nil: its own.
	account   common.Address
	grant     *grant.Grant
	grantPath string
}

// sealer keeps what lies beside the journal from who has the folder alone.
type sealer interface {
	Seal(purpose string, plain []byte) ([]byte, error)
	Unseal(purpose string, sealed []byte) ([]byte, error)
}

func made(s Settings) *Custody {
	c := &Custody{config: s.Config, paper: s.Paper, home: s.Home, log: s.Log, clock: s.Clock, forge: s.Forge}
	if s.Config.Golem.CustodyMode == Embedded {
		c.vault = newEnclave(s)
	}
	return c
}

// Open opens the keys of a life (runtime §3 step 3), and reads what the owner let them do.
// The caller closes it, also after an error. The secrets that it came from are gone when it
// is closed.
func Open(s Settings) (*Custody, error) {
	c := made(s)
	if err := c.open(); err != nil {
		return c, err
	}
	return c, c.granted()
}

// Close wipes every key that is open.
func (c *Custody) Close() {
	c.ring.wipe()
	c.vault.close()
	c.identity.Destroy()
	c.config.Custody.LocalKey.Passphrase.Release()
}

// Follow has readings follow the grant in force.
func (c *Custody) Follow(eyes Eyes) { c.eyes = eyes }

// Wallet is the address of the key in force.
func (c *Custody) Wallet() common.Address { return c.wallet }

// Account is whose the money is.
func (c *Custody) Account() common.Address { return c.account }

// Grant is by what the key acts for the account; nil: it is its own.
func (c *Custody) Grant() *grant.Grant { return c.grant }

// Signer signs for the wallet; nil on paper, where no key is here, and before Entrust.
func (c *Custody) Signer() chain.Signer {
	if c.paper || c.port == nil {
		return nil
	}
	return c.port.Signer()
}

// Identity signs for the Golem itself; nil where none is here.
func (c *Custody) Identity() *Identity { return c.identity }

// Owns refuses a life that was born with another wallet, or for another account.
func (c *Custody) Owns(born, account common.Address) error {
	if whose := c.ring.inForce(born); whose != c.wallet {
		return fmt.Errorf("%w: this life belongs to %s, the key to %s", ErrWallet, whose, c.wallet)
	}
	if account != c.account {
		return fmt.Errorf("%w: the money of this life is in %s, the grant is for %s; choose another --data-dir", ErrWallet, account, c.account)
	}
	return nil
}

// Enclave is the way to a wallet in a provider's enclave; nil where none has the key.
func (c *Custody) Enclave() *Enclave { return c.vault }

// Entrust puts the limits before the key, which signs from then on: those of the grant, those
// of the adapters' venue, or a provider's, which has to prove what it holds. On paper there is none.
func (c *Custody) Entrust(ctx context.Context, adapters *tool.Adapters) (_ Port, err error) {
	if c.paper {
		return nil, nil
	}
	k := Keys{Key: c.key, Identity: c.identity, Grant: c.grant, Adapters: adapters, Clock: c.clock}
	if c.vault != nil {
		k.Enclave = c.vault.wallet()
	} else {
		k.Heir = c.ring.heir
	}
	if c.port, err = New(ctx, k); err != nil && c.vault != nil {
		err = fmt.Errorf("%w: %w; golem policy writes what its policy has to hold", ErrWallet, err)
	}
	return c.port, err
}

// Venue puts what the keys decide into the venue of a life.
func (c *Custody) Venue(v tool.Venue) tool.Venue {
	v.Account, v.Grant = c.account, c.grant
	if c.vault != nil {
		v.Home, v.Steps = eip55.Must(c.config.Identity.OwnerAddress), true
	}
	return v
}

// open opens the key.
func (c *Custody) open() (err error) {
	if c.vault != nil {
		err := c.vault.open()
		c.seal = c.vault.sealer()
		if err == nil {
			c.wallet = eip55.Must(c.config.Custody.Embedded.Address)
		}
		return err
	}
	k := &c.config.Custody.LocalKey
	defer k.PrivateKey.Release()
	if c.config.Custody.GrantPath == "" { // under a grant other keys are made with it
		defer k.Passphrase.Release()
	}
	if c.ring, err = newKeyring(c); err != nil {
		return err
	}
	key, err := c.inForce()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrWallet, err)
	}
	if key != nil {
		c.hold(key)
	}
	switch {
	case key == nil && (!c.paper || k.Address == ""):
		return fmt.Errorf("%w: no key: set GOLEM_PRIVATE_KEY or custody.localkey.private_key_path; a life on paper needs custody.localkey.address only", ErrWallet)
	case key == nil:
		c.wallet = eip55.Must(k.Address)
	case c.ring.inForce(common.Address{}) == (common.Address{}) && k.Address != "" && eip55.Must(k.Address) != key.Address():
		return fmt.Errorf("%w: the key is that of %s, the configuration names %s", ErrWallet, key.Address(), k.Address)
	default:
		c.wallet = key.Address()
	}
	if c.config.Custody.GrantPath != "" {
		c.ring.unknown()
	}
	return c.ring.ready()
}

// hold signs and seals with a key.
func (c *Custody) hold(key *signer.Signer) {
	c.key, c.seal = key, key
	if c.ring != nil {
		c.ring.opened[key.Address()] = key
	}
}

// inForce returns the key in force, or nil where none is configured: one that took over from
// another, or that of the settings.
func (c *Custody) inForce() (key *signer.Signer, err error) {
	if taken := c.ring.inForce(common.Address{}); taken != (common.Address{}) {
		if key, err = c.ring.open(taken); err != nil {
			return nil, fmt.Errorf("the key %s took over from an earlier one: %w", taken, err)
		}
		return key, nil
	}
	k := &c.config.Custody.LocalKey
	id := c.config.ChainID()
	if k.PrivateKey.Present() {
		err = k.PrivateKey.Use(func(digits []byte) error { key, err = signer.FromHex(id, digits); return err })
		return key, err
	}
	path := c.keyPath()
	if path == "" {
		return nil, nil
	}
	return c.keystore(path)
}

// keyPath is the keystore that the settings name, a relative one in the Golem's folder; empty
// where they name none.
func (c *Custody) keyPath() string {
	path := c.config.Custody.LocalKey.PrivateKeyPath
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return c.home.Path(path)
}

// keystore opens an encrypted key.
func (c *Custody) keystore(path string) (key *signer.Signer, err error) {
	if err := home.Private(path); err != nil {
		return nil, err
	}
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	passphrase := ""
	if secret := c.config.Custody.LocalKey.Passphrase; secret.Present() {
		err = secret.Use(func(bytes []byte) error { passphrase = string(bytes); return nil })
	}
	if err != nil {
		return nil, err
	}
	key, err = signer.FromKeystore(c.config.ChainID(), file, passphrase)
	if err != nil && passphrase == "" {
		err = fmt.Errorf("%w: GOLEM_KEYSTORE_PASSPHRASE is not set", signer.ErrKeystore)
	}
	return key, err
}
