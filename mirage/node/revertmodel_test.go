package node_test

import (
	"context"
	"errors"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"pgregory.net/rapid"
)

// lineage is the chain as a model knows it: what stands, and all that ever stood.
type lineage struct {
	blocks []common.Hash // by number
	txs    []common.Hash // one for each block from 1; zero where it had none
	ever   map[common.Hash]bool
	ids    []uint64
	at     []int // heads of the snapshots
	used   []uint64
}

// Whatever is mined, kept and reverted, in memory or in a folder that is closed and opened
// in between: what stands is found by number, hash and transaction, and what does not
// stand is not found at all.
func TestNothingThatWasRevertedIsFound(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(r *rapid.T) {
		kept := rapid.Bool().Draw(r, "in a folder")
		cfg := node.Config{GenesisTime: start, Alloc: map[common.Address]*big.Int{alice: ether}}
		if kept {
			cfg.DataDir = filepath.Join(dir, rapid.StringMatching(`[a-z]{12}`).Draw(r, "folder"))
			defer os.RemoveAll(cfg.DataDir)
		}
		n, err := node.New(cfg)
		check(r, err)
		defer func() { _ = n.Close() }()
		m := &lineage{blocks: []common.Hash{n.Chain.Head().Hash()}, txs: []common.Hash{{}}, ever: map[common.Hash]bool{}}
		for range rapid.IntRange(1, 14).Draw(r, "steps") {
			switch rapid.SampledFrom([]string{"pay", "pay", "empty", "snapshot", "revert", "again", "reopen"}).Draw(r, "step") {
			case "pay":
				nonce := uint64(len(m.txs) - 1 - m.empty())
				tx := transfer(t, n, nonce, rapid.Int64Range(1, 5).Draw(r, "wei"))
				m.add(mineOn(r, n, tx), tx.Hash())
			case "empty":
				m.add(mineOn(r, n), common.Hash{})
			case "snapshot":
				m.ids, m.at = append(m.ids, take(r, n)), append(m.at, len(m.blocks))
			case "revert":
				m.revert(r, n)
			case "again":
				for _, id := range m.used {
					if err := n.Snapshots.Revert(id); !errors.Is(err, node.ErrSnapshot) {
						r.Fatalf("snapshot %d was used up: %v", id, err)
					}
				}
			case "reopen":
				if !kept {
					continue
				}
				check(r, n.Close())
				if n, err = node.New(cfg); err != nil {
					r.Fatal(err)
				}
			}
			m.check(r, n)
		}
	})
}

func mineOn(r *rapid.T, n *node.Node, txs ...*types.Transaction) common.Hash {
	block, _, err := n.Miner.Mine(context.Background(), node.BlockSpec{Txs: txs})
	check(r, err)
	return block.Hash()
}

// empty counts the blocks without a transaction.
func (m *lineage) empty() (count int) {
	for _, tx := range m.txs[1:] {
		if tx == (common.Hash{}) {
			count++
		}
	}
	return count
}

func (m *lineage) add(block, tx common.Hash) {
	m.blocks, m.txs = append(m.blocks, block), append(m.txs, tx)
	m.ever[block], m.ever[tx] = true, true
}

func (m *lineage) revert(r *rapid.T, n *node.Node) {
	if len(m.ids) == 0 {
		return
	}
	i := rapid.IntRange(0, len(m.ids)-1).Draw(r, "which")
	check(r, n.Snapshots.Revert(m.ids[i]))
	m.used = append(m.used, m.ids[i:]...)
	m.blocks, m.txs = m.blocks[:m.at[i]], m.txs[:m.at[i]]
	m.ids, m.at = m.ids[:i], m.at[:i]
}

// check asks the node for everything that ever was.
func (m *lineage) check(r *rapid.T, n *node.Node) {
	type named struct{ Hash, BlockHash common.Hash }
	ask := func(method string, params ...any) *named {
		var out *named
		if err := n.Server.Client().Call(&out, method, params...); err != nil {
			r.Fatalf("%s %v: %v", method, params, err)
		}
		return out
	}
	if n.Chain.Head().Hash() != m.blocks[len(m.blocks)-1] {
		r.Fatalf("head %d, model %d", n.Chain.Head().Number, len(m.blocks)-1)
	}
	for number := range len(m.blocks) + 3 {
		got := ask("eth_getBlockByNumber", hexutil.EncodeUint64(uint64(number)), false)
		if number >= len(m.blocks) {
			if got != nil {
				r.Fatalf("block %d stands above the head", number)
			}
		} else if got == nil || got.Hash != m.blocks[number] {
			r.Fatalf("block %d is %+v", number, got)
		}
	}
	hashes := slices.SortedFunc(maps.Keys(m.ever), common.Hash.Cmp)
	for _, hash := range hashes {
		if hash == (common.Hash{}) {
			continue
		}
		stands := slices.Contains(m.blocks, hash)
		if got := ask("eth_getBlockByHash", hash, false); (got != nil) != stands {
			r.Fatalf("block %s: %+v, stands %v", hash, got, stands)
		}
		at := slices.Index(m.txs, hash)
		tx, receipt := ask("eth_getTransactionByHash", hash), ask("eth_getTransactionReceipt", hash)
		if (tx != nil) != (at >= 0) || (receipt != nil) != (at >= 0) {
			r.Fatalf("transaction %s: %+v, receipt %+v, at %d", hash, tx, receipt, at)
		}
		if at >= 0 && receipt.BlockHash != m.blocks[at] {
			r.Fatalf("transaction %s: in %s, want %s", hash, receipt.BlockHash, m.blocks[at])
		}
	}
}
