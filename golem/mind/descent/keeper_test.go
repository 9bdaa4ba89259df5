package descent

import (
	"log/slog"
	"reflect"
	"testing"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/probe"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// events keeps what is told.
type events []wire.Payload

func (l *events) Emit(_ uint64, p wire.Payload) { *l = append(*l, p) }

// kept is a Keeper of a life with 0.5 WETH at 2,000 USDC, what it tells, and how often opening
// was stopped.
type kept struct {
	*Keeper
	told  events
	broke int
}

func keep() (*kept, turn.Reading) {
	state, write := turn.NewState(turn.Identity{})
	k := &kept{}
	k.Keeper = NewKeeper(2_000, false, Ports{
		State: state, Standing: write.Standing, Positions: write.Positions, Events: &k.told, Log: slog.New(slog.DiscardHandler),
		Tell: func(string, string) {}, Credit: func() probe.Credit { return probe.Credit{Lowest: 1} },
		Spent: func(money.USDC) float64 { return 0 }, Limit: func() money.BPS { return config.Default().Safety.MaxDrawdown },
		Broke: func() { k.broke++ }, Closed: func(act *turn.Action) string { return string(act.Proposal.Body) },
	})
	return k, holding()
}

// look is one tick.
func (k *kept) look(seen turn.Reading, now int64) {
	k.Look(turn.Observation{Reading: seen}, now)
	k.ports.Positions.Edit(func(p *turn.Positions) { p.Take(seen) })
}

// spec: heartbeat §15 layer 1 — at 80 % of the limit forced reduction: what begins is told,
// and each step that went.
func TestAReductionIsTold(t *testing.T) {
	k, seen := keep()
	for look := range int64(9) {
		if look == 4 {
			seen.Assets[1].Value = 830
		}
		seen.Block.Number++
		k.look(seen, look)
	}
	step := turn.Action{Proposal: turn.Proposal{Cause: play.Reduction}, Preview: turn.Preview{Kind: "swap"}}
	leave := step
	leave.Proposal.Body = []byte("77")
	failed := step
	step.Status, leave.Status, failed.Status = turn.StatusExecuted, turn.StatusExecuted, turn.StatusFailed
	for _, act := range []*turn.Action{&step, &failed, &leave} {
		k.Ended(act)
	}
	want := []wire.Payload{
		wire.RiskDegradationChanged{From: turn.LevelNormal.String(), To: turn.LevelWatching.String(), Cause: Drawdown},
		wire.RiskDrawdownWarning{Current: 0.17, Max: 0.2},
		wire.RiskForcedReduction{Drawdown: 0.17, PositionsClosed: wire.List[string]{"swap"}},
		wire.RiskForcedReduction{Drawdown: 0.17, PositionsClosed: wire.List[string]{"77"}},
	}
	if !reflect.DeepEqual([]wire.Payload(k.told), want) {
		t.Errorf("it told %+v", k.told)
	}
}

func TestTheLadderIsShownTheFallAndTheTime(t *testing.T) {
	k, seen := keep()
	k.ports.Positions.Edit(func(p *turn.Positions) {
		for range 3 {
			seen.Block.Number++
			seen.Assets[1].Value = 1_100
			p.Take(seen)
		}
	})
	seen.Block.Number++
	seen.Assets[1].Value = 1_000
	if s := k.signs(turn.Observation{Reading: seen, Regime: turn.RegimeRangeBound}, 7); s.Now != 7 || s.Drawdown != money.BPS(909) {
		t.Errorf("%+v", s)
	}
}

// A fall that ended below the emergency leaves a Golem in cash that opens nothing and will
// never see another equity: the owner's word is its way out, as its help says.
//
// spec: safety §7.6, §15.2
func TestTheOwnersWordEndsAStopBelowTheEmergency(t *testing.T) {
	k, r := keep()
	r.NativeUSD = 2_000
	r.Assets[0].Value, r.Assets[1].Value = 1_000, 0
	for range 3 {
		r.Block.Number++
		k.look(r, 1_000)
	}
	r.Assets[0].Value = 830
	look := func() {
		r.Block.Number++
		k.look(r, 1_000)
	}
	for range 20 {
		look()
	}
	if s := k.ports.State.Standing(); s.Level != turn.LevelWatching || s.Cause != Drawdown {
		t.Fatalf("%+v", s)
	}
	k.Halt(turn.HaltNone)
	for range 12 {
		look()
	}
	if s := k.ports.State.Standing(); s.Level != turn.LevelNormal {
		t.Errorf("%+v, drawdown %s", s, k.ports.State.Positions().Drawdown)
	}
}

// A halt that is lifted forgives no loss: only a stop that a fall made does, for the owner saw it.
func TestLiftingAHaltForgivesNoLoss(t *testing.T) {
	k, r := keep()
	r.NativeUSD = 2_000
	look := func(cash float64) {
		for range 3 {
			r.Block.Number++
			r.Assets[0].Value, r.Assets[1].Value = cash, 0
			k.look(r, 1_000)
		}
	}
	look(1_000)
	look(970)
	before := k.ports.State.Positions()
	if before.Drawdown == 0 {
		t.Fatal("nothing was lost")
	}
	k.Halt(turn.HaltOpening)
	k.Halt(turn.HaltNone)
	look(970)
	if now := k.ports.State.Positions(); now.Drawdown != before.Drawdown {
		t.Errorf("the drawdown was %s and is %s", before.Drawdown, now.Drawdown)
	}
}

// safety §16.5: what stopped opening is a breaker, once, where it was a loss or a failure.
func TestABreakerIsHeardWhenOpeningStops(t *testing.T) {
	stop := turn.Standing{Level: turn.LevelWatching, Cause: Drawdown}
	for _, move := range []struct {
		before, now turn.Standing
		breaks      bool
	}{
		{turn.Standing{}, stop, true},
		{stop, turn.Standing{Level: turn.LevelStopped, Cause: Drawdown}, false}, // the same one, deeper
		{turn.Standing{}, turn.Standing{Level: turn.LevelWatching, Cause: Credit}, false},
		{turn.Standing{}, turn.Standing{Level: turn.LevelFrugal, Cause: Cost}, false},
		{turn.Standing{}, turn.Standing{Level: turn.LevelWatching, Cause: Failures}, true},
	} {
		k, _ := keep()
		k.ports.Standing.Edit(func(s *turn.Standing) { *s = move.before })
		k.stand(move.now)
		if (k.broke == 1) != move.breaks || k.broke > 1 {
			t.Errorf("from %+v to %+v opening broke %d times", move.before, move.now, k.broke)
		}
	}
}
