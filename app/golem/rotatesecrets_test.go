package golem

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts/keystore"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/google/uuid"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/internal/clock"
)

// filed puts the first key into a keystore under the passphrase, which the settings name.
func (b *bounded) filed() (path string, key canary) {
	b.t.Helper()
	secret, err := crypto.HexToECDSA(sessionKey)
	if err != nil {
		b.t.Fatal(err)
	}
	text, err := keystore.EncryptKey(&keystore.Key{Id: uuid.UUID{3}, Address: b.session, PrivateKey: secret}, passphrase, 2, 1)
	if err != nil {
		b.t.Fatal(err)
	}
	path = filepath.Join(b.dir, newKeyFile)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		b.t.Fatal(err)
	}
	b.edit("[custody.rotation]\n", "[custody.localkey]\nprivate_key_path = \""+path+"\"\n[custody.rotation]\n")
	return path, canary{"the first key", common.FromHex(sessionKey), true}
}

// alone lives with the passphrase alone until a line says the words.
func (b *bounded) alone(words string, each func(line string)) (code int, said string) {
	b.t.Helper()
	return b.keyed("", words, each)
}

// spec: provisioning §9.1 (old key wiped), §9.3, safety §1.4 S-3: of a key that was replaced
// no keystore is left, and of both keys no byte lies anywhere. A start finds the key in
// force by itself, opens the secret of the rolls with it, and the testament is signed by it.
func TestAReplacedKeyLeavesNothing(t *testing.T) {
	b := rotating(t, grant.LocalKey, "2")
	first, old := b.filed()
	answer, next := b.grantsOnce()
	code, said := b.alone("its keystore destroyed", answer)
	if code != exitOK || *next == (common.Address{}) {
		t.Fatalf("exit %d\n%s", code, said)
	}
	for _, gone := range []string{first, filepath.Join(b.dir, home.IdentityFile)} {
		if _, err := os.Stat(gone); err == nil {
			t.Errorf("%s is left", gone)
		}
	}
	keys := []canary{old, b.secret(*next), {"the passphrase", []byte(passphrase), false}}
	code, more := b.alone("trade", func(string) {})
	if code != exitOK {
		t.Fatalf("it does not go on: exit %d\n%s", code, more)
	}
	b.hides(keys, said+more)
	b.session = *next
	c := b.copied()
	b.dies()
	b.hides(keys, "")
	b.replays()
	c.reflects()
}

// copied is the same life in another folder.
func (b *bounded) copied() *bounded {
	b.t.Helper()
	c := *b
	c.dir = filepath.Join(b.t.TempDir(), "life")
	if err := os.CopyFS(c.dir, os.DirFS(b.dir)); err != nil {
		b.t.Fatal(err)
	}
	keys, err := filepath.Glob(filepath.Join(c.dir, "keys", "*"))
	if err != nil {
		b.t.Fatal(err)
	}
	for _, path := range keys { // the copy of a file is open to others
		if err := os.Chmod(path, 0o600); err != nil {
			b.t.Fatal(err)
		}
	}
	return &c
}

// cutOff has a process end before its Golem has settled anything: it is asked to, and the
// grace passes.
func (b *bounded) cutOff() {
	b.t.Helper()
	b.t.Setenv("GOLEM_PRIVATE_KEY", "")
	b.t.Setenv("GOLEM_KEYSTORE_PASSPHRASE", passphrase)
	ctx, stop := context.WithTimeout(b.t.Context(), time.Minute)
	defer stop()
	said := &lines{}
	err := live(ctx, flags{config: filepath.Join(b.dir, "golem.toml"), dir: b.dir, forge: weak, sites: func(at site.Site) {
		if at.Part == site.Phase && at.What == lifecycle.Settlement.String() && at.Moment == site.Before {
			stop()
			now := clock.System{}
			_ = now.WaitUntil(b.t.Context(), now.Now().Add(3*time.Second)) // of a grace of one
		}
	}}, said, said)
	if _, deferred := os.Stat(filepath.Join(b.dir, home.DeferredFile)); deferred != nil {
		b.t.Fatalf("it is not cut off: %v\n%s", err, said)
	}
}

// reflects has the death of a life under a later key cut off, and finished by somebody who
// has neither the chain nor the passphrase.
func (b *bounded) reflects() {
	b.t.Helper()
	b.edit("[risk]\n", "[mortality.thanatopsis]\ngrace_s = 5\n[risk]\n")
	var out, errs bytes.Buffer
	if code := Main(b.t.Context(), []string{"kill", "--data-dir", b.dir}, &out, &errs); code != exitOK {
		b.t.Fatalf("kill: %d %s%s", code, &out, &errs)
	}
	b.cutOff()
	if code := Main(b.t.Context(), []string{"reflect", "--data-dir", b.dir}, &out, &errs); code != exitOK || !strings.Contains(errs.String(), "will not be signed") {
		b.t.Fatalf("reflect: exit %d\n%s%s", code, &out, &errs)
	}
	text, err := os.ReadFile(filepath.Join(b.dir, home.TestamentFile))
	if err != nil {
		b.t.Fatal(err)
	}
	if signed, err := thanatopsis.Verify(text); err != nil || signed || !bytes.Contains(text, []byte(b.session.Hex())) {
		b.t.Errorf("the testament of %s: signed %v, %v", b.session, signed, err)
	}
	b.replays()
}

// secret is the key in the keystore of an address.
func (b *bounded) secret(of common.Address) canary {
	b.t.Helper()
	text, err := os.ReadFile(filepath.Join(b.dir, home.KeysDir, strings.ToLower(of.Hex())+".json"))
	if err != nil {
		b.t.Fatal(err)
	}
	key, err := keystore.DecryptKey(text, passphrase)
	if err != nil || key.Address != of {
		b.t.Fatalf("the keystore of %s: %v", of, err)
	}
	return canary{"the next key", crypto.FromECDSA(key.PrivateKey), true}
}

// hides searches all that was said and every file of the life.
func (b *bounded) hides(secrets []canary, said string) {
	b.t.Helper()
	looked := 0
	search := func(where string, text []byte) {
		looked += len(text)
		for _, c := range secrets {
			if found := c.in(text); len(found) != 0 {
				b.t.Errorf("%s is in %s, as %v", c.name, where, found)
			}
		}
	}
	search("what was said", []byte(said))
	err := filepath.WalkDir(b.dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		search(strings.TrimPrefix(path, b.dir), text)
		return err
	})
	if err != nil || looked < 100_000 {
		b.t.Errorf("looked at %d bytes (%v)", looked, err)
	}
}

// dies has the Golem die, and asks its testament and its audit.
func (b *bounded) dies() {
	b.t.Helper()
	var out, errs bytes.Buffer
	if code := Main(b.t.Context(), []string{"kill", "--data-dir", b.dir}, &out, &errs); code != exitOK {
		b.t.Fatalf("kill: %d %s%s", code, &out, &errs)
	}
	if code, said := b.alone("never", func(string) {}); code != exitOK || !strings.Contains(said, "dead") {
		b.t.Fatalf("its death: exit %d\n%s", code, said)
	}
	text, err := os.ReadFile(filepath.Join(b.dir, home.TestamentFile))
	if err != nil {
		b.t.Fatal(err)
	}
	if signed, err := thanatopsis.Verify(text); err != nil || !signed || !bytes.Contains(text, []byte(b.session.Hex())) {
		b.t.Errorf("the testament of %s: signed %v, %v", b.session, signed, err)
	}
	if code := Main(b.t.Context(), []string{"audit", "verify", b.dir}, &out, &errs); code != exitOK {
		b.t.Errorf("audit verify: %d %s%s", code, &out, &errs)
	}
}

// A Golem that dies while a rotation waits dies with the key in force, and the one that was
// to take over ends with it.
//
// spec: provisioning §9.1, DESIGN §10 (nothing is signed after death)
func TestADeathEndsARotationThatWaits(t *testing.T) {
	b := rotating(t, grant.Delegation, "1")
	first, _ := b.filed()
	code, said := b.alone("bardo grant --session", func(string) {})
	found := askedFor.FindStringSubmatch(said)
	if code != exitOK || found == nil {
		t.Fatalf("exit %d\n%s", code, said)
	}
	b.dies()
	if _, err := os.Stat(first); err != nil {
		t.Errorf("the keystore of the key that died is gone: %v", err)
	}
	if files, err := filepath.Glob(filepath.Join(b.dir, home.KeysDir, "*")); err != nil || len(files) != 0 {
		t.Errorf("of %s is left %s (%v)", found[1], files, err)
	}
	var out, errs bytes.Buffer
	if code := Main(t.Context(), []string{"replay", b.dir}, &out, &errs); code != exitOK {
		t.Errorf("replay: %d %s%s", code, &out, &errs)
	}
}
