package custody

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/keystore"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/agent/sessionkey"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/core/secret"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/grant/granttest"
	"bardo.run/bardo/golem/safety/rotation"
)

const (
	passphrase = "correct horse battery"
	sessionKey = "5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a"
)

// askedFor is what tells an owner which key to grant to.
var askedFor = regexp.MustCompile(`bardo grant --session (0x[0-9a-fA-F]{40})`)

// weak makes keystores that are quick to open.
func weak(passphrase string) (file []byte, address common.Address, _ error) {
	key, err := crypto.GenerateKey()
	if err != nil {
		return nil, address, err
	}
	address = crypto.PubkeyToAddress(key.PublicKey)
	file, err = keystore.EncryptKey(&keystore.Key{Address: address, PrivateKey: key}, passphrase, 2, 1)
	return file, address, err
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, dir, name string) {
	t.Helper()
	if err := os.Remove(filepath.Join(dir, name)); err != nil {
		t.Fatal(err)
	}
}

// ringed is a keyring in a folder of its own, and what it logs.
func ringed(t *testing.T, passphrase string) (*keyring, *bytes.Buffer) {
	t.Helper()
	h, err := home.Open(filepath.Join(t.TempDir(), "golem"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	said := &bytes.Buffer{}
	c := &Custody{home: h, log: slog.New(slog.NewTextHandler(said, nil)), forge: weak}
	c.config.Golem.Network = "devnet"
	c.config.Custody.Rotation = config.Rotation{MaxAge: 604_800, MaxOperations: 10_000, BudgetFloor: 0.1}
	if passphrase != "" {
		c.config.Custody.LocalKey.Passphrase = secret.New([]byte(passphrase))
	}
	if c.ring, err = newKeyring(c); err != nil {
		t.Fatal(err)
	}
	return c.ring, said
}

// spec: provisioning §8.12: a day and an hour before, once each.
func TestAnOwnerIsWarnedBeforeAKeyIsDue(t *testing.T) {
	k, said := ringed(t, "")
	const hour, age = int64(3_600_000), int64(604_800_000)
	key := rotation.Key{Granted: 1, Expires: 1 << 60}
	for i, c := range []struct{ left, warnings int64 }{{25 * hour, 0}, {24 * hour, 1}, {23 * hour, 1}, {hour, 2}, {hour - 1, 2}, {1, 2}} {
		if need, there := k.Due(key, 1+age-c.left, rotation.Need{}); there {
			t.Fatalf("%d: %+v", i, need)
		}
		if n := strings.Count(said.String(), "has to be replaced soon"); int64(n) != c.warnings {
			t.Errorf("%d ms before: %d warnings, want %d", c.left, n, c.warnings)
		}
	}
	need, there := k.Due(key, 1+age, rotation.Need{})
	if !there || need.Reason != rotation.Age || need.Next != (common.Address{}) {
		t.Errorf("%+v, %v", need, there)
	}
	if again, there := k.Due(key, 1+age+hour, need); there || again != need {
		t.Errorf("without a passphrase still: %+v, %v", again, there)
	}
}

// spec: provisioning §8.12: a grant that ends before its key is due is told of at once, one
// time for each.
func TestAnOwnerIsWarnedOfAGrantThatIsShorterThanItsKey(t *testing.T) {
	k, said := ringed(t, "")
	const day = uint64(86_400)
	for i, c := range []struct {
		ends     uint64
		warnings int
	}{{7*day - 1, 1}, {7*day - 1, 1}, {8 * day, 1}, {6 * day, 2}} {
		if need, there := k.Due(rotation.Key{Expires: c.ends}, 1, rotation.Need{}); there {
			t.Fatalf("%d: %+v", i, need)
		}
		if n := strings.Count(said.String(), "the grant ends before its key is due"); n != c.warnings {
			t.Errorf("a grant of %d s: %d warnings, want %d\n%s", c.ends, n, c.warnings, said)
		}
	}
}

// A keystore of which the journal tells nothing is never removed: the journal may be restored
// from a copy that is older, or the settings may name the keystore of the birth there. Who
// lives under a grant is told of it, once a start.
func TestAKeyNobodyWasToldOfIsLeftAndTold(t *testing.T) {
	k, said := ringed(t, passphrase)
	due := rotation.Key{Granted: 1, Expires: 1 << 60, Operations: 10_000}
	need, there := k.Due(due, 2, rotation.Need{})
	if !there || need.Next == (common.Address{}) || need.Reason != rotation.Operations {
		t.Fatalf("%+v, %v", need, there)
	}
	put(t, k.of.home.Dir(), filepath.Join(home.KeysDir, "0x0000000000000000000000000000000000000009.grant.json"), "no keystore")
	starts := func(name string, told bool, key string) {
		t.Helper()
		said.Reset()
		c := &Custody{home: k.of.home, log: k.of.log, config: k.of.config}
		c.config.Custody.LocalKey.PrivateKey = secret.New([]byte(key))
		c.config.Custody.GrantPath = "grant.json"
		if err := c.open(); err != nil {
			t.Fatal(name, err)
		}
		if _, err := os.Stat(k.path(need.Next)); err != nil {
			t.Fatalf("%s: it is gone: %v", name, err)
		}
		if n := strings.Count(said.String(), "the journal knows nothing"); n != map[bool]int{true: 1}[told] || told && !strings.Contains(said.String(), k.path(need.Next)) {
			t.Errorf("%s: told %d times\n%s", name, n, said)
		}
	}
	starts("no journal", true, sessionKey)
	noise := filepath.Join(home.JournalDir, "000001.seg")
	put(t, k.of.home.Dir(), noise, "no journal")
	starts("a journal that cannot be read", false, sessionKey)
	if err := os.Remove(k.of.home.Path(noise)); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(k.path(need.Next))
	if err != nil {
		t.Fatal(err)
	}
	first, err := keystore.DecryptKey(text, passphrase)
	if err != nil {
		t.Fatal(err)
	}
	starts("the one that acts", false, common.Bytes2Hex(crypto.FromECDSA(first.PrivateKey)))
	for _, c := range []sessionkey.Held{{Next: need.Next}, {Taken: []common.Address{need.Next}}} {
		if k.held = c; !k.knows(need.Next) {
			t.Errorf("%+v is not known", c)
		}
	}
}

// A key for which the secret of the rolls cannot be sealed is none, and its keystore is not
// left: with every tick there would be another.
func TestAKeyThatIsNotWholeIsNotLeft(t *testing.T) {
	k, said := ringed(t, passphrase)
	put(t, k.of.home.Dir(), home.IdentityFile, "sealed by a key that is not here")
	need, there := k.Due(rotation.Key{Granted: 1, Expires: 1 << 60, Operations: 10_000}, 2, rotation.Need{})
	if !there || need.Reason != rotation.Operations || need.Next != (common.Address{}) || !strings.Contains(said.String(), "no session key was made") {
		t.Fatalf("%+v, %v\n%s", need, there, said)
	}
	if files, err := os.ReadDir(k.of.home.Path(home.KeysDir)); err != nil || len(files) != 0 || len(k.opened) != 0 {
		t.Errorf("%v is left, %d keys are open (%v)", files, len(k.opened), err)
	}
}

// restarted is a keyring of the next process of the same life, as its journal says.
func restarted(t *testing.T, k *keyring, held sessionkey.Held, passphrase string) (*keyring, *bytes.Buffer) {
	t.Helper()
	said := &bytes.Buffer{}
	c := &Custody{home: k.of.home, log: slog.New(slog.NewTextHandler(said, nil)), forge: weak, config: k.of.config}
	c.config.Custody.LocalKey.Passphrase = secret.Secret{}
	if passphrase != "" {
		c.config.Custody.LocalKey.Passphrase = secret.New([]byte(passphrase))
	}
	c.ring = &keyring{of: c, held: held, policy: k.policy, waits: held.Next, opened: map[common.Address]*signer.Signer{}}
	return c.ring, said
}

// A next key that cannot be opened stops a start only where its owner granted to it: coin
// may be with it, or about to go. Else the start goes on and says so, and asks nobody to
// grant.
//
// spec: provisioning §9.1
func TestAStartOpensTheKeyThatIsToTakeOver(t *testing.T) {
	k, _ := ringed(t, passphrase)
	due := rotation.Key{Granted: 1, Expires: 1 << 60, Operations: 10_000}
	need, _ := k.Due(due, 2, rotation.Need{})
	file, err := os.ReadFile(k.path(need.Next))
	if err != nil {
		t.Fatal(err)
	}
	other, _, err := weak(passphrase)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, passphrase string
		file             []byte
		promised, has    bool
	}{
		{"with all", passphrase, file, true, true},
		{"without a passphrase", "", file, false, false},
		{"without a passphrase, promised", "", file, true, false},
		{"with another passphrase, promised", "another one", file, true, false},
		{"the file of another key", passphrase, other, false, false},
		{"the file of another key, promised", passphrase, other, true, false},
		{"lost", passphrase, nil, false, false},
		{"lost, promised", passphrase, nil, true, false},
	} {
		put(t, k.of.home.Dir(), filepath.Join(home.KeysDir, filepath.Base(k.path(need.Next))), string(c.file))
		if c.file == nil {
			remove(t, filepath.Dir(k.path(need.Next)), filepath.Base(k.path(need.Next)))
		}
		k, said := restarted(t, k, sessionkey.Held{Next: need.Next, Promised: c.promised}, c.passphrase)
		err := k.ready()
		if refused := errors.Is(err, ErrWallet) && strings.Contains(err.Error(), k.path(need.Next)); refused != (c.promised && !c.has) || !refused && err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if warned := strings.Contains(said.String(), "cannot be opened"); warned != (!c.has && !c.promised) || k.has(need.Next) != c.has {
			t.Errorf("%s: open %v, and it says %q", c.name, k.has(need.Next), said)
		}
		if c.file == nil {
			continue
		}
		if again, there := k.Due(due, 3, need); there || again != need || askedFor.MatchString(said.String()) != c.has {
			t.Errorf("%s: %+v, %v\n%s", c.name, again, there, said)
		}
	}
}

// A next key whose file is gone, and to which nobody granted, is replaced by another one once
// there is a passphrase; one that its owner granted to is not, nor one whose file is there.
func TestALostKeyThatNobodyGrantedToIsReplaced(t *testing.T) {
	k, _ := ringed(t, passphrase)
	due := rotation.Key{Granted: 1, Expires: 1 << 60, Operations: 10_000}
	need, _ := k.Due(due, 2, rotation.Need{})
	remove(t, filepath.Dir(k.path(need.Next)), filepath.Base(k.path(need.Next)))
	if again, there := k.Due(due, 3, need); there || again != need {
		t.Errorf("it is open still: %+v, %v", again, there)
	}
	k, _ = restarted(t, k, sessionkey.Held{Next: need.Next, Promised: true}, passphrase)
	if again, there := k.Due(due, 3, need); there || again != need {
		t.Errorf("promised: %+v, %v", again, there)
	}
	k, said := restarted(t, k, sessionkey.Held{Next: need.Next}, "")
	for range 3 {
		if again, there := k.Due(due, 4, need); there || again != need {
			t.Errorf("without a passphrase: %+v, %v", again, there)
		}
	}
	if n := strings.Count(said.String(), "no session key was made"); n != 1 {
		t.Errorf("said %d times that none was made\n%s", n, said)
	}
	k, said = restarted(t, k, sessionkey.Held{Next: need.Next}, passphrase)
	other, there := k.Due(due, 5, need)
	if !there || other.Reason != need.Reason || other.Next == need.Next || !k.has(other.Next) || !strings.Contains(said.String(), "is lost") {
		t.Fatalf("%+v, %v\n%s", other, there, said)
	}
	if again, there := k.Due(due, 6, other); there || again != other || !strings.Contains(said.String(), "bardo grant --session "+other.Next.Hex()) {
		t.Errorf("%+v, %v\n%s", again, there, said)
	}
}

// No grant is taken for a next key that this process cannot act by.
func TestAGrantForAKeyThatIsNotOpenIsNotTaken(t *testing.T) {
	k, _ := ringed(t, "")
	next := common.Address{7}
	k.waits, k.of.account = next, granttest.Account
	r := &renewal{of: k.of}
	if err := r.fit(t.Context(), granttest.Signed(t, next, 1), next); !errors.Is(err, grant.ErrGrant) || !strings.Contains(err.Error(), "GOLEM_KEYSTORE_PASSPHRASE") || k.held.Promised {
		t.Errorf("promised %v, %v", k.held.Promised, err)
	}
}
