package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
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

// Result is a life that was lived.
type Result struct {
	Dir        string
	Cause      lifecycle.Cause
	Resumed    bool
	Signatures uint64
	Market     history.Market
	Stats      history.Stats
	Granted    grant.Plan // what the owner signed; empty where nobody had to
}

// Run lives the life to its end, or until ctx ends; then the folder is whole and
// the same call resumes it.
func Run(ctx context.Context, o Options) (Result, error) {
	composed, err := environment.Compose(o.History, o.Gas, o.World, o.Seed, o.Days)
	if err != nil {
		return Result{}, err
	}
	t, err := o.born(composed)
	if err != nil {
		return Result{}, err
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	for _, w := range t.Config.Warnings() {
		o.Log.Warn(w)
	}
	if err := t.Check(); err != nil {
		return Result{}, err
	}
	for _, m := range composed.Markets {
		for _, w := range m.Warnings {
			o.Log.Warn(w)
		}
	}
	h, err := openFolder(o.Out)
	if err != nil {
		return Result{}, err
	}
	defer h.Close()
	composed.Artifacts = o.Artifacts
	r, err := o.within(ctx, h.Home, composed, t)
	if err != nil {
		err = errors.Join(err, h.forsake())
	}
	return r, err
}

// within lives in a folder.
func (o Options) within(ctx context.Context, h *home.Home, composed history.Config, t birth.Terms) (Result, error) {
	if over(h) {
		return Result{}, fmt.Errorf("%w: %s; see bardo why and bardo replay, or choose another --out", ErrOver, o.Out)
	}
	plan := o.plan(t, environment.Hash(composed))
	if err := plan.Settle(h, t.Text); err != nil {
		return Result{}, err
	}
	for {
		r, err := o.inWorld(ctx, h, composed, t, plan)
		if !errors.Is(err, process.ErrWorld) { // there is one checkpoint less each time
			return r, err
		}
	}
}

// inWorld lives in a world that is made for it.
func (o Options) inWorld(ctx context.Context, h *home.Home, composed history.Config, t birth.Terms, plan provenance.Plan) (Result, error) {
	w, err := history.Open(ctx, composed)
	if err != nil {
		return Result{}, err
	}
	defer w.Close()
	r, err := o.live(ctx, h, w, t)
	if err == nil {
		err = plan.Remember(h, w)
	}
	return r, err
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

// live gives the Golem its key and its purse, and lets it live.
func (o Options) live(ctx context.Context, h *home.Home, w *history.World, t birth.Terms) (r Result, err error) {
	c := environment.NewClock(w, o.pacing())
	key, err := keys.Open(ctx, keys.Settings{
		Custody: o.Custody, Session: o.Session, Log: o.Log, Seams: o.seams,
		Grant: grantor.Terms{Mode: grant.Mode(o.Custody), Seed: o.Seed, Fund: o.Fund, Bounds: o.Bounds, Artifacts: o.Artifacts},
	}, c)
	if err != nil {
		return r, err
	}
	defer key.Close()
	b, err := t.Boot(ctx, w, key.Address())
	if err != nil {
		return r, err
	}
	if r.Granted, err = key.Bind(ctx, w, &b); err != nil {
		return r, err
	}
	if err := birth.Fund(ctx, w, b); err != nil {
		return r, err
	}
	l := &one{home: h, world: w, key: key, terms: t, boot: b, options: o, clock: c}
	ended, err := l.run(ctx)
	r.Dir, r.Cause, r.Resumed, r.Signatures, r.Market, r.Stats = h.Dir(), ended.Cause, ended.Resumed, key.Signatures(), w.Market(), w.Stats()
	return r, err
}

// one is a life in progress.
type one struct {
	home    *home.Home
	world   *history.World
	key     *keys.Keys
	terms   birth.Terms
	boot    agent.Boot
	options Options
	clock   *environment.Clock
}

// run lives in the world beside it: waiting moves it, and a resumed life moves it
// again.
func (l *one) run(ctx context.Context) (process.Result, error) {
	c := process.Config{
		Home: l.home, Policy: journal.History, Redo: []journal.Kind{journal.KindAdvance, journal.KindSend},
		Boot:    func(context.Context, *agent.Boot) (agent.Boot, error) { return l.boot, nil },
		Outside: l.outside, Clock: l.clock, Log: l.options.Log, Watch: &watch{one: l}, Fault: l.options.Fault,
	}
	if l.lasts() {
		c.World, c.Checkpoints = l.clock, cmp.Or(l.options.every, process.Day)
	}
	r, err := process.Run(ctx, c)
	if errors.Is(err, process.ErrOther) {
		err = fmt.Errorf("%w: the journal in %s begins with other settings, or this is another version of the program; "+
			"resume it with those it was born with, or choose another --out", ErrAnother, l.home.Path(home.JournalDir))
	}
	return r, err
}

// lasts reports whether checkpoints are made of the life. None is where its world keeps every block, or where an
// enclave has its key, which stands beside the world and has a memory of its own.
func (l *one) lasts() bool {
	return history.Lasts(l.world) && l.options.Custody != custody.Embedded && l.options.every >= 0
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
		out.Letters = []owner.Source{owner.NewFolder(l.home.Path(home.WordsDir), l.options.Log)}
	}
	return out, err
}
