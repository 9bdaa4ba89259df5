package golem

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts/keystore"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/google/uuid"

	"bardo.run/bardo/golem/agent/sessionkey"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/wire"
)

// rotating is a Golem under a grant whose key is due after few operations.
func rotating(t *testing.T, mode grant.Mode, operations string) *bounded {
	t.Helper()
	b := bound(t, mode)
	b.every(calm)
	b.edit("grant_path = \"grant.json\"\n", "grant_path = \"grant.json\"\n[custody.rotation]\nmax_operations = "+operations+"\n")
	if code, said := b.grants(b.plenty()...); code != 0 {
		t.Fatalf("exit %d\n%s", code, said)
	}
	return b
}

// How far apart blocks are while the Golem trades, on what it read up to ten blocks ago,
// and while it only waits for 64 of them.
const (
	calm  = 400 * time.Millisecond
	brisk = 75 * time.Millisecond
)

func (b *bounded) every(d time.Duration) {
	b.t.Helper()
	if err := b.Chain().Miner.SetInterval(d); err != nil {
		b.t.Fatal(err)
	}
}

// paced is each, with blocks that come quickly while a rotation waits for them.
func (b *bounded) paced(each func(line string)) func(line string) {
	return func(line string) {
		switch {
		case askedFor.MatchString(line):
			b.every(brisk)
		case strings.Contains(line, "its keystore destroyed"):
			b.every(calm)
		}
		each(line)
	}
}

// protected lives with the first key and the passphrase by which new ones are kept, until a
// line says the words, and hands every line on.
func (b *bounded) protected(words string, each func(line string)) (code int, said string) {
	b.t.Helper()
	return b.keyed(sessionKey, words, each)
}

// keyed is protected with a key from the environment, or none.
func (b *bounded) keyed(key, words string, each func(line string)) (code int, said string) {
	b.t.Helper()
	b.t.Setenv("GOLEM_PRIVATE_KEY", key)
	b.t.Setenv("GOLEM_KEYSTORE_PASSPHRASE", passphrase)
	ctx, stop := context.WithTimeout(b.t.Context(), 2*time.Minute)
	defer stop()
	out := &lines{each: b.paced(func(line string) {
		each(line)
		if strings.Contains(line, words) {
			stop()
		}
	})}
	err := live(ctx, flags{config: filepath.Join(b.dir, "golem.toml"), dir: b.dir, poll: b.poll, forge: weak}, out, out)
	if err == nil || onlyStopped(err) {
		return exitOK, out.String()
	}
	return exit(err), fmt.Sprint(out, err)
}

// weak makes a keystore that is as hard to guess as a test needs.
func weak(passphrase string) (file []byte, address common.Address, _ error) {
	key, err := crypto.GenerateKey()
	if err != nil {
		return nil, address, err
	}
	address = crypto.PubkeyToAddress(key.PublicKey)
	file, err = keystore.EncryptKey(&keystore.Key{Id: uuid.New(), Address: address, PrivateKey: key}, passphrase, 2, 1)
	return file, address, err
}

// askedFor finds in a line the address that the owner is asked to grant to.
var askedFor = regexp.MustCompile(`bardo grant --session (0x[0-9a-fA-F]{40})`)

// grantsOnce answers the first line that asks for a grant as the owner would.
func (b *bounded) grantsOnce() (answer func(line string), next *common.Address) {
	next = new(common.Address)
	return func(line string) {
		found := askedFor.FindStringSubmatch(line)
		if found == nil || *next != (common.Address{}) {
			return
		}
		*next = common.HexToAddress(found[1])
		b.grantsTo(*next)
	}, next
}

// spec: provisioning §9.1: a new key, a grant of the owner's, an atomic switch, the old key
// gone and its delegation disabled. The Golem trades before and after it, its books hold
// what the chain holds, and its life replays.
func TestASessionKeyIsReplaced(t *testing.T) {
	for _, mode := range []grant.Mode{grant.Delegation, grant.LocalKey} {
		t.Run(string(mode), func(t *testing.T) {
			b := rotating(t, mode, "2")
			b.poll = quick
			old, err := os.ReadFile(filepath.Join(b.dir, "grant.json"))
			if err != nil {
				t.Fatal(err)
			}
			answer, next := b.grantsOnce()
			code, said := b.protected("its keystore destroyed", answer)
			if code != exitOK || *next == (common.Address{}) {
				t.Fatalf("exit %d\n%s", code, said)
			}
			whole(t, b.dir)
			first := b.session
			b.session = *next
			if n := b.balance(first); n != "0x0" {
				t.Errorf("%s wei stayed with the old key", n)
			}
			if mode == grant.Delegation { // its owner puts the grant of the old key back
				b.put(old)
			}
			if code, said = b.protected("trade 4", func(string) {}); code != exitOK || (mode == grant.Delegation) != strings.Contains(said, "under the one that it heard last") {
				t.Fatalf("it does not trade with the new key: exit %d\n%s", code, said)
			}
			b.goesOn()
			b.apart()
			b.disabled(first, old)
			b.equal()
			b.replays()
		})
	}
}

// Bad input while a key waits for its grant: what does not name it, is half a file or for
// another account changes nothing, and nothing is opened meanwhile. What then fits is taken
// once, however often it is seen.
//
// spec: provisioning §8.12, §9.1
func TestOnlyAGrantForTheNextKeyReplacesTheOld(t *testing.T) {
	b := rotating(t, grant.Delegation, "1")
	var next common.Address
	stranger := common.HexToAddress("0x90F79bf6EB2c4f870365E785982E1f101E93b906")
	lower := func(a common.Address) string { return strings.ToLower(a.Hex()) }
	strangers := func() []byte { b.grantsTo(stranger); return b.file() }
	files := []func(){
		func() { b.grantsTo(stranger) },
		func() { text := strangers(); b.put(text[:len(text)/2]) },
		func() {
			text := bytes.ReplaceAll(strangers(), []byte(lower(stranger)[2:]), []byte(lower(next)[2:]))
			b.put(bytes.ReplaceAll(text, []byte(lower(wallet(t))[2:]), []byte(lower(stranger)[2:])))
		},
		func() { b.grantsTo(next) },
	}
	step := 0
	code, said := b.protected("its keystore destroyed", func(line string) {
		found := askedFor.FindStringSubmatch(line)
		switch {
		case found != nil && step == 0:
			next = common.HexToAddress(found[1])
		case !strings.Contains(line, "is not taken") || step == len(files):
			return
		}
		files[step]()
		step++
	})
	if code != exitOK || step != len(files) {
		t.Fatalf("exit %d at step %d\n%s", code, step, said)
	}
	for _, why := range []string{"is for the key " + stranger.Hex(), "cannot be read", "it is for the account " + stranger.Hex()} {
		if n := strings.Count(said, why); n != 1 {
			t.Errorf("%q was said %d times\n%s", why, n, said)
		}
	}
	if n := b.refusals(wire.CodeSafetyKeyDue); n == 0 {
		t.Error("nothing was refused while the key was due")
	}
	if steps := b.passings(); !slices.Equal(steps, []string{"triggered", "generated", "granted", "rotated"}) {
		t.Errorf("the audit tells of %q", steps)
	}
	b.session = next
	b.replays()
}

// An order whose receipt does not come in time is told later, and so is the one by which the
// coin goes over: the switch waits for it, whatever the old key had under way.
//
// spec: provisioning §9.1, chain §8
func TestARotationWaitsForWhatIsUnderWay(t *testing.T) {
	b := rotating(t, grant.LocalKey, "1")
	t.Setenv("GOLEM_PRIVATE_KEY", sessionKey)
	t.Setenv("GOLEM_KEYSTORE_PASSPHRASE", passphrase)
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	answer, next := b.grantsOnce()
	out := &lines{each: b.paced(func(line string) {
		answer(line)
		if strings.Contains(line, "its keystore destroyed") {
			stop()
		}
	})}
	f := flags{config: filepath.Join(b.dir, "golem.toml"), dir: b.dir, poll: quick, patience: 1, forge: weak}
	if err := live(ctx, f, out, out); !errors.Is(err, context.Canceled) || *next == (common.Address{}) {
		t.Fatalf("%v\n%s", err, out)
	}
	b.session = *next
	late := 0
	for _, o := range b.outcomes() {
		if o.Own == string(grammar.HandOver) && o.Actual == string(turn.StatusPending) {
			late++
		}
	}
	if late != 1 {
		t.Errorf("the coin was under way %d times", late)
	}
	b.apart()
	b.replays()
}

// promised lives until the next key is granted to, and no longer.
func (b *bounded) promised() *common.Address {
	b.t.Helper()
	b.t.Setenv("GOLEM_PRIVATE_KEY", sessionKey)
	b.t.Setenv("GOLEM_KEYSTORE_PASSPHRASE", passphrase)
	ctx, stop := context.WithTimeout(b.t.Context(), time.Minute)
	defer stop()
	answer, next := b.grantsOnce()
	out := &lines{each: func(line string) {
		if answer(line); *next != (common.Address{}) && strings.Contains(line, "the delegation ends soon") {
			stop()
		}
	}}
	err := live(ctx, flags{config: filepath.Join(b.dir, "golem.toml"), dir: b.dir, forge: weak}, out, out)
	if held, _ := sessionkey.ReadHeld(b.dir); !errors.Is(err, context.Canceled) || held.Next != *next || !held.Promised {
		b.t.Fatalf("%+v, %v\n%s", held, err, out)
	}
	return next
}

// A process that cannot open the next key lets no coin go to it: it takes no grant for it,
// and where one was taken before it does not start. A next key whose file is lost before its
// owner granted to it is replaced by another one.
//
// spec: provisioning §9.1
func TestNoCoinGoesToAKeyThatCannotBeOpened(t *testing.T) {
	b := rotating(t, grant.LocalKey, "1")
	code, said := b.protected("bardo grant --session", func(string) {})
	found := askedFor.FindStringSubmatch(said)
	if code != exitOK || found == nil {
		t.Fatalf("exit %d\n%s", code, said)
	}
	lost := common.HexToAddress(found[1])
	b.grantsTo(lost)
	t.Setenv("GOLEM_KEYSTORE_PASSPHRASE", "")
	if code, said = b.livesWith("is not taken", func(string) {}); code != exitOK || !strings.Contains(said, "which is not open") {
		t.Fatalf("without a passphrase: exit %d\n%s", code, said)
	}
	keystore := func(key common.Address) string {
		return filepath.Join(b.dir, home.KeysDir, strings.ToLower(key.Hex())+".json")
	}
	if err := os.Remove(keystore(lost)); err != nil {
		t.Fatal(err)
	}
	next := b.promised()
	if *next == lost {
		t.Fatal("the key that is lost was asked for again")
	}
	before := b.balance(b.session)
	refused := func(passphrase, why string) {
		t.Helper()
		t.Setenv("GOLEM_KEYSTORE_PASSPHRASE", passphrase)
		if code, said := b.livesWith("born", func(string) {}); code != exitWallet || !strings.Contains(said, "the owner granted to the next session key") || !strings.Contains(said, why) {
			t.Errorf("%s: exit %d\n%s", why, code, said)
		}
	}
	refused("", "GOLEM_KEYSTORE_PASSPHRASE")
	if err := os.Rename(keystore(*next), b.dir+"/kept"); err != nil {
		t.Fatal(err)
	}
	refused(passphrase, keystore(*next))
	if b.balance(b.session) != before || b.balance(*next) != "0x0" || b.balance(lost) != "0x0" {
		t.Error("coin moved")
	}
	if err := os.Rename(b.dir+"/kept", keystore(*next)); err != nil {
		t.Fatal(err)
	}
	if code, said = b.protected("its keystore destroyed", func(string) {}); code != exitOK {
		t.Fatalf("it does not go on: exit %d\n%s", code, said)
	}
	b.session = *next
	b.replays()
}
