package cheat_test

import (
	"math/big"
	"testing"

	"bardo.run/bardo/mirage/cheat"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
)

// The tokens answer balanceOf (36 bytes of calldata) and totalSupply (4 bytes), whose
// number stands in slot 2.
const (
	supplyOr = "3660041060" + "12" + "57" + "60025460005260206000f3" + "5b" // else jump to 0x12
	answer   = "60005260206000f3"
	solidity = "600435600052600960205260406000205" + "4" // mapping(address => …) at slot 9
	vyper    = "600435602052600960005260406000205" + "4" // the slot first
)

var tokens = map[string]string{
	"plain":         supplyOr + solidity + answer,
	"packed above":  supplyOr + solidity + "60401c6fffffffffffffffffffffffffffffffff16" + answer, // bits 64 to 191
	"packed below":  supplyOr + solidity + "6001600160ff1b0316" + answer,                         // all but the highest bit
	"vyper":         supplyOr + vyper + answer,
	"shares":        supplyOr + solidity + "60055402600654" + "9004" + answer, // shares × slot 5 / slot 6
	"always twelve": "600c" + answer,
}

// proxy delegates to what EIP-1967's slot names.
var proxy = "0x" + "36600060003760006000366000" + "7f360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc54" + "5af4503d6000803e3d6000f3"

var holder = common.HexToAddress("0x000000000000000000000000000000000000dEaD")

// balanceSlot is where holder's balance stands.
func balanceSlot(name string) common.Hash {
	account, nine := common.LeftPadBytes(holder[:], 32), common.LeftPadBytes([]byte{9}, 32)
	if name == "vyper" {
		return crypto.Keccak256Hash(nine, account)
	}
	return crypto.Keccak256Hash(account, nine)
}

// spec: mirage-testing §6.4: mapping slot vectors.
func TestMappingSlotVectors(t *testing.T) {
	account := common.LeftPadBytes(holder[:], 32)
	if got := crypto.Keccak256Hash(account, make([]byte, 32)).Hex(); got != "0x44ad89ba62b98ff34f51403ac22759b55759460c0bb5521eb4b6ee3cff49cf83" {
		t.Errorf("slot 0: %s", got)
	}
	if got := balanceSlot("plain").Hex(); got != "0x960b1051749987b45b5679007fff577a1c2f763ec21c15a6c5eb193075003785" {
		t.Errorf("slot 9: %s", got)
	}
}

// token stands where the tests put their token.
var token = common.HexToAddress("0x70ce17")

func (d devnet) place(name string) {
	d.t.Helper()
	code := "0x" + tokens[name]
	if name == "proxy" {
		logic := common.HexToAddress("0x10961c")
		d.call("anvil_setCode", logic, "0x"+tokens["plain"])
		d.call("anvil_setStorageAt", token, "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc", common.BytesToHash(logic[:]))
		code = proxy
	}
	d.call("anvil_setCode", token, code)
	d.call("anvil_setStorageAt", token, "0x2", "0x3e8")
}

func (d devnet) balanceOf(account common.Address) *big.Int {
	d.t.Helper()
	var out hexutil.Bytes
	d.decode(&out, "eth_call", object{"to": token, "data": hexutil.Bytes(append(common.FromHex("0x70a08231"), common.LeftPadBytes(account[:], 32)...))}, "latest")
	return new(big.Int).SetBytes(out)
}

// spec: mirage-testing §6.4: mintERC20 on plain, packed, proxy, share-based, Vyper layout.
func TestMintFindsTheSlotOfEveryLayout(t *testing.T) {
	for _, name := range []string{"plain", "packed above", "packed below", "vyper", "proxy"} {
		for _, start := range []uint64{0, 12} {
			d := open(t)
			d.place(name)
			shift := uint(0)
			if name == "packed above" {
				shift = 64
			}
			flags := new(big.Int)
			if name == "packed above" {
				flags.SetUint64(0xabcdef)
			}
			if name == "packed below" {
				flags.Lsh(common.Big1, 255)
			}
			held := new(big.Int).Add(flags, new(big.Int).Lsh(new(big.Int).SetUint64(start), shift))
			d.call("anvil_setStorageAt", token, balanceSlot(name), common.BigToHash(held))
			amount := new(big.Int).Exp(big.NewInt(10), big.NewInt(24), nil)
			d.is("true", "mirage_mintERC20", token, holder, (*hexutil.Big)(amount))
			if got, want := d.balanceOf(holder), new(big.Int).Add(amount, new(big.Int).SetUint64(start)); got.Cmp(want) != 0 {
				t.Errorf("%s from %d: balance %s, want %s", name, start, got, want)
			}
			if got := d.balanceOf(bob); got.Sign() != 0 {
				t.Errorf("%s: somebody else holds %s", name, got)
			}
			var word common.Hash
			d.decode(&word, "eth_getStorageAt", token, balanceSlot(name), "latest")
			mask := new(big.Int).Lsh(common.Big1, shift)
			if name == "packed below" {
				mask.Lsh(common.Big1, 255)
				if word.Big().Cmp(mask) < 0 {
					t.Errorf("%s: the flag is gone: %s", name, word)
				}
			} else if got := new(big.Int).Mod(word.Big(), mask); got.Cmp(flags) != 0 {
				t.Errorf("%s: the flags are %x, were %x", name, got, flags)
			}
			d.is(`"0x00000000000000000000000000000000000000000000000000000000000003e8"`, "eth_getStorageAt", token, "0x2", "latest")
		}
	}
}

func TestMintAdjustsTheSupplyWhenAsked(t *testing.T) {
	d := open(t)
	d.place("plain")
	d.is("true", "mirage_mintERC20", token, holder, 500, object{"adjustSupply": true})
	d.is(`"0x00000000000000000000000000000000000000000000000000000000000005dc"`, "eth_call", object{"to": token, "data": "0x18160ddd"}, "latest")
	if got := d.balanceOf(holder); got.Int64() != 500 {
		t.Errorf("balance %s", got)
	}
}

// A share-based token fails or lands exactly, and a token without a slot fails; then
// nothing was written, not even a block.
func TestMintWritesNothingWhereNoSlotHoldsTheBalance(t *testing.T) {
	d := open(t)
	d.place("shares")
	d.call("anvil_setStorageAt", token, balanceSlot("shares"), "0x64")
	d.call("anvil_setStorageAt", token, "0x5", "0x6")
	d.call("anvil_setStorageAt", token, "0x6", "0x4")
	if got := d.balanceOf(holder); got.Int64() != 150 {
		t.Fatalf("100 shares of 6 for 4 are %s", got)
	}
	before := d.Chain.Head().Hash()
	d.fails(cheat.CodeSlotDetectionFailed, "mirage_mintERC20", token, holder, 10)
	if d.Chain.Head().Hash() != before {
		t.Error("a failed mint made a block")
	}
	d.call("anvil_setStorageAt", token, "0x6", "0x6") // one for one: it lands exactly
	d.is("true", "mirage_mintERC20", token, holder, 10)
	if got := d.balanceOf(holder); got.Int64() != 110 {
		t.Errorf("balance %s, want 110", got)
	}
	d.place("always twelve")
	before = d.Chain.Head().Hash()
	d.fails(cheat.CodeSlotDetectionFailed, "mirage_mintERC20", token, holder, 10)
	d.fails(cheat.CodeSlotDetectionFailed, "mirage_mintERC20", common.HexToAddress("0xe4917"), holder, 10)
	d.fails(cheat.CodeInvalidParams, "mirage_mintERC20", token, holder, "much")
	d.fails(cheat.CodeInvalidParams, "mirage_mintERC20", token, holder)
	if d.Chain.Head().Hash() != before {
		t.Error("a failed mint made a block")
	}
}

// An amount that does not fit beside what is there is refused.
func TestMintRefusesAnAmountThatOverflows(t *testing.T) {
	d := open(t)
	d.place("plain")
	d.call("anvil_setStorageAt", token, balanceSlot("plain"), "0x5")
	d.fails(cheat.CodeInvalidParams, "mirage_mintERC20", token, holder, "0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff")
}
