package cheat_test

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/mirage/cheat"
)

// What waits is in the pending block, and nowhere else.
func TestPendingIsTheBlockThatWouldBeMade(t *testing.T) {
	d := open(t)
	d.call("evm_setAutomine", false)
	d.call("eth_sendTransaction", object{"from": d.accounts[0].Address, "to": bob, "value": "0x5", "gas": "0x5208"})
	d.is(`"0x5"`, "eth_getBalance", bob, "pending")
	d.is(`"0x0"`, "eth_getBalance", bob, "latest")
	d.is(`"0x1"`, "eth_getBlockTransactionCountByNumber", "pending")
	number := object{"data": "0x435f5260205ff3"} // returns NUMBER
	d.is(`"`+common.BigToHash(common.Big1).Hex()+`"`, "eth_call", number, "pending")
	d.is(`"`+common.Hash{}.Hex()+`"`, "eth_call", number, "latest")
	var block struct {
		Number       string
		Transactions []common.Hash
	}
	d.decode(&block, "eth_getBlockByNumber", "pending", false)
	if block.Number != "0x1" || len(block.Transactions) != 1 {
		t.Errorf("pending block %+v", block)
	}
	d.is(`"0x0"`, "eth_blockNumber")
	d.call("evm_mine")
	d.is(`"0x5"`, "eth_getBalance", bob, "latest")
	d.is(`"0x0"`, "eth_getBlockTransactionCountByNumber", "pending")
}

// Odd spellings that clients send and anvil takes.
func TestOddSpellingsAreUnderstood(t *testing.T) {
	d := open(t)
	who := d.accounts[0].Address
	d.is(`"0x21e19e0c9bab2400000"`, "eth_getBalance", who, "0x00")
	d.is(`"0x21e19e0c9bab2400000"`, "eth_getBalance", who, 0)
	d.is(`"0x21e19e0c9bab2400000"`, "eth_getBalance", strings.TrimPrefix(who.Hex(), "0x"), "latest")
	d.call("anvil_setStorageAt", bob, "0x2", "0x7")
	want := `"` + common.BytesToHash([]byte{7}).Hex() + `"`
	d.is(want, "eth_getStorageAt", bob, 2, "latest")
	d.is(want, "eth_getStorageAt", bob, "0x02", "latest")
	if id := d.call("eth_newFilter", object{"toBlock": "0x1"}); len(id) < 10 {
		t.Errorf("a filter that names its last block: %s", id)
	}
	var r types.Receipt
	d.decode(&r, "eth_sendTransactionSync", object{"to": bob, "value": "0x1"}) // from the first account
	if r.Status != 1 || r.Type != types.DynamicFeeTxType {
		t.Errorf("receipt %+v", r)
	}
	before := d.Chain.Head().Time
	d.call("evm_setTime", (before+1000)*1000) // milliseconds
	d.call("evm_mine")
	if got := d.Chain.Head().Time - before; got != 1000 {
		t.Errorf("%d seconds later, want 1000", got)
	}
}

// A domain without a field is one (EIP-712); the signature is anvil's.
func TestTypedDataMayHaveAnEmptyDomain(t *testing.T) {
	d := open(t)
	const want = `"0xfadef673ed4cfd572fae2f361c74d4a3881b12b6b67cb32a6c5f2f750b9fdd8c19c5d5463e1be92b50bd13cafc2e1146b5c3b904313ce9c38866b0964c96b4701c"`
	for _, domain := range []object{{}, {"EIP712Domain": []any{}}} {
		domain["M"] = []any{object{"name": "a", "type": "uint256"}}
		d.is(want, "eth_signTypedData_v4", d.accounts[0].Address, object{"types": domain, "primaryType": "M", "domain": object{}, "message": object{"a": "1"}})
	}
	d.fails(cheat.CodeInvalidParams, "eth_signTypedData_v4", d.accounts[0].Address, object{"types": object{}, "primaryType": "M", "domain": object{}, "message": object{}})
}

func TestAccountsAndTransactionsAreFoundByOtherWays(t *testing.T) {
	d := open(t)
	who := d.accounts[0].Address
	var hash common.Hash
	for range 3 {
		d.decode(&hash, "eth_sendTransaction", object{"from": who, "to": bob, "value": "0x1"})
		d.call("evm_mine")
	}
	var tx struct{ Hash common.Hash }
	if d.decode(&tx, "eth_getTransactionBySenderAndNonce", who, "0x2"); tx.Hash != hash {
		t.Errorf("found %s, want %s", tx.Hash, hash)
	}
	d.is("null", "eth_getTransactionBySenderAndNonce", who, "0x3")
	d.is(`{"balance":"0x3","code":"0x","nonce":"0x0"}`, "eth_getAccountInfo", bob, "latest")
	empty := `{"nonce":"0x0","balance":"0x0","storageRoot":"` + types.EmptyRootHash.Hex() + `","codeHash":"` + types.EmptyCodeHash.Hex() + `"}`
	d.is(empty, "eth_getAccount", common.Address{9}, "latest")
}
