package process

import (
	"context"
	"errors"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/killswitch"
	"bardo.run/bardo/golem/host/lifecycle"
)

// ErrOver refuses to live in a folder whose Golem is dead.
var ErrOver = errors.New("the Golem that lived here is dead")

// manifests is how many theta ticks lie between two manifests of a living Golem
// (runtime §14.3).
const manifests = 10

// Run lives the life from its birth, or from where its journal ends, until the
// Golem is dead or ctx ends. When ctx ends it shuts down in order and returns the
// cause of ctx; if that is killswitch.ErrPulled it settles nothing and writes
// nothing more.
func Run(ctx context.Context, c Config) (r Result, err error) {
	if m, _, err := c.Home.LoadManifest(); err == nil && m.State == string(lifecycle.StateDead) {
		return r, ErrOver
	} else if err != nil && !errors.Is(err, home.ErrNoManifest) {
		return r, err
	}
	return Again(ctx, c)
}

// Again is Run where a life that is over is computed once more, because it moves a world that others live
// in. What it wrote stays, to the byte.
func Again(ctx context.Context, c Config) (r Result, err error) {
	p := &process{Config: c}
	p.past.of = p
	defer func() { err = errors.Join(err, p.end()) }()
	if err := p.open(ctx); err != nil {
		return p.at.result, err
	}
	p.Watch.Born(p.golem)
	err = p.live(ctx)
	return p.at.result, err
}

// live drives the handles from birth to the tombstone.
func (p *process) live(ctx context.Context) error {
	active, err := begun(ctx, p)
	if err != nil {
		return err
	}
	if err := p.sign(p.journal.Epoch()); err != nil {
		return err
	}
	for p.golem.Dying() == "" {
		if err := active.Tick(ctx); err != nil {
			return p.interrupted(ctx, err, active.Shutdown)
		}
		p.ticked()
	}
	dying, err := active.BeginDeath(p.golem.Dying())
	if err != nil {
		return err
	}
	p.at.dying = true
	grace, end := p.graceful(ctx)
	defer end()
	dead, err := dying.Thanatopsis(grace)
	if err != nil {
		return p.interrupted(grace, err, dying.Shutdown)
	}
	cause, err := dead.Cause()
	p.at.result.Cause = cause
	return errors.Join(err, dead.Close(grace))
}

// begun is the Golem as it begins, or as it was at the checkpoint.
func begun(ctx context.Context, p *process) (*lifecycle.Active, error) {
	if p.past.from == nil {
		return lifecycle.Provision(p.golem, observer{p}).Activate(ctx)
	}
	p.Watch.Moved(lifecycle.StateActive)
	return lifecycle.Restored(p.golem, observer{p}), nil
}

// sign writes into the lock that this process holds it.
func (p *process) sign(epoch uint64) error {
	birth, err := p.journal.BirthHash()
	if err != nil {
		return err
	}
	return p.Home.Sign(epoch, birth)
}

// ticked lets whoever reads the folder of a real life see a theta tick, behind which the journal
// is durable; it tells of every tick, and keeps a manifest now and then. What cannot be written
// stops nothing: the journal is the truth.
func (p *process) ticked() {
	tick, real := p.golem.State().Heartbeat().Tick, p.Policy == journal.Live && !p.replaying()
	if real && tick != p.at.shown {
		p.at.shown = tick
		if err := errors.Join(p.records.Show(), p.ledger.Show()); err != nil {
			p.Log.Error("records and books lag behind the life in its folder", "tick", tick, "error", err)
		}
	}
	p.Watch.Ticked(p.replaying())
	if !real || tick < p.at.kept+manifests {
		return
	}
	p.at.kept = tick
	if err := errors.Join(p.records.Sync(), p.ledger.Sync(), p.claim(false, "living")); err != nil {
		p.Log.Error("the manifest was not written", "tick", tick, "error", err)
	}
}

// interrupted ends a life that goes on at the next start.
func (p *process) interrupted(ctx context.Context, err error, hand release) error {
	if ctx.Err() == nil {
		return errors.Join(err, p.stop(ctx, "failed", hand))
	}
	if cause := context.Cause(ctx); errors.Is(cause, killswitch.ErrPulled) {
		return cause // at once: nothing is settled and nothing is flushed
	}
	return errors.Join(context.Cause(ctx), p.stop(ctx, "stopped", hand))
}

// observer hears of transitions; the journal makes them repeatable, so there is
// nothing more to keep.
type observer struct{ of *process }

func (o observer) Moved(from, to lifecycle.State, _ lifecycle.Cause) {
	o.of.golem.Moved(from, to)
	o.of.Watch.Moved(to)
}

func (o observer) Passed(p lifecycle.Phase, err error) {
	if err != nil {
		o.of.Log.Error("a phase of death failed", "phase", p.String(), "error", err)
	}
	o.of.Watch.Passed(p, err)
}
