package evmtest

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// What is sent arrives by half where a toll is taken, and whole where none is, whoever moves it.
func TestWhatATokenWithATollDelivers(t *testing.T) {
	n := NewNode(t, nil)
	who := Address("who")
	for name, c := range map[string]struct {
		code []byte
		gets uint64
	}{"a toll": {TollToken(), 25}, "one that re-enters": {ReenteringToken(Pack("any()")), 50}} {
		token := n.Deploy(c.code)
		for _, call := range [][]byte{
			Pack("mint(address,uint256)", n.Account.Bytes(), []byte{100}),
			Pack("transfer(address,uint256)", who.Bytes(), []byte{30}),
			Pack("transferFrom(address,address,uint256)", n.Account.Bytes(), who.Bytes(), []byte{20}),
		} {
			if n.Execute(token, call).Status != 1 {
				t.Errorf("%s: %x reverted", name, call[:4])
			}
		}
		if got := n.word(t, token, "balanceOf(address)", who); got != c.gets {
			t.Errorf("%s: %d of 50 arrived, want %d", name, got, c.gets)
		}
		if got := n.word(t, token, "balanceOf(address)", n.Account); got != 50 {
			t.Errorf("%s: %d are left, want 50", name, got)
		}
	}
}

// Whoever calls the token that re-enters is called by it in the middle of that, with what the
// token was made to say; the transfer goes on.
func TestATokenReentersItsCaller(t *testing.T) {
	n := NewNode(t, nil)
	token := n.Deploy(ReenteringToken(Pack("said(uint256)", []byte{7})))
	pays := Pack("transfer(address,uint256)", Address("who").Bytes(), []byte{})
	a := newAssembler().op(opCalldatasize).jumpIf("called") // a call without data pays; any other is remembered
	for i := 0; i < len(pays); i += 32 {
		word := make([]byte, 32)
		copy(word, pays[i:])
		a.push(word...).push(byte(i)).op(opMstore)
	}
	a.op(opPush0, opPush0).push(byte(len(pays))).op(opPush0, opPush0).push(token.Bytes()...).op(opGas, opCall, opPush0, opMstore).push(32).op(opPush0, opReturn)
	a.label("called").push(4).op(opCalldataload, opPush0, opSstore, opStop)
	caller := n.Deploy(a.bytes())
	if n.Execute(caller, nil).Status != 1 {
		t.Fatal("the payment reverted")
	}
	var heard common.Hash
	if err := n.RPC.Call(&heard, "eth_getStorageAt", caller, "0x0", "latest"); err != nil || heard.Big().Uint64() != 7 {
		t.Errorf("the caller heard %v (%v), want 7", heard, err)
	}
}

// word asks a contract for a number of an account.
func (n *Node) word(t *testing.T, at common.Address, what string, of common.Address) uint64 {
	t.Helper()
	var raw hexutil.Bytes
	if err := n.RPC.Call(&raw, "eth_call", map[string]any{"to": at, "data": hexutil.Bytes(Pack(what, of.Bytes()))}, "latest"); err != nil {
		t.Fatal(err)
	}
	return new(big.Int).SetBytes(raw).Uint64()
}
