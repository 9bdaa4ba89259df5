package logindex_test

import (
	"encoding/json"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"pgregory.net/rapid"

	"bardo.run/bardo/mirage/logindex"
)

var (
	anyHash = rapid.Custom(func(t *rapid.T) common.Hash {
		return common.BytesToHash(rapid.SliceOfN(rapid.Byte(), 0, 32).Draw(t, "hash"))
	})
	anyLog = rapid.Custom(func(t *rapid.T) *types.Log {
		l := &types.Log{
			Address: common.BytesToAddress(rapid.SliceOfN(rapid.Byte(), 0, 20).Draw(t, "address")),
			Topics:  rapid.SliceOfN(anyHash, 0, 4).Draw(t, "topics"), Data: rapid.SliceOf(rapid.Byte()).Draw(t, "data"),
			BlockNumber: rapid.Uint64().Draw(t, "block"), TxHash: anyHash.Draw(t, "tx"), TxIndex: rapid.Uint().Draw(t, "place"),
			BlockHash: anyHash.Draw(t, "hash"), BlockTimestamp: rapid.Uint64().Draw(t, "time"), Index: rapid.Uint().Draw(t, "index"),
			Removed: rapid.Bool().Draw(t, "removed"),
		}
		if rapid.Bool().Draw(t, "bare") {
			l.Topics, l.Data = nil, nil
		}
		return l
	})
)

func TestAListIsTheJSONOfGoEthereum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		logs := rapid.SliceOf(anyLog).Draw(t, "logs")
		want, err := json.Marshal(logs)
		if err != nil {
			t.Fatal(err)
		}
		if len(logs) == 0 {
			want = []byte("[]")
		}
		got, err := logindex.List(logs).MarshalJSON()
		if err != nil || string(got) != string(want) {
			t.Fatalf("%v\n%s\n%s", err, got, want)
		}
	})
}
