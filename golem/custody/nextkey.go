package custody

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/safety/rotation"
	"bardo.run/bardo/internal/atomicfile"
)

// Due implements sessionkey.Keyring.
func (k *keyring) Due(key rotation.Key, now int64, known rotation.Need) (rotation.Need, bool) {
	if known.Reason != "" {
		k.tell(known, key.Address)
	} else {
		k.short(key)
	}
	if known.Next != (common.Address{}) && !k.lost(known.Next) {
		k.waits = known.Next
		return known, false
	}
	need := known
	if need.Reason == "" {
		k.soon(k.policy.Remains(key, now))
		need.Reason = k.policy.Due(key, now)
	}
	if need.Reason == "" {
		return need, false
	}
	next, err := k.generate()
	if err != nil {
		if k.fault != err.Error() {
			k.fault = err.Error()
			k.of.log.Error("no session key was made", "error", err)
		}
		return need, known.Reason == ""
	}
	if known.Next != (common.Address{}) {
		k.of.log.Warn("the keystore of the next session key is lost, and its owner granted nothing to it: another was made", "lost", known.Next, "next", next)
	}
	need.Next, k.waits = next, next
	return need, true
}

// lost says that the next key can never act, and that nobody will miss it: its file is gone,
// and no grant for it was taken.
func (k *keyring) lost(next common.Address) bool {
	if k.has(next) || k.held.Promised {
		return false
	}
	_, err := os.Stat(k.path(next))
	return errors.Is(err, fs.ErrNotExist)
}

// short warns, once for each grant, of one that ends before its key is due by its age: the
// Golem then only looks on, and nobody was asked for another grant.
func (k *keyring) short(key rotation.Key) {
	if ends := key.Expires; k.ends != ends && !k.policy.Outlives(key) {
		k.of.log.Warn("the grant ends before its key is due to be replaced: from then on the Golem only looks on; its owner grants anew before it ends, a day longer than custody.rotation.max_age_s",
			"ends", time.Unix(int64(ends), 0).UTC(), "due", time.UnixMilli(k.policy.Ends(key)).UTC()) //nolint:gosec // times
	}
	k.ends = key.Expires
}

// tell says to the owner what there is to do, once in a process, when a need is on record.
func (k *keyring) tell(need rotation.Need, key common.Address) {
	switch {
	case k.told == need:
		return
	case need.Next != common.Address{} && !k.has(need.Next): // the start told why
		return
	case need.Next == common.Address{}:
		k.of.log.Warn("the session key is due to be replaced, and no other could be made: start the Golem with GOLEM_KEYSTORE_PASSPHRASE; nothing is opened until then",
			"reason", string(need.Reason), "key", key)
	default:
		k.of.log.Warn("the session key is due to be replaced, and nothing more is opened with it: its owner has to grant to the new one, with the options of the first grant",
			"reason", string(need.Reason), "key", key, "new", need.Next, "do", "bardo grant --session "+need.Next.Hex()+" --yes")
	}
	k.told = need
}

// soon warns a day and an hour before the key has to be replaced.
func (k *keyring) soon(left int64) {
	const hour = 3_600_000
	for i, limit := range []int64{24 * hour, hour} {
		if left > 0 && left <= limit && k.warned <= i {
			k.warned = i + 1
			k.of.log.Warn("the session key has to be replaced soon: the Golem makes another, and its owner has to grant to it", "minutes", left/60_000)
		}
	}
}

// errPassphrase says that no keystore can be made.
var errPassphrase = errors.New("without a passphrase no keystore is made: set GOLEM_KEYSTORE_PASSPHRASE")

// Forge makes a new keystore under a passphrase.
type Forge func(passphrase string) (file []byte, address common.Address, _ error)

// generate makes the next key: its keystore, and the secret of the identity sealed by it too. A key
// from the environment is replaced likewise, if a passphrase is given beside it.
func (k *keyring) generate() (next common.Address, err error) {
	var file []byte
	keystore := k.of.forge
	if keystore == nil {
		keystore = signer.NewKeystore
	}
	if secret := k.of.config.Custody.LocalKey.Passphrase; !secret.Present() {
		return next, errPassphrase
	} else if err = secret.Use(func(bytes []byte) error {
		if len(bytes) < LeastPassphrase {
			return fmt.Errorf("the passphrase has less than %d bytes", LeastPassphrase)
		}
		file, next, err = keystore(string(bytes))
		return err
	}); err != nil {
		return common.Address{}, err
	}
	if err := os.MkdirAll(k.of.home.Path(home.KeysDir), 0o700); err != nil {
		return common.Address{}, err
	}
	if err := atomicfile.Write(k.path(next), 0o600, append(file, '\n')); err != nil {
		return common.Address{}, err
	}
	if _, err = k.open(next); err == nil {
		err = k.reseal(next)
	}
	if err != nil { // nobody was told of it
		return common.Address{}, errors.Join(err, k.Retire(next))
	}
	vouch(k.of, k.path(next), k.sealed(next))
	return next, nil
}

// reseal keeps the secret of the identity under the next key too, where it lies in a file, so that
// the start after a crash opens it on either side of the switch.
func (k *keyring) reseal(next common.Address) error {
	if _, err := os.Stat(k.of.SecretPath()); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	hidden, err := k.of.Kept()
	if err != nil {
		return err
	}
	defer clear(hidden[:])
	sealed, err := k.opened[next].Seal(sealedFor, hidden[:])
	if err != nil {
		return err
	}
	return atomicfile.Write(k.sealed(next), 0o600, sealed)
}
