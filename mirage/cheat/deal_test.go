package cheat_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/mirage/cheat"
)

func TestADealSetsABalance(t *testing.T) {
	for _, name := range []string{"plain", "packed below", "vyper", "proxy"} {
		d := open(t)
		d.place(name)
		for _, want := range []int64{1_000_000, 12, 12, 0, 7} { // up, down, and as it is
			d.is("true", "anvil_dealERC20", holder, token, want)
			if got := d.balanceOf(holder); got.Int64() != want {
				t.Errorf("%s: balance %s, want %d", name, got, want)
			}
		}
	}
	d := open(t)
	d.place("shares")
	d.fails(cheat.CodeSlotDetectionFailed, "anvil_dealERC20", holder, token, 5)
	d.fails(cheat.CodeSlotDetectionFailed, "anvil_dealERC20", holder, bob, 5)
}

// allowing answers allowance from a mapping of mappings at slot 10, and 7 to everything else.
const allowing = "0x" + "602436116" + "00f57" + "60075f5260205ff3" + "5b" +
	"6004355f52600a60205260405f20" + "602052" + "6024355f5260405f20" + "545f5260205ff3"

func TestAnAllowanceIsSet(t *testing.T) {
	d := open(t)
	d.call("anvil_setCode", token, allowing)
	owner, spender := holder, bob
	ask := func(owner, spender common.Address) string {
		data := "0xdd62ed3e" + common.BytesToHash(owner[:]).Hex()[2:] + common.BytesToHash(spender[:]).Hex()[2:]
		return d.call("eth_call", object{"to": token, "data": data}, "latest")
	}
	for _, want := range []int64{900, 3, 0} {
		d.is("true", "anvil_setERC20Allowance", owner, spender, token, want)
		if got := ask(owner, spender); got != `"`+common.BigToHash(big.NewInt(want)).Hex()+`"` {
			t.Errorf("allowance %s, want %d", got, want)
		}
		if got := ask(spender, owner); got != `"`+(common.Hash{}).Hex()+`"` {
			t.Errorf("the other way round %s", got)
		}
	}
	d.fails(cheat.CodeSlotDetectionFailed, "anvil_setERC20Allowance", owner, spender, bob, 1)
}
