package descent

import (
	"log/slog"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/probe"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// Events takes what is told of the tick.
type Events interface {
	Emit(tick uint64, p wire.Payload)
}

// Ports is what a Keeper reads, writes and tells.
type Ports struct {
	State     *turn.State
	Standing  turn.Writer[turn.Standing]
	Positions turn.Writer[turn.Positions]
	// Hear hears what the owner said since the last look, and calls Halt for a halt. An error
	// is the journal's.
	Hear   func() error
	Events Events
	Log    *slog.Logger
	// Tell takes an intervention down, by its kind.
	Tell func(kind, value string)
	// Credit is what is left of it, all and by the partition that is lowest, in shares.
	Credit func() probe.Credit
	// Spent is how much of the day's allowance for thinking is spent, in shares.
	Spent func(day money.USDC) float64
	// Limit is the most that may be lost from the peak.
	Limit func() money.BPS
	// Broke hears that opening was stopped by what was lost or failed; nil: no one does.
	Broke func()
	// Closed names what a reduction closed; empty: by the kind of its order.
	Closed func(*turn.Action) string
}

// Keeper keeps where a Golem stands: under its owner's word, and as far down as what it lost
// and has left takes it. It belongs to the goroutine that ticks.
type Keeper struct {
	ports     Ports
	emergency money.BPS // the fall that closes everything; 0: by the limit
	dies      bool      // without credit
	descent   Descent
}

// NewKeeper keeps the standing of a life. emergency is the fall from the peak that closes
// everything, dies whether the life ends without credit.
func NewKeeper(emergency money.BPS, dies bool, ports Ports) *Keeper {
	return &Keeper{ports: ports, emergency: emergency, dies: dies}
}

// Halt puts the owner's word in force; the commit of an open permit meets it there. The word
// none ends an emergency or the hour after a fall, and measures the drawdown from here on: the
// owner has seen what was lost, and would else be stopped by it again at once. Where no fall
// stopped the Golem, what it lost counts on.
func (k *Keeper) Halt(level turn.Halt) {
	k.ports.Tell("halt", level.String())
	k.emit(wire.RiskHalt{Level: level.String(), Source: "owner"})
	k.ports.Log.Warn("the owner's word is in force", "halt", level.String())
	before := k.ports.State.Standing()
	k.ports.Standing.Edit(func(s *turn.Standing) { s.Halt = level })
	if level == turn.HaltNone {
		if before.Cause == Drawdown || before.Level == turn.LevelStopped {
			k.ports.Positions.Edit(func(p *turn.Positions) { p.Rebase() })
		}
		k.stand(k.descent.Resume())
	}
}

// Thaw takes a freeze back, over which a later word of the owner's holds.
func (k *Keeper) Thaw() {
	if k.ports.State.Standing().Halt == turn.HaltFreeze {
		k.Halt(turn.HaltNone)
	}
}

// Frozen is why nothing is signed; empty while it may be. What the journal does not
// answer is no leave to sign.
func (k *Keeper) Frozen() string {
	if err := k.ports.Hear(); err != nil {
		return "whether the owner froze the writes is not known: " + err.Error()
	}
	if s := k.ports.State.Standing(); s.Halt == turn.HaltFreeze {
		return s.Opens()
	}
	return ""
}

// Look looks at the Golem and tells of another level. It returns the trigger that comes
// before every rule, where one is due. The fall of the equity from its peak is with what was
// read just now.
func (k *Keeper) Look(seen turn.Observation, now int64) (turn.Trigger, bool) {
	s := k.signs(seen, now)
	standing, began := k.descent.Look(s)
	k.stand(standing)
	if began {
		k.emit(wire.RiskDrawdownWarning{Current: portion(k.descent.Fall()), Max: portion(s.Closes())})
	}
	return k.descent.Next(seen.Reading, s, now)
}

// signs is what the ladder is shown of a tick.
func (k *Keeper) signs(seen turn.Observation, now int64) Signs {
	held, credit := k.ports.State.Positions(), k.ports.Credit()
	held.Take(seen.Reading)
	s := Signs{
		Credit: 1, Resource: credit.Lowest, Cost: k.ports.Spent(k.ports.State.Heartbeat().DailyCost), Drawdown: held.Drawdown,
		Trigger: k.ports.Limit(), Emergency: k.emergency, Volatile: seen.Regime == turn.RegimeVolatile, Now: now,
	}
	if k.dies {
		s.Credit = credit.Total
	}
	return s
}

// stand puts the Golem where the ladder says, under the halt that the owner asked for.
func (k *Keeper) stand(s turn.Standing) {
	before := k.ports.State.Standing()
	s.Halt, s.Key = before.Halt, before.Key
	k.ports.Standing.Edit(func(now *turn.Standing) { *now = s })
	if s.Level == before.Level {
		return
	}
	k.ports.Tell("degradation", s.Level.String())
	if k.ports.Broke != nil && breaks(before, s) {
		k.ports.Broke()
	}
	k.emit(wire.RiskDegradationChanged{From: before.Level.String(), To: s.Level.String(), Cause: s.Cause})
	if s.Level == turn.LevelStopped {
		k.emit(wire.RiskHalt{Level: s.Level.String(), Source: "emergency"})
		k.ports.Log.Error("everything is closed and nothing is opened until the owner says golem resume", "level", s.Level.String(), "cause", s.Cause)
	}
}

// breaks reports whether opening was stopped by what was lost or failed.
func breaks(before, now turn.Standing) bool {
	stops := now.Level >= turn.LevelWatching && before.Level < turn.LevelWatching
	return stops && (now.Cause == Drawdown || now.Cause == Failures)
}

// Ended takes in what became of an order, and announces a step that was taken.
func (k *Keeper) Ended(act *turn.Action) {
	if !k.descent.Ended(act) {
		return
	}
	what := k.ports.Closed(act)
	if what == "" {
		what = act.Preview.Kind
	}
	k.emit(wire.RiskForcedReduction{Drawdown: portion(k.descent.Fall()), PositionsClosed: wire.List[string]{what}})
}

func (k *Keeper) emit(p wire.Payload) { k.ports.Events.Emit(k.ports.State.Heartbeat().Tick, p) }

// portion is a share for people.
func portion(b money.BPS) float64 { return float64(b) / float64(money.Whole) }
