package cheat

import (
	"bytes"
	"encoding/json"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"pgregory.net/rapid"
)

func TestANumberIsReadInEveryNotationOfTheTools(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		want := new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 32).Draw(r, "bytes"))
		for _, text := range []string{want.String(), `"` + want.String() + `"`, `"0x` + want.Text(16) + `"`, `"0X00` + want.Text(16) + `"`} {
			var q quantity
			if err := json.Unmarshal([]byte(text), &q); err != nil || q.big().Cmp(want) != 0 {
				r.Fatalf("%s: %s, error %v", text, q.big(), err)
			}
			var w word
			if err := json.Unmarshal([]byte(text), &w); err != nil || common.Hash(w) != common.BigToHash(want) {
				r.Fatalf("%s: %x, error %v", text, w, err)
			}
		}
	})
	for _, text := range []string{`""`, `"0x"`, `"-1"`, `-1`, `1.5`, `1e3`, `"0x1_0"`, `"+1"`, `"0xg"`, `"1 "`, `null`, `true`, `[]`, `{}`, `"0x1` + string(bytes.Repeat([]byte("0"), 64)) + `"`} {
		var q quantity
		if err := q.UnmarshalJSON([]byte(text)); err == nil {
			t.Errorf("%s was read as %s", text, q.big())
		}
	}
}

func FuzzQuantity(f *testing.F) {
	for _, seed := range []string{`"0x1"`, `12`, `"12"`, `"0x"`, `-1`, `null`, `"0x_1"`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var q quantity
		if q.UnmarshalJSON(b) != nil {
			return
		}
		if v := q.big(); v.Sign() < 0 || v.BitLen() > 256 {
			t.Fatalf("%q gave %s", b, v)
		}
		var again quantity
		if err := again.UnmarshalJSON([]byte(q.big().String())); err != nil || again.big().Cmp(q.big()) != 0 {
			t.Fatalf("%q gave %s and then %s (%v)", b, q.big(), again.big(), err)
		}
	})
}

// A request that is accepted and complete becomes a transaction that encodes and
// decodes to itself, whatever its type.
func FuzzRequest(f *testing.F) {
	for _, seed := range []string{
		`{"from":"0x0000000000000000000000000000000000000001","to":"0x0000000000000000000000000000000000000002","value":"0x1"}`,
		`{"maxFeePerGas":"0x5","data":"0x01","nonce":"0x9"}`, `{"accessList":[],"gasPrice":"0x1","gas":"0x5208"}`,
		`{"to":"0x0000000000000000000000000000000000000002","authorizationList":[{"chainId":"0x1","address":"0x0000000000000000000000000000000000000003","nonce":"0x0","yParity":"0x0","r":"0x1","s":"0x1"}]}`,
		`{"authorizationList":[{}]}`,
	} {
		f.Add([]byte(seed))
	}
	chain := big.NewInt(31337)
	f.Fuzz(func(t *testing.T, b []byte) {
		var r request
		if json.Unmarshal(b, &r) != nil || r.check(chain) != nil {
			return
		}
		fillZero(&r)
		tx := types.NewTx(r.transaction(chain))
		raw, err := tx.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var back types.Transaction
		if err := back.UnmarshalBinary(raw); err != nil || back.Hash() != tx.Hash() {
			t.Fatalf("%s: %v", b, err)
		}
	})
}

func fillZero(r *request) {
	if r.Nonce == nil {
		r.Nonce = new(hexutil.Uint64)
	}
	if r.Gas == nil {
		r.Gas = new(hexutil.Uint64)
	}
	if r.GasPrice == nil {
		r.GasPrice = new(hexutil.Big)
	}
	if r.MaxFeePerGas == nil {
		r.MaxFeePerGas = new(hexutil.Big)
	}
	if r.MaxPriorityFeePerGas == nil {
		r.MaxPriorityFeePerGas = new(hexutil.Big)
	}
}
