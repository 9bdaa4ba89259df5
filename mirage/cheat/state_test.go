package cheat_test

import (
	"testing"

	"bardo.run/bardo/mirage/cheat"

	"github.com/ethereum/go-ethereum/common"
)

// spec: mirage-testing §6.2: hardhat_ and anvil_ are the same; mirage_ has aliases.
func TestStateCheatsShowAndAreReverted(t *testing.T) {
	for _, ns := range []string{"anvil", "hardhat", "mirage"} {
		t.Run(ns, func(t *testing.T) {
			d := open(t)
			d.is(`"0x1"`, "evm_snapshot")
			d.is("true", ns+"_setBalance", bob, "0x64")
			d.is("true", ns+"_setCode", bob, "0x60005260206000f3")
			d.is("true", ns+"_setStorageAt", bob, "0x3", "0x2a")
			d.is(`"0x64"`, "eth_getBalance", bob, "latest")
			d.is(`"0x60005260206000f3"`, "eth_getCode", bob, "latest")
			d.is(`"0x000000000000000000000000000000000000000000000000000000000000002a"`, "eth_getStorageAt", bob, "0x3", "latest")
			if ns != "mirage" {
				d.is("true", ns+"_setNonce", bob, 7)
				d.is(`"0x7"`, "eth_getTransactionCount", bob, "latest")
			}
			d.is("true", "evm_revert", "0x1")
			d.is(`"0x0"`, "eth_getBalance", bob, "latest")
			d.is(`"0x"`, "eth_getCode", bob, "latest")
			d.is(`"0x0000000000000000000000000000000000000000000000000000000000000000"`, "eth_getStorageAt", bob, "0x3", "latest")
			d.is(`"0x0"`, "eth_getTransactionCount", bob, "pending")
		})
	}
}

// Names by which wallets, Tenderly and others ask for what is there.
func TestOtherNamesOfTheSame(t *testing.T) {
	d := open(t)
	d.is(d.call("eth_accounts"), "eth_requestAccounts")
	d.is("true", "tenderly_setBalance", bob, "0x64")
	d.is("true", "anvil_addBalance", bob, "0x1")
	d.is("true", "hardhat_addBalance", bob, "0x1")
	d.is(`"0x66"`, "eth_getBalance", bob, "latest")
	d.is("true", "evm_setAccountNonce", bob, "0x9")
	d.is(`"0x9"`, "eth_getTransactionCount", bob, "latest")
	d.fails(cheat.CodeInvalidParams, "anvil_addBalance", bob, "0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff")
	d.is(`"0x66"`, "eth_getBalance", bob, "latest")
}

// spec: mirage-testing §3, but that reverting again, or to a later id, is false and no error.
func TestASnapshotIsUsedUpWithAllLaterOnes(t *testing.T) {
	d := open(t)
	first, later := d.call("evm_snapshot"), d.call("evm_snapshot")
	before := d.call("eth_getBlockByNumber", "latest", false)
	d.call("anvil_setBalance", bob, "0x1")
	d.is("true", "evm_revert", 1)
	d.is(before, "eth_getBlockByNumber", "latest", false)
	d.is("false", "evm_revert", 1)
	d.is("false", "evm_revert", "0x2")
	if first != `"0x1"` || later != `"0x2"` {
		t.Errorf("ids %s and %s", first, later)
	}
}

func TestStorageOfAnAccountThatNeverExistedIsKept(t *testing.T) {
	d := open(t)
	slot := common.HexToHash("0xabc")
	d.call("anvil_setStorageAt", bob, slot, common.HexToHash("0x1"))
	d.is(`"0x0000000000000000000000000000000000000000000000000000000000000001"`, "eth_getStorageAt", bob, slot, "latest")
}

// spec: mirage-testing §6.4: every error code produced by a test.
func TestBadParametersAreInvalidParams(t *testing.T) {
	d := open(t)
	for _, c := range []struct {
		method string
		params []any
	}{
		{"anvil_setBalance", []any{bob, "lots"}},
		{"anvil_setBalance", []any{bob, -1}},
		{"anvil_setBalance", []any{"0x12", "0x1"}},
		{"anvil_setBalance", []any{bob, "0x1" + "0000000000000000000000000000000000000000000000000000000000000000"}},
		{"anvil_setCode", []any{bob, "60"}},
		{"anvil_setStorageAt", []any{bob, "0x0"}},
		{"anvil_setNonce", []any{bob, "0x1ffffffffffffffff"}},
		{"anvil_mine", []any{1_000_000_000}},
		{"evm_mine", []any{start.Unix() - 5}},
		{"evm_setBlockGasLimit", []any{1}},
		{"evm_setTime", []any{start.Unix() - 5}},
		{"evm_revert", []any{}},
		{"evm_increaseTime", []any{"soon"}},
		{"evm_setNextBlockTimestamp", []any{start.Unix()}},
		{"evm_setNextBlockTimestamp", []any{start.Unix() - 5}},
		{"evm_setNextBlockTimestamp", []any{"0xffffffffffffffff"}},
		{"evm_setIntervalMining", []any{5}},
		{"anvil_setCoinbase", []any{"me"}},
		{"anvil_reset", []any{object{"forking": object{"jsonRpcUrl": "x"}}}},
		{"eth_estimateGas", []any{object{"to": "nobody"}}},
		{"eth_call", []any{}},
		{"eth_getBalance", []any{"0x1", "latest"}},
		{"eth_sendTransaction", []any{object{"from": d.accounts[0].Address, "gasPrice": "0x1", "maxFeePerGas": "0x1"}}},
		{"eth_sendTransaction", []any{object{"from": d.accounts[0].Address, "data": "0x01", "input": "0x02"}}},
		{"eth_sendRawTransaction", []any{"0x1234"}},
		{"eth_signTypedData_v4", []any{d.accounts[0].Address, "{}"}},
	} {
		d.fails(cheat.CodeInvalidParams, c.method, c.params...)
	}
	d.fails(cheat.CodeUnknownMethod, "anvil_unknown")
	d.is(`"0x0"`, "eth_blockNumber")
}

// DESIGN §5: no state cheat after deployment.
func TestClosedCheatsAnswerAnError(t *testing.T) {
	d := open(t)
	id := d.call("evm_snapshot")
	d.CloseCheats()
	root := d.Chain.Head().Root
	for method, params := range map[string][]any{
		"anvil_setBalance": {bob, "0x1"}, "hardhat_setCode": {bob, "0x00"}, "mirage_setStorageAt": {bob, "0x0", "0x1"}, "anvil_setNonce": {bob, "0x1"},
		"anvil_impersonateAccount": {bob}, "anvil_mine": {1}, "evm_mine": {}, "evm_snapshot": {}, "evm_revert": {1}, "evm_increaseTime": {1},
		"evm_setNextBlockTimestamp": {start.Unix() + 1}, "evm_setAutomine": {false}, "evm_setIntervalMining": {0}, "anvil_setPrevRandao": {"0x1"},
		"anvil_setNextBlockBaseFeePerGas": {"0x1"}, "hardhat_setCoinbase": {bob}, "hardhat_reset": {},
		"evm_setTime": {start.Unix() + 9}, "anvil_setBlockTimestampInterval": {9}, "evm_setBlockGasLimit": {50_000}, "anvil_dropAllTransactions": {},
		"anvil_autoImpersonateAccount": {true}, "eth_sendUnsignedTransaction": {object{"from": bob, "to": bob}}, "evm_mine_detailed": {},
	} {
		if got := d.fails(cheat.CodeRejected, method, params...); got.Error() == "" {
			t.Errorf("%s: no words", method)
		}
	}
	if d.Chain.Head().Root != root || d.Chain.Head().Number.Sign() != 0 || id != `"0x1"` {
		t.Error("a closed cheat changed the chain")
	}
	d.call("eth_sendTransaction", object{"from": d.accounts[0].Address, "to": bob, "value": "0x1"})
	if d.Chain.Head().Root == root {
		t.Error("a transaction did not change the state")
	}
}

func TestMiningAndTime(t *testing.T) {
	d := open(t)
	at := uint64(start.Unix())
	d.call("anvil_mine", 3, 12)
	d.stands(3, 24)
	d.call("evm_mine")
	d.stands(4, 24)
	d.is("124", "evm_increaseTime", "0x64") // 24 s of mining and 100
	d.call("evm_mine", 2)
	d.stands(6, 124)
	d.is("true", "evm_setNextBlockTimestamp", at+1000)
	d.is("true", "hardhat_setNextBlockBaseFeePerGas", "0x539")
	d.is("true", "anvil_setCoinbase", bob)
	d.is("true", "anvil_setPrevRandao", "0x77")
	d.call("evm_mine")
	h := d.Chain.Head()
	if h.Time != at+1000 || h.BaseFee.Int64() != 0x539 || h.Coinbase != bob || h.MixDigest != common.HexToHash("0x77") {
		t.Errorf("block at +%d with base fee %s, coinbase %s, randomness %s", h.Time-at, h.BaseFee, h.Coinbase, h.MixDigest)
	}
	d.call("evm_mine")
	if h := d.Chain.Head(); h.Time != at+1000 || h.BaseFee.Int64() == 0x539 || h.MixDigest == common.HexToHash("0x77") || h.Coinbase != bob {
		t.Errorf("what was set for one block lasted: %+v", h)
	}
	d.is("true", "anvil_reset")
	d.is(`"0x0"`, "eth_blockNumber")
	d.call("evm_mine")
	d.stands(1, 0)
}
