package erc20_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

var holder, token = evmtest.Address("holder"), evmtest.Address("token")

// spec: chain §3.3
func TestSelectorsAndTopics(t *testing.T) {
	c := erc20.NewCodec()
	one := uint256.NewInt(1)
	for want, data := range map[string][]byte{
		"095ea7b3": c.Approve(holder, one), "a9059cbb": c.Transfer(holder, one),
		"23b872dd": bind.NewERC20().PackTransferFrom(holder, token, one.ToBig()), "70a08231": c.BalanceOf(holder), "dd62ed3e": c.Allowance(holder, token), "313ce567": c.Decimals(),
	} {
		if got := hex.EncodeToString(data[:4]); got != want {
			t.Errorf("selector %s, want %s", got, want)
		}
	}
	if got, want := c.BalanceOf(holder), bind.NewERC20().PackBalanceOf(holder); !bytes.Equal(got, want) {
		t.Errorf("balanceOf is %x, want %x", got, want)
	}
	fiat := bind.NewFiatToken().GetABI()
	for name, want := range map[string]string{"transferWithAuthorization": "e3ee160e", "receiveWithAuthorization": "ef55bec6"} {
		found := false
		for _, m := range fiat.Methods { // overloads have numbered names
			found = found || m.RawName == name && hex.EncodeToString(m.ID) == want
		}
		if !found {
			t.Errorf("%s has no selector %s", name, want)
		}
	}
	if got := bind.NewERC20().GetABI().Events["Approval"].ID; got != common.HexToHash("0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925") {
		t.Errorf("Approval: topic %v", got)
	}
	if want := crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)")); erc20.TransferTopic != want {
		t.Errorf("topic %v, want %v", erc20.TransferTopic, want)
	}
}

func TestBalancesTravelInABatch(t *testing.T) {
	n := evmtest.NewNode(t, map[common.Address][]byte{token: evmtest.Token()})
	c := erc20.NewCodec()
	n.Execute(token, evmtest.Pack("mint(address,uint256)", n.Account[:], []byte{100}))
	receipt := n.Execute(token, c.Transfer(holder, uint256.NewInt(30)))
	got, ok := erc20.ParseTransfer(receipt.Logs[0])
	if want := (erc20.Transfer{Token: token, From: n.Account, To: holder, Amount: *uint256.NewInt(30)}); !ok || got != want {
		t.Errorf("log %+v, want %+v", got, want)
	}
	client := rpc.New(n.RPC)
	head, err := client.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b := client.At(head.Hash)
	mine, theirs := c.ReadBalance(b, token, n.Account), c.ReadBalance(b, token, holder)
	nothing, reverted := c.ReadBalance(b, holder, holder), c.ReadAllowance(b, token, holder, token)
	decimals := b.Call(token, c.Decimals())
	if err := b.Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	if v, err := mine.Value(); err != nil || v.Uint64() != 70 {
		t.Errorf("sender has %s (%v), want 70", v.Dec(), err)
	}
	if v, err := theirs.Value(); err != nil || v.Uint64() != 30 {
		t.Errorf("receiver has %s (%v), want 30", v.Dec(), err)
	}
	if v, err := nothing.Value(); !errors.Is(err, erc20.ErrAnswer) {
		t.Errorf("an account without code has a balance of %s (%v)", v.Dec(), err)
	}
	if _, err := reverted.Value(); !errors.Is(err, rpc.ErrReverted) {
		t.Errorf("a token without allowances: %v", err)
	}
	data, err := decimals.Value()
	if err != nil {
		t.Fatal(err)
	}
	if d, err := c.DecimalsOf(data); err != nil || d != 6 {
		t.Errorf("decimals %d (%v)", d, err)
	}
}

func TestAnswersThatAreNone(t *testing.T) {
	c := erc20.NewCodec()
	word := make([]byte, 32)
	for _, bad := range [][]byte{nil, word[:31], make([]byte, 33)} {
		if _, err := c.Amount(bad); !errors.Is(err, erc20.ErrAnswer) {
			t.Errorf("an amount out of %d bytes: %v", len(bad), err)
		}
		if _, err := c.DecimalsOf(bad); !errors.Is(err, erc20.ErrAnswer) {
			t.Errorf("decimals out of %d bytes: %v", len(bad), err)
		}
	}
	big := append(make([]byte, 30), 1, 0)
	if _, err := c.DecimalsOf(big); !errors.Is(err, erc20.ErrAnswer) {
		t.Errorf("256 decimals: %v", err)
	}
	yes := append(make([]byte, 31), 1)
	if c.Succeeded(nil) != nil || c.Succeeded(yes) != nil {
		t.Error("success is refused")
	}
	for _, bad := range [][]byte{word, yes[1:], append(make([]byte, 31), 2)} {
		if err := c.Succeeded(bad); !errors.Is(err, erc20.ErrAnswer) {
			t.Errorf("%x counts as success", bad)
		}
	}
}

// spec: chain §5.2
func TestAuthorizationTypeHashes(t *testing.T) {
	a := erc20.Authorization{Value: uint256.NewInt(1)}
	d := erc20.Domain{Name: "USD Coin", Version: "2", ChainID: 8453, Token: token}
	for primary, want := range map[string]string{
		erc20.TransferWithAuthorization: "0x7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267",
		erc20.ReceiveWithAuthorization:  "0xd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8",
		"EIP712Domain":                  "0x8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f",
	} {
		source := primary
		if primary == "EIP712Domain" {
			source = erc20.TransferWithAuthorization
		}
		data := a.TypedData(d, source)
		if got := data.TypeHash(primary); got.String() != want {
			t.Errorf("%s: %v, want %s", primary, got, want)
		}
	}
}

// The digest is put together by hand from the standard's definition.
func TestAuthorizationDigest(t *testing.T) {
	a := erc20.Authorization{
		From: holder, To: token, Value: uint256.NewInt(250_000), ValidAfter: 7, ValidBefore: 1 << 40,
		Nonce: common.Hash{9},
	}
	d := erc20.Domain{Name: "USD Coin", Version: "2", ChainID: 8453, Token: token}
	word := func(n uint64) []byte { w := uint256.NewInt(n).Bytes32(); return w[:] }
	left := func(x common.Address) []byte { return common.LeftPadBytes(x[:], 32) }
	domain := crypto.Keccak256(hexutil.MustDecode("0x8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f"),
		crypto.Keccak256([]byte("USD Coin")), crypto.Keccak256([]byte("2")), word(8453), left(token))
	message := crypto.Keccak256(hexutil.MustDecode("0xd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8"),
		left(holder), left(token), word(250_000), word(7), word(1<<40), a.Nonce[:])
	want := crypto.Keccak256Hash([]byte{0x19, 1}, domain, message)
	data := a.TypedData(d, erc20.ReceiveWithAuthorization)
	inner, err := data.HashStruct(data.PrimaryType, data.Message)
	if err != nil {
		t.Fatal(err)
	}
	outer, err := data.HashStruct("EIP712Domain", data.Domain.Map())
	if err != nil {
		t.Fatal(err)
	}
	if got := crypto.Keccak256Hash([]byte{0x19, 1}, outer, inner); got != want {
		t.Errorf("digest %v, want %v", got, want)
	}
}

func FuzzParseTransfer(f *testing.F) {
	f.Add(byte(3), make([]byte, 128))
	f.Add(byte(4), make([]byte, 160))
	f.Add(byte(3), append(make([]byte, 95), make([]byte, 31)...))
	f.Fuzz(func(t *testing.T, topics byte, data []byte) {
		log := &types.Log{Topics: []common.Hash{erc20.TransferTopic}}
		for i := 1; i < int(topics%6) && len(data) >= 32; i++ {
			log.Topics, data = append(log.Topics, common.BytesToHash(data[:32])), data[32:]
		}
		log.Data = data
		got, ok := erc20.ParseTransfer(log)
		if !ok {
			return
		}
		if len(log.Topics) != 3 || len(data) != 32 || got.Amount.Bytes32() != [32]byte(data) ||
			common.BytesToHash(got.To[:]) != log.Topics[2] || common.BytesToHash(got.From[:]) != log.Topics[1] {
			t.Errorf("%+v decodes as %+v", log, got)
		}
	})
}
