package evmtest

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
)

// Refuse has a contract revert whatever calls the methods, and answer everything else
// as before. back lets it be what it was. It needs the cheats' methods.
func (n *Node) Refuse(contract common.Address, methods ...string) (back func()) {
	n.t.Helper()
	var code hexutil.Bytes
	if err := n.RPC.Call(&code, "eth_getCode", contract, "latest"); err != nil {
		n.t.Fatal(err)
	}
	inner := Address("behind " + contract.Hex())
	n.setCode(inner, code)
	n.setCode(contract, refuser(inner, methods))
	return func() { n.setCode(contract, code) }
}

func (n *Node) setCode(at common.Address, code []byte) {
	n.t.Helper()
	if err := n.RPC.Call(nil, "hardhat_setCode", at, hexutil.Bytes(code)); err != nil {
		n.t.Fatal(err)
	}
}

// refuser is the runtime code of a contract that reverts the methods and hands every
// other call to inner, on its own state.
func refuser(inner common.Address, methods []string) []byte {
	a := newAssembler()
	a.op(opPush0, opCalldataload).push(224).op(opShr)
	for _, m := range methods {
		a.op(opDup1).push(selector(m)...).op(opEq).jumpIf("refuse")
	}
	a.op(opCalldatasize, opPush0, opPush0, opCalldatacopy)
	a.op(opPush0, opPush0, opCalldatasize, opPush0).push(inner[:]...).op(opGas, opDelegatecall)
	a.op(opReturndatasize, opPush0, opPush0, opReturndatacopy).jumpIf("done")
	a.op(opReturndatasize, opPush0, opRevert)
	a.label("done").op(opReturndatasize, opPush0, opReturn)
	a.label("refuse").op(opPush0, opPush0, opRevert)
	return a.bytes()
}

// Freeze has the issuer of USDC put an account on its list: the token then moves neither
// from it nor to it. It needs the cheats' methods.
func (l *Lenders) Freeze(account common.Address) {
	l.t.Helper()
	issuer := common.BytesToAddress(l.Ask(l.USDC, Pack("blacklister()")))
	for method, args := range map[string][]any{
		"hardhat_setBalance": {issuer, (*hexutil.Big)(eth(1))}, "hardhat_impersonateAccount": {issuer},
	} {
		if err := l.RPC.Call(nil, method, args...); err != nil {
			l.t.Fatal(err)
		}
	}
	var hash common.Hash
	freeze := map[string]any{"from": issuer, "to": l.USDC, "data": hexutil.Bytes(Pack("blacklist(address)", account[:])), "gas": hexutil.Uint64(200_000)}
	if err := l.RPC.Call(&hash, "eth_sendTransaction", freeze); err != nil {
		l.t.Fatal(err)
	}
	for _, r := range l.chain.Chain.Receipts(l.Mine()) {
		if r.TxHash == hash && r.Status == types.ReceiptStatusSuccessful {
			return
		}
	}
	l.t.Fatalf("the issuer of USDC could not freeze %s", account)
}
