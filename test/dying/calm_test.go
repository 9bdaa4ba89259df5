package dying

import (
	"slices"
	"testing"
)

// everything is two positions, a loan to Aave and a holding.
const everything = "provide 10% of equity within ±2% then provide 5% of equity within ±5% then lend 10% of cash then buy 20% of equity"

// The same death in good weather, which the others are held against.
func TestADeathInGoodWeatherLeavesNothing(t *testing.T) {
	t.Parallel()
	g := newGolem(newWorld(t, 10_000, ether(1_000)), everything).lives()
	w := g.hold()
	if len(g.before.positions) != 2 || g.before.weth.Sign() == 0 {
		t.Fatalf("it died with %+v", g.before)
	}
	if want := []string{"remove_liquidity", "remove_liquidity", "withdraw", "swap"}; !slices.Equal(w.executed(), want) {
		t.Errorf("%v", w.executed())
	}
	if len(w.Settlement.Stranded) != 0 || w.Wallet.KeyKept {
		t.Errorf("left %+v", w.Settlement.Stranded)
	}
}
