package agent

import (
	"log/slog"
	"reflect"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/descent"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grammar"
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

// spec: heartbeat §15 layer 1 — at 80 % of the limit forced reduction: what begins is told,
// and each step that went.
func TestAReductionIsTold(t *testing.T) {
	a, seen := falling()
	a.stores.Log = slog.New(slog.DiscardHandler)
	for look := range int64(9) {
		if look == 4 {
			seen.Balances[1].Value = 830
		}
		seen.Block.Number++
		a.degrade(turn.Observation{Reading: seen}, look)
		a.write.Positions.Edit(func(p *turn.Positions) { p.Take(seen) })
	}
	step := turn.Action{Proposal: turn.Proposal{Cause: play.Reduction}, Preview: turn.Preview{Kind: string(grammar.Swap)}}
	leave := step
	leave.Preview.Kind = string(grammar.RemoveLiquidity)
	leave.Proposal.Body = []byte(`{"type":"remove_liquidity","params":{"position_id":"77","percent":100,"slippage_bps":50},"constraints":{}}`)
	failed := step
	step.Status, leave.Status, failed.Status = turn.StatusExecuted, turn.StatusExecuted, turn.StatusFailed
	a.ended([]turn.Action{step, failed, leave})
	want := []wire.Payload{
		wire.RiskDegradationChanged{From: turn.LevelNormal.String(), To: turn.LevelWatching.String(), Cause: descent.Drawdown},
		wire.RiskDrawdownWarning{Current: 0.17, Max: 0.2},
		wire.RiskForcedReduction{Drawdown: 0.17, PositionsClosed: wire.List[string]{"swap"}},
		wire.RiskForcedReduction{Drawdown: 0.17, PositionsClosed: wire.List[string]{"77"}},
	}
	if !reflect.DeepEqual(a.events.held, want) {
		t.Errorf("it told %+v", a.events.held)
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
