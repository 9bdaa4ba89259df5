package node_test

import (
	"math/big"
	"testing"

	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"pgregory.net/rapid"
)

// counter adds one to its slot 0 at every call.
var counter = common.HexToAddress("0xc047e2")

func withCounter(c *node.Config) {
	c.Code = map[common.Address][]byte{counter: common.FromHex("0x600054600101600055")}
}

// send makes a block of one legacy transaction of alice; a nil recipient creates.
func send(t testing.TB, n *node.Node, nonce uint64, to *common.Address, wei int64, data []byte) *types.Receipt {
	t.Helper()
	tx := sign(t, n, aliceKey, &types.LegacyTx{Nonce: nonce, To: to, Value: big.NewInt(wei), Gas: 200_000, GasPrice: big.NewInt(1000), Data: data})
	_, receipts := mine(t, n, node.BlockSpec{Txs: []*types.Transaction{tx}})
	return receipts[0]
}

func slot0(t testing.TB, n *node.Node) uint64 {
	t.Helper()
	var word common.Hash
	check(t, n.Server.Client().Call(&word, "eth_getStorageAt", counter, "0x0", "latest"))
	return word.Big().Uint64()
}

// What a contract reads in the next block is what the tries hold, through transactions,
// cheats, empty blocks, snapshots and reverts.
func TestContractsReadWhatTheChainHolds(t *testing.T) {
	n, _ := open(t, withCounter)
	origin := take(t, n)
	type model struct{ count, nonce uint64 }
	rapid.Check(t, func(r *rapid.T) {
		check(r, n.Snapshots.Revert(origin))
		origin = take(r, n)
		var now model
		var ids []uint64
		var kept []model
		for range rapid.IntRange(1, 8).Draw(r, "steps") {
			switch rapid.SampledFrom([]string{"poke", "poke", "write", "empty", "snapshot", "revert"}).Draw(r, "step") {
			case "poke":
				send(t, n, now.nonce, &counter, 0, nil)
				now = model{now.count + 1, now.nonce + 1}
			case "write":
				now.count = uint64(rapid.IntRange(0, 3).Draw(r, "value"))
				edit(t, n, func(db *state.StateDB) {
					db.SetState(counter, common.Hash{}, common.BigToHash(new(big.Int).SetUint64(now.count)))
				})
			case "empty":
				mine(t, n, node.BlockSpec{})
			case "snapshot":
				ids, kept = append(ids, take(r, n)), append(kept, now)
			case "revert":
				if len(ids) == 0 {
					continue
				}
				i := rapid.IntRange(0, len(ids)-1).Draw(r, "which")
				check(r, n.Snapshots.Revert(ids[i]))
				now, ids, kept = kept[i], ids[:i], kept[:i]
			}
			if got := slot0(t, n); got != now.count {
				r.Fatalf("the counter stands at %d, the model at %d", got, now.count)
			}
		}
	})
}

// An account that had a balance, is created as a contract and destroyed in one
// transaction is gone, and the next block sees it so.
func TestADestroyedAccountIsGone(t *testing.T) {
	n, _ := open(t)
	born := crypto.CreateAddress(alice, 1)
	send(t, n, 0, &born, 7, nil)
	if r := send(t, n, 1, nil, 0, common.FromHex("0x33ff")); r.Status != 1 || r.ContractAddress != born {
		t.Fatalf("receipt %+v, want the contract at %s", r, born)
	}
	has(t, n, born, 0)
	send(t, n, 2, &born, 5, nil)
	has(t, n, born, 5)
}
