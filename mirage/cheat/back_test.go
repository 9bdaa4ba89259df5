package cheat_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bardo.run/bardo/mirage/cheat"
)

func TestRollbackTakesTheLastBlocksAway(t *testing.T) {
	d := open(t)
	from := d.accounts[0].Address
	pay := func() (hash common.Hash) {
		d.decode(&hash, "eth_sendTransaction", object{"from": from, "to": bob, "value": "0x1"})
		return hash
	}
	pay()
	low := d.call("evm_snapshot")
	pay()
	high := d.call("evm_snapshot")
	before := d.call("eth_getBlockByNumber", "latest", true)
	lost := pay()
	d.call("evm_mine")
	d.call("anvil_rollback", 2)
	d.is(before, "eth_getBlockByNumber", "latest", true)
	d.is("null", "eth_getTransactionByHash", lost)
	d.is(`"0x2"`, "eth_getBalance", bob, "latest")
	d.is(`"0x2"`, "eth_getTransactionCount", from, "pending")
	d.call("anvil_rollback")
	d.is(`"0x1"`, "eth_blockNumber")
	d.is("false", "evm_revert", high[1:len(high)-1]) // it stood above
	d.call("evm_mine")
	d.is("true", "evm_revert", low[1:len(low)-1])
	d.is(`"0x1"`, "eth_blockNumber")
	d.fails(cheat.CodeInvalidParams, "anvil_rollback", 2)
	d.is(`"0x1"`, "eth_blockNumber")
	pay()
	d.is(`"0x2"`, "eth_getBalance", bob, "latest")
}

func TestAReorgPutsOtherBlocksInPlaceOfTheLast(t *testing.T) {
	d := open(t)
	from := d.accounts[0].Address
	var lost common.Hash
	d.decode(&lost, "eth_sendTransaction", object{"from": from, "to": bob, "value": "0x7"})
	d.call("evm_mine")
	d.call("anvil_impersonateAccount", bob)
	d.call("anvil_setBalance", bob, "0xde0b6b3a7640000")
	signed := d.signed(0)
	d.call("anvil_reorg", 3, []any{
		[]any{signed, 0},
		[]any{object{"from": from, "to": bob, "value": "0x5"}, 2},
		[]any{object{"from": d.accounts[1].Address, "to": bob, "value": "0x5"}, 2},
	})
	d.is(`"0x3"`, "eth_blockNumber")
	d.is("null", "eth_getTransactionByHash", lost)
	for number, want := range map[uint64]string{1: `"0x1"`, 2: `"0x0"`, 3: `"0x2"`} {
		d.is(want, "eth_getBlockTransactionCountByNumber", hexutil.Uint64(number))
	}
	d.is(`"0xb"`, "eth_getBalance", bob, "latest")
	d.is("true", "anvil_getAutomine")
	d.fails(cheat.CodeInvalidParams, "anvil_reorg", 1, []any{[]any{signed, 1}})
	d.fails(cheat.CodeInvalidParams, "anvil_reorg", 1, []any{[]any{signed}})
	d.fails(cheat.CodeInvalidParams, "anvil_reorg", 9)
	d.is(`"0x3"`, "eth_blockNumber")
	d.fails(cheat.CodeNonceTooLow, "anvil_reorg", 1, []any{[]any{signed, 0}})
	d.is("true", "anvil_getAutomine")
}

// signed is a transfer of a wei to bob.
func (d devnet) signed(nonce uint64) (raw string) {
	d.t.Helper()
	d.decode(&raw, "eth_signTransaction", object{
		"from": d.accounts[0].Address, "to": bob, "value": "0x1", "gas": "0x5208", "nonce": hexutil.Uint64(nonce), "maxFeePerGas": "0x77359400",
	})
	return raw
}
