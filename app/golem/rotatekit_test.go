package golem

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"

	"bardo.run/bardo/app/bardo"
	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/golem/agent/sessionkey"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/life/accounts"
)

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
	if held, whole := sessionkey.ReadHeld(b.dir); !whole || held.Key != b.session {
		b.t.Errorf("the journal holds the key %s", held.Key)
	}
}

// grantsTo has the owner grant to a key.
func (b *bounded) grantsTo(key common.Address) {
	b.t.Helper()
	before := b.session
	defer func() { b.session = before }()
	b.session = key
	if code, said := b.grants(b.plenty()...); code != 0 {
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

// goesOn stops the life where it makes a checkpoint, and holds its next process to live by the key that acts.
//
// spec: runtime §14.3
func (b *bounded) goesOn() {
	b.t.Helper()
	b.t.Setenv("GOLEM_PRIVATE_KEY", sessionKey)
	b.t.Setenv("GOLEM_KEYSTORE_PASSPHRASE", passphrase)
	said := leaves(b.t, b.dir, b.poll, "active")
	if held, whole := sessionkey.ReadHeld(b.dir); !whole || held.Key != b.session {
		b.t.Fatalf("behind the checkpoint the key is %s\n%s", held.Key, said)
	}
	if code, said := b.protected("active", func(string) {}); code != exitOK || !strings.Contains(said, ", wallet "+b.session.Hex()) || !onward(b.t, b.dir) {
		b.t.Fatalf("it does not go on with its key: exit %d\n%s", code, said)
	}
}
