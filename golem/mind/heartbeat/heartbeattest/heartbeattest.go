// Package heartbeattest has the ports of a heartbeat for tests: a small world
// that answers from plain values and fails on command. It keeps what it was
// asked, so that a test can say what happened and what did not. Nothing in it
// waits, and nothing allocates on the path of a suppressed tick.
package heartbeattest

import (
	"context"
	"errors"

	"bardo.run/bardo/golem/core/cortex"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat"
	"bardo.run/bardo/golem/mind/heartbeat/pace"
)

// ErrBroken is the failure that the ports answer with on command.
var ErrBroken = errors.New("broken on command")

// Start is when a world begins: 13 August 2023, in unix milliseconds.
const Start = int64(1_691_884_800_000)

// World is every port of a heartbeat, and the heartbeat. Its parts are the script: set
// their fields between ticks.
type World struct {
	Scene  *Scene
	Market *Market
	Rules  *Rules
	Mind   *Mind
	Hands  *Hands
	Owner  *Owner
	Memory *Memory

	State *turn.State
	Cells *cortex.State
	Beat  *heartbeat.Heartbeat
	life  turn.Writer[turn.Vitality]
}

// New returns a quiet world with a heartbeat of the given configuration in it. The world's
// mind is the last of those that are asked.
func New(cfg heartbeat.Config, before ...heartbeat.Deliberator) (*World, error) {
	s := &Scene{Time: Start}
	w := &World{
		Scene: s, Market: newMarket(s), Rules: &Rules{scene: s}, Mind: &Mind{scene: s}, Hands: &Hands{scene: s},
		Owner: newOwner(), Memory: &Memory{scene: s},
	}
	state, writers := turn.NewState(turn.Identity{GolemID: "golem-1", Epoch: 1})
	cells, cell := cortex.New(cortex.Options{})
	w.State, w.Cells, w.life = state, cells, writers.Vitality
	w.life.Edit(func(v *turn.Vitality) { v.Composite, v.TicksInPhase = 1, 100 })
	beat, err := heartbeat.New(cfg, state,
		heartbeat.Writers{Heartbeat: writers.Heartbeat, Positions: writers.Positions, Probes: cell.Probes, Runtime: cell.Runtime},
		heartbeat.Ports{
			Market: w.Market, Hands: w.Hands, Minds: append(before, w.Mind), Strategy: w.Rules, Timer: s,
			Reflector: w.Memory, Emitter: w.Memory, Inbox: w.Owner, Purse: w.Owner, Switch: w.Owner, Journal: w.Market, Slow: w.Memory,
		}, Start)
	w.Beat, w.Owner.beat = beat, beat
	return w, err
}

// Tick runs the next theta tick when it is due, after every gamma tick before.
func (w *World) Tick(ctx context.Context) (turn.Record, error) {
	at := w.ahead(ctx)
	w.reach(at)
	w.Mind.proposed = 0
	return w.Beat.Theta(ctx, w.Scene.Time)
}

// ahead runs the gamma ticks that are due before the next theta tick and returns
// when that one is. A gamma tick that fails is noted and passed.
func (w *World) ahead(ctx context.Context) int64 {
	for {
		at, scale := w.Beat.Next()
		if scale == pace.Theta {
			return at
		}
		if at == pace.Never {
			return w.Scene.Time
		}
		w.reach(at)
		if _, err := w.Beat.Gamma(ctx, w.Scene.Time); err != nil {
			w.Scene.note("gamma: %v", err)
		}
	}
}

// reach moves the time on, and the market with it.
func (w *World) reach(at int64) {
	w.Scene.Time = max(w.Scene.Time, at)
	w.Market.mine()
}

// Alive sets the vitality that the lifespan has written.
func (w *World) Alive(composite float64, phase turn.Phase) {
	w.life.Edit(func(v *turn.Vitality) { v.Composite, v.Phase = composite, phase })
}
