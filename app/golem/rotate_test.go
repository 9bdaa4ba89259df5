package golem

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"

	"bardo.run/bardo/app/bardo"
	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/life/accounts"
	"bardo.run/bardo/wire"
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
			b.apart()
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
	if err := b.redeems(first, kept); err != nil {
		b.t.Errorf("the old delegation does not hold before it is disabled: %v", err)
	}
	b.t.Setenv("BARDO_OWNER_KEY", golemKey)
	var out, errs bytes.Buffer
	if code := bardo.Main(b.t.Context(), []string{"revoke", "--config", filepath.Join(b.dir, "golem.toml"), "--grant", path, "--yes"}, &out, &errs); code != 0 {
		b.t.Errorf("revoke: exit %d %s%s", code, &out, &errs)
	}
	if err := b.redeems(first, kept); err == nil {
		b.t.Error("the old key redeems a delegation that is disabled")
	}
}

// redeems asks the chain whether a key may have the account take an allowance back.
func (b *bounded) redeems(key common.Address, text []byte) error {
	b.t.Helper()
	g, err := grant.Parse(text)
	if err != nil || g.Key() != key {
		b.t.Fatalf("the grant of %s: %v", g.Key(), err)
	}
	data, err := g.Redeem([]delegation.Call{{To: b.USDC, Data: erc20.NewCodec().Approve(b.Router, new(uint256.Int))}})
	if err != nil {
		b.t.Fatal(err)
	}
	var answer hexutil.Bytes
	return b.RPC.Call(&answer, "eth_call", map[string]any{"from": key, "to": g.Manager, "data": hexutil.Encode(data)}, "latest")
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

// grantsTo has the owner grant to a key.
func (b *bounded) grantsTo(key common.Address) {
	b.t.Helper()
	before := b.session
	defer func() { b.session = before }()
	b.session = key
	if code, said := b.grants("--yes", "--daily", "100000"); code != 0 {
		b.t.Errorf("exit %d\n%s", code, said)
	}
}

func (b *bounded) file() []byte {
	b.t.Helper()
	text, err := os.ReadFile(filepath.Join(b.dir, "grant.json"))
	if err != nil {
		b.t.Error(err)
	}
	return text
}

func (b *bounded) put(text []byte) {
	b.t.Helper()
	if err := os.WriteFile(filepath.Join(b.dir, "grant.json"), text, 0o600); err != nil {
		b.t.Error(err)
	}
}

// passings are the steps of rotations that the audit tells of, whose chain is whole.
func (b *bounded) passings() (steps []string) {
	b.t.Helper()
	c, err := audit.Read(filepath.Join(b.dir, home.AuditDir))
	if err == nil {
		err = c.Verify()
	}
	if err != nil {
		b.t.Fatal(err)
	}
	for _, r := range c.Records {
		var e struct{ Type, Step string }
		if err := json.Unmarshal(r.Event, &e); err == nil && e.Type == audit.TypeSessionKey {
			steps = append(steps, e.Step)
		}
	}
	return steps
}

// apart asserts that the coin went over when nothing else of the old key could be taken
// back.
func (b *bounded) apart() {
	b.t.Helper()
	s, err := accounts.Of(b.dir)
	if err != nil {
		b.t.Fatal(err)
	}
	over, last := uint64(0), uint64(0)
	blocks := map[string]uint64{}
	for _, d := range s.Decisions {
		var r struct{ BlockNumber hexutil.Uint64 }
		if err := b.RPC.Call(&r, "eth_getTransactionReceipt", d.Tx); err != nil {
			b.t.Fatal(err)
		}
		if blocks[d.PermitID] = uint64(r.BlockNumber); d.Kind == "hand_over" {
			over = uint64(r.BlockNumber)
		}
	}
	for _, block := range blocks {
		if block < over {
			last = max(last, block)
		}
	}
	if over == 0 || last == 0 || over < last+watched {
		b.t.Errorf("the coin went over in block %d, after an order in %d", over, last)
	}
}

// An order whose receipt does not come in time is told later, and so is the one by which the
// coin goes over: the switch waits for it, whatever the old key had under way.
//
// spec: provisioning §9.1, chain §8
func TestARotationWaitsForWhatIsUnderWay(t *testing.T) {
	b := rotating(t, grant.LocalKey, "1")
	if err := b.Chain().SetInterval(100 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOLEM_PRIVATE_KEY", sessionKey)
	t.Setenv("GOLEM_KEYSTORE_PASSPHRASE", passphrase)
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	answer, next := b.grantsOnce()
	out := &lines{each: func(line string) {
		answer(line)
		if strings.Contains(line, "its keystore destroyed") {
			stop()
		}
	}}
	f := flags{config: filepath.Join(b.dir, "golem.toml"), dir: b.dir, poll: quick, patience: 1}
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

// outcomes are what became known of orders after their ticks.
func (b *bounded) outcomes() (all []records.Outcome) {
	b.t.Helper()
	s, err := records.Open(filepath.Join(b.dir, home.CyclesDir), records.Options{ReadOnly: true})
	if err != nil {
		b.t.Fatal(err)
	}
	defer s.Close()
	for e, err := range s.All() {
		if err != nil {
			b.t.Fatal(err)
		}
		if e.Outcome != nil {
			all = append(all, *e.Outcome)
		}
	}
	return all
}
