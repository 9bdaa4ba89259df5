package golem

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/core/secret"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/rotation"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/wire"
)

// ringed is a keyring in a folder of its own, and what it logs.
func ringed(t *testing.T, passphrase string) (*keyring, *bytes.Buffer) {
	t.Helper()
	h, err := home.Open(filepath.Join(t.TempDir(), "golem"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	said := &bytes.Buffer{}
	l := &life{home: h, log: slog.New(slog.NewTextHandler(said, nil)), forge: weak}
	l.config.Golem.Network = "anvil"
	l.config.Custody.Rotation = config.Rotation{MaxAge: 604_800, MaxOperations: 10_000, BudgetFloor: 0.1}
	if passphrase != "" {
		l.config.Custody.LocalKey.Passphrase = secret.New([]byte(passphrase))
	}
	if err := l.remember(); err != nil {
		t.Fatal(err)
	}
	return l.ring, said
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

// A keystore of which no entry of a whole journal tells is of a process that ended too
// early, and is removed; one that the journal names is not, nor is anything when the
// journal cannot be read.
func TestAKeyNobodyWasToldOfIsRemoved(t *testing.T) {
	k, _ := ringed(t, passphrase)
	due := rotation.Key{Granted: 1, Expires: 1 << 60, Operations: 10_000}
	need, there := k.Due(due, 2, rotation.Need{})
	if !there || need.Next == (common.Address{}) || need.Reason != rotation.Operations {
		t.Fatalf("%+v, %v", need, there)
	}
	left := func() bool {
		_, err := os.Stat(k.path(need.Next))
		return err == nil
	}
	k.held = tape.Held{Next: need.Next}
	if err := k.sweep(); err != nil || !left() {
		t.Errorf("the one that waits is gone (%v)", err)
	}
	k.held = tape.Held{Taken: []common.Address{need.Next}}
	if err := k.sweep(); err != nil || !left() {
		t.Errorf("the one that acts is gone (%v)", err)
	}
	noise := filepath.Join(home.JournalDir, "000001.seg")
	put(t, k.home.Dir(), noise, "no journal")
	if err := k.life.remember(); err != nil || !left() {
		t.Errorf("it is gone on the word of no journal (%v)", err)
	}
	if err := os.Remove(k.home.Path(noise)); err != nil {
		t.Fatal(err)
	}
	if err := k.life.remember(); err != nil || left() {
		t.Errorf("it is left (%v)", err)
	}
}

// A key from the environment without a passphrase cannot be replaced: nothing is opened, the
// owner is told, and the next start with one makes the key.
//
// spec: provisioning §9.1
func TestWithoutAPassphraseNothingIsOpenedWithADueKey(t *testing.T) {
	b := rotating(t, grant.LocalKey, "1")
	if code, said := b.livesWith("start the Golem with GOLEM_KEYSTORE_PASSPHRASE", func(string) {}); code != exitOK || askedFor.MatchString(said) {
		t.Fatalf("exit %d\n%s", code, said)
	}
	if n := b.refusals(wire.CodeSafetyKeyDue); n == 0 {
		before := b.nonce()
		if code, said := b.looksOn(); code != exitOK || b.refusals(wire.CodeSafetyKeyDue) == 0 || b.nonce() > before+1 { // an exit is let through
			t.Errorf("exit %d, %d transactions\n%s", code, b.nonce()-before, said)
		}
	}
	if code, said := b.protected("bardo grant --session", func(string) {}); code != exitOK || !askedFor.MatchString(said) {
		t.Fatalf("exit %d\n%s", code, said)
	}
	if steps := b.passings(); !slices.Equal(steps, []string{"triggered", "generated"}) {
		t.Errorf("the audit tells of %q", steps)
	}
}
