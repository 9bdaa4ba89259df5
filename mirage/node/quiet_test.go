package node_test

import (
	"errors"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"pgregory.net/rapid"

	"bardo.run/bardo/mirage/node"
)

// A block in which nothing happens is the one that opens its parent's state and changes nothing
// in it: the same hash, the same nodes in memory, the same answers, between blocks of every kind.
func TestAQuietBlockIsOneThatChangesNothing(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		at := common.Address{0x10}
		chain := func() *node.Node {
			n, _ := open(t, func(c *node.Config) {
				c.KeepStates, c.KeepBlocks, c.NoSystemCalls = 4, keptBlocks, true
				c.Code = map[common.Address][]byte{at: keeper}
			})
			return n
		}
		quiet, loud := chain(), chain()
		nonce, passed := uint64(0), 0
		var snapshots [][2]place
		for range rapid.IntRange(1, 24).Draw(r, "steps") {
			switch rapid.SampledFrom([]string{"pass", "pass", "pass", "store", "snapshot", "revert"}).Draw(r, "step") {
			case "pass":
				head := loud.Chain.Head()
				mine(t, quiet, node.BlockSpec{Time: time.Unix(int64(head.Time), 0), BaseFee: head.BaseFee})
				edit(t, loud, func(*state.StateDB) {})
				passed++
			case "store":
				key, value := word(r, "key"), word(r, "value")
				tx := calling(t, quiet, nonce, at, append(key[:], value[:]...))
				fee := big.NewInt(rapid.Int64Range(100, 200).Draw(r, "fee"))
				for _, n := range []*node.Node{quiet, loud} {
					mine(t, n, node.BlockSpec{Txs: []*types.Transaction{tx}, BaseFee: fee})
				}
				nonce++
			case "snapshot":
				snapshots = append(snapshots, [2]place{{take(t, quiet), nonce}, {take(t, loud), nonce}})
			case "revert":
				if len(snapshots) == 0 {
					continue
				}
				i := rapid.IntRange(0, len(snapshots)-1).Draw(r, "snapshot")
				check(t, errors.Join(quiet.Snapshots.Revert(snapshots[i][0].id), loud.Snapshots.Revert(snapshots[i][1].id)))
				nonce, snapshots = snapshots[i][0].nonce, snapshots[:i]
			}
			if got, want := quiet.Chain.Head().Hash(), loud.Chain.Head().Hash(); got != want {
				r.Fatalf("block %s, want %s", got, want)
			}
			if got, want := quiet.StateSize(), loud.StateSize(); got != want {
				r.Fatalf("%d nodes are held, want %d", got, want)
			}
			if _, wrong := quiet.Held(t); len(wrong) > 0 {
				r.Fatal(wrong)
			}
		}
		check(t, errors.Join(quiet.Close(), loud.Close()))
		if passed == 0 && nonce == 0 {
			r.Skip("no block was made")
		}
	})
}
