package trust

import (
	"log/slog"
	"strings"
	"testing"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/chronicle"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

const plain = "+++\nname = \"plain\"\nassets = [\"USDC\", \"WETH\"]\nprotocols = [\"uniswap-v3\"]\n\n[risk]\nmax_position = \"20%\"\n+++\n\n# Objective\n\nBuy.\n\n```rule entry in\nwhen exposure < 1%\ndo buy 5% of equity\n```\n"

// birth is when the strategies of these tests begin, unix milliseconds.
const birth = 1_700_000_000_000

// told keeps what is told.
type told []wire.Payload

func (l *told) Emit(_ uint64, p wire.Payload) { *l = append(*l, p) }

// weighed is a Trust with nothing but what moves its limits, and what it tells.
func weighed(t *testing.T, text, stage string, adaptive bool) (*Trust, *told) {
	t.Helper()
	s, err := strategy.Compile([]byte(text), strategy.DefaultPolicy())
	if err != nil {
		t.Fatal(err)
	}
	state, _ := turn.NewState(turn.Identity{})
	policy, clock, events := cage.FromConfig(config.Default(), nil, nil), tape.NewClock(nil, nil, false), &told{}
	trust, err := New(Terms{Policy: policy, Stage: stage, Adaptive: adaptive, Born: birth}, Parts{
		Strategy: strategy.NewKeeper(s, strategy.DefaultPolicy()), Cage: cage.New(policy), Chronicle: chronicle.New(chronicle.Life{}, nil),
		State: state, Clock: clock, Events: events, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	return trust, events
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
		"of a life without an engine": {plain, "micro", false, 200, false, 200},
		"shadow without an engine":    {plain, "shadow", false, 2_000, true, 2_000},
	} {
		a, _ := weighed(t, c.text, c.stage, c.adaptive)
		p, b := a.parts.Cage.Policy(), a.Sized().Entering(a.parts.Strategy.Bounds())
		if p.MaxPosition != c.position || p.Shadow != c.shadow || b.MaxPosition != c.entering {
			t.Errorf("%s: the cage holds %s (shadow %v), a rule %s", name, p.MaxPosition, p.Shadow, b.MaxPosition)
		}
	}
}

// heartbeat §15: of another strategy nothing is known; of other limits it is the same one.
func TestAnotherTextBeginsAtItsOwnersStage(t *testing.T) {
	a, _ := weighed(t, plain, "micro", true)
	take := func(text string) {
		t.Helper()
		if e, _ := a.parts.Strategy.Offer([]byte(text)); e.Err != nil {
			t.Fatal(e.Err)
		}
		a.parts.Strategy.Activate(turn.T1)
		a.Reloaded()
	}
	stages := func() int { return len(a.engine.Report(&turn.Reading{}).Moved) }
	take(strings.Replace(plain, "20%", "10%", 1))
	if n := stages(); n != 0 {
		t.Errorf("other limits begin anew %d times", n)
	}
	take(strings.Replace(plain, "exposure < 1%", "exposure < 2%", 1))
	if n := stages(); n != 1 || a.parts.Cage.Policy().MaxPosition != 100 {
		t.Errorf("another rule begins anew %d times, at %s", n, a.parts.Cage.Policy().MaxPosition)
	}
	take(strings.Replace(plain, "[risk]\n", "[risk]\nstart_stage = \"shadow\"\n", 1))
	if n := stages(); n != 1 || !a.parts.Cage.Policy().Shadow {
		t.Errorf("another stage begins anew %d times", n)
	}
}

// safety §16.5: three breakers in a week end the trust in a strategy.
func TestThreeBreakersEndTheTrust(t *testing.T) {
	a, _ := weighed(t, plain, "micro", true)
	look := func() turn.Stage {
		a.Weigh(turn.Observation{Regime: turn.RegimeRangeBound}, birth+60_000, 1)
		s, _ := a.engine.Stage()
		return s
	}
	a.Broke()
	a.Broke()
	if s := look(); s != turn.StageMicro {
		t.Fatalf("after two breakers it stands at %s", s)
	}
	a.Broke()
	if s := look(); s != turn.StageShadow || !a.parts.Cage.Policy().Shadow {
		t.Errorf("after three it stands at %s", s)
	}
}

// safety §16.7: an anomaly is told when it begins, and when it is over.
func TestAnAnomalyIsToldWhenItBeginsAndWhenItIsOver(t *testing.T) {
	a, events := weighed(t, plain, "full", true)
	now := int64(birth + 3*86_400_000)
	trade := func(n int, status turn.Status, origin turn.Origin, every int64) {
		for range n {
			a.Weigh(turn.Observation{Regime: turn.RegimeRangeBound}, now, 1)
			a.Ended(turn.Action{Status: status, Proposal: turn.Proposal{Origin: origin}, Execution: &turn.Execution{Status: status}})
			now += every
		}
	}
	trade(10, turn.StatusExecuted, turn.OriginRule, 3_600_000)
	if len(*events) != 0 {
		t.Fatalf("as ever it told %+v", *events)
	}
	trade(10, turn.StatusFailed, turn.OriginModel, 3_000)
	trade(11, turn.StatusFailed, turn.OriginModel, 1_000)
	trade(40, turn.StatusExecuted, turn.OriginRule, 3_600_000)
	var heard []wire.RiskAnomaly
	for _, p := range *events {
		if x, ok := p.(wire.RiskAnomaly); ok {
			heard = append(heard, x)
		}
	}
	if len(heard) != 2 || heard[0].Over || heard[0].Score <= 0.7 || !heard[1].Over || heard[1].Score >= 0.4 {
		t.Errorf("it told %+v", heard)
	}
}

var _ interface {
	play.Narrower
	play.Ranger
} = Sized{}

// safety §16.2: in a stage that its owner did not set a rule is told what a range may take.
func TestARangeIsSizedByTheEngine(t *testing.T) {
	a, _ := weighed(t, plain, "scaled", true)
	now := int64(birth)
	ranging := func() money.BPS {
		now += 60_000
		a.Weigh(turn.Observation{Regime: turn.RegimeRangeBound}, now, 1)
		return a.Sized().Ranging(turn.Bounds{MaxPosition: 100}, -1_000, 1_000).MaxPosition
	}
	if got := ranging(); got != 100 {
		t.Errorf("a stage of the owner's allows %s", got)
	}
	failed := turn.Action{Status: turn.StatusFailed, Execution: &turn.Execution{Status: turn.StatusFailed}}
	for range 3 {
		a.Ended(failed)
	}
	if got := ranging(); got != 50 {
		t.Errorf("an earned stage that knows nothing of the pool allows %s", got)
	}
}
