package dying

import (
	"math/big"
	"slices"
	"testing"
)

// spec: mortality §9.3 — a position that cannot be freed ends as stranded, and is listed
// for the owner; it does not keep the rest from being settled.
func TestAPositionManagerThatRevertsKeepsNothingElse(t *testing.T) {
	t.Parallel()
	g := newGolem(newWorld(t, 10_000, ether(1_000)), everything)
	g.dying = func() {
		g.Refuse(g.Positions, "multicall(bytes[])", "decreaseLiquidity((uint256,uint128,uint256,uint256,uint256))")
	}
	w := g.lives().hold()
	if want := []string{"withdraw", "swap"}; !slices.Equal(w.executed(), want) {
		t.Errorf("%v", w.executed())
	}
	if len(g.holdings().positions) != 2 || g.holdings().weth.Sign() != 0 || g.lent(g.USDC).Sign() != 0 {
		t.Errorf("%+v, lent %s", g.holdings(), g.lent(g.USDC))
	}
	if len(w.Settlement.Stranded) != 2 {
		t.Errorf("left %+v", w.Settlement.Stranded)
	}
}

// One that reverts for a while only: the protocol does not wait for it, but what it
// leaves is there for the owner, whole.
func TestAStrandedPositionIsStillTheWallets(t *testing.T) {
	t.Parallel()
	g := newGolem(newWorld(t, 10_000, ether(1_000)), everything)
	var back func()
	g.dying = func() { back = g.Refuse(g.Positions, "multicall(bytes[])") }
	g.lives().hold()
	if back(); len(g.holdings().positions) != 2 {
		t.Errorf("%+v", g.holdings())
	}
}

// spec: mortality §9.3 step 4 — a paused market gives nothing back, and says so.
func TestAPausedLendingMarketIsNamed(t *testing.T) {
	t.Parallel()
	g := newGolem(newWorld(t, 10_000, ether(1_000)), everything)
	g.dying = func() { g.Pause(g.USDC, true) }
	w := g.lives().hold()
	if want := []string{"remove_liquidity", "remove_liquidity", "swap"}; !slices.Equal(w.executed(), want) {
		t.Errorf("%v", w.executed())
	}
	if _, named := w.left("lending market aave-v3"); !named || len(w.Settlement.Stranded) != 1 || g.lent(g.USDC).Sign() == 0 {
		t.Errorf("left %+v, lent %s", w.Settlement.Stranded, g.lent(g.USDC))
	}
}

// spec: mortality §9.3 step 4 — a market that has less than it owes gives back what it
// has.
func TestALendingMarketWithoutCashGivesWhatItHas(t *testing.T) {
	t.Parallel()
	g := newGolem(newWorld(t, 10_000, ether(1_000)), everything)
	has, lent := big.NewInt(300e6), new(big.Int)
	g.dying = func() { g.DrainAave(g.USDC, has); lent.Set(g.lent(g.USDC)) }
	w := g.lives().hold()
	rest := g.lent(g.USDC)
	got := new(big.Int).Sub(lent, rest)
	if lent.Cmp(has) <= 0 {
		t.Fatalf("%s were lent, the market had more", lent)
	}
	if least := big.NewInt(270e6); got.Cmp(least) < 0 {
		t.Errorf("of %s lent it got %s back, and there were %s", lent, got, has)
	}
	if _, named := w.left("lending market aave-v3"); !named || len(w.Settlement.Stranded) != 1 {
		t.Errorf("left %+v", w.Settlement.Stranded)
	}
	t.Logf("%s of %s came back, %s were there", got, lent, has)
}

// A pool that the issuer of USDC has frozen pays nothing to anybody: positions and ether
// stay, what is lent comes back.
func TestAFrozenPoolKeepsNothingElse(t *testing.T) {
	t.Parallel()
	g := newGolem(newWorld(t, 10_000, ether(1_000)), everything)
	g.dying = func() { g.Freeze(g.Pool) }
	w := g.lives().hold()
	if want := []string{"withdraw"}; !slices.Equal(w.executed(), want) {
		t.Errorf("%v", w.executed())
	}
	if len(g.holdings().positions) != 2 || g.holdings().lent.Sign() != 0 || len(w.Settlement.Stranded) != 3 {
		t.Errorf("%+v, left %+v", g.holdings(), w.Settlement.Stranded)
	}
}

// A wallet that the issuer has frozen can settle nothing: no gas is spent on it, and
// everything is named.
func TestAFrozenWalletSpendsNothingOnItsDeath(t *testing.T) {
	t.Parallel()
	g := newGolem(newWorld(t, 10_000, ether(1_000)), everything)
	g.dying = func() { g.Freeze(g.wallet()) }
	w := g.lives().hold()
	if len(w.executed()) != 0 || g.holdings().native.Cmp(g.before.native) != 0 || len(w.Settlement.Stranded) != 4 {
		t.Errorf("%v, left %+v", w.executed(), w.Settlement.Stranded)
	}
}
