package conformance

import (
	"fmt"
	"testing"

	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/morphoblue"
	"bardo.run/bardo/internal/money"
)

func newMorphoDebtor(t *testing.T, both bool) *debtor {
	t.Helper()
	return newDebtorOn(t, newLenderOn(t, morphoblue.Name, both))
}

// Lending and a loan on Morpho go their whole course through preview, permit,
// capability, signature and receipt, and the books are the chain's at each step.
// spec: tools-archetypes §5.6, heartbeat §4 (position_health), heartbeat §14
func TestALoanOnMorphoGoesItsWholeCourseThroughTheWritePath(t *testing.T) {
	d := newMorphoDebtor(t, false)
	refused := func(what string, p turn.Preview) {
		t.Helper()
		if p.Refusal == nil || p.Refusal.Layer != cage.Layer || p.Refusal.Code != cage.CodeHealth {
			t.Errorf("%s: %+v", what, p.Refusal)
		}
	}
	d.aave.SetPrice(d.WETH, 2000e8)
	d.look()
	d.does(grammar.Supply, d.USDC, "3000000000")
	d.does(grammar.Supply, d.WETH, ether(5).Dec())
	// 10,000 × 0.86 ÷ 5,734 is below 1.5, and 5,733 is not.
	refused("a loan that leaves 1.4998", d.propose(grammar.Borrow, d.USDC, "5734000000"))
	r := d.does(grammar.Borrow, d.USDC, "5733000000")
	if f := d.health(r); f.Severity != turn.None || f.Value < 1.5 || f.Value > 1.5002 {
		t.Errorf("at 1.5 the probe says %+v", f)
	}
	refused("a withdrawal that leaves 1.17", d.propose(grammar.Withdraw, d.WETH, "1100000000000000000"))
	if p := d.propose(grammar.Borrow, d.WETH, "1"); p.Refusal == nil || p.Refusal.Layer != cage.Layer || p.Refusal.Code != cage.CodeToken {
		t.Errorf("a loan of the collateral token: %+v", p.Refusal)
	}
	for _, at := range []struct {
		price int64
		want  turn.Severity
	}{{1900e8, turn.Low}, {1500e8, turn.High}, {0, turn.High}, {1500e8, turn.High}} {
		d.aave.SetPrice(d.WETH, at.price)
		if f := d.health(d.look()); f.Severity != at.want {
			t.Errorf("at %d the probe says %+v, want %s", at.price, f, at.want)
		}
	}
	refused("a loan in need", d.propose(grammar.Borrow, d.USDC, "1000000"))
	// What is lent stands behind nothing: it is taken out in need, to repay with.
	d.does(grammar.Withdraw, d.USDC, "all")
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

// Two markets lend the same tokens: the books are what both say together, and the
// probe looks at the worse debt.
func TestTwoMarketsAreBookedTogether(t *testing.T) {
	d := newMorphoDebtor(t, true)
	step := func(protocol string, kind grammar.Kind, amount string, usdc bool) turn.Reading {
		t.Helper()
		d.protocol = protocol
		token := d.WETH
		if usdc {
			token = d.USDC
		}
		r := d.does(kind, token, amount)
		if len(r.Lending) != 2 {
			t.Fatalf("%d markets", len(r.Lending))
		}
		return r
	}
	step(aavev3.Name, grammar.Supply, ether(3).Dec(), false)
	step(morphoblue.Name, grammar.Supply, ether(3).Dec(), false)
	step(aavev3.Name, grammar.Borrow, "1000000000", true)
	r := step(morphoblue.Name, grammar.Borrow, "2000000000", true)
	d.Later(30 * 24 * 3600)
	d.Mine()
	if d.protocol = aavev3.Name; d.health(d.look()).Value > 2.4 { // 5,550 × 0.86 ÷ 2,000
		t.Errorf("the worse of %+v and %+v is %+v", r.Lending[0].Account, r.Lending[1].Account, d.health(r))
	}
	step(morphoblue.Name, grammar.Supply, "500000000", true)
	step(aavev3.Name, grammar.Supply, "700000000", true)
	d.Later(30 * 24 * 3600)
	d.Mine()
	d.look()
	for _, protocol := range []string{aavev3.Name, morphoblue.Name} {
		step(protocol, grammar.Repay, "all", true)
		step(protocol, grammar.Withdraw, "all", true)
		r = step(protocol, grammar.Withdraw, "all", false)
	}
	if !r.Lending[0].Idle() || !r.Lending[1].Idle() {
		t.Errorf("left %+v", r.Lending)
	}
}

// spec: mortality §9.3
func TestADeathRepaysWhatItOwesOnMorpho(t *testing.T) {
	for name, c := range map[string]struct {
		both    bool
		prepare func(*debtor)
	}{
		"with the cash at hand":        {false, func(*debtor) {}},
		"with cash lent in the market": {false, func(d *debtor) { d.does(grammar.Supply, d.USDC, "13000000000") }},
		"its cash spent":               {false, spend},
		"with a debt in both markets": {true, func(d *debtor) {
			d.protocol = aavev3.Name
			d.does(grammar.Supply, d.WETH, ether(4).Dec())
			d.does(grammar.Borrow, d.USDC, "2000000000")
			d.does(grammar.Supply, d.USDC, "15000000000")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			d := newMorphoDebtor(t, c.both)
			d.generous()
			d.does(grammar.Supply, d.WETH, ether(5).Dec())
			d.does(grammar.Borrow, d.USDC, "4000000000")
			c.prepare(d)
			begun, papers := len(d.acts), paper{}
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
			d.balanced(r)
			for _, l := range r.Lending {
				if !l.Idle() {
					t.Errorf("left %+v", l)
				}
			}
			if !r.Assets[1].Units.IsZero() || r.Assets[0].Units.IsZero() {
				t.Errorf("left %s USDC and %s WETH", r.Assets[0].Units.Dec(), r.Assets[1].Units.Dec())
			}
			if will := papers["testament"].(thanatopsis.Testament); len(will.Settlement.Stranded) != 0 {
				t.Errorf("left open %+v", will.Settlement.Stranded)
			}
			var kinds []string
			for _, a := range d.acts[begun:] {
				kinds = append(kinds, a.Preview.Kind)
			}
			t.Log(kinds)
		})
	}
}

// generous widens the limits on the size of positions: no configuration allows as much.
func (d *debtor) generous() {
	p := d.cage.Policy()
	p.MaxPosition, p.MaxConcentration = 3*money.Whole, 3*money.Whole
	d.cage.Tighten(p)
}

// spend buys coins with the cash and puts them up, so that there is less cash than debt.
func spend(d *debtor) {
	d.t.Helper()
	for _, swap := range []string{"9000000000", "4500000000"} {
		body := fmt.Sprintf(`{"type":"swap","params":{"market":%q,"token_in":"usdc","token_out":"weth","amount_in":%q,"slippage_bps":100},"constraints":{}}`, onV3, swap)
		p, err := d.Preview(d.t.Context(), turn.Proposal{Body: []byte(body), Origin: turn.OriginModel, Cause: "test"})
		if err != nil || p.Refusal != nil {
			d.t.Fatalf("%+v, %v", p.Refusal, err)
		}
		if x, err := d.Commit(d.t.Context(), p.PermitID); err != nil || x.Status != turn.StatusExecuted {
			d.t.Fatalf("%+v, %v", x, err)
		}
		d.look()
	}
	if r := d.does(grammar.Supply, d.WETH, ether(12).Dec()); !r.Assets[0].Units.Lt(&r.Lending[0].Reserves[0].Owed) {
		d.t.Fatal("there is cash for the debt")
	}
}
