package custody

import (
	"os"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/core/secret"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/safety/rotation"
)

// dead says that a key signs and seals nothing any more.
func dead(s sealer) bool {
	_, err := s.Seal("test", []byte{1})
	return err != nil
}

// spec: provisioning §9.3: whatever keys a process has open are wiped when it ends, also the
// one that waits, and one that took over.
func TestEveryOpenKeyIsWipedAtTheEndOfAProcess(t *testing.T) {
	k, _ := ringed(t, passphrase)
	need, _ := k.Due(rotation.Key{Granted: 1, Expires: 1 << 60, Operations: 10_000}, 2, rotation.Need{})
	first, err := signer.FromHex(31_337, []byte(sessionKey))
	if err != nil {
		t.Fatal(err)
	}
	k.of.hold(first)
	waits := k.opened[need.Next]
	if dead(first) || dead(waits) {
		t.Fatal("they are dead before")
	}
	if k.wipe(); !dead(first) || !dead(waits) || len(k.opened) != 0 {
		t.Errorf("%d keys are left", len(k.opened))
	}
	(*keyring)(nil).wipe() // of a life whose key an enclave has

	for name, open := range map[string]func(Settings) (*Custody, error){"a life": Open, "a witness": OpenLast} {
		k, _ := ringed(t, "")
		of := Settings{Config: k.of.config, Home: k.of.home, Log: k.of.log}
		of.Config.Golem.CustodyMode, of.Config.Custody.GrantPath = "localkey", "none.json"
		of.Config.Custody.LocalKey.PrivateKey = secret.New([]byte(sessionKey))
		c, err := open(of)
		if c.seal == nil || dead(c.seal) || (err == nil) != (name == "a witness") {
			t.Fatalf("%s: no key is open: %v", name, err)
		}
		if c.Close(); !dead(c.seal) {
			t.Errorf("%s: its key is left", name)
		}
	}
}

// spec: provisioning §9.1 (old delegation disabled): the owner is told once to disable the
// grant of a key that was replaced, also of one that lay in no file.
func TestAnOwnerIsToldToDisableTheGrantOfAReplacedKey(t *testing.T) {
	key := common.Address{7}
	for _, c := range []struct {
		name             string
		file, here, told bool
	}{
		{"a keystore, and the switch here", true, true, true},
		{"a keystore, behind a crash", true, false, true},
		{"from the environment, and the switch here", false, true, true},
		{"from the environment, at a later start", false, false, false},
	} {
		k, said := ringed(t, passphrase)
		if _, err := k.generate(); err != nil { // makes the folder
			t.Fatal(err)
		}
		put(t, k.of.home.Dir(), "keys/"+strings.ToLower(key.Hex())+".grant.json", "the grant")
		if c.file {
			put(t, k.of.home.Dir(), "keys/"+strings.ToLower(key.Hex())+".json", "a keystore")
		}
		if c.here {
			k.left = key
		}
		for range 2 {
			if err := k.Retire(key); err != nil {
				t.Fatal(err)
			}
		}
		if n := strings.Count(said.String(), "bardo revoke --grant "+k.granted(key)); n != map[bool]int{true: 1}[c.told] || strings.Contains(said.String(), "environment") != (c.told && !c.file) {
			t.Errorf("%s: told %d times\n%s", c.name, n, said)
		}
	}
}

// What the key of the birth sealed of the identity goes with it; a later key leaves it.
func TestTheFirstSealOfTheIdentityGoesWithTheKeyOfTheBirth(t *testing.T) {
	k, _ := ringed(t, "")
	birth, later := common.Address{7}, common.Address{8}
	k.birth = birth
	put(t, k.of.home.Dir(), home.IdentityFile, "sealed by the key of the birth")
	for _, c := range []struct {
		key  common.Address
		left bool
	}{{later, true}, {birth, false}} {
		if err := k.Retire(c.key); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(k.of.home.Path(home.IdentityFile)); (err == nil) != c.left {
			t.Errorf("behind %s: %v", c.key, err)
		}
	}
}
