package chain

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	gethrpc "github.com/ethereum/go-ethereum/rpc"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// till is the eth service of a node that has one transaction, in block 8.
type till struct {
	head     uint64
	from     common.Address
	reverted bool
	moved    [][3]common.Address // token, from, to; each moves five dollars
}

func (n *till) GetBlockByNumber(string, bool) map[string]any {
	b := (&node{}).GetBlockByNumber("", false)
	b["number"] = hexutil.Uint64(n.head)
	return b
}

func (n *till) GetTransactionReceipt(tx common.Hash) map[string]any {
	r, _ := (&node{reverts: n.reverted}).GetTransactionReceipt(tx)
	logs := []map[string]any{}
	for i, m := range n.moved {
		logs = append(logs, map[string]any{
			"address": m[0], "topics": []common.Hash{transfer, common.BytesToHash(m[1][:]), common.BytesToHash(m[2][:])},
			"data": common.BigToHash(big.NewInt(int64(5 * money.One))), "logIndex": hexutil.Uint(i), "blockNumber": "0x8", "transactionHash": tx,
			"transactionIndex": "0x0", "blockHash": common.Hash{8}, "removed": false,
		})
	}
	r["from"], r["logs"] = n.from, logs
	return r
}

// Only settled money of somebody else is credit: nothing that is taken back, that failed, that
// the Golem's account or its session key sent, or that it gave something for.
func TestAPaymentIsSettledAndForeign(t *testing.T) {
	usdc, weth := common.Address{1}, common.Address{2}
	account, payer, owner, pool := common.Address{3}, common.Address{4}, common.Address{5}, common.Address{6}
	paid := [3]common.Address{usdc, owner, account}
	for name, c := range map[string]struct {
		till
		want string
	}{
		"two blocks above it":     {till{head: 10, from: owner, moved: [][3]common.Address{paid}}, ""},
		"one block above it":      {till{head: 9, from: owner, moved: [][3]common.Address{paid}}, "there are 1 now"},
		"the newest block":        {till{head: 8, from: owner, moved: [][3]common.Address{paid}}, "there are 0 now"},
		"a node that is behind":   {till{head: 7, from: owner, moved: [][3]common.Address{paid}}, "there are 0 now"},
		"reverted":                {till{head: 10, from: owner, reverted: true, moved: [][3]common.Address{paid}}, "was reverted"},
		"sent by the account":     {till{head: 10, from: account, moved: [][3]common.Address{paid}}, "sent the transaction"},
		"sent by the session key": {till{head: 10, from: payer, moved: [][3]common.Address{paid}}, "sent the transaction"},
		"given something for":     {till{head: 10, from: owner, moved: [][3]common.Address{{weth, account, pool}, {usdc, pool, account}}}, "a trade is no payment"},
		"to another":              {till{head: 10, from: owner, moved: [][3]common.Address{{usdc, owner, pool}}}, "brought no"},
		"in another token":        {till{head: 10, from: owner, moved: [][3]common.Address{{weth, owner, account}}}, "brought no"},
	} {
		t.Run(name, func(t *testing.T) {
			server := gethrpc.NewServer()
			check(t, server.RegisterName("eth", &c.till))
			client := rpc.New(gethrpc.DialInProc(server))
			t.Cleanup(func() { client.Close(); server.Stop() })
			g := &Chain{client: client, account: account, fence: &fence{payer: payer}, assets: []turn.Token{{Address: usdc, Decimals: 6}, {Address: weth, Decimals: 18}}}
			err := g.Paid(t.Context(), common.Hash{1}, 5*money.One)
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}
