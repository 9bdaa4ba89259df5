package permit2_test

import (
	"encoding/hex"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/permit2"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"
)

func permit() permit2.Permit {
	return permit2.Permit{
		Token: common.Address{1}, Amount: uint256.NewInt(1000), Spender: common.Address{2},
		Nonce: uint256.NewInt(513), Deadline: 1_700_000_000,
	}
}

// The type hashes are constants of the deployed contract.
func TestTypeHashesEqualTheContracts(t *testing.T) {
	data := permit().TypedData(8453)
	for primary, want := range map[string]string{
		"PermitTransferFrom": "0x939c21a48a8dbe3a9a2404a1d46691e4d39f6583d6ec6b35714604c986d80106",
		"TokenPermissions":   "0x618358ac3db8dc274f0cd8829da7e234bd48cd73c4a740aede1adec9846d06a1",
	} {
		if got := data.TypeHash(primary); got.String() != want {
			t.Errorf("%s: %v, want %s", primary, got, want)
		}
	}
	if _, err := data.HashStruct(data.PrimaryType, data.Message); err != nil {
		t.Error(err)
	}
	if _, err := data.HashStruct("EIP712Domain", data.Domain.Map()); err != nil {
		t.Error(err)
	}
}

// spec: chain §5.1
func TestNonceSlots(t *testing.T) {
	word, bit := permit2.NonceSlot(uint256.NewInt(513))
	if word.Uint64() != 2 || bit != 1 {
		t.Errorf("nonce 513 lies at word %s bit %d, want 2 and 1", word.Dec(), bit)
	}
	rapid.Check(t, func(t *rapid.T) {
		nonce := permit2.NonceFor(rapid.String().Draw(t, "session"), rapid.Uint32().Draw(t, "step"))
		word, bit := permit2.NonceSlot(nonce)
		back := new(uint256.Int).Lsh(word, 8)
		if !back.AddUint64(back, uint64(bit)).Eq(nonce) {
			t.Fatalf("nonce %s lies at %s bit %d", nonce.Hex(), word.Hex(), bit)
		}
		bitmap := new(uint256.Int).Lsh(uint256.NewInt(1), uint(bit)).Bytes32()
		for other := range 256 {
			if used, err := permit2.NonceUsed(bitmap[:], uint8(other)); err != nil || used != (other == int(bit)) {
				t.Fatalf("bit %d of a bitmap with bit %d: %v (%v)", other, bit, used, err)
			}
		}
	})
	if _, err := permit2.NonceUsed(nil, 0); err == nil {
		t.Error("no answer counts as unused")
	}
}

func TestARetryUsesTheSameNonce(t *testing.T) {
	if !permit2.NonceFor("session", 1).Eq(permit2.NonceFor("session", 1)) {
		t.Error("a retry has another nonce")
	}
	if permit2.NonceFor("session", 1).Eq(permit2.NonceFor("session", 2)) || permit2.NonceFor("a", 1).Eq(permit2.NonceFor("b", 1)) {
		t.Error("different permits share a nonce")
	}
}

func TestTakeStaysWithinThePermit(t *testing.T) {
	p := permit()
	data, err := p.Take(common.Address{3}, common.Address{4}, uint256.NewInt(1000), [65]byte{5})
	if err != nil || hex.EncodeToString(data[:4]) != "30f28b7a" {
		t.Fatalf("call %x (%v)", data, err)
	}
	abi := bind.NewPermit2().GetABI()
	in, err := abi.Methods["permitTransferFrom"].Inputs.Unpack(data[4:])
	if err != nil || in[2].(common.Address) != (common.Address{3}) {
		t.Errorf("decodes as %v (%v)", in, err)
	}
	if _, err := p.Take(common.Address{3}, common.Address{4}, uint256.NewInt(1001), [65]byte{5}); err == nil {
		t.Error("more than permitted was encoded")
	}
}
