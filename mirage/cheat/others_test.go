package cheat_test

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/rlp"

	"bardo.run/bardo/mirage/cheat"
)

// The bytes of a block, its header, its receipts and its transactions are those of the protocol.
func TestRawBytesAreTheProtocols(t *testing.T) {
	d := open(t)
	raw := d.signed(0)
	hash := crypto.Keccak256Hash(hexutil.MustDecode(raw))
	d.call("eth_sendRawTransaction", raw)
	for _, at := range []any{"latest", "0x1", "0x01"} {
		var header, whole hexutil.Bytes
		d.decode(&header, "debug_getRawHeader", at)
		d.decode(&whole, "debug_getRawBlock", at)
		var block types.Block
		if err := rlp.DecodeBytes(whole, &block); err != nil || block.Hash() != d.Chain.Head().Hash() || crypto.Keccak256Hash(header) != block.Hash() {
			t.Errorf("block %v: %v", at, err)
		}
		var receipts []hexutil.Bytes
		d.decode(&receipts, "debug_getRawReceipts", at)
		var receipt types.Receipt
		if len(receipts) != 1 || receipt.UnmarshalBinary(receipts[0]) != nil || receipt.CumulativeGasUsed != 21_000 {
			t.Errorf("receipts of %v: %s", at, receipts)
		}
	}
	for method, params := range map[string][]any{
		"debug_getRawTransaction": {hash}, "eth_getRawTransactionByHash": {hash},
		"eth_getRawTransactionByBlockNumberAndIndex": {"latest", "0x0"}, "eth_getRawTransactionByBlockHashAndIndex": {d.Chain.Head().Hash(), "0x0"},
	} {
		d.is(`"`+raw+`"`, method, params...)
		nothing := append([]any{}, params...)
		if nothing[len(nothing)-1] = any("0x1"); len(params) == 1 {
			nothing[0] = common.Hash{1}
		}
		d.is("null", method, nothing...)
	}
}

// inner calls bob with what it is called with, whatever comes of it.
var inner = common.Address{0x1c}

const calls = "0x5f5f5f5f5f73b0b0000000000000000000000000000000000b0b62" + "00c350" + "f100"

func TestTracesInAList(t *testing.T) {
	d := open(t)
	from := d.accounts[0].Address
	d.call("anvil_setCode", bob, reverts)
	d.call("anvil_setCode", inner, calls)
	var hash common.Hash
	d.decode(&hash, "eth_sendTransaction", object{"from": from, "to": inner, "gas": "0x30d40"})
	d.call("eth_sendTransaction", object{"from": from, "to": common.Address{9}, "value": "0x1"})
	type call struct {
		Action struct {
			From, To common.Address
			CallType string
		}
		Error               string
		BlockNumber         *uint64
		Subtraces           int
		TraceAddress        []int
		TransactionHash     *common.Hash
		TransactionPosition *int
	}
	var got []call
	d.decode(&got, "trace_transaction", hash)
	if len(got) != 2 || got[0].Action.From != from || got[0].Action.To != inner || got[0].Subtraces != 1 || *got[0].BlockNumber != 3 ||
		got[1].Action.From != inner || got[1].Action.To != bob || got[1].Error != "Reverted" || len(got[1].TraceAddress) != 1 || *got[1].TransactionHash != hash {
		t.Errorf("%+v", got)
	}
	want := d.call("trace_transaction", hash)
	d.is(want, "trace_block", "0x3")
	d.is("[]", "trace_block", "0x2")
	d.is("[]", "trace_block", "0x0")
	d.is("[]", "trace_transaction", common.Hash{1})
	var replayed []struct {
		Output          string
		Trace           []call
		TransactionHash common.Hash
	}
	d.decode(&replayed, "trace_replayBlockTransactions", "0x3", []string{"trace"})
	if len(replayed) != 1 || replayed[0].TransactionHash != hash || replayed[0].Output != "0x" || len(replayed[0].Trace) != 2 || replayed[0].Trace[0].TransactionHash != nil {
		t.Errorf("%+v", replayed)
	}
	d.fails(cheat.CodeInvalidParams, "trace_replayBlockTransactions", "0x3", []string{"stateDiff"})
	for name, c := range map[string]struct {
		query object
		count int
	}{
		"everything":     {object{"fromBlock": "0x0", "toBlock": "latest"}, 3},
		"the head alone": {object{}, 1},
		"from":           {object{"fromBlock": "earliest", "fromAddress": []any{from}}, 2},
		"to":             {object{"fromBlock": "0x1", "toAddress": []any{bob}}, 1},
		"either":         {object{"fromBlock": "0x1", "fromAddress": []any{from}, "toAddress": []any{bob}}, 3},
		"both":           {object{"fromBlock": "0x1", "fromAddress": []any{from}, "toAddress": []any{bob}, "mode": "intersection"}, 0},
		"a part":         {object{"fromBlock": "0x1", "after": 1, "count": "0x1"}, 1},
		"above the head": {object{"fromBlock": "0x99", "toBlock": "0x9999999999"}, 0},
		"backwards":      {object{"fromBlock": "0x4", "toBlock": "0x1"}, 0},
	} {
		var got []call
		if d.decode(&got, "trace_filter", c.query); len(got) != c.count {
			t.Errorf("%s: %d calls, want %d", name, len(got), c.count)
		}
	}
}

func TestACallIsTracedOnWhatWaits(t *testing.T) {
	d := open(t)
	from := d.accounts[0].Address
	d.call("evm_setAutomine", false)
	d.call("eth_sendTransaction", object{"from": from, "to": bob, "value": "0x5", "gas": "0x5208"})
	var r struct{ Output string }
	balance := object{"data": "0x73b0b0000000000000000000000000000000000b0b315f52435f60205260405ff3"} // of bob, and NUMBER
	for at, want := range map[string]byte{"pending": 5, "latest": 0} {
		d.decode(&r, "debug_traceCall", balance, at, object{"tracer": "callTracer"})
		out, err := hexutil.Decode(r.Output)
		if err != nil || len(out) != 64 || out[31] != want {
			t.Errorf("on %s: %s (%v)", at, r.Output, err)
		}
	}
	d.is(`"0x0"`, "eth_blockNumber")
}

func TestTheAccountsOfThePoolAreInLowerCase(t *testing.T) {
	d := open(t)
	d.call("evm_setAutomine", false)
	from := d.accounts[0].Address
	d.call("eth_sendTransaction", object{"from": from, "to": bob, "value": "0x5", "gas": "0x5208"})
	for _, method := range []string{"txpool_content", "txpool_inspect"} {
		var parts map[string]map[string]map[string]json.RawMessage
		d.decode(&parts, method)
		if len(parts["pending"]) != 1 || parts["pending"][strings.ToLower(from.Hex())]["0"] == nil || parts["queued"] == nil {
			t.Errorf("%s: %v", method, parts)
		}
	}
	d.is(`{"pending":"0x1","queued":"0x0"}`, "txpool_status")
	for range 10 {
		d.call("eth_sendTransaction", object{"from": from, "to": bob, "value": "0x5", "gas": "0x5208"})
	}
	d.call("eth_sendTransaction", object{"from": d.accounts[1].Address, "to": bob, "value": "0x5", "gas": "0x5208"})
	var waiting []struct {
		From  common.Address
		Nonce hexutil.Uint64
	}
	d.decode(&waiting, "eth_pendingTransactions")
	if len(waiting) != 12 {
		t.Fatalf("%d wait", len(waiting))
	}
	for i, tx := range waiting[1:] {
		if before := waiting[i]; tx.From == before.From && tx.Nonce != before.Nonce+1 {
			t.Errorf("nonce %d after %d", tx.Nonce, before.Nonce)
		}
	}
	if got := d.call("txpool_contentFrom", from); !strings.Contains(got, `"nonce":"0x0"`) {
		t.Error(got)
	}
}

// A replacement pays more; a percent is enough.
func TestAReplacementPaysALittleMore(t *testing.T) {
	d := open(t)
	d.call("evm_setAutomine", false)
	send := func(fee, tip uint64) object {
		return object{"from": d.accounts[0].Address, "to": bob, "gas": "0x5208", "nonce": "0x0", "maxFeePerGas": hexutil.Uint64(fee), "maxPriorityFeePerGas": hexutil.Uint64(tip)}
	}
	d.call("eth_sendTransaction", send(2_000_000_000, 1_000_000_000))
	d.fails(cheat.CodeRejected, "eth_sendTransaction", send(2_000_000_000, 1_000_000_000+1))
	var better common.Hash
	d.decode(&better, "eth_sendTransaction", send(2_020_000_000, 1_010_000_000))
	d.call("evm_mine")
	if txs := d.Chain.Block(1).Transactions(); len(txs) != 1 || txs[0].Hash() != better {
		t.Errorf("mined %v", txs)
	}
}

func TestNamesOfOtherNodes(t *testing.T) {
	d := open(t)
	who := d.accounts[0].Address
	bare := strings.TrimPrefix(who.Hex(), "0x")
	d.is(`"0x"`, "eth_call", object{"from": bare, "to": bare}, "latest")
	d.is(`"0x5208"`, "eth_estimateGas", object{"from": bare, "to": strings.TrimPrefix(bob.Hex(), "0x")})
	d.is(`"0x0"`, "eth_getTransactionCount", bare, "latest")
	d.is("true", "tenderly_setBalance", []any{bob, who}, "0x9")
	d.is(`"0x9"`, "eth_getBalance", bob, "latest")
	d.is(`"0x9"`, "eth_getBalance", who, "latest")
	d.is("true", "anvil_setLoggingEnabled", true)
	d.is("true", "hardhat_setLoggingEnabled", false)
	d.fails(cheat.CodeInvalidParams, "hardhat_setMinGasPrice", "0x1")
	d.is(d.call("eth_getHeaderByNumber", "0x1"), "erigon_getHeaderByNumber", "0x1")
	d.is("true", "tenderly_addBalance", []any{bob, who}, "0x1")
	d.is(`"0xa"`, "eth_getBalance", who, "latest")
	most := "0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
	d.is("true", "tenderly_setBalance", bob, most)
	d.fails(cheat.CodeInvalidParams, "tenderly_addBalance", []any{who, bob}, "0x1") // none of them
	d.is(`"0xa"`, "eth_getBalance", who, "latest")
	d.is(`"31337"`, "eth_networkId")
	d.is(strconv.FormatInt(start.Unix(), 10), "anvil_getGenesisTime")
	typed := object{"types": object{"EIP712Domain": []any{}, "M": []any{object{"name": "a", "type": "uint256"}}}, "primaryType": "M", "domain": object{}, "message": object{"a": "1"}}
	d.is(d.call("eth_signTypedData_v4", who, typed), "eth_signTypedData_v3", who, typed)
	before := d.Chain.Head().Number.Uint64()
	d.is("true", "hardhat_intervalMine")
	var made []struct{ Number hexutil.Uint64 }
	if d.decode(&made, "anvil_mine_detailed"); len(made) != 1 || uint64(made[0].Number) != before+2 {
		t.Errorf("made %v", made)
	}
	d.is("false", "hardhat_addCompilationResult", "0.8.30", object{}, object{})
	d.is("0", "hardhat_getStackTraceFailuresCount")
	if dump := d.call("anvil_dumpState", true); !bytes.Equal([]byte(dump), []byte(d.call("anvil_dumpState"))) {
		t.Error("a dump with a parameter is another one")
	}
}

// Requests that come together get a nonce each, whoever signs.
func TestRequestsThatComeTogetherAreAllSent(t *testing.T) {
	const each = 20
	d := open(t)
	d.call("anvil_impersonateAccount", bob)
	d.call("anvil_setBalance", bob, "0xde0b6b3a7640000")
	var all sync.WaitGroup
	for range each {
		for _, from := range []common.Address{d.accounts[0].Address, bob} {
			all.Go(func() {
				var hash common.Hash
				if err := d.Server.Client().Call(&hash, "eth_sendTransaction", object{"from": from, "to": common.Address{9}, "value": "0x1"}); err != nil {
					t.Errorf("%s: %v", from, err)
				}
			})
		}
	}
	all.Wait()
	d.is(`"0x28"`, "eth_getBalance", common.Address{9}, "latest")
}
