package logindex

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rlp"
)

// FuzzReceipts reads anything as the receipts of a block: what go-ethereum decodes reads the same
// here, and nothing panics.
func FuzzReceipts(f *testing.F) {
	text, err := rlp.EncodeToBytes([]*types.ReceiptForStorage{
		{Status: 1, CumulativeGasUsed: 21_000},
		{Status: 1, CumulativeGasUsed: 90_000, Logs: []*types.Log{
			{Address: common.Address{1}, Topics: []common.Hash{{2}, {3}}, Data: []byte{4}},
			{Address: common.Address{5}, Topics: []common.Hash{}, Data: []byte{}},
		}},
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Fuzz(func(t *testing.T, receipts []byte) {
		var got []*types.Log
		failed := eachLog(receipts, func(l rawLog) error {
			log, err := l.whole()
			got = append(got, log)
			return err
		})
		var stored []*types.ReceiptForStorage
		if rlp.DecodeBytes(receipts, &stored) != nil {
			return
		}
		var want []*types.Log
		for _, r := range stored {
			want = append(want, r.Logs...)
		}
		if failed != nil || len(got) != len(want) {
			t.Fatalf("%d logs, want %d: %v", len(got), len(want), failed)
		}
		for i, w := range want {
			g := got[i]
			if g.Address != w.Address || string(g.Data) != string(w.Data) || len(g.Topics) != len(w.Topics) || int(g.Index) != i {
				t.Fatalf("log %d is %+v, want %+v", i, g, w)
			}
			for j := range w.Topics {
				if g.Topics[j] != w.Topics[j] {
					t.Fatalf("topic %d of log %d is %s, want %s", j, i, g.Topics[j], w.Topics[j])
				}
			}
		}
	})
}

// FuzzBody reads anything as the body of a block: the hashes are go-ethereum's.
func FuzzBody(f *testing.F) {
	text, err := rlp.EncodeToBytes(types.Body{Transactions: []*types.Transaction{
		types.NewTx(&types.LegacyTx{Nonce: 1, Gas: 21_000}),
		types.NewTx(&types.DynamicFeeTx{Nonce: 2, Gas: 21_000}),
		types.NewTx(&types.SetCodeTx{Nonce: 3, Gas: 21_000}),
	}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Fuzz(func(t *testing.T, body []byte) {
		var want types.Body
		if rlp.DecodeBytes(body, &want) != nil {
			_, _ = hashes(body) // they may be anything, and it does not panic
			return
		}
		got, err := hashes(body)
		if err != nil || len(got) != len(want.Transactions) {
			t.Fatalf("%d transactions, want %d: %v", len(got), len(want.Transactions), err)
		}
		for i, tx := range want.Transactions {
			if got[i] != tx.Hash() {
				t.Fatalf("transaction %d is %s, want %s", i, got[i], tx.Hash())
			}
		}
	})
}
