package node_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"pgregory.net/rapid"

	"bardo.run/bardo/mirage/node"
)

// keeper writes the second word of its input into the slot of the first, and reads it.
var keeper = common.FromHex("602035600035556000545000")

// What a node holds of the latest state is what its tries hold: whatever was sent, changed
// by hand, removed, and taken back.
func TestTheHeldStateIsTheTries(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		at := []common.Address{{0x10}, {0x11}}
		n, _ := open(t, func(c *node.Config) {
			c.KeepStates = rapid.SampledFrom([]int{0, 4}).Draw(r, "states kept")
			c.Code = map[common.Address][]byte{at[0]: keeper, at[1]: keeper}
		})
		nonce, most := uint64(0), 0
		var snapshots []place
		for range rapid.IntRange(1, 24).Draw(r, "steps") {
			contract := rapid.SampledFrom(at).Draw(r, "contract")
			key, value := word(r, "key"), word(r, "value")
			switch rapid.SampledFrom([]string{"store", "store", "store", "pay", "edit", "remove", "snapshot", "revert"}).Draw(r, "step") {
			case "store":
				mine(t, n, node.BlockSpec{Txs: []*types.Transaction{calling(t, n, nonce, contract, append(key[:], value[:]...))}})
				nonce++
			case "pay":
				mine(t, n, node.BlockSpec{Txs: []*types.Transaction{pay(t, n, nonce, big.NewInt(1), common.BytesToAddress(key[:]))}})
				nonce++
			case "edit":
				edit(t, n, func(st *state.StateDB) { st.SetState(contract, key, value) })
			case "remove": // an account without slots: no rule takes another away
				edit(t, n, func(st *state.StateDB) { st.SelfDestruct(common.BytesToAddress(key[:])) })
			case "snapshot":
				snapshots = append(snapshots, place{take(t, n), nonce})
			case "revert":
				if len(snapshots) == 0 {
					continue
				}
				i := rapid.IntRange(0, len(snapshots)-1).Draw(r, "snapshot")
				check(t, n.Snapshots.Revert(snapshots[i].id))
				nonce, snapshots = snapshots[i].nonce, snapshots[:i]
			}
			held, wrong := n.Held(t)
			for _, w := range wrong {
				r.Error(w)
			}
			most = max(most, held)
		}
		if nonce > 0 && most == 0 {
			r.Error("nothing was ever held")
		}
		check(t, n.Close())
	})
}

// place is a snapshot, and the nonce that was the next one then.
type place struct{ id, nonce uint64 }

// word is one of a few.
func word(r *rapid.T, label string) common.Hash {
	return common.BigToHash(big.NewInt(rapid.Int64Range(0, 3).Draw(r, label)))
}

func calling(t testing.TB, n *node.Node, nonce uint64, to common.Address, data []byte) *types.Transaction {
	t.Helper()
	return sign(t, n, aliceKey, &types.DynamicFeeTx{
		ChainID: n.Chain.ID(), Nonce: nonce, To: &to, Data: data, Gas: 100_000, GasFeeCap: big.NewInt(1e12), GasTipCap: new(big.Int),
	})
}

func edit(t testing.TB, n *node.Node, change func(*state.StateDB)) {
	t.Helper()
	check(t, n.Miner.Edit(t.Context(), change))
}
