package golem

import (
	"bytes"
	"crypto/ecdsa"
	"encoding/json"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
	"github.com/holiman/uint256"

	"bardo.run/bardo/app/bardo"
	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/mirage/artifact"
)

// house is MetaMask's MultiSigDeleGator with the money: two keys sign for it, and none of
// them is the one that pays.
type house struct {
	*bounded
	keys    []*ecdsa.PrivateKey // in the order of their addresses
	account common.Address
}

func newHouse(t *testing.T) *house {
	t.Helper()
	h := &house{bounded: bound(t, grant.Delegation)}
	set, err := artifact.FindKit()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a first signer", "a second signer"} {
		key, err := crypto.ToECDSA(crypto.Keccak256([]byte(name)))
		if err != nil {
			t.Fatal(err)
		}
		h.keys = append(h.keys, key)
	}
	at := func(k *ecdsa.PrivateKey) common.Address { return crypto.PubkeyToAddress(k.PublicKey) }
	slices.SortFunc(h.keys, func(a, b *ecdsa.PrivateKey) int { return at(a).Cmp(at(b)) })
	logic := h.creates(set, "MultiSigDeleGator", kind("address"), h.At("DelegationManager"), kind("address"), h.At("EntryPoint07"))
	begin := append(crypto.Keccak256([]byte("initialize(address[],uint256)"))[:4],
		pack(t, kind("address[]"), []common.Address{at(h.keys[0]), at(h.keys[1])}, kind("uint256"), big.NewInt(2))...)
	h.account = h.creates(set, "ERC1967Proxy", kind("address"), logic, kind("bytes"), begin)
	h.Execute(h.USDC, bind.NewERC20().PackTransfer(h.account, big.NewInt(10_000e6)))
	return h
}

func kind(name string) abi.Type {
	k, _ := abi.NewType(name, "", nil) // a name that is written here
	return k
}

// pack encodes kinds and values, one after the other.
func pack(t *testing.T, typed ...any) []byte {
	t.Helper()
	var args abi.Arguments
	var values []any
	for i := 0; i < len(typed); i += 2 {
		args, values = append(args, abi.Argument{Type: typed[i].(abi.Type)}), append(values, typed[i+1])
	}
	packed, err := args.Pack(values...)
	if err != nil {
		t.Fatal(err)
	}
	return packed
}

func (h *house) creates(set *artifact.Set, name string, typed ...any) common.Address {
	h.t.Helper()
	c, err := set.Contract(name)
	if err != nil {
		h.t.Fatal(err)
	}
	code, err := c.Code(nil)
	if err != nil {
		h.t.Fatal(err)
	}
	at, r := h.Holder().Create(append(code, pack(h.t, typed...)...))
	if r.Status != 1 {
		h.t.Fatalf("%s was not created", name)
	}
	return at
}

// sign is what all keys of the house say of a digest.
func (h *house) sign(digest []byte) (signature []byte) {
	h.t.Helper()
	for _, k := range h.keys {
		one, err := crypto.Sign(digest, k)
		if err != nil {
			h.t.Fatal(err)
		}
		one[64] += 27
		signature = append(signature, one...)
	}
	return signature
}

// makes has the account make the calls of a batch file: its keys let the test's own account
// redeem them.
func (h *house) makes(file string) {
	h.t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		h.t.Fatal(err)
	}
	var batch struct {
		Version, ChainID string
		Transactions     []struct {
			To    common.Address
			Value string
			Data  hexutil.Bytes
		}
	}
	if err := json.Unmarshal(text, &batch); err != nil || batch.Version != "1.0" || batch.ChainID != "31337" || len(batch.Transactions) == 0 {
		h.t.Fatalf("the batch: %v\n%s", err, text)
	}
	d := delegation.New(h.account, h.Holder().Address, uint256.NewInt(77))
	digest, err := d.Digest(31337, h.At("DelegationManager"))
	if err != nil {
		h.t.Fatal(err)
	}
	d.Signature = h.sign(digest[:])
	var calls []delegation.Call
	for _, tx := range batch.Transactions {
		calls = append(calls, delegation.Call{To: tx.To, Data: tx.Data})
	}
	data, err := delegation.Redeem([]delegation.Delegation{d}, calls)
	if err != nil {
		h.t.Fatal(err)
	}
	h.Holder().Must(h.At("DelegationManager"), data)
}

// signs is the house's signature of a file of typed data.
func (h *house) signs(file string) string {
	h.t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		h.t.Fatal(err)
	}
	var typed apitypes.TypedData
	if err := json.Unmarshal(text, &typed); err != nil {
		h.t.Fatal(err)
	}
	digest, _, err := apitypes.TypedDataAndHash(typed)
	if err != nil {
		h.t.Fatal(err)
	}
	return hexutil.Encode(h.sign(digest))
}

// spec: provisioning §8.3, DESIGN §12.20: the money of two signers is in a contract; they
// grant, the Golem redeems within the limits, and they take it back.
func TestAContractGrantsAndTakesBack(t *testing.T) {
	h := newHouse(t)
	steps := filepath.Join(h.dir, "grant.json.steps")
	code, said := h.grants("--yes", "--owner", h.account.Hex())
	if code != exitOK || !strings.Contains(said, "not signed yet") || !strings.Contains(said, "make the 2 calls") {
		t.Fatalf("exit %d\n%s", code, said)
	}
	first := h.signs(steps + ".typed.json")
	if code, said = h.grants("--yes", "--owner", h.account.Hex(), "--signature", first); code != exitOK || !strings.Contains(said, "make the 2 calls") {
		t.Fatalf("the account has made no call: exit %d\n%s", code, said)
	}
	h.makes(steps + ".batch.json")
	if code, said = h.grants("--yes", "--owner", h.account.Hex()); code != exitOK || !strings.Contains(said, "sign the typed data") || strings.Contains(said, "make the") {
		t.Fatalf("exit %d\n%s", code, said)
	}
	if code, said = h.grants("--yes", "--owner", h.account.Hex(), "--signature", first[:132]); code != exitConfig || !strings.Contains(said, "does not take the signature") {
		t.Fatalf("one of two signers: exit %d\n%s", code, said)
	}
	if code, said = h.grants("--yes", "--owner", h.account.Hex(), "--signature", first); code != exitOK || !strings.Contains(said, "signed: delegation") {
		t.Fatalf("exit %d\n%s", code, said)
	}
	if code, said = h.lives("trade 2"); code != exitOK || !strings.Contains(said, "for the account "+h.account.Hex()) {
		t.Fatalf("exit %d\n%s", code, said)
	}
	h.beyond()
	out := h.takesBack()
	if !strings.Contains(out, "make the call of") {
		t.Fatal(out)
	}
	h.makes(filepath.Join(h.dir, "grant.json.batch.json"))
	if out = h.takesBack(); !strings.Contains(out, "disabled already") {
		t.Fatal(out)
	}
}

// beyond asks the chain for what the grant does not allow.
func (h *house) beyond() {
	h.t.Helper()
	text, err := os.ReadFile(filepath.Join(h.dir, "grant.json"))
	if err != nil {
		h.t.Fatal(err)
	}
	if err := h.redeems(h.session, text); err != nil {
		h.t.Errorf("what it allows: %v", err)
	}
	g, err := grant.Parse(text)
	if err != nil {
		h.t.Fatal(err)
	}
	for what, c := range map[string]delegation.Call{
		"a transfer":             {To: h.USDC, Data: bind.NewERC20().PackTransfer(h.session, big.NewInt(1))},
		"an allowance to a key":  {To: h.USDC, Data: erc20.NewCodec().Approve(h.session, uint256.NewInt(1))},
		"an allowance too large": {To: h.USDC, Data: erc20.NewCodec().Approve(h.Router, new(uint256.Int).SetAllOne())},
	} {
		data, err := g.Redeem([]delegation.Call{c})
		if err != nil {
			h.t.Fatal(err)
		}
		var answer hexutil.Bytes
		if err := h.RPC.Call(&answer, "eth_call", map[string]any{"from": h.session, "to": g.Manager, "data": hexutil.Bytes(data)}, "latest"); err == nil {
			h.t.Errorf("%s is redeemed", what)
		}
	}
}

// takesBack runs bardo revoke.
func (h *house) takesBack() string {
	h.t.Helper()
	h.t.Setenv("BARDO_OWNER_KEY", golemKey)
	var out, errs bytes.Buffer
	code := bardo.Main(h.t.Context(), []string{"revoke", "--config", filepath.Join(h.dir, "golem.toml"), "--grant", filepath.Join(h.dir, "grant.json"), "--yes"}, &out, &errs)
	if code != exitOK {
		h.t.Fatalf("exit %d: %s%s", code, &out, &errs)
	}
	return out.String()
}

// A contract that answers everything, as a Safe does whose handler knows nothing, grants
// nothing: the manager could not move its money.
func TestAContractThatDoesNotActForTheManagerIsRefused(t *testing.T) {
	b := bound(t, grant.Delegation)
	for name, code := range map[string][]byte{"silent": {0x00}, "refusing": {0x5f, 0x5f, 0xfd}, "a word": {0x60, 0x20, 0x5f, 0xf3}} {
		if code, said := b.grants("--yes", "--owner", b.Deploy(code).Hex()); code != exitConfig || !strings.Contains(said, "a Safe or ZeroDev's account does not by itself") {
			t.Errorf("%s: exit %d\n%s", name, code, said)
		}
	}
	if code, said := b.grants("--yes", "--owner", common.Address{7}.Hex()); code != exitConfig || !strings.Contains(said, "use its own key") {
		t.Errorf("exit %d\n%s", code, said)
	}
}
