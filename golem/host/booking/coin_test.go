package booking

import (
	"testing"

	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
)

// Coin becomes the asset that stands for it to the unit, and that coin, and a chain that takes it
// back leaves the books as they were.
func TestCoinIsWrappedAndUnwrappedInTheBooks(t *testing.T) {
	d, books := setUp(t)
	check(t, d.Tokens.Executed(done("wrap", "permit:1.1", `{}`, paid(turn.Coin, 3e16), got(weth, 3e16)), seen()))
	expect(t, books, ledger.Golem, ledger.Native, 47e16)
	expect(t, books, ledger.Golem, weth.Hex(), 3e16)
	unwrapped := done("unwrap", "permit:2.1", `{}`, paid(weth, 1e16), got(turn.Coin, 1e16))
	check(t, d.Tokens.Executed(unwrapped, seen()))
	expect(t, books, ledger.Golem, ledger.Native, 48e16)
	expect(t, books, ledger.Golem, weth.Hex(), 2e16)
	for _, asset := range []string{ledger.Native, weth.Hex()} {
		if books.Sum(asset).Sign() != 0 {
			t.Errorf("%s does not add up", asset)
		}
	}
	check(t, d.Tokens.TakenBack(unwrapped))
	expect(t, books, ledger.Golem, ledger.Native, 47e16)
	expect(t, books, ledger.Golem, weth.Hex(), 3e16)
	if err := d.Tokens.Executed(done("wrap", "permit:3.1", `{}`, got(weth, 1)), seen()); err == nil {
		t.Error("half of it is booked")
	}
}
