package sim_test

import (
	"bytes"
	"encoding/hex"
	"math/big"
	"os/exec"
	"strings"
	"testing"

	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"
)

var (
	token    = evmtest.Address("token")
	liar     = evmtest.Address("liar")
	clockAt  = evmtest.Address("clock")
	reverter = evmtest.Address("reverter")
	looper   = evmtest.Address("looper")
	glutton  = evmtest.Address("glutton")
	factory  = evmtest.Address("factory")
	poor     = evmtest.Address("poor") // holds neither ether nor tokens
	friend   = evmtest.Address("friend")
)

type world struct {
	node   *evmtest.Node
	client *rpc.Client
	sim    *sim.Simulator
	erc20  *erc20.Codec
}

func newWorld(t testing.TB) *world {
	t.Helper()
	n := evmtest.NewNode(t, map[common.Address][]byte{
		token: evmtest.Token(), liar: evmtest.LyingToken(), clockAt: evmtest.Clock(), reverter: evmtest.Reverter(),
		looper: evmtest.Looper(), glutton: evmtest.Glutton(), factory: evmtest.Factory(),
	})
	for _, at := range []common.Address{token, liar} {
		n.Execute(at, evmtest.Pack("mint(address,uint256)", n.Account[:], big.NewInt(10_000_000).Bytes()))
	}
	w := &world{node: n, client: rpc.New(n.RPC), erc20: erc20.NewCodec()}
	var err error
	if w.sim, err = sim.New(w.client, sim.Rules{ChainID: evmtest.ChainID, Hardfork: sim.Osaka}); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *world) head(t testing.TB) *sim.Fork {
	t.Helper()
	head, err := w.client.Head(t.Context())
	check(t, err)
	return w.sim.At(head)
}

func (w *world) transfer(from, to common.Address, amount uint64) sim.Call {
	return sim.Call{From: from, To: &token, Data: w.erc20.Transfer(to, uint256.NewInt(amount))}
}

func one(calls ...sim.Call) sim.Request { return sim.Request{Calls: calls, States: true} }

// spec: chain §7, check: a transfer of 1 USDC from an overridden balance
func TestATransferFromAnOverriddenBalance(t *testing.T) {
	w := newWorld(t)
	f := w.head(t)
	balance := common.BigToHash(big.NewInt(5_000_000))
	out, err := f.Run(t.Context(), sim.Request{
		Calls:  []sim.Call{w.transfer(poor, friend, 1_000_000)},
		States: true,
		Overrides: sim.Overrides{Accounts: map[common.Address]sim.AccountOverride{
			token: {Storage: map[common.Hash]common.Hash{common.BytesToHash(poor[:]): balance}},
		}},
	})
	if err != nil || !out.Success {
		t.Fatalf("%+v (%v)", out, err)
	}
	want := map[common.Address]int64{poor: -1_000_000, friend: 1_000_000}
	if len(out.Deltas) != 2 {
		t.Fatalf("deltas %+v", out.Deltas)
	}
	for _, d := range out.Deltas {
		if d.Token != token || d.Amount.Int64() != want[d.Account] || !d.Verified() {
			t.Errorf("delta %+v, want %d", d, want[d.Account])
		}
	}
	d, ok := out.Diff.Of(token)
	if !ok || len(d.Slots) != 2 {
		t.Errorf("diff %+v, want two slots of the token", out.Diff)
	}
	b := w.client.At(f.Block().Hash)
	left := w.erc20.ReadBalance(b, token, friend)
	check(t, b.Do(t.Context()))
	if v, err := left.Value(); err != nil || !v.IsZero() {
		t.Errorf("the remote's balance is %s (%v)", v.Dec(), err)
	}
	if head := w.head(t); head.Block().Hash != f.Block().Hash {
		t.Error("the simulation made a block")
	}
}

// spec: chain §7, check: block.timestamp is the override, and a second run
// gives the same bytes
func TestOverriddenBlockAndEqualBytes(t *testing.T) {
	w := newWorld(t)
	number, time := uint64(777), uint64(1_900_000_000)
	coinbase := common.Address{9}
	req := sim.Request{Calls: []sim.Call{{From: poor, To: &clockAt}}, States: true, Overrides: sim.Overrides{
		Number: &number, Time: &time, BaseFee: uint256.NewInt(55), Coinbase: &coinbase,
	}}
	var first []byte
	for range 2 {
		out, err := w.head(t).Run(t.Context(), req)
		if err != nil || !out.Success {
			t.Fatalf("%+v (%v)", out, err)
		}
		if got := out.Calls[0].Return; hex.EncodeToString(got) != words(777, 1_900_000_000, 55)+hex.EncodeToString(common.LeftPadBytes(coinbase[:], 32)) {
			t.Errorf("the contract sees %x", got)
		}
		bytes1, err := out.Diff.Bytes()
		if err != nil || !strings.Contains(string(bytes1), "713fb300") { // 1,900,000,000
			t.Fatalf("diff %s (%v)", bytes1, err)
		}
		if first != nil && !bytes.Equal(first, bytes1) {
			t.Errorf("two runs differ:\n%s\n%s", first, bytes1)
		}
		first = bytes1
	}
}

func words(values ...uint64) (text string) {
	for _, v := range values {
		text += hex.EncodeToString(common.LeftPadBytes(new(big.Int).SetUint64(v).Bytes(), 32))
	}
	return text
}

func TestWithoutOverridesItIsTheNextBlock(t *testing.T) {
	w := newWorld(t)
	f := w.head(t)
	out, err := f.Run(t.Context(), one(sim.Call{From: poor, To: &clockAt}))
	check(t, err)
	b := f.Block()
	want := words(b.Number+1, b.Time+1, b.BaseFee.Uint64())
	if got := hex.EncodeToString(out.Calls[0].Return[:96]); got != want {
		t.Errorf("the contract sees %s, want %s", got, want)
	}
}

// What is simulated is what happens: gas, logs and balances of the mined block.
func TestTheNextBlockIsAsSimulated(t *testing.T) {
	w := newWorld(t)
	rapid.Check(t, func(r *rapid.T) {
		amount := rapid.Uint64Range(0, 30_000_000).Draw(r, "amount") // may exceed the balance
		to := rapid.SampledFrom([]common.Address{friend, poor, w.node.Account, token}).Draw(r, "to")
		call := w.transfer(w.node.Account, to, amount)
		out, err := w.head(t).Run(r.Context(), one(call))
		check(r, err)
		receipt := w.node.Execute(token, call.Data)
		if out.Success != (receipt.Status == 1) || out.GasUsed != receipt.GasUsed || len(out.Calls[0].Logs) != len(receipt.Logs) {
			r.Fatalf("simulated %+v, mined status %d gas %d logs %d", out.Calls[0], receipt.Status, receipt.GasUsed, len(receipt.Logs))
		}
		for i, l := range receipt.Logs {
			if s := out.Calls[0].Logs[i]; s.Address != l.Address || !bytes.Equal(s.Data, l.Data) || len(s.Topics) != len(l.Topics) {
				r.Fatalf("simulated log %+v, mined %+v", s, l)
			}
		}
		d, _ := out.Diff.Of(token)
		b := w.client.At(receipt.BlockHash)
		reads := make([]*rpc.Read[common.Hash], len(d.Slots))
		for i, s := range d.Slots {
			reads[i] = b.Storage(token, s.Key)
		}
		check(r, b.Do(r.Context()))
		for i, s := range d.Slots {
			if v, err := reads[i].Value(); err != nil || v != s.After {
				r.Fatalf("slot %v: simulated %v, mined %v (%v)", s.Key, s.After, v, err)
			}
		}
	})
}

func TestCallsOfASequenceShareTheState(t *testing.T) {
	w := newWorld(t)
	f := w.head(t)
	out, err := f.Run(t.Context(), one(w.transfer(w.node.Account, poor, 500), w.transfer(poor, friend, 300),
		w.transfer(poor, friend, 300), w.transfer(w.node.Account, poor, 1)))
	check(t, err)
	if out.Success || len(out.Calls) != 3 || !out.Calls[1].Success {
		t.Fatalf("the third call should fail and end the sequence: %+v", out.Calls)
	}
	last := out.Calls[2]
	if last.Revert.Kind != rpc.RevertReason || last.Revert.Reason != "low" || len(last.Logs) != 0 {
		t.Errorf("third call %+v", last)
	}
	var gains int64
	for _, d := range out.Deltas {
		gains += d.Amount.Int64()
	}
	if len(out.Deltas) != 3 || gains != 0 {
		t.Errorf("deltas %+v", out.Deltas)
	}
	again, err := f.Run(t.Context(), one(w.transfer(poor, friend, 1)))
	if err != nil || again.Success {
		t.Errorf("a simulation left tokens behind: %+v (%v)", again, err)
	}
}

func TestALyingTokenIsFoundOut(t *testing.T) {
	w := newWorld(t)
	call := sim.Call{From: w.node.Account, To: &liar, Data: w.erc20.Transfer(friend, uint256.NewInt(100))}
	out, err := w.head(t).Run(t.Context(), one(call))
	if err != nil || len(out.Deltas) != 2 {
		t.Fatalf("%+v (%v)", out, err)
	}
	for _, d := range out.Deltas {
		if d.Verified() || !d.Readable || new(big.Int).Abs(d.Amount).Int64() != 100 || new(big.Int).Abs(d.Logged).Int64() != 200 {
			t.Errorf("delta %+v", d)
		}
	}
	mint := sim.Call{From: w.node.Account, To: &token, Data: evmtest.Pack("mint(address,uint256)", friend[:], []byte{77})}
	out, err = w.head(t).Run(t.Context(), sim.Request{Calls: []sim.Call{mint}, Tokens: []common.Address{token}, Holders: []common.Address{friend}})
	if err != nil || len(out.Deltas) != 1 || out.Deltas[0].Amount.Int64() != 77 || out.Deltas[0].Verified() {
		t.Errorf("a move without a log: %+v (%v)", out.Deltas, err)
	}
}

func TestRevertsAreDecoded(t *testing.T) {
	w := newWorld(t)
	for data, kind := range map[string]rpc.RevertKind{
		"": rpc.RevertEmpty, "010203": rpc.RevertEmpty, "756688fe": rpc.RevertCustom,
		"4e487b71" + words(0x11): rpc.RevertPanic,
	} {
		out, err := w.head(t).Run(t.Context(), one(sim.Call{From: poor, To: &reverter, Data: common.FromHex(data)}))
		if err != nil || out.Success || out.Calls[0].Revert.Kind != kind {
			t.Errorf("data %q: %+v (%v)", data, out.Calls, err)
		}
	}
}

func TestCreatedContractsAreNamed(t *testing.T) {
	w := newWorld(t)
	out, err := w.head(t).Run(t.Context(), one(sim.Call{From: poor, To: &factory}))
	if err != nil || len(out.Created) != 1 || out.Created[0] != common.BytesToAddress(out.Calls[0].Return) {
		t.Fatalf("created %v (%v)", out.Created, err)
	}
	// Initialisation code that returns one byte of code, 0x00.
	deployed, err := w.head(t).Run(t.Context(), one(sim.Call{From: poor, Data: common.FromHex("0x60015ff3")}))
	if err != nil || len(deployed.Created) != 1 || !bytes.Equal(deployed.Calls[0].Return, []byte{0}) {
		t.Fatalf("deployed %+v (%v)", deployed, err)
	}
}

func TestAccountOverrides(t *testing.T) {
	w := newWorld(t)
	nonce := uint64(41)
	out, err := w.head(t).Run(t.Context(), sim.Request{
		Calls: []sim.Call{{From: poor, To: &friend, Value: uint256.NewInt(5)}, {From: poor, To: &token, Data: w.erc20.BalanceOf(w.node.Account)}},
		Overrides: sim.Overrides{Accounts: map[common.Address]sim.AccountOverride{
			poor:   {Balance: uint256.NewInt(9), Nonce: &nonce},
			friend: {Code: evmtest.Clock()},
			token:  {Code: []byte{}},
		}},
		States: true,
	})
	if err != nil || !out.Success || len(out.Calls[0].Return) != 128 {
		t.Fatalf("%+v (%v)", out, err)
	}
	if len(out.Calls[1].Return) != 0 {
		t.Errorf("the removed code answers %x", out.Calls[1].Return)
	}
	p, _ := out.Diff.Of(poor)
	q, _ := out.Diff.Of(friend)
	if p.Balance.Before != "9" || p.Balance.After != "4" || p.Nonce.After != 43 || q.Balance.After != "5" || len(q.Slots) != 2 {
		t.Errorf("diff %+v", out.Diff)
	}
}

func TestAWarmForkAsksNobody(t *testing.T) {
	w := newWorld(t)
	f := w.head(t)
	call := w.transfer(w.node.Account, friend, 1)
	check(t, f.Prefetch(t.Context(), call))
	prefetched := f.Loads()
	cold, err := f.Run(t.Context(), one(call))
	check(t, err)
	if prefetched != 2 || f.Loads() != 2 {
		t.Errorf("%d requests to prefetch, %d in all, want 2 and 2", prefetched, f.Loads())
	}
	warm, err := w.head(t).Run(t.Context(), one(call))
	if err != nil || f.Loads() != 2 || warm.GasUsed != cold.GasUsed {
		t.Errorf("warm run: %d requests (%v)", f.Loads(), err)
	}
	if err := f.Prefetch(t.Context(), sim.Call{From: poor, To: &reverter}); err != nil {
		t.Errorf("prefetching a revert: %v", err)
	}
	w.node.Mine()
	if w.head(t) == f {
		t.Error("a new block has the old fork")
	}
}

// spec: chain §7.6
func TestTheSimulatorCannotSign(t *testing.T) {
	deps, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "bardo.run/bardo/evm/sim").Output()
	check(t, err)
	if !strings.Contains(string(deps), "bardo.run/bardo/evm/rpc\n") {
		t.Fatal("the list of imports is not the simulator's")
	}
	for _, banned := range []string{"bardo.run/bardo/evm/signer\n", "go-ethereum/accounts/keystore\n"} {
		if strings.Contains(string(deps), banned) {
			t.Errorf("the simulator imports %s", banned)
		}
	}
}

func BenchmarkWarmTransfer(b *testing.B) {
	w := newWorld(b)
	f := w.head(b)
	call := w.transfer(w.node.Account, friend, 1)
	b.ReportAllocs()
	for b.Loop() {
		if out, err := f.Run(b.Context(), sim.Request{Calls: []sim.Call{call}}); err != nil || !out.Success {
			b.Fatal(err)
		}
	}
}

// check ends the test at an error.
func check(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
