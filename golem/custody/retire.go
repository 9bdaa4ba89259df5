package custody

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/safety/grant"
)

// Retire implements sessionkey.Keyring: the key is wiped, and its keystore and what it sealed
// are destroyed. The owner is told what is left to do where that was not done before.
func (k *keyring) Retire(key common.Address) error {
	if s := k.opened[key]; s != nil {
		s.Destroy()
		delete(k.opened, key)
	}
	stores := []string{k.path(key), k.sealed(key)}
	if path := k.of.keyPath(); path != "" && keystoreOf(path, key) {
		stores = append(stores, path)
	}
	if key == k.birth {
		stores = append(stores, k.of.home.Path(home.IdentityFile))
	}
	found := false
	var faults []error
	for _, path := range stores {
		done, err := destroy(path)
		found = found || done
		faults = append(faults, err)
	}
	vouch(k.of, stores...)
	if _, err := os.Stat(k.granted(key)); err == nil {
		k.advise(key, found)
	}
	return errors.Join(faults...)
}

// advise tells the owner, once, to disable the grant of a key that was replaced: where its
// keystore was destroyed now, or where it had none and the switch was in this process.
func (k *keyring) advise(key common.Address, destroyed bool) {
	const still = "its delegation still holds, and adds to the new one, until its owner disables it"
	do := "bardo revoke --grant " + k.granted(key) + " --yes"
	switch {
	case destroyed:
		k.of.log.Warn("the session key was replaced, and its keystore destroyed; "+still, "key", key, "do", do)
	case key == k.left:
		k.of.log.Warn("the session key was replaced, and no keystore of it is here to destroy: take it out of the environment; "+still, "key", key, "do", do)
	}
	if key == k.left {
		k.left = common.Address{}
	}
}

// keystoreOf says that a file is the keystore of an address.
func keystoreOf(path string, key common.Address) bool {
	text, err := os.ReadFile(path)
	var said struct {
		Address string `json:"address"`
	}
	return err == nil && json.Unmarshal(text, &said) == nil && common.IsHexAddress(said.Address) && common.HexToAddress(said.Address) == key
}

// destroy writes over a file and removes it; done is false where there was none. A disk
// may keep what was written before: the passphrase is what protects that.
func destroy(path string) (done bool, _ error) {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	info, err := f.Stat()
	if err == nil {
		_, err = f.Write(make([]byte, info.Size()))
	}
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return false, err
	}
	return true, os.Remove(path)
}

// unknown tells of keystores that the journal does not name. They are left: the journal may
// be the older of the two, and a key that is gone is money that is gone.
func (k *keyring) unknown() {
	files, err := filepath.Glob(filepath.Join(k.of.home.Path(home.KeysDir), "0x*.json"))
	if err != nil || !k.whole {
		return
	}
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		if !common.IsHexAddress(name) || k.knows(common.HexToAddress(name)) {
			continue
		}
		k.of.log.Warn("a keystore lies here of which the journal knows nothing: unless a newer journal of this life was lost, nobody was told of its key, and it may be removed", "file", path)
	}
}

// knows says that the journal names a key that acts, is to act, or did. Those are
// retired when the life is computed again.
func (k *keyring) knows(key common.Address) bool {
	return key == k.of.wallet || key == k.held.Next || slices.Contains(k.held.Taken, key)
}

// bornUnder is the grant of the birth.
func (k *keyring) bornUnder() (grant.Grant, error) {
	var boot agent.Boot
	boot, err := agent.BirthIn(k.of.home.Path(home.JournalDir))
	if err != nil {
		return grant.Grant{}, err
	}
	if boot.Venue.Grant == nil {
		return grant.Grant{}, fmt.Errorf("%w: this life was born without a grant", grant.ErrGrant)
	}
	return *boot.Venue.Grant, nil
}
