package fork_test

import (
	"encoding/json"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/mirage/node"
)

// spec: mirage-testing §6.1: one question about logs finds those below a fork's block and
// those above it, each once, in order, and none of what came later below.
func TestLogsOfAForkGoOnBelowIt(t *testing.T) {
	b := newBelow(t)
	give := func(n *node.Node, nonce uint64) *types.Transaction {
		tx := b.pay(t, n, nonce, b.token, 0, evmtest.Pack("transfer(address,uint256)", []byte{9}, []byte{byte(nonce)}))
		check(t, n.Pool.Submit(t.Context(), tx))
		return tx
	}
	give(b.Node, 1)
	first := b.Chain.Head()
	give(b.Node, 2)
	n := b.fork(t)
	start := b.Chain.Head().Number.Uint64()
	give(b.Node, 3) // does not exist on the fork
	give(n, 3)
	give(n, 4)
	for name, c := range map[string]struct {
		filter map[string]any
		want   []uint64 // blocks
	}{
		"all":            {map[string]any{"fromBlock": "earliest", "toBlock": "latest"}, []uint64{start - 1, start, start + 1, start + 2}},
		"below":          {map[string]any{"fromBlock": "0x1", "toBlock": hexutil.Uint64(start - 1)}, []uint64{start - 1}},
		"across":         {map[string]any{"fromBlock": hexutil.Uint64(start), "toBlock": hexutil.Uint64(start + 1)}, []uint64{start, start + 1}},
		"here":           {map[string]any{"fromBlock": hexutil.Uint64(start + 1)}, []uint64{start + 1, start + 2}},
		"by address":     {map[string]any{"fromBlock": "0x0", "address": b.token}, []uint64{start - 1, start, start + 1, start + 2}},
		"of nobody":      {map[string]any{"fromBlock": "0x0", "address": common.Address{8}}, nil},
		"by topic":       {map[string]any{"fromBlock": "0x0", "topics": []any{nil, nil, common.Hash{31: 9}}}, []uint64{start - 1, start, start + 1, start + 2}},
		"by other topic": {map[string]any{"fromBlock": "0x0", "topics": []any{common.Hash{1}}}, nil},
		"of a block":     {map[string]any{"blockHash": first.Hash()}, []uint64{start - 1}},
		"of a local one": {map[string]any{"blockHash": n.Chain.Head().Hash()}, []uint64{start + 2}},
	} {
		var logs []types.Log
		if err := json.Unmarshal([]byte(ask(t, n, "eth_getLogs", c.filter)), &logs); err != nil || len(logs) != len(c.want) {
			t.Errorf("%s: %d logs, want %d (%v)", name, len(logs), len(c.want), err)
			continue
		}
		for i, l := range logs {
			if l.BlockNumber != c.want[i] || l.Address != b.token || l.Data[31] == 0 {
				t.Errorf("%s: log %d is %+v, want one of block %d", name, i, l, c.want[i])
			}
		}
	}
	if out, err := try(t.Context(), n, "eth_getLogs", map[string]any{"blockHash": b.Chain.Head().Hash()}); err == nil {
		t.Errorf("a later block below: %s", out)
	}
}
