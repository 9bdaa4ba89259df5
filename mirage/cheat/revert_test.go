package cheat_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"bardo.run/bardo/mirage/cheat"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
)

// logging is runtime code that logs one word of its calldata.
const logging = "0x60003560005260206000a000"

// past is what a client saw of blocks that will be reverted.
type past struct {
	blocks, txs []common.Hash
	numbers     []uint64
}

// happen makes n blocks of one transaction each, every third from an account without a
// key, all of them with a log.
func (d devnet) happen(n int, word byte) past {
	d.t.Helper()
	var p past
	for i := range n {
		from := d.accounts[0].Address
		if i%3 == 0 {
			from = bob
		}
		var hash common.Hash
		d.decode(&hash, "eth_sendTransaction", object{"from": from, "to": logger, "data": common.Hash{31: word}, "gas": "0x186a0", "gasPrice": "0x77359400"})
		p.txs, p.blocks, p.numbers = append(p.txs, hash), append(p.blocks, d.Chain.Head().Hash()), append(p.numbers, d.Chain.Head().Number.Uint64())
	}
	return p
}

// patience is how long a filter may take to follow the chain.
const patience = 10 * time.Second

var logger = common.HexToAddress("0x1099e4")

// gone checks that nothing of a past is found, by whatever name one asks.
func (d devnet) gone(p past) {
	d.t.Helper()
	for i, hash := range p.blocks {
		d.is("null", "eth_getBlockByHash", hash, true)
		d.is("null", "eth_getTransactionByHash", p.txs[i])
		d.is("null", "eth_getTransactionReceipt", p.txs[i])
		d.is("null", "eth_getTransactionByBlockHashAndIndex", hash, "0x0")
		d.is("null", "eth_getBlockTransactionCountByHash", hash)
		d.is("null", "eth_getBlockReceipts", hash)
		d.is("null", "eth_getRawTransactionByHash", p.txs[i])
		d.fails(cheat.CodeRejected, "eth_getLogs", object{"blockHash": hash})
		d.fails(cheat.CodeRejected, "eth_getBalance", bob, object{"blockHash": hash})
		d.fails(cheat.CodeRejected, "eth_call", object{"to": logger}, object{"blockHash": hash})
		d.fails(cheat.CodeRejected, "debug_traceTransaction", p.txs[i])
	}
}

// above checks that no number above the head is answered.
func (d devnet) above(p past) {
	d.t.Helper()
	for _, n := range p.numbers {
		number := hexutil.EncodeUint64(n)
		d.is("null", "eth_getBlockByNumber", number, false)
		d.is("null", "eth_getBlockReceipts", number)
		d.is("null", "eth_getTransactionByBlockNumberAndIndex", number, "0x0")
	}
}

func (d devnet) logs() []types.Log {
	d.t.Helper()
	var logs []types.Log
	d.decode(&logs, "eth_getLogs", object{"fromBlock": "0x0", "toBlock": "latest"})
	return logs
}

// spec: mirage-testing §3.3, issue 3 line 3: a revert across 100 blocks leaves no stale
// hash, receipt, log or filter.
func TestARevertAcrossAHundredBlocksLeavesNothing(t *testing.T) {
	d := open(t)
	d.call("anvil_setCode", logger, logging)
	d.call("anvil_setBalance", bob, "0xde0b6b3a7640000")
	d.call("anvil_impersonateAccount", bob)
	kept := d.happen(3, 1)
	before := d.call("eth_getBlockByNumber", "latest", true)
	var id, later hexutil.Uint64
	d.decode(&id, "evm_snapshot")
	unread, read, blocks, pending := d.filters()

	lost := d.happen(60, 2)
	d.decode(&later, "evm_snapshot")
	d.eventually("60 logs in a filter", func() bool { return len(d.changes(read)) > 0 })
	more := d.happen(40, 3)
	lost = past{append(lost.blocks, more.blocks...), append(lost.txs, more.txs...), append(lost.numbers, more.numbers...)}
	if got := len(d.logs()); got != 103 {
		t.Fatalf("%d logs before the revert, want 103", got)
	}
	d.call("evm_setAutomine", false)
	var waits common.Hash
	d.decode(&waits, "eth_sendTransaction", object{"from": d.accounts[0].Address, "to": bob, "value": "0x1"})
	d.call("eth_sendTransaction", object{"from": bob, "to": logger, "gas": "0x186a0"})

	d.is("true", "evm_revert", id)
	d.is(before, "eth_getBlockByNumber", "latest", true)
	d.gone(lost)
	d.above(lost)
	if got := len(d.logs()); got != 3 {
		t.Errorf("%d logs after the revert, want 3", got)
	}
	d.is(`{"pending":{},"queued":{}}`, "txpool_content")
	d.is("null", "eth_getTransactionByHash", waits)
	d.is("false", "evm_revert", id)
	d.is("false", "evm_revert", later)
	d.polled(unread, read, blocks, pending, lost)

	// The same heights are lived again, otherwise.
	d.call("evm_setAutomine", true)
	d.call("evm_increaseTime", 1)
	again := d.happen(100, 4)
	d.gone(past{lost.blocks, nil, nil}.onlyBlocks(again))
	logs := d.logs()
	if len(logs) != 103 {
		t.Fatalf("%d logs after living again, want 103", len(logs))
	}
	for _, log := range logs[3:] {
		if log.Data[31] != 4 {
			t.Fatalf("a log of the dropped past: %+v", log)
		}
	}
	d.is(`"0x`+common.Bytes2Hex(common.LeftPadBytes([]byte{1}, 32))+`"`, "eth_call", object{"to": logger, "data": common.Hash{31: 1}}, "latest", object{logger.Hex(): object{"code": "0x60003560005260206000f3"}})
	if len(kept.blocks) != 3 || d.Chain.Head().Number.Uint64() != 105 {
		t.Errorf("head %d", d.Chain.Head().Number)
	}
}

// onlyBlocks is the old blocks with transactions that never were.
func (p past) onlyBlocks(again past) past {
	var out past
	for i, hash := range p.blocks {
		if hash != again.blocks[i] {
			out.blocks, out.txs = append(out.blocks, hash), append(out.txs, common.Hash{1, byte(i)})
		}
	}
	return out
}

// filters makes two filters of logs, one of blocks and one of waiting transactions.
func (d devnet) filters() (unread, read, blocks, pending string) {
	d.t.Helper()
	d.decode(&unread, "eth_newFilter", object{"address": logger})
	d.decode(&read, "eth_newFilter", object{"address": logger})
	d.decode(&blocks, "eth_newBlockFilter")
	d.decode(&pending, "eth_newPendingTransactionFilter")
	return unread, read, blocks, pending
}

func (d devnet) changes(filter string) []json.RawMessage {
	d.t.Helper()
	var out []json.RawMessage
	d.decode(&out, "eth_getFilterChanges", filter)
	return out
}

// eventually polls: filters follow the chain in their own time.
func (d devnet) eventually(what string, done func() bool) {
	d.t.Helper()
	deadline, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for !done() {
		if deadline.Err() != nil {
			d.t.Fatalf("not within %s: %s", patience, what)
		}
	}
}

// polled checks filters that were there before the revert: one that was never asked says
// nothing of the past; one that was asked says which of its logs went.
func (d devnet) polled(unread, read, blocks, pending string, lost past) {
	d.t.Helper()
	stale := map[common.Hash]bool{}
	for i := range lost.blocks {
		stale[lost.blocks[i]], stale[lost.txs[i]] = true, true
	}
	removed := 0
	d.eventually("removals of the logs that were read", func() bool {
		for _, text := range d.changes(read) {
			var log types.Log
			check(d.t, json.Unmarshal(text, &log))
			if !log.Removed && stale[log.BlockHash] {
				d.t.Fatalf("a dropped log as if it were there: %s", text)
			}
			if log.Removed {
				removed++
			}
		}
		return removed > 0
	})
	for _, text := range d.changes(unread) {
		var log types.Log
		if err := json.Unmarshal(text, &log); err != nil || (!log.Removed && stale[log.BlockHash]) {
			d.t.Errorf("a filter that was not asked before says %s (%v)", text, err)
		}
	}
	for _, filter := range []string{blocks, pending} {
		for _, text := range d.changes(filter) {
			var hash common.Hash
			if err := json.Unmarshal(text, &hash); err != nil || stale[hash] {
				d.t.Errorf("a filter names %s, which is gone (%v)", text, err)
			}
		}
	}
	var logs []types.Log
	if d.decode(&logs, "eth_getFilterLogs", unread); len(logs) > 3 {
		d.t.Errorf("a filter of logs finds %d", len(logs))
	}
}

// A subscription is told of every log that went, and of the head it went back to.
func TestSubscribersAreToldOfARevert(t *testing.T) {
	d := open(t)
	d.call("anvil_setCode", logger, logging)
	d.call("anvil_setBalance", bob, "0xde0b6b3a7640000")
	d.call("anvil_impersonateAccount", bob)
	d.call("evm_mine")
	target := d.Chain.Head().Hash()
	d.call("evm_snapshot")
	logs, heads := make(chan types.Log, 300), make(chan *types.Header, 300)
	for what, channel := range map[string]any{"logs": logs, "newHeads": heads} {
		params := []any{what}
		if what == "logs" {
			params = append(params, object{"address": logger})
		}
		sub, err := d.Server.Client().EthSubscribe(t.Context(), channel, params...)
		check(t, err)
		defer sub.Unsubscribe()
	}
	lost := d.happen(100, 7)
	d.call("evm_revert", 1)
	came, went := map[common.Hash]bool{}, map[common.Hash]bool{}
	deadline, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for len(went) < len(lost.blocks) || len(came) < len(lost.blocks) {
		select {
		case log := <-logs:
			if log.Removed {
				went[log.BlockHash] = true
			} else {
				came[log.BlockHash] = true
			}
		case <-deadline.Done():
			t.Fatalf("%d logs came and %d went, want 100", len(came), len(went))
		}
	}
	for at := (common.Hash{}); at != target; {
		select {
		case h := <-heads:
			at = h.Hash()
		case <-deadline.Done():
			t.Fatal("the head it went back to was not announced")
		}
	}
}
