package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/agent/process"
	"bardo.run/bardo/golem/custody"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/life/live/birth"
	"bardo.run/bardo/life/live/environment"
	"bardo.run/bardo/life/live/grantor"
	"bardo.run/bardo/life/live/keys"
	"bardo.run/bardo/life/live/provenance"
	"bardo.run/bardo/mirage/history"
)

// one is a life, and what it has of the world that it is lived in.
type one struct {
	options    Options // its own
	number, of int     // of the lives in its world
	terms      birth.Terms
	plan       provenance.Plan
	folder     folder
	result     Result

	world *history.World
	key   *keys.Keys
	boot  agent.Boot
	clock *environment.Clock
}

// over says that the life has ended and was put away whole. One that was killed
// behind its tombstone is resumed: its stores may lack what was not written yet.
func over(h *home.Home) bool {
	if _, err := os.Stat(h.Path(home.TombstoneFile)); err != nil {
		return false
	}
	m, _, err := h.LoadManifest()
	return err == nil && m.State == string(lifecycle.StateDead)
}

// enter gives the Golem its key and its purse, before the world begins.
func (l *one) enter(ctx context.Context, w *history.World, seat *environment.Seat) (err error) {
	o := l.options
	l.world, l.clock = w, environment.NewClock(w, o.pacing(), l.terms.Born, seat)
	if l.key, err = keys.Open(ctx, keys.Settings{
		Custody: o.Custody, Session: o.Session, Log: o.Log, Seams: o.seams,
		Grant: grantor.Terms{Mode: grant.Mode(o.Custody), Seed: o.Seed, Fund: o.Fund, Bounds: o.Bounds, Artifacts: o.Artifacts},
	}, l.clock); err != nil {
		return err
	}
	if l.boot, err = l.terms.Boot(ctx, w, l.key.Address()); err != nil {
		return err
	}
	if l.result.Granted, err = l.key.Bind(ctx, w, &l.boot); err != nil {
		return err
	}
	return birth.Fund(ctx, w, l.boot)
}

// leave gives up the key.
func (l *one) leave() {
	if l.key != nil {
		l.key.Close()
	}
	l.key = nil
}

// live lives from the birth on, in turn with the others.
func (l *one) live(ctx context.Context) error {
	if err := l.clock.Begin(ctx); err != nil {
		return cmp.Or(context.Cause(ctx), err)
	}
	ended, err := l.run(ctx)
	r := &l.result
	r.Dir, r.Cause, r.Resumed, r.Signatures, r.Market, r.Stats = l.folder.Dir(), ended.Cause, ended.Resumed, l.key.Signatures(), l.world.Market(), l.world.Stats()
	if err == nil {
		err = l.plan.Remember(l.folder.Home, l.world)
	}
	return err
}

// run lives in the world beside it: waiting moves it, and a resumed life moves it
// again.
func (l *one) run(ctx context.Context) (process.Result, error) {
	c := process.Config{
		Home: l.folder.Home, Policy: journal.History, Redo: []journal.Kind{journal.KindAdvance, journal.KindSend},
		Boot:    func(context.Context, *agent.Boot) (agent.Boot, error) { return l.boot, nil },
		Outside: l.outside, Clock: l.clock, Log: l.options.Log, Watch: &watch{one: l}, Fault: l.options.Fault, Stops: l.options.stops,
	}
	if l.lasts() {
		c.World, c.Checkpoints = l.clock, cmp.Or(l.options.every, process.Day)
	}
	live := process.Run
	if l.of > 1 {
		live = process.Again
	}
	r, err := live(ctx, c)
	if errors.Is(err, process.ErrOther) {
		err = fmt.Errorf("%w: the journal in %s begins with other settings, or this is another version of the program; "+
			"resume it with those it was born with, or choose another --out", ErrAnother, l.folder.Path(home.JournalDir))
	}
	return r, err
}

// lasts reports whether checkpoints are made of the life. None is where its world keeps every block, or where an
// enclave has its key, which stands beside the world and has a memory of its own; none of a life whose world moved
// before its birth; and none of several lives, each of which would need the world as it was at a checkpoint of its own.
func (l *one) lasts() bool {
	return l.of == 1 && l.terms.Born == 0 && history.Lasts(l.world) && l.options.Custody != custody.Embedded && l.options.every >= 0
}

func (l *one) outside(ctx context.Context, b agent.Boot, replaying func() bool) (agent.Outside, error) {
	l.clock.Replaying = replaying
	out, err := environment.Connect(ctx, l.world, b, l.key.Session())
	if err == nil {
		err = l.key.Entrust(ctx, b.Venue, &out)
	}
	out.Clock = l.clock
	out.Strategy = func() ([]byte, error) { return os.ReadFile(l.options.Strategy) }
	out.Dice = l.terms.Dice()
	if !l.options.Alone {
		out.Letters = []owner.Source{owner.NewFolder(l.folder.Path(home.WordsDir), l.options.Log)}
	}
	return out, err
}
