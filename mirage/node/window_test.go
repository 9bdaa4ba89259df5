package node_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"pgregory.net/rapid"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/node"
)

// shouter logs one event of the topic 7.
var shouter = common.HexToAddress("0x5007e2")

const keptBlocks = 256

// twins are a chain that lets old blocks go and one of the same blocks that keeps them.
type twins struct {
	few, all *node.Node
	first    uint64 // that few has, by the rule of Config.KeepBlocks
	nonces   []uint64
	ids      [][2]uint64 // snapshots of both
	at       []uint64    // their blocks
}

func newTwins(r *rapid.T) *twins {
	cfg := node.Config{
		GenesisTime: start, Clock: clock.NewSimulated(start), BaseFee: big.NewInt(100), FixedBaseFee: true, NoSystemCalls: true, KeepStates: 4,
		Alloc: map[common.Address]*big.Int{alice: new(big.Int).Mul(big.NewInt(1000), ether)},
		Code:  map[common.Address][]byte{shouter: common.FromHex("0x600760006000a100")},
	}
	all, err := node.New(cfg)
	check(r, err)
	r.Cleanup(func() { check(r, all.Close()) })
	cfg.KeepBlocks = keptBlocks
	few, err := node.New(cfg)
	check(r, err)
	r.Cleanup(func() { check(r, few.Close()) })
	return &twins{few: few, all: all, first: 1, nonces: []uint64{0}}
}

func (w *twins) head() uint64 { return w.all.Chain.Head().Number.Uint64() }

func (w *twins) mine(r *rapid.T, txs ...*types.Transaction) {
	if mineOn(r, w.all, txs...) != mineOn(r, w.few, txs...) {
		r.Fatal("the two chains made other blocks")
	}
	for w.head()+1-w.first > keptBlocks && (len(w.at) == 0 || w.first < max(w.at[0], 1)) {
		w.first++
	}
}

func (w *twins) step(r *rapid.T) {
	nonce := &w.nonces[len(w.nonces)-1]
	switch rapid.SampledFrom([]string{"many", "many", "log", "log", "take", "revert"}).Draw(r, "step") {
	case "many":
		for range rapid.IntRange(1, 100).Draw(r, "blocks") {
			w.mine(r)
		}
	case "log":
		var txs []*types.Transaction
		for range rapid.IntRange(1, 3).Draw(r, "transactions") {
			tx, err := types.SignNewTx(aliceKey, w.all.Chain.Signer(), &types.DynamicFeeTx{
				ChainID: w.all.Chain.ID(), Nonce: *nonce, To: &shouter, Gas: 60_000, GasFeeCap: big.NewInt(1e12),
			})
			check(r, err)
			*nonce++
			txs = append(txs, tx)
		}
		w.mine(r, txs...)
	case "take":
		w.ids = append(w.ids, [2]uint64{take(r, w.few), take(r, w.all)})
		w.at, w.nonces = append(w.at, w.head()), append(w.nonces, *nonce)
	case "revert":
		if len(w.ids) == 0 {
			return
		}
		i := rapid.IntRange(0, len(w.ids)-1).Draw(r, "which")
		check(r, w.few.Snapshots.Revert(w.ids[i][0]))
		check(r, w.all.Snapshots.Revert(w.ids[i][1]))
		w.ids, w.at, w.nonces = w.ids[:i], w.at[:i], w.nonces[:i+1]
	}
}

// said is what a node answers, or its error.
func said(n *node.Node, method string, args ...any) (string, error) {
	var out json.RawMessage
	err := n.Server.Client().Call(&out, method, args...)
	return string(out), err
}

// compare asks both of one block, and of a transaction in it.
func (w *twins) compare(r *rapid.T, number uint64) {
	tag := fmt.Sprintf("0x%x", number)
	span := map[string]any{"fromBlock": tag, "toBlock": tag}
	known := number == 0 || number >= w.first
	for _, q := range [][]any{
		{"eth_getBlockByNumber", tag, true},
		{"eth_getBlockReceipts", tag},
		{"eth_getLogs", span},
		{"eth_getHeaderByNumber", tag},
		{"debug_traceBlockByNumber", tag},
	} {
		want, failed := said(w.all, q[0].(string), q[1:]...)
		trace := q[0] == "debug_traceBlockByNumber"
		if trace && known {
			continue // it goes back for a state that is gone in both
		}
		if !trace {
			check(r, failed)
		}
		got, err := said(w.few, q[0].(string), q[1:]...)
		if known && got != want || !known && (err == nil || !strings.Contains(err.Error(), node.ErrForgotten.Error())) {
			r.Fatalf("%v, of which %d and later are kept: %s, %v; want %s", q, w.first, got, err, want)
		}
	}
	block := w.all.Chain.Block(number)
	hashes := [][]any{{"eth_getBlockByHash", block.Hash(), true}, {"eth_getLogs", map[string]any{"blockHash": block.Hash()}}}
	for _, tx := range block.Transactions() {
		hashes = append(hashes, []any{"eth_getTransactionByHash", tx.Hash()}, []any{"eth_getTransactionReceipt", tx.Hash()})
	}
	for _, q := range hashes {
		want, failed := said(w.all, q[0].(string), q[1:]...)
		check(r, failed)
		got, err := said(w.few, q[0].(string), q[1:]...)
		if got != want && (known && number > 0 || err == nil && got != "null") {
			r.Fatalf("%v of block %d, of which %d and later are kept: %s, %v; want %s", q, number, w.first, got, err, want)
		}
	}
}

// Whatever is mined, kept and reverted: of the blocks that are kept a chain answers as one that
// keeps all, and of older ones it says that it let them go, never something else.
func TestAChainThatLetsBlocksGoAnswersAsOneThatKeepsAll(t *testing.T) {
	old := 0
	rapid.Check(t, func(r *rapid.T) {
		w := newTwins(r)
		for range rapid.IntRange(0, 260).Draw(r, "blocks before") {
			w.mine(r)
		}
		for range rapid.IntRange(2, 7).Draw(r, "steps") {
			w.step(r)
			for range 2 {
				w.compare(r, rapid.Uint64Range(0, w.head()).Draw(r, "block"))
			}
			if w.first > 1 {
				w.compare(r, w.first-1)
				w.compare(r, w.first)
				w.never(r)
				old++
			}
		}
	})
	if old == 0 {
		t.Error("no chain let a block go")
	}
}

// never is what a chain without its first blocks does not do.
func (w *twins) never(r *rapid.T) {
	if err := w.few.Snapshots.Reset(); !errors.Is(err, node.ErrForgotten) {
		r.Fatalf("back to block 0: %v", err)
	}
	if _, err := w.few.Archive.Dump(); !errors.Is(err, node.ErrForgotten) {
		r.Fatalf("a dump: %v", err)
	}
	for _, span := range []map[string]any{{"fromBlock": "earliest", "toBlock": "latest"}, {"fromBlock": fmt.Sprintf("0x%x", w.first-1)}} {
		if out, err := said(w.few, "eth_getLogs", span); err == nil {
			r.Fatalf("logs of %v: %s", span, out)
		}
	}
	if _, err := said(w.few, "eth_feeHistory", "0x3", fmt.Sprintf("0x%x", w.first+1), []float64{}); err == nil {
		r.Fatal("fees of blocks that are gone")
	}
}

// A contract finds the hashes of the 256 blocks before its own.
func TestAChainThatLetsBlocksGoKeepsTheHashesThatContractsAskFor(t *testing.T) {
	asker := common.HexToAddress("0xa5ce2")
	n, _ := open(t, func(c *node.Config) {
		c.KeepStates, c.KeepBlocks, c.NoSystemCalls = 4, keptBlocks, true
		c.Code = map[common.Address][]byte{asker: common.FromHex("0x61010043034060005500")} // the hash 256 blocks ago, into slot 0
	})
	for range 600 {
		mine(t, n, node.BlockSpec{})
	}
	want := n.Chain.Block(601 - 256).Hash()
	mine(t, n, node.BlockSpec{Txs: []*types.Transaction{sign(t, n, aliceKey, &types.DynamicFeeTx{
		ChainID: n.Chain.ID(), To: &asker, Gas: 100_000, GasFeeCap: big.NewInt(2e9),
	})}})
	if got, err := said(n, "eth_getStorageAt", asker, "0x0", "latest"); err != nil || got != `"`+want.Hex()+`"` {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	if n.Chain.Block(601-256) != nil || n.Chain.Block(601-255) == nil || n.Chain.Block(0) == nil {
		t.Error("other blocks are kept than the last 256 and block 0")
	}
}

func TestABoundOnBlocksIsRefusedWhereItCannotHold(t *testing.T) {
	for name, c := range map[string]node.Config{
		"too few": {KeepBlocks: 255, KeepStates: 4}, "every state": {KeepBlocks: 256}, "more states": {KeepBlocks: 256, KeepStates: 257},
		"a folder": {KeepBlocks: 256, DataDir: t.TempDir()},
	} {
		if n, err := node.New(c); err == nil {
			t.Errorf("%s: it was accepted", name)
			check(t, n.Close())
		}
	}
}

// Who listens is told of each block, of its receipts and of its logs, and of what a revert took away, as
// by a chain that keeps all.
func TestAChainThatLetsBlocksGoTellsOfBlocksAsOneThatKeepsAll(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		w := newTwins(r)
		few, all := hear(r, w.few), hear(r, w.all)
		for range 2 {
			w.step(r)
		}
		tx, err := types.SignNewTx(aliceKey, w.all.Chain.Signer(), &types.DynamicFeeTx{
			ChainID: w.all.Chain.ID(), Nonce: w.nonces[len(w.nonces)-1], To: &shouter, Gas: 60_000, GasFeeCap: big.NewInt(1e12), GasTipCap: big.NewInt(7),
		})
		check(r, err)
		w.mine(r, tx)
		for i, subject := range heard {
			got, want := few[i](w.head()), all[i](w.head())
			if got != want || got == "" {
				r.Fatalf("%s: told\n%s\nwant\n%s", subject, got, want)
			}
		}
	})
}

var heard = []string{"newHeads", "logs", "transactionReceipts"}

// hear listens to what a node tells, each until its last block.
func hear(r *rapid.T, n *node.Node) (all []func(last uint64) string) {
	for _, subject := range heard {
		told := make(chan json.RawMessage, 4096)
		args := []any{subject}
		if subject == "logs" {
			args = append(args, map[string]any{})
		}
		sub, err := n.Server.Client().EthSubscribe(r.Context(), told, args...)
		check(r, err)
		r.Cleanup(sub.Unsubscribe)
		all = append(all, func(last uint64) (text string) {
			end := fmt.Sprintf(`umber":"0x%x"`, last)
			for !strings.Contains(text, end) {
				text += string(<-told) + "\n"
			}
			return text
		})
	}
	return all
}
