package golem

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bardo.run/bardo/app/bardo"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/life/accounts"
)

// rotating is a Golem under a grant whose key is due after few operations.
func rotating(t *testing.T, mode grant.Mode, operations string) *bounded {
	t.Helper()
	b := bound(t, mode)
	b.edit("grant_path = \"grant.json\"\n", "grant_path = \"grant.json\"\n[custody.rotation]\nmax_operations = "+operations+"\n")
	if code, said := b.grants("--yes", "--daily", "100000"); code != 0 {
		t.Fatalf("exit %d\n%s", code, said)
	}
	return b
}

// protected lives with the passphrase by which new keys are kept, and hands every line on.
func (b *bounded) protected(words string, each func(line string)) (code int, said string) {
	b.t.Helper()
	b.t.Setenv("GOLEM_KEYSTORE_PASSPHRASE", passphrase)
	return b.livesWith(words, each)
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
		old := b.session
		b.session = *next
		if code, said := b.grants("--yes", "--daily", "100000"); code != 0 {
			b.t.Errorf("exit %d\n%s", code, said)
		}
		b.session = old
	}, next
}

// spec: provisioning §9.1: a new key, a grant of the owner's, an atomic switch, the old key
// gone and its delegation disabled. The Golem trades before and after it, its books hold
// what the chain holds, and its life replays.
func TestASessionKeyIsReplaced(t *testing.T) {
	for _, mode := range []grant.Mode{grant.Delegation, grant.LocalKey} {
		t.Run(string(mode), func(t *testing.T) {
			b := rotating(t, mode, "2")
			old, err := os.ReadFile(filepath.Join(b.dir, "grant.json"))
			if err != nil {
				t.Fatal(err)
			}
			answer, next := b.grantsOnce()
			code, said := b.protected("its keystore destroyed", answer)
			if code != exitOK || *next == (common.Address{}) {
				t.Fatalf("exit %d\n%s", code, said)
			}
			first := b.session
			b.session = *next
			if n := b.balance(first); n != "0x0" {
				t.Errorf("%s wei stayed with the old key", n)
			}
			b.t.Setenv("GOLEM_KEYSTORE_PASSPHRASE", passphrase)
			if code, said = b.lives("trade 4"); code != exitOK {
				t.Fatalf("it does not trade with the new key: exit %d\n%s", code, said)
			}
			b.disabled(first, old)
			b.equal()
			b.replays()
		})
	}
}

// disabled revokes the old grant as the log says, after which the old key redeems nothing.
func (b *bounded) disabled(first common.Address, old []byte) {
	b.t.Helper()
	path := filepath.Join(b.dir, home.KeysDir, strings.ToLower(first.Hex())+".grant.json")
	kept, err := os.ReadFile(path)
	if err != nil {
		b.t.Fatal(err)
	}
	if before, err := grant.Parse(old); err != nil || !bytes.Contains(kept, []byte(hexutil.Encode(before.Delegation.Signature))) {
		b.t.Errorf("the old grant is not kept (%v)", err)
	}
	b.t.Setenv("BARDO_OWNER_KEY", golemKey)
	var out, errs bytes.Buffer
	if code := bardo.Main(b.t.Context(), []string{"revoke", "--config", filepath.Join(b.dir, "golem.toml"), "--grant", path, "--yes"}, &out, &errs); code != 0 {
		b.t.Errorf("revoke: exit %d %s%s", code, &out, &errs)
	}
}

// equal asserts that the books hold of the coin what the key in force holds.
func (b *bounded) equal() {
	b.t.Helper()
	s, err := accounts.Of(b.dir)
	if err != nil || !s.Sound() {
		b.t.Errorf("the books do not add up: %+v (%v)", s, err)
	}
	books, err := ledger.Read(filepath.Join(b.dir, home.LedgerDir))
	if err != nil {
		b.t.Fatal(err)
	}
	defer books.Close()
	if held, want := books.Balance(ledger.Golem, ledger.Native), hexutil.MustDecodeBig(b.balance(b.session)); held.Cmp(want) != 0 {
		b.t.Errorf("the books hold %s wei, the key %s", held, want)
	}
}

func (b *bounded) balance(of common.Address) (wei string) {
	b.t.Helper()
	if err := b.RPC.Call(&wei, "eth_getBalance", of, "latest"); err != nil {
		b.t.Fatal(err)
	}
	return wei
}

func (b *bounded) replays() {
	b.t.Helper()
	var out, errs bytes.Buffer
	if code := Main(b.t.Context(), []string{"replay", b.dir}, &out, &errs); code != exitOK {
		b.t.Errorf("replay: %d %s%s", code, &out, &errs)
	}
	if held, whole := tape.ReadHeld(filepath.Join(b.dir, home.JournalDir)); !whole || held.Key != b.session {
		b.t.Errorf("the journal holds the key %s", held.Key)
	}
}
