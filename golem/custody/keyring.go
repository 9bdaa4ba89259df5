package custody

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/agent/sessionkey"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/rotation"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/internal/money"
)

// keyring keeps the keys that act under a grant, one after the other (provisioning §9.1).
// Which of them acts is in the journal; the keys themselves are keystores in the Golem's
// folder, all under one passphrase.
type keyring struct {
	of       *Custody
	held     sessionkey.Held // as the journal said at the start, and what came since
	whole    bool            // the journal is
	policy   rotation.Policy
	birth    common.Address // the first key
	adapters *tool.Adapters // of the previews
	waits    common.Address // the next key, made and not in force
	opened   map[common.Address]*signer.Signer
	warned   int            // how many of the warnings before the end were given
	told     rotation.Need  // of which the owner was told in this process
	ends     uint64         // of the grant that was held against the age of its key
	left     common.Address // replaced in this process
	fault    string         // why no key was made the last time
}

// newKeyring reads from the journal which key acts. What is wrong with a damaged one the start
// tells.
func newKeyring(of *Custody) (*keyring, error) {
	held, whole := sessionkey.ReadHeld(of.home.Dir())
	k := &keyring{of: of, held: held, policy: policyOf(of.config.Custody.Rotation), waits: held.Next, opened: map[common.Address]*signer.Signer{}, whole: whole}
	return k, k.policy.Check()
}

// policyOf translates the configuration.
func policyOf(c config.Rotation) rotation.Policy {
	floor := money.BPS(math.Round(c.BudgetFloor * float64(money.Whole)))
	return rotation.Policy{MaxAge: c.MaxAge, MaxOperations: c.MaxOperations, Floor: floor}
}

// over has the previews follow the keys of a life that was born with the given one.
func (k *keyring) over(adapters *tool.Adapters, birth common.Address) *keyring {
	k.adapters, k.birth = adapters, birth
	return k
}

// inForce is the address that acts, where the life was born with the given one.
func (k *keyring) inForce(born common.Address) common.Address {
	if k == nil || k.held.Key == (common.Address{}) {
		return born
	}
	return k.held.Key
}

// expects says that a key waits for a grant.
func (k *keyring) expects(key common.Address) bool {
	return k != nil && k.waits == key && key != (common.Address{})
}

// grant is what the journal says that the key in force acts under.
func (k *keyring) grant() (grant.Grant, error) {
	if k.held.Grant != nil {
		return *k.held.Grant, nil
	}
	return k.bornUnder()
}

// path is the keystore of an address, sealed what it seals beside the journal, granted the
// grant of a key that was replaced.
func (k *keyring) path(key common.Address) string    { return k.in(key, ".json") }
func (k *keyring) sealed(key common.Address) string  { return k.in(key, ".sealed") }
func (k *keyring) granted(key common.Address) string { return k.in(key, ".grant.json") }

func (k *keyring) in(key common.Address, end string) string {
	return k.of.home.Path(filepath.Join(home.KeysDir, strings.ToLower(key.Hex())+end))
}

// ready opens the key that is to take over: no coin may go to one that cannot act. A
// start without it is refused where its owner granted to it already: the coin may be there, and
// a file may come back.
func (k *keyring) ready() error {
	if k.waits == (common.Address{}) {
		return nil
	}
	_, err := k.open(k.waits)
	switch {
	case err == nil:
	case k.held.Promised:
		return fmt.Errorf("%w: the owner granted to the next session key %s, and it cannot act: %w; set the passphrase that it was made with, or restore the file from a copy of the folder; nothing was changed",
			ErrWallet, k.waits, err)
	default:
		k.of.log.Warn("the next session key cannot be opened, and no grant for it is taken: start the Golem with GOLEM_KEYSTORE_PASSPHRASE; one whose file is lost is then replaced by another",
			"next", k.waits, "error", err)
	}
	return nil
}

// has says that a key is open here.
func (k *keyring) has(key common.Address) bool { return k != nil && k.opened[key] != nil }

// open opens the keystore of an address, once.
func (k *keyring) open(key common.Address) (*signer.Signer, error) {
	if s := k.opened[key]; s != nil {
		return s, nil
	}
	s, err := k.of.keystore(k.path(key))
	if err != nil {
		return nil, fmt.Errorf("%s cannot be opened with GOLEM_KEYSTORE_PASSPHRASE: %w", k.path(key), err)
	}
	if s.Address() != key {
		s.Destroy()
		return nil, fmt.Errorf("%s holds the key of %s", k.path(key), s.Address())
	}
	k.opened[key] = s
	return s, nil
}

// wipe destroys every key that is open, at the end of a process.
func (k *keyring) wipe() {
	if k == nil {
		return
	}
	for key, s := range k.opened {
		s.Destroy()
		delete(k.opened, key)
	}
}

// Signer implements sessionkey.Keyring: only the key in force signs.
func (k *keyring) Signer(key common.Address) chain.Signer {
	if s := k.of.Signer(); s != nil && s.Address() == key {
		return s
	}
	return nil
}

// heir is the key that waits to take over.
func (k *keyring) heir() common.Address { return k.waits }

// Succeed implements sessionkey.Keyring: previews and readings follow the next key, and the old
// grant is kept for its owner, who still has to disable it.
func (k *keyring) Succeed(ctx context.Context, g grant.Grant) error {
	if k.of.eyes == nil {
		return ErrNoChain
	}
	next, err := k.open(g.Key())
	if err != nil {
		return err
	}
	old, err := json.MarshalIndent(k.adapters.Grant(), "", "  ")
	if err != nil {
		return err
	}
	if err := atomicfile.Write(k.granted(k.of.wallet), 0o600, append(old, '\n')); err != nil {
		return err
	}
	vouch(k.of, k.granted(k.of.wallet))
	if err := k.of.eyes.Regrant(ctx, g); err != nil {
		return err
	}
	if err := k.of.port.TakeOver(next, g); err != nil {
		return err
	}
	k.adapters.Regrant(g)
	k.of.hold(next)
	k.left = k.of.wallet
	k.of.wallet, k.waits, k.warned = g.Key(), common.Address{}, 0
	k.held.Key, k.held.Promised = g.Key(), false
	return nil
}
