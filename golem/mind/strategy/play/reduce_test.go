package play

import (
	"strings"
	"testing"

	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/golem/world/protocol/aavev3"
)

// reduction is a trigger that lets so much stay at risk.
func reduction(most float64, rank int) []turn.Trigger {
	return []turn.Trigger{{Rule: Reduction, Kind: "stop", Values: []turn.Value{
		{Name: "drawdown", Value: 1_700}, {Name: Most, Value: most}, {Name: Rank, Value: float64(rank)},
	}}}
}

// wealthy holds 200 USDC of base tokens, 500 of liquidity and 300 that are lent.
func wealthy(t testing.TB, flipped bool) *paper {
	m := newPaper(t, 2_000, flipped)
	m.r.Lending = newLender(t, 0).r.Lending
	buy := turn.Proposal{Body: swapBody(walletOf(&m.r).primary(), usdc, weth, uint256.NewInt(450e6), 50)}
	m.do(buy)
	d := deskOf(&m.r)
	d.bounds.Slippage = 50
	budget := uint256.NewInt(500e6)
	target, err := d.wallet.primary().target(rule.Whole/100, budget)
	check(t, err)
	m.do(turn.Proposal{Body: d.add(d.wallet.primary(), target).body})
	m.do(turn.Proposal{Body: lendBody("supply", aavev3.Name, usdc, "300000000")})
	m.actions = nil
	return m
}

// spec: heartbeat §15 layer 1 — forced reduction, largest first, re-evaluate after each.
func TestAReductionTakesTheLargestHoldingOneStepATick(t *testing.T) {
	for _, flipped := range []bool{false, true} {
		s := compiled(t, trading)
		m, player := wealthy(t, flipped), New(fixed{s})
		before := AtRisk(m.r)
		if before < 980 || before > 1_010 {
			t.Fatalf("%v is at risk", before)
		}
		var went []string
		for tick := range int64(40) {
			done, _ := m.play(player, tick, append(reduction(150, 0), fire(s, rule.Entry)...))
			if len(done) == 0 {
				break
			}
			if len(done) != 1 || done[0].Proposal.Cause != Reduction || done[0].Proposal.Origin != turn.OriginRule {
				t.Fatalf("a tick did %+v", done)
			}
			if now := AtRisk(m.r); now > before+1 {
				t.Fatalf("a step left %v of %v", now, before)
			}
			before = AtRisk(m.r)
			went = append(went, done[0].Preview.Kind)
		}
		if before > 151 || before < 145 {
			t.Errorf("flipped %v: %v stay at risk, want 150, after %v", flipped, before, went)
		}
		if all := strings.Join(went, " "); went[0] != "remove_liquidity" || !strings.Contains(all, "swap") || !strings.Contains(all, "withdraw") {
			t.Errorf("flipped %v: it went by %s", flipped, all)
		}
	}
}

// What is passed over is left to the next largest; a sale is halved as often as it is told.
func TestAReductionPassesOverWhatWasRefused(t *testing.T) {
	m, player := wealthy(t, false), New(fixed{compiled(t, trading)})
	for rank, want := range []string{"remove_liquidity", "withdraw", "swap", "remove_liquidity"} {
		m.refuse = map[string]turn.Status{"remove_liquidity": turn.StatusBlocked, "withdraw": turn.StatusBlocked, "swap": turn.StatusBlocked}
		if done, _ := m.play(player, 0, reduction(0, rank)); len(done) != 1 || done[0].Preview.Kind != want {
			t.Errorf("rank %d: %+v, want %s", rank, done, want)
		}
	}
	m.refuse = nil
	before := *m.wallet(weth.Address)
	cut := reduction(0, 2)
	cut[0].Values = append(cut[0].Values, turn.Value{Name: Halved, Value: 2})
	m.play(player, 1, cut)
	after := *m.wallet(weth.Address)
	if sold, quarter := less(&before, &after), shareOf(&before, rule.Whole/4); sold.Gt(&quarter) || sold.IsZero() {
		t.Errorf("of %s were sold %s", before.Dec(), sold.Dec())
	}
}

// What stands behind a debt is not taken out while the wallet can pay some of the debt.
func TestAReductionPaysADebtBeforeItTakesOutWhatStandsBehindIt(t *testing.T) {
	m, player := wealthy(t, false), New(fixed{compiled(t, trading)})
	m.r.Lending[0].Reserves[0].Owed = *uint256.NewInt(50e6)
	for i, want := range []string{"repay", "withdraw"} {
		if done, _ := m.play(player, 0, reduction(0, 1)); len(done) != 1 || done[0].Preview.Kind != want {
			t.Errorf("step %d: %+v, want %s", i, done, want)
		}
	}
	if r := m.r.Lending[0].Reserves[0]; !r.Owed.IsZero() || !r.Supplied.IsZero() {
		t.Errorf("the market holds %+v", r)
	}
	m = wealthy(t, false)
	m.r.Lending[0].Reserves[0].Owed = *uint256.NewInt(50e6)
	*m.wallet(usdc.Address) = *uint256.NewInt(900_000) // not worth paying
	if done, _ := m.play(player, 0, reduction(0, 1)); len(done) != 1 || done[0].Preview.Kind != "withdraw" {
		t.Errorf("with dust: %+v", done)
	}
}

func TestAReductionDoesNothingWhereNoMoreIsAtRiskThanMayBe(t *testing.T) {
	m, player := wealthy(t, false), New(fixed{compiled(t, trading)})
	if done, thoughts := m.play(player, 0, reduction(AtRisk(m.r), 0)); len(done) != 0 || !strings.Contains(thoughts[0].Summary, "no more is at risk") {
		t.Errorf("%+v: %+v", done, thoughts)
	}
}

// The wallet of paper fails the test when more is asked for than there is: at any price
// and any limit every step stays within it, and all of them come to the limit.
func TestAReductionComesToWhatMayStay(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m, player := wealthy(t, rapid.Bool().Draw(rt, "flipped")), New(fixed{compiled(t, trading)})
		m.moveTo(rapid.Int32Range(195_000, 207_000).Draw(rt, "tick"))
		most := rapid.Float64Range(0, 1_200).Draw(rt, "most")
		for tick := range int64(100) {
			if done, _ := m.play(player, tick, reduction(most, 0)); len(done) == 0 {
				break
			}
		}
		if left := AtRisk(m.r); left > most+1.01 {
			rt.Fatalf("%v stay at risk, %v may", left, most)
		}
	})
}
