package rollup_test

import (
	"bytes"
	"encoding/hex"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/rollup"
)

// bridged is a contract call of Optimism's main chain, transaction 0x8eb9dd4e…16b594.
const bridged = "02f901550a758302df1483be21b88304743f94f80e51afb613d764fa61751affd3313c190a86bb870151bd62fd12adb8" +
	"e41ef24f3f000000000000000000000000000000000000000000000000000000000000006e000000000000000000000000af88d065e77c8c" +
	"c2239327c5edb3a432268e5831000000000000000000000000000000000000000000000000000000000003c1e50000000000000000000000" +
	"00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000a0000000" +
	"00000000000000000000000000000000000000000000000000000000148c89ed219d02f1a5be012c689b4f5b731827bebe00000000000000" +
	"0000000000c001a033fd89cb37c31b2cba46b6466e040c61fc9b2a3675a7f5f493ebd5ad77c497f8a07cdf65680e238392693019b4092f61" +
	"0222e71b7cec06449cb922b93b6a12744e"

// plain is the transaction without data or signature that op-geth's tests price.
func plain(t *testing.T) []byte {
	t.Helper()
	to := common.HexToAddress("095e7baea6a6c7c4c2dfeb977efac326af552d87")
	raw, err := types.NewTx(&types.LegacyTx{To: &to, Value: new(big.Int), GasPrice: new(big.Int)}).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// spec: chain §7 point 8. The lengths are those of op-geth's own test.
func TestTransactionsAreAsLongAsOpGethSays(t *testing.T) {
	call, err := hex.DecodeString(bridged)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		data []byte
		want int
	}{
		"nothing": {nil, 0}, "a thousand ones": {bytes.Repeat([]byte{1}, 1000), 21}, "a thousand zeros": {make([]byte, 1000), 21},
		"a plain transaction": {plain(t), 31}, "a contract call": {call, 202},
	} {
		if got := rollup.FastLZ(c.data); got != c.want {
			t.Errorf("%s takes %d bytes, want %d", name, got, c.want)
		}
	}
}

func params() rollup.Params {
	return rollup.Params{
		BaseFee: *uint256.NewInt(1000e6), BlobBaseFee: *uint256.NewInt(10e6), BaseFeeScalar: 2, BlobBaseFeeScalar: 3,
		OperatorScalar: 1_439_103_868, OperatorConstant: 1_256_417_826_609_331_460,
	}
}

// The fee is that of op-geth's and op-service's tests: 100,000,000 × (2 × 1000e6 × 16 + 3 × 10e6) / 1e12.
func TestASmallTransactionPaysTheLeastFee(t *testing.T) {
	if fee := params().DataFee(plain(t)); fee.Uint64() != 3_203_000 {
		t.Errorf("%s wei, want 3203000", fee.Dec())
	}
}

func TestAContractCallPaysForItsCompressedSize(t *testing.T) {
	call, err := hex.DecodeString(bridged)
	if err != nil {
		t.Fatal(err)
	}
	// 202 bytes are 836,500 × 202 − 42,585,600 = 126,387,400 millionths; × 32,030,000,000 / 1e12.
	if fee := params().DataFee(call); fee.Uint64() != 4_048_188 {
		t.Errorf("%s wei, want 4048188", fee.Dec())
	}
}

func TestTheOperatorsFeeFollowsTheRules(t *testing.T) {
	p := params()
	const gas, constant = 1618, 1_256_417_826_609_331_460
	if fee := p.OperatorFee(gas); fee.Uint64() != constant+2_328_470 { // 1618 × 1,439,103,868 / 1e6
		t.Errorf("Isthmus: %s wei", fee.Dec())
	}
	p.Jovian = true
	if fee := p.OperatorFee(gas); fee.Uint64() != constant+1618*1_439_103_868*100 {
		t.Errorf("Jovian: %s wei", fee.Dec())
	}
}

func TestParamsAreReadAsTheyAreStored(t *testing.T) {
	for _, jovian := range []bool{false, true} {
		p := params()
		p.Jovian = jovian
		stored := p.Storage()
		if got := rollup.ParamsOf(func(a common.Address, k common.Hash) common.Hash { return stored[rollup.Slot{Contract: a, Key: k}] }); got != p {
			t.Errorf("stored %+v, read %+v", p, got)
		}
	}
}

func FuzzFastLZ(f *testing.F) {
	f.Add([]byte{}, 0)
	f.Add(make([]byte, 300), 40)
	f.Fuzz(func(t *testing.T, data []byte, again int) {
		data = append(data, data[:min(len(data), max(0, again))]...)
		if size := rollup.FastLZ(data); size < 0 || size > len(data)+len(data)/32+1 {
			t.Errorf("%d bytes take %d", len(data), size)
		}
	})
}
