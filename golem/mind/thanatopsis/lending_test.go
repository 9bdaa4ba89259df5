package thanatopsis

import (
	"errors"
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/wire"
)

// lent is a world that supplied so many micro-WETH and owes so many USDC; the market
// liquidates at 80 % and takes a coin for 2,000.
func lent(microWETH, owed, cash, loose uint64) *world {
	w := newWorld()
	w.reading.Positions = nil
	w.reading.Assets[0].Units, w.reading.Assets[0].Value = *uint256.NewInt(cash * 1e6), float64(cash)
	w.reading.Assets[1].Units, w.reading.Assets[1].Value = *uint256.NewInt(loose * 1e12), float64(loose)*2e-3
	w.reading.Lending = []turn.Lending{{Handle: "aave-v3", Protocol: "aave-v3", Reserves: []turn.Reserve{
		{Token: usdc, Owed: *uint256.NewInt(owed * 1e6)},
		{Token: weth, Supplied: *new(uint256.Int).Mul(uint256.NewInt(microWETH), uint256.NewInt(1e12))},
	}}}
	w.account()
	return w
}

// account reckons as the market does, in dollars with eight decimals.
func (w *world) account() {
	l := &w.reading.Lending[0]
	l.Account.Threshold = 8_000
	l.Account.Debt.Mul(&l.Reserves[0].Owed, uint256.NewInt(100))
	l.Account.Collateral.Div(&l.Reserves[1].Supplied, uint256.NewInt(5e6))
	l.Account.Health.SetAllOne()
	if !l.Account.Debt.IsZero() {
		l.Account.Health.Mul(&l.Account.Collateral, uint256.NewInt(8e17))
		l.Account.Health.Div(&l.Account.Health, &l.Account.Debt)
	}
	l.Value = float64(l.Account.Collateral.Uint64())/1e8 - float64(l.Account.Debt.Uint64())/1e8
}

// lend carries a lending action out, as far as the market would.
func (w *world) lend(body string) {
	a, err := grammar.Parse([]byte(body), &w.reading)
	if err != nil {
		panic(err)
	}
	i := 0
	if a.Asset == weth.Address {
		i = 1
	}
	r, held := &w.reading.Lending[0].Reserves[i], &w.reading.Assets[i]
	if a.Kind == grammar.Repay {
		units := least(a.Amount, &r.Owed)
		r.Owed.Sub(&r.Owed, units)
		held.Units.Sub(&held.Units, units)
	} else {
		units := least(a.Amount, &r.Supplied)
		r.Supplied.Sub(&r.Supplied, units)
		held.Units.Add(&held.Units, units)
	}
	held.Value = held.Units.Float64() / 1e6
	if i == 1 {
		held.Value = held.Units.Float64() / 5e14
	}
	w.account()
}

func least(a, b *uint256.Int) *uint256.Int {
	if a.Lt(b) {
		return new(uint256.Int).Set(a)
	}
	return new(uint256.Int).Set(b)
}

// spec: mortality §9.3 (positions, then lending, then the sweep), runtime §15
// (a repayment comes before a withdrawal)
func TestADeathRepaysAndWithdrawsBeforeItSells(t *testing.T) {
	w := lent(1_000_000, 500, 5000, 0)
	w.reading.Positions = []turn.Position{{ID: "1", Value: 10}}
	will, faults := die(t, w)
	check(t, errors.Join(faults...))
	const want = "cancel all: death, unlock credit, propose close 1 @50, executed, propose repay all USDC, executed, propose withdraw all WETH, executed, " +
		"propose sell 1002500000000000000 @50, executed, destroy key, write testament, write tombstone, destroy identity"
	if got := w.acts(); got != want {
		t.Errorf("the death was\n%s, want\n%s", got, want)
	}
	if len(will.Settlement.Stranded) != 0 {
		t.Errorf("left open %+v", will.Settlement.Stranded)
	}
}

// spec: chain §9 — a debt that may soon be liquidated (a health factor below 1.3) goes
// before the positions.
func TestADebtNearItsLiquidationGoesFirst(t *testing.T) {
	for owed, want := range map[uint64]string{
		1_231: "unlock credit, propose repay all USDC, executed, propose close 1 @50",
		1_230: "unlock credit, propose close 1 @50, executed, propose repay all USDC",
	} {
		w := lent(1_000_000, owed, 5000, 0)
		w.reading.Positions = []turn.Position{{ID: "1", Value: 10}}
		if will, faults := die(t, w); errors.Join(faults...) != nil || !strings.Contains(w.acts(), want) || len(will.Settlement.Stranded) != 0 {
			t.Errorf("%d owed: %s, %v, %v", owed, w.acts(), faults, will.Settlement.Stranded)
		}
	}
}

// spec: mortality §9.3 step 4 — a market that has less than it owes pays what it has.
func TestAMarketThatCannotPayAllPaysAPart(t *testing.T) {
	w := lent(1_000_000, 0, 100, 0)
	pool := uint256.NewInt(300e15)
	w.answer = func(body string) (turn.Preview, turn.Execution, error) {
		a, err := grammar.Parse([]byte(body), &w.reading)
		if err == nil && a.Kind == grammar.Withdraw && least(a.Amount, &w.reading.Lending[0].Reserves[1].Supplied).Gt(pool) {
			return turn.Preview{Refusal: &turn.Refusal{Layer: "simulation", Code: wire.CodeSafetySimulationFailed, Detail: "no liquidity"}}, turn.Execution{}, nil
		}
		if err == nil && a.Kind == grammar.Withdraw {
			pool.Sub(pool, least(a.Amount, &w.reading.Lending[0].Reserves[1].Supplied))
		}
		return turn.Preview{}, turn.Execution{}, nil
	}
	will, faults := die(t, w)
	check(t, errors.Join(faults...))
	left := w.reading.Lending[0].Reserves[1].Supplied
	if len(will.Settlement.Stranded) != 1 || will.Settlement.Stranded[0].Class != Passive || left.Uint64() < 700e15 || left.Uint64() > 750e15 {
		t.Errorf("%s left, %+v\n%s", left.Dec(), will.Settlement.Stranded, w.acts())
	}
}

// Its cash spent, a Golem frees collateral by parts, sells them and repays.
func TestADebtIsPaidFromItsOwnCollateral(t *testing.T) {
	for name, w := range map[string]*world{
		"without any cash":           lent(1_000_000, 800, 0, 0),
		"near its liquidation":       lent(1_000_000, 1_150, 0, 0),
		"with some cash":             lent(1_000_000, 1_150, 100, 0),
		"with loose coins to sell":   lent(1_000_000, 1_500, 0, 900_000),
		"with the debt's last cents": lent(1_000_000, 1_000, 1_000, 0),
	} {
		t.Run(name, func(t *testing.T) {
			will, faults := die(t, w)
			check(t, errors.Join(faults...))
			if !w.reading.Lending[0].Idle() || len(will.Settlement.Stranded) != 0 || !w.reading.Assets[1].Units.IsZero() {
				t.Errorf("%s\nleft open %+v, lending %+v", w.acts(), will.Settlement.Stranded, w.reading.Lending)
			}
			for _, body := range w.proposals {
				if _, err := grammar.Parse([]byte(body), &w.reading); err != nil {
					t.Errorf("%s: %v", body, err)
				}
			}
		})
	}
}

// What cannot be left is named, everything else is sold, and the only key stays.
func TestALendingMarketThatPaysNothingIsNamed(t *testing.T) {
	w := lent(1_000_000, 0, 100, 500_000)
	w.answer = func(body string) (turn.Preview, turn.Execution, error) {
		if strings.Contains(body, "aave") {
			return turn.Preview{Refusal: &turn.Refusal{Layer: "simulation", Detail: "29: the reserve is paused"}}, turn.Execution{}, nil
		}
		return turn.Preview{}, turn.Execution{}, nil
	}
	w.life.Recovery = ""
	will, _ := die(t, w)
	if len(will.Settlement.Stranded) != 1 || will.Settlement.Stranded[0].What != "lending market aave-v3" || !strings.Contains(will.Settlement.Stranded[0].Reason, "paused") {
		t.Errorf("left open %+v", will.Settlement.Stranded)
	}
	if !w.reading.Assets[1].Units.IsZero() || w.keyless || !will.Wallet.KeyKept {
		t.Errorf("coins left %s, key destroyed %v", w.reading.Assets[1].Units.Dec(), w.keyless)
	}
	if n := strings.Count(w.acts(), "withdraw"); n > rounds {
		t.Errorf("asked %d times", n)
	}
}

// Whatever is owed and held, a settlement ends and never asks for what it has not.
func TestASettlementOfDebtsIsBounded(t *testing.T) {
	for _, w := range []*world{lent(0, 500, 0, 0), lent(1, 5_000, 10, 3), lent(1_000_000, 1_990, 0, 0)} {
		if _, faults := die(t, w); errors.Join(faults...) != nil {
			t.Error(faults)
		}
		if len(w.proposals) > maxSteps {
			t.Errorf("%d proposals", len(w.proposals))
		}
	}
}

// The debt that is nearest to its liquidation is paid first, and what stands behind no
// debt is taken out whatever is owed.
func TestTheWorstDebtComesFirst(t *testing.T) {
	market := func(name string, debt, health uint64) turn.Lending {
		l := turn.Lending{Protocol: name}
		l.Account.Debt.SetUint64(debt)
		l.Account.Health.SetUint64(health)
		return l
	}
	in := []turn.Lending{market("idle", 0, 0), market("safe", 1, 3e18), market("near", 1, 11e17), market("unused", 0, 0), market("lost", 1, 0)}
	var got []string
	for _, l := range worstFirst(in) {
		got = append(got, l.Protocol)
	}
	if want := "lost near safe idle unused"; strings.Join(got, " ") != want || in[0].Protocol != "idle" {
		t.Errorf("%v, want %s", got, want)
	}
	l := market("morpho-blue", 900, 1)
	l.Loan, l.Account.Threshold = usdc.Address, 8_600
	l.Account.Collateral.SetUint64(1_000)
	if kind, amount := withdrawable(l, turn.Reserve{Token: usdc, Supplied: *uint256.NewInt(7)}); kind != "withdraw" || amount != "all" {
		t.Errorf("what is lent: %q %q", kind, amount)
	}
	if kind, amount := withdrawable(l, turn.Reserve{Token: weth, Supplied: *uint256.NewInt(7)}); kind != "" {
		t.Errorf("collateral that is needed: %q %q", kind, amount)
	}
}

// What a market bars is nothing that could be taken out, and is named all the same.
//
// spec: mortality §9.3 step 4
func TestWhatAMarketBarsIsNamed(t *testing.T) {
	w := lent(0, 0, 100, 0)
	w.reading.Lending[0].Reserves[1].SupplyShares, w.reading.Lending[0].Reserves[1].Barred = *uint256.NewInt(7), *uint256.NewInt(7)
	will, faults := die(t, w)
	check(t, errors.Join(faults...))
	left := will.Settlement.Stranded
	if len(left) != 1 || left[0].What != "lending market aave-v3" || !strings.Contains(left[0].Reason, "takes no more of its shares back") || strings.Contains(w.acts(), "withdraw") {
		t.Errorf("left open %+v\n%s", left, w.acts())
	}
}
