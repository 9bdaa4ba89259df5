package node_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"testing"

	"bardo.run/bardo/mirage/node"
	"bardo.run/bardo/mirage/stock"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"pgregory.net/rapid"
)

// callers are contracts that log what they are called with, each as often as its number says: the
// first words are its topics, of which caller i has i, the word after four is its data.
func callers() map[common.Address][]byte {
	all := map[common.Address][]byte{}
	for topics := range 5 {
		code := []byte{0x60, 0x20, 0x60, 0x80, 0x5f, 0x37}
		for range 2 {
			for i := topics - 1; i >= 0; i-- {
				code = append(code, 0x60, byte(32*i), 0x35)
			}
			code = append(code, 0x60, 0x20, 0x5f, 0xa0+byte(topics))
		}
		all[caller(topics)] = code
	}
	return all
}

func caller(topics int) common.Address { return common.Address{0xca, byte(topics)} }

// Whatever is mined, reverted and opened again: eth_getLogs finds what reading every block finds.
func TestLogsAreFoundAsByReadingEveryBlock(t *testing.T) {
	dir := t.TempDir()
	found := 0
	rapid.Check(t, func(r *rapid.T) {
		kept := rapid.IntRange(0, 9).Draw(r, "in a folder") == 0
		cfg := node.Config{GenesisTime: start, Alloc: map[common.Address]*big.Int{alice: ether}, Code: callers()}
		if kept {
			cfg.DataDir = filepath.Join(dir, rapid.StringMatching(`[a-z]{12}`).Draw(r, "folder"))
			defer os.RemoveAll(cfg.DataDir)
		}
		n, err := node.New(cfg)
		check(r, err)
		defer func() { _ = n.Close() }()
		n.Miner.SetAutomine(false)
		scan, ids := n.Scan(), []uint64{}
		for range rapid.IntRange(1, 20).Draw(r, "steps") {
			switch rapid.SampledFrom([]string{"call", "call", "call", "empty", "ask", "ask", "snapshot", "revert", "rollback", "reset", "reopen"}).Draw(r, "step") {
			case "call":
				for range rapid.IntRange(1, 3).Draw(r, "calls") {
					shout(r, n)
				}
				_, _, err := n.Miner.Mine(context.Background(), node.BlockSpec{FromPool: true})
				check(r, err)
			case "empty":
				mineOn(r, n)
			case "ask":
				found += looked(r, n, scan)
			case "snapshot":
				ids = append(ids, take(r, n))
			case "revert":
				if len(ids) > 0 {
					i := rapid.IntRange(0, len(ids)-1).Draw(r, "which")
					check(r, n.Snapshots.Revert(ids[i]))
					ids = ids[:i]
				}
			case "rollback":
				depth := rapid.Uint64Range(1, 3).Draw(r, "depth")
				to := n.Chain.Head().Number.Uint64() - depth
				err := n.Snapshots.Rollback(depth)
				if too := to > 1<<63; errors.Is(err, node.ErrDepth) != too || (err != nil) != too {
					r.Fatalf("%d blocks back: %v", depth, err)
				}
				for len(ids) > 0 {
					if _, err := n.Snapshots.Block(ids[len(ids)-1]); err == nil {
						break
					}
					ids = ids[:len(ids)-1] // it stood above
				}
			case "reset":
				check(r, n.Snapshots.Reset())
				ids = nil
			case "reopen":
				if kept {
					check(r, n.Close())
					n, err = node.New(cfg)
					check(r, err)
					n.Miner.SetAutomine(false)
					scan = n.Scan()
				}
			}
		}
		found += looked(r, n, scan)
	})
	if found == 0 {
		t.Error("not one log was found")
	}
}

// words are few, so that they are met again; the first is an address of a caller.
var words = []common.Hash{common.BytesToHash(caller(1).Bytes()), {1}, {2}, {}}

// shout sends a call of some caller.
func shout(r *rapid.T, n *node.Node) {
	var data []byte
	for range 5 {
		data = append(data, rapid.SampledFrom(words).Draw(r, "word").Bytes()...)
	}
	to, ctx := caller(rapid.IntRange(0, 4).Draw(r, "caller")), context.Background()
	nonce, err := n.Pool.PendingNonce(alice)
	check(r, err)
	_, err = n.Pool.SubmitUnsigned(ctx, alice, &types.DynamicFeeTx{ChainID: n.Chain.ID(), Nonce: nonce, To: &to, Gas: 100_000, GasFeeCap: big.NewInt(2e9), Data: data})
	check(r, err)
}

// looked asks for some logs in both ways, and answers how many there are.
func looked(r *rapid.T, n *node.Node, scan stock.Logs) int {
	q := map[string]any{}
	for _, end := range []string{"fromBlock", "toBlock"} {
		if rapid.IntRange(0, 4).Draw(r, end+" is a number") == 0 {
			q[end] = hexutil.Uint64(rapid.Uint64Range(0, 12).Draw(r, end))
		} else {
			q[end] = map[string]string{"fromBlock": "earliest", "toBlock": "latest"}[end]
		}
	}
	var addresses []common.Address
	for range rapid.IntRange(0, 2).Draw(r, "addresses") {
		addresses = append(addresses, caller(rapid.IntRange(0, 5).Draw(r, "address")))
	}
	q["address"] = addresses
	topics := make([][]common.Hash, rapid.IntRange(0, 4).Draw(r, "topics"))
	for i := range topics {
		topics[i] = rapid.SliceOfN(rapid.SampledFrom(words), 0, 2).Draw(r, "topic")
	}
	q["topics"] = topics
	text, err := json.Marshal(q)
	check(r, err)
	var crit stock.Criteria
	check(r, json.Unmarshal(text, &crit))
	logs, err := scan.GetLogs(context.Background(), crit)
	check(r, err)
	want, err := logs.MarshalJSON()
	check(r, err)
	var got json.RawMessage
	check(r, n.Server.Client().Call(&got, "eth_getLogs", q))
	if string(got) != string(want) {
		r.Fatalf("%s\nby the index %s\nby reading   %s", text, got, want)
	}
	return len(logs)
}
