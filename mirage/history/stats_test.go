package history_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/mirage/history"
)

// What the accounts of a world earned and owed is told in whole tokens.
func TestAssumptionsTellWholeTokens(t *testing.T) {
	s := history.Stats{
		Figures:   history.Figures{Recorded: new(uint256.Int), ShortBy: new(uint256.Int)},
		Followers: []history.FollowerFigures{{Handle: "weth-usdc-30", Quote: history.Token{Symbol: "USDC", Decimals: 6}, Swaps: 3, Profit: big.NewInt(192_138_445)}, {Handle: "wbtc-weth-5", Quote: history.Token{Symbol: "WETH", Decimals: 18}, Profit: big.NewInt(-2e16)}},
		Lenders:   []history.LenderFigures{{Handle: "erc-4626", Owned: true, Most: big.NewInt(5e9), Paid: big.NewInt(70_000)}, {Handle: "aave-v3", Most: big.NewInt(1_234_567)}},
	}
	lines := strings.Join(s.Assumptions(), "\n")
	for _, want := range []string{"kept 192.13 USDC after fees", "kept −0.02 WETH after fees", "had 5000.00 USDC out at most, and paid 0.07 USDC for it", "owed 1.23 USDC at most"} {
		if !strings.Contains(lines, want) {
			t.Errorf("the assumptions lack %q:\n%s", want, lines)
		}
	}
	if strings.Contains(lines, "raw units") {
		t.Error(lines)
	}
}
