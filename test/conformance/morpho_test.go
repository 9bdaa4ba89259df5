package conformance

import (
	"errors"
	"strings"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/morphoblue"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/mirage/deploy/kit"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

func newMorphoLender(t *testing.T) *lender {
	t.Helper()
	return newLenderOn(t, morphoblue.Name, false)
}

// Every order on Morpho Blue, previewed and then mined as it is, on interest that runs
// and prices that move. What is supplied is the loan token or the collateral, as the
// asset says.
// spec: tools-archetypes §5.6, mirage-testing §8.7, heartbeat §3 step 8
func TestAnOrderOnMorphoDoesWhatItsPreviewSays(t *testing.T) {
	l := newMorphoLender(t)
	done := map[string]int{}
	for range many(6) {
		usdc, weth := l.randomAmounts()
		loan := new(uint256.Int).Div(weth, uint256.NewInt(540_000_000)) // a twentieth of what is put up
		weth.Mul(weth, uint256.NewInt(20))
		l.aave.SetPrice(l.WETH, 1700e8+l.rng.Int64N(300e8))
		half := new(uint256.Int).Rsh(usdc, 1)
		for _, a := range []grammar.Action{
			l.action(grammar.Supply, l.USDC, usdc.Dec()),
			l.action(grammar.Supply, l.WETH, weth.Dec()),
			l.action(grammar.Borrow, l.USDC, loan.Dec()),
			l.action(grammar.Withdraw, l.WETH, new(uint256.Int).Div(weth, uint256.NewInt(1000)).Dec()),
			l.action(grammar.Withdraw, l.USDC, half.Dec()),
			l.action(grammar.Repay, l.USDC, new(uint256.Int).Rsh(loan, 1).Dec()),
			l.action(grammar.Borrow, l.USDC, new(uint256.Int).Rsh(loan, 2).Dec()),
			l.action(grammar.Supply, l.WETH, weth.Dec()),
			l.action(grammar.Repay, l.USDC, "all"),
			l.action(grammar.Withdraw, l.USDC, "all"),
			l.action(grammar.Withdraw, l.WETH, "all"),
		} {
			l.order(a)
			if done[string(a.Kind)+" "+map[bool]string{true: "loan", false: "collateral"}[a.Asset == l.USDC]]++; t.Failed() {
				t.Fatalf("%s", a.Canonical())
			}
		}
		market, _ := l.read().Lender(morphoblue.Name)
		if !market.Idle() || !market.Account.Debt.IsZero() || !market.Reserves[0].SupplyShares.IsZero() || !market.Reserves[0].DebtShares.IsZero() {
			t.Fatalf("everything was taken out, and %+v is left", market)
		}
	}
	t.Logf("orders: %v", done)
}

// Whatever a repayment names, it takes no more than is named and no more than is owed.
func TestARepaymentOnMorphoTakesNoMoreThanIsOwed(t *testing.T) {
	l := newMorphoLender(t)
	l.order(l.action(grammar.Supply, l.WETH, ether(100).Dec()))
	for name, c := range map[string]struct {
		named func(owed *uint256.Int) *uint256.Int
		left  uint64 // at most
	}{
		"a unit less than is owed": {func(owed *uint256.Int) *uint256.Int { return new(uint256.Int).SubUint64(owed, 1) }, 5_000},
		"just what is owed":        {func(owed *uint256.Int) *uint256.Int { return owed }, 5_000},
		"a unit more":              {func(owed *uint256.Int) *uint256.Int { return new(uint256.Int).AddUint64(owed, 1) }, 5_000},
		"more than it can grow to": {func(owed *uint256.Int) *uint256.Int { return new(uint256.Int).Mul(owed, uint256.NewInt(2)) }, 0},
		"far more than the wallet": {func(*uint256.Int) *uint256.Int { return uint256.NewInt(1 << 62) }, 0},
	} {
		l.order(l.action(grammar.Borrow, l.USDC, "50000000000"))
		market, _ := l.read().Lender(morphoblue.Name)
		before, a := l.balance(l.USDC), l.action(grammar.Repay, l.USDC, c.named(&market.Reserves[0].Owed).Dec())
		preview := l.preview(a)
		if !preview.Success {
			t.Fatalf("%s: %s", name, preview.Revert)
		}
		calls, err := l.adapters.Calls(a, l.read(), &preview)
		if err != nil {
			t.Fatal(err)
		}
		l.mine(calls)
		if paid := before.Sub(before, l.balance(l.USDC)); paid.Cmp(a.Amount.ToBig()) > 0 || paid.Sign() <= 0 {
			t.Errorf("%s: %s was paid of %s named", name, paid, a.Amount.Dec())
		}
		market, _ = l.read().Lender(morphoblue.Name)
		if owed := market.Reserves[0].Owed; owed.GtUint64(c.left) {
			t.Errorf("%s: %s is still owed", name, owed.Dec())
		}
		if !market.Reserves[0].Owed.IsZero() {
			l.order(l.action(grammar.Repay, l.USDC, "all"))
		}
	}
}

// What is lent, put up and owed on Morpho is part of what a Golem holds, once; its
// health is of the collateral alone.
func TestLendingOnMorphoChangesNoEquity(t *testing.T) {
	l := newMorphoLender(t)
	before := l.read()
	l.order(l.action(grammar.Supply, l.WETH, ether(100).Dec()))
	l.order(l.action(grammar.Supply, l.USDC, "20000000000"))
	l.order(l.action(grammar.Borrow, l.USDC, "50000000000"))
	after := l.read()
	gas := new(uint256.Int).Sub(&before.Native, &after.Native).Float64() / 1e18 * after.NativeUSD
	if lost := before.Equity() - after.Equity(); lost < gas-0.01 || lost > gas+0.01 {
		t.Errorf("equity fell by %v, gas was %v", lost, gas)
	}
	market := after.Lending[0]
	if h, owes := market.Account.Factor(); !owes || h < 3.18 || h > 3.1821 { // 185,000 × 0.86 / 50,000
		t.Errorf("health factor %v", h)
	}
	if market.Loan != l.USDC || market.Secures(l.USDC) || !market.Secures(l.WETH) || market.Lends(l.WETH) {
		t.Errorf("%+v", market)
	}
}

// The market's refusals are previews without success, by name, and nothing is sent.
func TestAnOrderThatMorphoRefusesSaysWhy(t *testing.T) {
	l := newMorphoLender(t)
	refused := func(name string, a grammar.Action, want string) {
		t.Helper()
		if s := l.preview(a); s.Success || !strings.Contains(s.Revert, want) {
			t.Errorf("%s: %+v, want %q", name, s, want)
		}
	}
	refused("more than the wallet has", l.action(grammar.Supply, l.USDC, "9000000000000000000"), "the wallet has less")
	refused("a loan without collateral", l.action(grammar.Borrow, l.USDC, "1000000"), "INSUFFICIENT_COLLATERAL")
	refused("nothing to take out", l.action(grammar.Withdraw, l.USDC, "all"), "nothing of token")
	refused("nothing to repay", l.action(grammar.Repay, l.USDC, "all"), "nothing of token")
	refused("a loan of the collateral token", l.action(grammar.Borrow, l.WETH, "1"), "is its collateral")
	refused("a repayment in it", l.action(grammar.Repay, l.WETH, "all"), "is its collateral")
	refused("a token that is not the market's", l.strange(), "does not list")
	elsewhere := l.action(grammar.Supply, l.USDC, "1")
	elsewhere.Market, elsewhere.Protocol = aavev3.Name, aavev3.Name
	refused("a protocol that is not configured", elsewhere, "no market aave-v3 of aave-v3")
	l.order(l.action(grammar.Supply, l.WETH, ether(10).Dec()))
	l.order(l.action(grammar.Supply, l.USDC, "5000000000"))
	l.order(l.action(grammar.Borrow, l.USDC, "5000000000"))
	refused("collateral that is needed", l.action(grammar.Withdraw, l.WETH, ether(9).Dec()), "INSUFFICIENT_COLLATERAL")
	l.aave.Drain()
	refused("what is lent out", l.action(grammar.Withdraw, l.USDC, "all"), "MORPHO_INSUFFICIENT_LIQUIDITY")
	// Without a price nothing that asks for one is done, and the rest is.
	l.aave.SetPrice(l.WETH, 0)
	if l.preview(l.action(grammar.Borrow, l.USDC, "1")).Success {
		t.Error("a loan without a price")
	}
	if s := l.preview(l.action(grammar.Repay, l.USDC, "all")); !s.Success || s.Account == nil || !s.Account.Debt.IsZero() || len(s.Deltas) != 1 {
		t.Errorf("a repayment without a price: %+v", s)
	}
	if s := l.preview(l.action(grammar.Supply, l.USDC, "1000000")); !s.Success || s.Account == nil || !s.Account.Health.IsZero() {
		t.Errorf("a supply without a price: %+v", s)
	}
}

func TestTheValueOfAnOrderOnMorphoIsWhatItMovesOnce(t *testing.T) {
	l := newMorphoLender(t)
	for _, c := range []struct {
		a         grammar.Action
		low, high money.USDC
	}{
		{l.action(grammar.Supply, l.USDC, "5000000000"), 5_000 * money.One, 5_000 * money.One},
		{l.action(grammar.Supply, l.WETH, ether(1).Dec()), 1_700 * money.One, 2_000 * money.One},
	} {
		s := l.preview(c.a)
		if !s.Success || s.Value < c.low || s.Value > c.high || s.ImpactBPS != 0 || len(s.Deltas) != 1 {
			t.Errorf("%s: value %s, impact %s, deltas %+v, %s", c.a.Canonical(), s.Value, s.ImpactBPS, s.Deltas, s.Revert)
		}
	}
}

// A configuration that names a wrong market of Morpho opens nothing and says what is
// wrong, and both markets may be named.
func TestAMarketOfMorphoIsCheckedWhenItIsOpened(t *testing.T) {
	l := newMorphoLender(t)
	foreign := l.aave.Params
	foreign.CollateralToken = evmtest.Address("another token")
	l.aave.OwnMorpho(bind.NewMorpho().PackCreateMarket(foreign))
	none := common.Hash{}
	for name, c := range map[string]struct {
		at, aave common.Address
		id       common.Hash
		want     string
		markets  int
	}{
		"another contract":             {l.Pool, common.Address{}, l.aave.MorphoID(), "does not know markets", 0},
		"no contract":                  {evmtest.Address("nobody"), common.Address{}, l.aave.MorphoID(), "no contract at the configured address: lending contract", 0},
		"an id that it does not know":  {l.aave.Morpho, common.Address{}, common.Hash{1}, "MORPHO_MARKET_NOT_FOUND", 0},
		"no id":                        {l.aave.Morpho, common.Address{}, none, "MORPHO_MARKET_NOT_FOUND", 0},
		"a market of another token":    {l.aave.Morpho, common.Address{}, kit.MorphoID(foreign), "against " + evmtest.Address("another token").Hex(), 0},
		"the market":                   {l.aave.Morpho, common.Address{}, l.aave.MorphoID(), "", 1},
		"both markets":                 {l.aave.Morpho, l.aave.Lending, l.aave.MorphoID(), "", 2},
		"none, which is allowed":       {common.Address{}, common.Address{}, none, "", 0},
		"Aave's alone, as it was once": {common.Address{}, l.aave.Lending, none, "", 1},
	} {
		v := venueOf(l.Market)
		v.Aave, v.Morpho, v.MorphoMarket = c.aave, c.at, c.id
		eyes, err := chain.Open(t.Context(), l.client, configOf(l.Account, l.USDC, v))
		if c.want != "" {
			is := protocol.ErrSelfReport
			if name == "no contract" {
				is = protocol.ErrNoCode
			}
			if !errors.Is(err, is) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		r, err := eyes.Observe(t.Context())
		if err != nil || len(r.Lending) != c.markets {
			t.Errorf("%s: %+v, %v", name, r.Lending, err)
		}
		if c.markets == 2 && (r.Lending[0].Protocol != aavev3.Name || r.Lending[1].Protocol != morphoblue.Name) {
			t.Errorf("%s: in another order: %+v", name, r.Lending)
		}
	}
}
