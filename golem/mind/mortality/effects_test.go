package mortality_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/mind/heartbeat/gate"
	"bardo.run/bardo/golem/mind/heartbeat/pace"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
)

var phases = []turn.Phase{turn.Thriving, turn.Stable, turn.Conservation, turn.Declining, turn.Terminal}

// spec: mortality §15 — base 64: 64, 54, 32, 20, and the open positions only.
func TestAttentionShrinksToTheOpenPositions(t *testing.T) {
	for i, want := range []int{64, 54, 32, 20, 0} {
		if got := mortality.Attention(phases[i], 64, 0); got != want {
			t.Errorf("%s attends to %d, want %d", phases[i], got, want)
		}
		if got := mortality.Attention(phases[i], 64, 100); got != 100 {
			t.Errorf("%s attends to %d of 100 positions", phases[i], got)
		}
	}
	if got := mortality.Attention(turn.Thriving, -3, -3); got != 0 {
		t.Errorf("less than nothing is attended to by %d", got)
	}
}

// spec: mortality §6.2 — the table, read from left to right.
func TestEachPhaseHasItsRow(t *testing.T) {
	type row struct {
		ceiling  turn.Tier
		interval float64
		probes   int
		opens    bool
		share    float64
		curator  uint64
		assisted uint64
		dreams   float64
		cache    float64
	}
	for i, want := range []row{
		{turn.T2, 1, 16, true, 0.6, 50, 50, 0.10, 1},
		{turn.T2, 1, 16, true, 0.5, 50, 50, 0.05, 2},
		{turn.T1, 2, 5, false, 0.4, 50, 100, 0.03, 2},
		{turn.T1, 2, 5, false, 0.3, 50, 0, 0.01, 2},
		{turn.T0, 0, 0, false, 0.1, 0, 0, 0, 0},
	} {
		e := mortality.EffectsOf(phases[i])
		if got := (row{e.Ceiling, e.Interval, e.Probes, e.Opens, e.Share, e.Curator, e.Assisted, e.Dreams, e.Cache}); got != want {
			t.Errorf("%s: %+v, want %+v", phases[i], got, want)
		}
	}
	if got := mortality.EffectsOf(turn.Phase(200)); got.Opens || got.Writes != mortality.WriteSettlement {
		t.Errorf("a phase that does not exist allows %+v", got)
	}
}

// spec: mortality §6.2 — nothing grows as life ends, and the factor on a size is
// never above one.
func TestNoPhaseAllowsMoreThanABetterOne(t *testing.T) {
	for i, p := range phases[1:] {
		better, worse := mortality.EffectsOf(phases[i]), mortality.EffectsOf(p)
		if worse.Ceiling > better.Ceiling || worse.Probes > better.Probes || worse.Writes < better.Writes ||
			worse.Opens && !better.Opens || worse.Replicants && !better.Replicants || worse.Phages && !better.Phages ||
			worse.Dreams > better.Dreams || worse.Skills > better.Skills || worse.Share > better.Share ||
			worse.Risk > better.Risk || better.Risk > 1 || worse.Attention > better.Attention {
			t.Errorf("%s allows more than %s: %+v, %+v", p, phases[i], worse, better)
		}
	}
	if e := mortality.EffectsOf(turn.Stable); e.Spawns(0.49) || !e.Spawns(0.5) {
		t.Error("phages are made below half of the vitality, or not above it")
	}
}

// The parts that rule by phase themselves agree with the table.
func TestTheTableIsWhatTheGateThePaceAndTheCageDo(t *testing.T) {
	clock := pace.Default()
	clock.ThetaMin, clock.ThetaMax = 1, 1<<40
	base := clock.Theta(pace.Pressure{Phase: turn.Thriving})
	for _, p := range phases {
		e := mortality.EffectsOf(p)
		if got := gate.Decide(gate.Case{Error: 0.7, Threshold: 0.3, Phase: p}).Tier; got != e.Ceiling {
			t.Errorf("%s: the gate lets %s through, the table says %s", p, got, e.Ceiling)
		}
		if got := clock.Theta(pace.Pressure{Phase: p}); got != int64(e.Interval*float64(base)) && !(e.Interval == 0 && got == pace.Never) {
			t.Errorf("%s: ticks every %d, the table says %v times %d", p, got, e.Interval, base)
		}
		refused := cage.New(policy).Before(cage.Case{Action: buy, Seen: market, Phase: p})
		if e.Opens != (refused == nil) || refused != nil && refused.Code != cage.CodePhase {
			t.Errorf("%s: the cage says %+v, the table opens: %v", p, refused, e.Opens)
		}
	}
}

var (
	weth   = common.HexToAddress("0xbb")
	market = turntest.Pool{Token0: turn.Token{Symbol: "USDC"}, Token1: turn.Token{Address: weth, Symbol: "WETH"}, QuoteIsZero: true}.Seen(nil, nil)
	buy    = grammar.Action{Kind: grammar.Swap, Market: market.Primary().Handle, Protocol: uniswapv3.Name, TokenOut: weth}
	policy = cage.Policy{
		Tokens: []common.Address{{}, weth}, Markets: []cage.Listing{cage.Listed(*market.Primary())}, Protocols: []string{uniswapv3.Name},
		MaxDrawdown: 1, Loss: cage.LossLimits{Day: 10_000, Session: 10_000, Move: 10_000, Exit: 10_000}, MaxAssets: 1, MaxPositions: 1, PerHour: 1,
	}
)
