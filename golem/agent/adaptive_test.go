package agent

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/booking"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/descent"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/risk"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

const plain = "+++\nname = \"plain\"\nassets = [\"USDC\", \"WETH\"]\nprotocols = [\"uniswap-v3\"]\n\n[risk]\nmax_position = \"20%\"\n+++\n\n# Objective\n\nBuy.\n\n```rule entry in\nwhen exposure < 1%\ndo buy 5% of equity\n```\n"

// weighed is an agent with nothing but what moves its limits.
func weighed(t *testing.T, text, stage string, adaptive bool) *Agent {
	t.Helper()
	s, err := strategy.Compile([]byte(text), strategy.DefaultPolicy())
	if err != nil {
		t.Fatal(err)
	}
	a := &Agent{
		boot:     Boot{Strategy: strategy.Terms{Stage: stage}, Risk: risk.Terms{Adaptive: adaptive}, Birth: booking.Birth{Start: 1_700_000_000_000}, Policy: Limits(config.Default(), nil, common.Address{})},
		strategy: strategy.NewKeeper(s, strategy.DefaultPolicy()), clock: tape.NewClock(nil, nil, false),
		stores: Stores{Log: slog.New(slog.DiscardHandler)},
	}
	a.cage = cage.New(a.boot.Policy)
	if err := a.adapt(); err != nil {
		t.Fatal(err)
	}
	a.tighten()
	return a
}

// DESIGN §12.18: the stage of the strategy where it names one, else the configuration's.
func TestTheStartStageBoundsTheCageAndTheRules(t *testing.T) {
	full := strings.Replace(plain, "[risk]\n", "[risk]\nstart_stage = \"full\"\n", 1)
	for name, c := range map[string]struct {
		text, stage string
		adaptive    bool
		position    money.BPS
		shadow      bool
		entering    money.BPS
	}{
		"the configuration's":         {plain, "micro", true, 100, false, 100},
		"nobody's":                    {plain, "", true, 2_000, true, 2_000},
		"the strategy's":              {full, "micro", true, 2_000, false, 2_000},
		"scaled":                      {plain, "scaled", true, 1_000, false, 1_000},
		"of a life without an engine": {plain, "micro", false, 200, false, 2_000},
		"shadow without an engine":    {plain, "shadow", false, 2_000, true, 2_000},
	} {
		a := weighed(t, c.text, c.stage, c.adaptive)
		p, b := a.cage.Policy(), sized{a.strategy, a}.Entering(a.strategy.Bounds())
		if p.MaxPosition != c.position || p.Shadow != c.shadow || b.MaxPosition != c.entering {
			t.Errorf("%s: the cage holds %s (shadow %v), a rule %s", name, p.MaxPosition, p.Shadow, b.MaxPosition)
		}
	}
}

// heartbeat §15: of another strategy nothing is known; of other limits it is the same one.
func TestAnotherTextBeginsAtItsOwnersStage(t *testing.T) {
	a := weighed(t, plain, "micro", true)
	take := func(text string) {
		t.Helper()
		if e, _ := a.strategy.Offer([]byte(text)); e.Err != nil {
			t.Fatal(e.Err)
		}
		a.strategy.Activate(turn.T1)
		a.relearn()
		a.tighten()
	}
	stages := func() int { return len(a.risk.engine.Report(&turn.Reading{}).Moved) }
	take(strings.Replace(plain, "20%", "10%", 1))
	if n := stages(); n != 0 {
		t.Errorf("other limits begin anew %d times", n)
	}
	take(strings.Replace(plain, "exposure < 1%", "exposure < 2%", 1))
	if n := stages(); n != 1 || a.cage.Policy().MaxPosition != 100 {
		t.Errorf("another rule begins anew %d times, at %s", n, a.cage.Policy().MaxPosition)
	}
	take(strings.Replace(plain, "[risk]\n", "[risk]\nstart_stage = \"shadow\"\n", 1))
	if n := stages(); n != 1 || !a.cage.Policy().Shadow {
		t.Errorf("another stage begins anew %d times", n)
	}
}

// safety §16.5: what stopped opening is a breaker, once, where it was a loss or a failure.
func TestABreakerIsCountedWhenOpeningStops(t *testing.T) {
	a := weighed(t, plain, "micro", true)
	stop := turn.Standing{Level: turn.LevelWatching, Cause: descent.Drawdown}
	for _, move := range [][2]turn.Standing{
		{{}, stop},
		{stop, {Level: turn.LevelStopped, Cause: descent.Drawdown}}, // the same one, deeper
		{{}, {Level: turn.LevelWatching, Cause: descent.Credit}},
		{{}, {Level: turn.LevelFrugal, Cause: descent.Cost}},
		{{}, {Level: turn.LevelWatching, Cause: descent.Failures}},
	} {
		a.broke(move[0], move[1])
	}
	look := func() turn.Stage {
		a.weigh(turn.Observation{Regime: turn.RegimeRangeBound}, a.boot.Birth.Start+60_000)
		s, _ := a.risk.engine.Stage()
		return s
	}
	a.state, a.write = turn.NewState(turn.Identity{})
	if s := look(); s != turn.StageMicro {
		t.Fatalf("after two breakers it stands at %s", s)
	}
	a.broke(turn.Standing{}, stop)
	if s := look(); s != turn.StageShadow || !a.cage.Policy().Shadow {
		t.Errorf("after three it stands at %s", s)
	}
}

// safety §16.7: an anomaly is told when it begins, and when it is over.
func TestAnAnomalyIsToldWhenItBeginsAndWhenItIsOver(t *testing.T) {
	a := weighed(t, plain, "full", false)
	a.boot.Risk.Adaptive = true
	if err := a.adapt(); err != nil {
		t.Fatal(err)
	}
	a.state, a.write = turn.NewState(turn.Identity{})
	a.events = &announcer{inTick: true}
	now := a.boot.Birth.Start + 3*86_400_000
	trade := func(n int, status turn.Status, origin turn.Origin, every int64) {
		for range n {
			a.weigh(turn.Observation{Regime: turn.RegimeRangeBound}, now)
			a.ended([]turn.Action{{Status: status, Proposal: turn.Proposal{Origin: origin}, Execution: &turn.Execution{Status: status}}})
			now += every
		}
	}
	trade(10, turn.StatusExecuted, turn.OriginRule, 3_600_000)
	if len(a.events.held) != 0 {
		t.Fatalf("as ever it told %+v", a.events.held)
	}
	trade(10, turn.StatusFailed, turn.OriginModel, 3_000)
	trade(11, turn.StatusFailed, turn.OriginModel, 1_000)
	trade(40, turn.StatusExecuted, turn.OriginRule, 3_600_000)
	var told []wire.RiskAnomaly
	for _, p := range a.events.held {
		if x, ok := p.(wire.RiskAnomaly); ok {
			told = append(told, x)
		}
	}
	if len(told) != 2 || told[0].Over || told[0].Score <= 0.7 || !told[1].Over || told[1].Score >= 0.4 {
		t.Errorf("it told %+v", told)
	}
}

var _ interface {
	play.Narrower
	play.Ranger
} = sized{}

// safety §16.2: in a stage that its owner did not set a rule is told what a range may take.
func TestARangeIsSizedByTheEngine(t *testing.T) {
	a := weighed(t, plain, "scaled", false)
	a.boot.Risk.Adaptive = true
	if err := a.adapt(); err != nil {
		t.Fatal(err)
	}
	a.state, a.write = turn.NewState(turn.Identity{})
	a.events = &announcer{inTick: true}
	now := a.boot.Birth.Start
	ranging := func() money.BPS {
		now += 60_000
		a.weigh(turn.Observation{Regime: turn.RegimeRangeBound}, now)
		return sized{a.strategy, a}.Ranging(turn.Bounds{MaxPosition: 100}, -1_000, 1_000).MaxPosition
	}
	if got := ranging(); got != 100 {
		t.Errorf("a stage of the owner's allows %s", got)
	}
	failed := turn.Action{Status: turn.StatusFailed, Execution: &turn.Execution{Status: turn.StatusFailed}}
	a.ended([]turn.Action{failed, failed, failed})
	if got := ranging(); got != 50 {
		t.Errorf("an earned stage that knows nothing of the pool allows %s", got)
	}
}
