package agent

import (
	"reflect"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/ladder"
	"bardo.run/bardo/golem/safety/risk"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// falling is an agent whose equity fell, with 0.5 WETH at 2,000 USDC.
func falling() (*Agent, turn.Reading) {
	usdc, weth := turn.Token{Address: common.HexToAddress("0xaa"), Decimals: 6}, turn.Token{Address: common.HexToAddress("0xbb"), Decimals: 18}
	a := &Agent{boot: Boot{Risk: risk.Terms{Emergency: 2_000}}, cage: cage.New(Limits(config.Default(), nil, common.Address{}))}
	a.state, a.write = turn.NewState(turn.Identity{})
	a.left.Lowest, a.events = 1, &announcer{inTick: true}
	return a, turn.Reading{
		Pool:     turn.Pool{Token0: usdc, Token1: weth, QuoteIsZero: true, SqrtPriceX96: *uint256.MustFromDecimal("1771595571142957102961017161607260"), Price: 2_000},
		Balances: []turn.Balance{{Token: usdc}, {Token: weth, Units: *uint256.NewInt(5e17), Value: 1_000}},
	}
}

func valueOf(t turn.Trigger, name string) float64 {
	for _, v := range t.Values {
		if v.Name == name {
			return v.Value
		}
	}
	return -1
}

// spec: heartbeat §15 layer 1 — at 80 % of the limit forced reduction.
func TestAFallTowardsTheEmergencyTriggersAReduction(t *testing.T) {
	a, seen := falling()
	a.risk.descent.passed, a.risk.descent.halved = 3, 2 // of another fall, long ago
	s := ladder.Signs{Drawdown: 1_700, Trigger: 1_300, Emergency: 2_000}
	for look := range int64(5) {
		step, ok := a.reduction(seen, s, 1_000*(look+1))
		if ok != (look == 2) { // sure at the third look; then its outcome is waited for
			t.Fatalf("look %d: %+v, %v", look, step, ok)
		}
		if ok && (step.Rule != play.Reduction || step.Kind != "stop" || valueOf(step, play.Most) < 749 || valueOf(step, play.Most) > 751 || valueOf(step, play.Halved) != 0 || valueOf(step, play.Rank) != 0) {
			t.Errorf("it asks for %+v", step)
		}
	}
	a.told(&turn.Action{Status: turn.StatusExecuted, Preview: turn.Preview{Kind: string(grammar.Swap)}})
	a.told(&turn.Action{Status: turn.StatusFailed, Preview: turn.Preview{Kind: string(grammar.Swap)}})
	if want := []wire.Payload{wire.RiskDrawdownWarning{Current: 0.17, Max: 0.2}, wire.RiskForcedReduction{Drawdown: 0.17, PositionsClosed: wire.List[string]{"swap"}}}; !reflect.DeepEqual(a.events.held, want) {
		t.Errorf("it told %+v", a.events.held)
	}
	if _, ok := a.reduction(seen, s, 3_000+again); !ok {
		t.Error("what nothing became of is never tried again")
	}
}

func TestAnEmergencyTakesThePlaceOfAReduction(t *testing.T) {
	a, seen := falling()
	a.write.Standing.Edit(func(s *turn.Standing) { s.Level = turn.LevelStopped })
	for look := range int64(5) {
		if step, ok := a.reduction(seen, ladder.Signs{Drawdown: 1_900, Trigger: 1_300, Emergency: 2_000}, look+1); ok {
			t.Errorf("at L3 it reduces: %+v", step)
		}
	}
}

// What was refused costs nothing and is tried smaller, or elsewhere, with the next tick;
// what failed on the chain is waited for.
func TestAReductionGoesOnPastWhatIsRefused(t *testing.T) {
	act := func(kind grammar.Kind, s turn.Status, code wire.Code) *turn.Action {
		a := &turn.Action{Status: s, Proposal: turn.Proposal{Cause: play.Reduction}, Preview: turn.Preview{Kind: string(kind)}}
		if code != "" {
			a.Preview.Refusal = &turn.Refusal{Code: code}
		}
		return a
	}
	var d descent
	for step, c := range []struct {
		act    *turn.Action
		tried  int64
		passed int
		halved uint
	}{
		{act(grammar.Withdraw, turn.StatusBlocked, wire.CodeSafetyHealthFactor), 0, 1, 0},
		{act(grammar.RemoveLiquidity, turn.StatusBlocked, wire.CodeSafetySlippage), 0, 2, 0},
		{act(grammar.Swap, turn.StatusBlocked, wire.CodeSafetyPriceImpact), 0, 2, 1},
		{act(grammar.Swap, turn.StatusExecuted, ""), 0, 0, 0},
		{act(grammar.Swap, turn.StatusFailed, ""), 7, 0, 0},
		{act(grammar.Swap, turn.StatusPending, ""), 7, 0, 0},
		{act(grammar.Swap, turn.StatusBlocked, wire.CodeSafetyPriceImpact), 0, 0, 1},
		{act(grammar.Swap, turn.StatusBlocked, wire.CodeSafetyPriceImpact), 0, 0, 2},
		{act(grammar.Swap, turn.StatusBlocked, wire.CodeSafetyPriceImpact), 0, 0, 3},
		{act(grammar.Swap, turn.StatusBlocked, wire.CodeSafetyPriceImpact), 0, 1, 3},
	} {
		d.tried = 7
		if d.stepped(c.act); d.tried != c.tried || d.passed != c.passed || d.halved != c.halved {
			t.Errorf("step %d: tried %d, passed %d, halved %d; want %+v", step, d.tried, d.passed, d.halved, c)
		}
	}
}

func TestTheLadderIsShownTheFallAndTheTime(t *testing.T) {
	a, seen := falling()
	a.write.Positions.Edit(func(p *turn.Positions) {
		for range 3 {
			seen.Block.Number++
			seen.Balances[1].Value = 1_100
			p.Take(seen)
		}
	})
	seen.Block.Number++
	seen.Balances[1].Value = 1_000
	if s := a.degrade(turn.Observation{Reading: seen, Regime: turn.RegimeRangeBound}, 7); s.Now != 7 || s.Drawdown != money.BPS(909) {
		t.Errorf("%+v", s)
	}
}
