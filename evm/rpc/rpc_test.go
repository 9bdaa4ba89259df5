package rpc_test

import (
	"errors"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
)

var (
	token    = evmtest.Address("token")
	reverter = evmtest.Address("reverter")
	looper   = evmtest.Address("looper")
	holder   = evmtest.Address("holder")
)

func newClient(t testing.TB) (*rpc.Client, *evmtest.Node) {
	t.Helper()
	n := evmtest.NewNode(t, map[common.Address][]byte{
		token: evmtest.Token(), reverter: evmtest.Reverter(), looper: evmtest.Looper(),
	})
	n.Execute(token, evmtest.Pack("mint(address,uint256)", holder[:], big.NewInt(5_000_000).Bytes()))
	return rpc.New(n.RPC), n
}

func balanceOf(account common.Address) []byte {
	return evmtest.Pack("balanceOf(address)", account[:])
}

func TestABatchReadsOneBlock(t *testing.T) {
	c, n := newClient(t)
	before, err := c.Head(t.Context())
	check(t, err)
	if _, err := c.Send(t.Context(), raw(t, n.Sign(holder, 7, nil))); err != nil {
		t.Fatal(err)
	}
	n.Mine()
	after, err := c.Head(t.Context())
	if err != nil || after.Number != before.Number+1 || after.Parent != before.Hash {
		t.Fatalf("head %+v (%v) does not follow %+v", after, err, before)
	}
	for _, at := range []struct {
		block rpc.Block
		wei   uint64
		nonce uint64
	}{{before, 0, 1}, {after, 7, 2}} {
		b := c.At(at.block.Hash)
		wei, nonce := b.Balance(holder), b.Nonce(n.Account)
		data, code := b.Call(token, balanceOf(holder)), b.Code(token)
		slot, none := b.Storage(token, common.BytesToHash(holder[:])), b.Code(holder)
		check(t, b.Do(t.Context()))
		if v, err := wei.Value(); err != nil || v.Uint64() != at.wei {
			t.Errorf("balance %v (%v), want %d", v.Dec(), err, at.wei)
		}
		if v, err := nonce.Value(); err != nil || v != at.nonce {
			t.Errorf("nonce %v (%v), want %d", v, err, at.nonce)
		}
		if v, err := data.Value(); err != nil || new(uint256.Int).SetBytes(v).Uint64() != 5_000_000 {
			t.Errorf("token balance %x (%v)", v, err)
		}
		if v, err := code.Value(); err != nil || string(v) != string(evmtest.Token()) {
			t.Errorf("code %x (%v)", v, err)
		}
		if v, err := slot.Value(); err != nil || v.Big().Uint64() != 5_000_000 {
			t.Errorf("slot %v (%v)", v, err)
		}
		if v, err := none.Value(); err != nil || len(v) != 0 {
			t.Errorf("code of a plain account %x (%v)", v, err)
		}
	}
}

func TestARevertIsAnAnswerAndTheOthersStand(t *testing.T) {
	c, _ := newClient(t)
	head, err := c.Head(t.Context())
	check(t, err)
	reason := common.FromHex("0x08c379a0" + word(32) + word(3) + "6c6f770000000000000000000000000000000000000000000000000000000000")
	b := c.At(head.Hash)
	text, panicked := b.Call(reverter, reason), b.Call(reverter, common.FromHex("0x4e487b71"+word(0x11)))
	custom, short := b.Call(reverter, common.FromHex("0x756688fe00")), b.Call(reverter, []byte{1, 2, 3})
	halted, good := b.CallAs(rpc.Call{To: looper, Gas: 100_000}), b.Call(token, balanceOf(holder))
	check(t, b.Do(t.Context()))
	for i, want := range []struct {
		read *rpc.Read[[]byte]
		kind rpc.RevertKind
		text string
	}{
		{text, rpc.RevertReason, `"low"`},
		{panicked, rpc.RevertPanic, "panic: arithmetic underflow or overflow"},
		{custom, rpc.RevertCustom, "custom error 0x756688fe with 1 bytes"},
		{short, rpc.RevertEmpty, "without a reason"},
		{halted, rpc.RevertHalt, ""},
	} {
		_, err := want.read.Value()
		var revert *rpc.RevertError
		if !errors.As(err, &revert) || !errors.Is(err, rpc.ErrReverted) || code(err) != "RPC_REVERTED" {
			t.Fatalf("case %d: %v is no revert", i, err)
		}
		if revert.Revert.Kind != want.kind || (want.text != "" && revert.Revert.String() != want.text) {
			t.Errorf("case %d: %d %q, want %d %q", i, revert.Revert.Kind, revert.Revert, want.kind, want.text)
		}
	}
	if v, err := good.Value(); err != nil || len(v) != 32 {
		t.Errorf("the read beside the reverts: %x, %v", v, err)
	}
}

func TestAnUnknownBlockIsNamed(t *testing.T) {
	c, _ := newClient(t)
	unknown := common.HexToHash("0x01")
	b := c.At(unknown)
	b.Balance(holder)
	b.Call(token, balanceOf(holder))
	if err := b.Do(t.Context()); !errors.Is(err, rpc.ErrNoBlock) {
		t.Errorf("batch at an unknown block: %v", err)
	}
	if _, err := c.BlockByHash(t.Context(), unknown); !errors.Is(err, rpc.ErrNoBlock) {
		t.Errorf("unknown hash: %v", err)
	}
	if _, err := c.BlockByNumber(t.Context(), 99); !errors.Is(err, rpc.ErrNoBlock) {
		t.Errorf("unknown number: %v", err)
	}
}

func TestAReadBeforeDoIsRefused(t *testing.T) {
	c, _ := newClient(t)
	if _, err := c.At(common.Hash{}).Balance(holder).Value(); !errors.Is(err, rpc.ErrUnread) {
		t.Errorf("got %v, want ErrUnread", err)
	}
}

// spec: chain §2 (boot: the chain id must match the configuration)
func TestAnotherChainIsRefused(t *testing.T) {
	c, _ := newClient(t)
	if err := c.CheckChain(t.Context(), evmtest.ChainID); err != nil {
		t.Error(err)
	}
	if err := c.CheckChain(t.Context(), 8453); !errors.Is(err, rpc.ErrWrongChain) {
		t.Errorf("got %v, want ErrWrongChain", err)
	}
}

func TestSendingReceiptsNoncesAndFees(t *testing.T) {
	c, n := newClient(t)
	tx := n.Sign(holder, 1, nil)
	if _, err := c.Receipt(t.Context(), tx.Hash()); !errors.Is(err, rpc.ErrNotFound) {
		t.Errorf("receipt before sending: %v", err)
	}
	hash, err := c.Send(t.Context(), raw(t, tx))
	if err != nil || hash != tx.Hash() {
		t.Fatalf("sent as %v (%v), want %v", hash, err, tx.Hash())
	}
	if _, err := c.Send(t.Context(), raw(t, tx)); !errors.Is(err, rpc.ErrAlreadyKnown) {
		t.Errorf("sending twice: %v", err)
	}
	block := n.Mine()
	receipt, err := c.Receipt(t.Context(), hash)
	if err != nil || receipt.Status != 1 || receipt.BlockHash != block {
		t.Errorf("receipt %+v (%v)", receipt, err)
	}
	if nonce, err := c.PendingNonce(t.Context(), n.Account); err != nil || nonce != 2 {
		t.Errorf("pending nonce %d (%v), want 2", nonce, err)
	}
	if _, err := c.Send(t.Context(), raw(t, tx)); !errors.Is(err, rpc.ErrNonceTooLow) || code(err) != "NONCE_TOO_LOW" {
		t.Errorf("sending an included transaction: %v", err)
	}
	b := c.At(block)
	tips := b.Tips(receipt.BlockNumber.Uint64())
	check(t, b.Do(t.Context()))
	all, err := tips.Value()
	if v := all.Median(); err != nil || v.Uint64() != 1e9 {
		t.Errorf("median tip %s (%v)", v.Dec(), err)
	}
}

// code is what a journal keeps of an error.
func code(err error) string {
	var coded interface{ ErrorCode() string }
	if errors.As(err, &coded) {
		return coded.ErrorCode()
	}
	return ""
}

func TestLogsBelongToTheirBlock(t *testing.T) {
	c, n := newClient(t)
	data := evmtest.Pack("transfer(address,uint256)", holder[:], nil)
	if _, err := c.Send(t.Context(), raw(t, n.Sign(token, 0, data))); err != nil {
		t.Fatal(err)
	}
	block := n.Mine()
	transfer := crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)"))
	for _, q := range []struct {
		from  []common.Address
		first []common.Hash
		want  int
	}{{nil, nil, 1}, {[]common.Address{token}, []common.Hash{transfer}, 1}, {[]common.Address{holder}, nil, 0}, {nil, []common.Hash{{1}}, 0}} {
		logs, err := c.Logs(t.Context(), block, q.from, q.first)
		if err != nil || len(logs) != q.want {
			t.Errorf("%+v: %d logs (%v)", q, len(logs), err)
		}
	}
}

func raw(t testing.TB, tx *types.Transaction) []byte {
	t.Helper()
	b, err := tx.MarshalBinary()
	check(t, err)
	return b
}

func word(n uint64) string { return common.BigToHash(uint256.NewInt(n).ToBig()).Hex()[2:] }

func BenchmarkHeadAndFiveCalls(b *testing.B) {
	c, _ := newClient(b)
	data := balanceOf(holder)
	b.ReportAllocs()
	for b.Loop() {
		head, err := c.Head(b.Context())
		check(b, err)
		batch := c.At(head.Hash)
		for range 5 {
			batch.Call(token, data)
		}
		check(b, batch.Do(b.Context()))
	}
}

// check ends the test at an error.
func check(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
