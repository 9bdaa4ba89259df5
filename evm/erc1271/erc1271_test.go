package erc1271_test

import (
	"bytes"
	"encoding/hex"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/evm/erc1271"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
)

// answers is a contract that returns bytes, shifted to the left of a word.
func answers(t *testing.T, word string, size byte) []byte {
	t.Helper()
	code, err := hex.DecodeString("63" + word + "60e01b5f5260" + hex.EncodeToString([]byte{size}) + "5ff3")
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// The call is as the ABI has it, for signatures of every length.
func TestTheCallIsTheStandards(t *testing.T) {
	kind := func(name string) abi.Type {
		k, err := abi.NewType(name, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	args := abi.Arguments{{Type: kind("bytes32")}, {Type: kind("bytes")}}
	for n := range 130 {
		digest, signature := common.Hash{byte(n), 1}, bytes.Repeat([]byte{byte(n)}, n)
		want, err := args.Pack(digest, signature)
		if err != nil {
			t.Fatal(err)
		}
		want = append(crypto.Keccak256([]byte("isValidSignature(bytes32,bytes)"))[:4], want...)
		if got := erc1271.Call(digest, signature); !bytes.Equal(got, want) {
			t.Fatalf("%d bytes: %x, want %x", n, got, want)
		}
	}
}

// spec: safety §3 — contract owners verified by ERC-1271 (isValidSignature, selector
// 0x1626ba7e): only its one word, whole, is yes.
func TestAContractsWordIsTheWholeMagicWord(t *testing.T) {
	at := func(n byte) common.Address { return common.Address{0x12, n} }
	dirty, err := hex.DecodeString("631626ba7e60e01b60011760005260206000f3") // its last bit is set
	if err != nil {
		t.Fatal(err)
	}
	code := map[common.Address][]byte{
		at(1): answers(t, "1626ba7e", 32), at(2): answers(t, "ffffffff", 32), at(3): answers(t, "1626ba7e", 4), at(4): answers(t, "1626ba7e", 64),
		at(5): evmtest.Reverter(), at(6): dirty, at(7): {0x00}, at(8): evmtest.Looper(),
	}
	n := evmtest.NewNode(t, code)
	client, head := rpc.New(n.RPC), n.Chain().Chain.Head().Hash()
	for account, want := range map[common.Address]bool{at(1): true, at(2): false, at(3): false, at(4): false, at(5): false, at(6): false, at(7): false, at(8): false, at(9): false} {
		if got, err := erc1271.Signed(t.Context(), client, head, account, common.Hash{7}, []byte("signature")); err != nil || got != want {
			t.Errorf("%s: %v, %v", account, got, err)
		}
	}
	if _, err := erc1271.Signed(t.Context(), client, common.Hash{1}, at(1), common.Hash{7}, nil); err == nil {
		t.Error("a block that is not there says yes or no")
	}
}
