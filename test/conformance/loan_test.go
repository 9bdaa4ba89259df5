package conformance

import (
	"strings"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

// A loan's whole course through preview, permit, capability, signature and receipt:
// the probe sees the price fall, the cage refuses what would break the minimum, and
// what is owed is paid from the wallet.
// spec: tools-archetypes §5.6, heartbeat §4 (position_health), heartbeat §14
func TestALoanGoesItsWholeCourseThroughTheWritePath(t *testing.T) {
	d := newDebtor(t)
	if f := d.health(d.look()); f.Probe != "" {
		t.Errorf("without a debt the probe says %+v", f)
	}
	d.aave.SetPrice(d.WETH, 2000e8)
	d.look()
	d.does(grammar.Supply, d.WETH, ether(5).Dec())
	// 10,000 × 0.8 ÷ 5,334 is below 1.5, and 5,333 is not.
	if p := d.propose(grammar.Borrow, d.USDC, "5334000000"); p.Refusal == nil || p.Refusal.Layer != cage.Layer || p.Refusal.Code != cage.CodeHealth {
		t.Fatalf("a loan that leaves 1.4998: %+v", p.Refusal)
	}
	r := d.does(grammar.Borrow, d.USDC, "5333000000")
	if f := d.health(r); f.Severity != turn.None || f.Value < 1.5 || f.Value > 1.5001 {
		t.Errorf("at 1.5 the probe says %+v", f)
	}
	if p := d.propose(grammar.Withdraw, d.WETH, "1100000000000000000"); p.Refusal == nil || p.Refusal.Code != cage.CodeHealth {
		t.Errorf("a withdrawal that leaves 1.17: %+v", p.Refusal)
	}
	for price, want := range map[int64]turn.Severity{1900e8: turn.Low, 1500e8: turn.High} {
		d.aave.SetPrice(d.WETH, price)
		if f := d.health(d.look()); f.Severity != want {
			t.Errorf("at %d the probe says %+v, want %s", price, f, want)
		}
	}
	d.aave.SetPrice(d.WETH, 1500e8)
	d.look()
	if p := d.propose(grammar.Borrow, d.USDC, "1000000"); p.Refusal == nil || p.Refusal.Code != cage.CodeHealth {
		t.Errorf("a loan in need: %+v", p.Refusal)
	}
	if f := d.health(d.does(grammar.Repay, d.USDC, "2000000000")); f.Severity != turn.None {
		t.Errorf("after a repayment the probe says %+v", f)
	}
	d.does(grammar.Repay, d.USDC, "all")
	r = d.does(grammar.Withdraw, d.WETH, "all")
	if !r.Lending[0].Idle() {
		t.Errorf("left %+v", r.Lending[0])
	}
	if f := d.health(r); f.Probe != "" {
		t.Errorf("without a debt the probe says %+v", f)
	}
}

// spec: mortality §9.3
func TestADeathRepaysWhatItOwesOnTheRealMarket(t *testing.T) {
	for name, prepare := range map[string]func(*debtor){
		"with the cash at hand": func(*debtor) {},
		// No configuration allows as much: within the limits there is always as much cash
		// as debt. The debt is paid from the coins and from its own collateral.
		"its cash spent": func(d *debtor) {
			d.generous()
			spend(d)
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDebtor(t)
			d.does(grammar.Supply, d.WETH, ether(5).Dec())
			d.does(grammar.Borrow, d.USDC, "4000000000")
			prepare(d)
			papers := paper{}
			death := thanatopsis.New(thanatopsis.Terms{}, thanatopsis.Ports{
				Market: d.eyes, Hands: d, Estate: papers, Purse: d, Portfolio: d, Events: d, Now: d.clock.Now,
				Wait: d.wait, Limits: func() (money.BPS, money.BPS) { return 100, 300 },
			}, func() thanatopsis.Life { return thanatopsis.Life{GolemID: "g", Recovery: "the test has it"} })
			for _, phase := range []lifecycle.Phase{lifecycle.Acceptance, lifecycle.Settlement, lifecycle.Reflection, lifecycle.Legacy} {
				if err := death.Run(t.Context(), phase, "test"); err != nil {
					t.Fatal(err)
				}
			}
			r := d.look()
			if d.balanced(r); !r.Lending[0].Idle() || !r.Assets[1].Units.IsZero() || r.Assets[0].Units.IsZero() {
				t.Errorf("left %+v, %s WETH", r.Lending[0], r.Assets[1].Units.Dec())
			}
			if will := papers["testament"].(thanatopsis.Testament); len(will.Settlement.Stranded) != 0 {
				t.Errorf("left open %+v", will.Settlement.Stranded)
			}
			var kinds []string
			for _, a := range d.acts {
				kinds = append(kinds, a.Preview.Kind)
			}
			t.Log(kinds)
		})
	}
}

// paper keeps what a death writes.
type paper map[string]any

func (p paper) Bequeath(name string, document any) error { p[name] = document; return nil }
func (p paper) DestroyIdentity()                         {}
func (p paper) DestroyKey()                              {}

// A market that is paused before the commit is found out by the simulation that comes
// before the signature; one that is paused behind it makes the order revert, which
// costs its gas and nothing else.
func TestALoanThatRevertsOnTheChainCostsItsGasOnly(t *testing.T) {
	d := newDebtor(t)
	preview := d.propose(grammar.Supply, d.WETH, ether(5).Dec())
	if preview.Refusal != nil {
		t.Fatal(preview.Refusal)
	}
	d.aave.Pause(d.WETH, true)
	x, err := d.Commit(t.Context(), preview.PermitID)
	if err != nil || x.Status != turn.StatusBlocked || x.Refusal == nil || !strings.Contains(x.Refusal.Detail, "AAVE_MARKET_PAUSED") {
		t.Fatalf("paused before the commit: %+v, %v", x, err)
	}
	d.aave.Pause(d.WETH, false)
	before := d.look()
	preview = d.propose(grammar.Supply, d.WETH, ether(5).Dec())
	d.between = func() { d.aave.Pause(d.WETH, true) }
	x, err = d.Commit(t.Context(), preview.PermitID)
	if err != nil || x.Status != turn.StatusFailed || x.GasWei.IsZero() || len(x.Deltas) != 0 {
		t.Fatalf("paused behind the simulation: %+v, %v", x, err)
	}
	r := d.look()
	if d.balanced(r); !r.Lending[0].Idle() || r.Assets[1].Units != before.Assets[1].Units {
		t.Errorf("%+v", r.Lending[0])
	}
	abi := bind.NewERC20()
	if left := ask(d.market, d.WETH, abi.PackAllowance(d.wallet, d.aave.Lending), abi.UnpackAllowance); left.Sign() != 0 {
		t.Errorf("the market may still take %s", left)
	}
}
