package process

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/shutdown"
	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/internal/clock"
)

// release gives up a handle whose life is not over.
type release func(ctx context.Context, reason string) error

// stop ends a life that goes on at the next start, in the order and the time of
// runtime §12. A spot or a liquidity position loses nothing by waiting, so none is
// critical: the manifest names what stays open.
func (p *process) stop(ctx context.Context, reason string, hand release) error {
	p.at.stopped = true
	sequence := shutdown.Sequence{Clock: cmp.Or[clock.Clock](p.Stops, clock.System{}), Events: p.golem.Events()}
	report := sequence.Run(ctx, reason, shutdown.Plan{
		shutdown.StopWork: func(context.Context, time.Time) error { p.Watch.Draining(); return nil },
		shutdown.Flush:    func(ctx context.Context, _ time.Time) error { return p.flush(ctx, reason, hand) },
		shutdown.Manifest: func(context.Context, time.Time) error { return errors.Join(p.claim(true, reason), p.defers()) },
		shutdown.Seal:     func(context.Context, time.Time) error { return errors.Join(p.audit.Close(), p.journal.Close()) },
		shutdown.Wipe:     func(context.Context, time.Time) error { p.wipe(); return nil },
		shutdown.Exit:     func(context.Context, time.Time) error { p.golem.Events().Close(); return nil },
	})
	for _, o := range report.Phases {
		p.Log.Info("shutdown", "phase", o.Phase.Name, "number", o.Phase.Number, "nothing_to_do", o.Idle, "took", o.Took, "error", o.Err)
	}
	return report.Err()
}

// claim writes the manifest, which may name only what is durable: the next boot holds
// the journal against it. Why the journal is not was said by the flush.
func (p *process) claim(clean bool, reason string) error {
	if p.journal.Sync() != nil || p.audit.Sync() != nil {
		return nil
	}
	p.vouch()
	return p.save(p.manifest(clean, reason))
}

// vouch takes down the files that came and went since the lock was signed. That it could not
// stops nothing.
func (p *process) vouch() {
	if err := p.Home.VouchNew(); err != nil {
		p.Log.Error("bardo verify will not know the newest files", "error", err)
	}
}

// save writes the manifest.
func (p *process) save(m home.Manifest) error {
	return p.Sites.Around(site.Document, manifestName, func() error {
		return p.Home.SaveManifestTo(unnamed{sites: p.Sites, what: manifestName}, m)
	})
}

// flush fires the end hooks and makes everything durable that the manifest will
// name.
func (p *process) flush(ctx context.Context, reason string, hand release) error {
	left := agent.Leave(p.golem)
	return errors.Join(left, hand(ctx, reason), p.journal.Sync(), p.records.Close(), p.ledger.Close())
}

// wipe ends the keys of this process.
func (p *process) wipe() {
	if p.outside.Signer != nil {
		p.outside.Signer.Destroy()
	}
	if p.outside.Identity != nil {
		p.outside.Identity.Destroy()
	}
}

// end closes what a life that was not stopped has open: it closes the stores and
// then writes the manifest of a dead Golem, so that what it says stands is on disk.
func (p *process) end() error {
	if p.at.stopped {
		return nil
	}
	p.wipe()
	if p.golem == nil || p.at.result.Cause == "" {
		return p.close()
	}
	m := p.manifest(true, "dead")
	p.golem.Events().Close()
	if err := p.close(); err != nil {
		return err
	}
	if err := p.bundle(m); err != nil { // what it holds is in the folder, too
		p.Log.Error("the death bundle was not written", "error", err)
	}
	if err := os.Remove(p.Home.Path(home.DeferredFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		p.Log.Warn("the request to finish this death is done with, and lies there still", "error", err)
	}
	p.vouch()
	return p.save(m)
}

// manifest is where the Golem stands.
func (p *process) manifest(clean bool, reason string) home.Manifest {
	m := Stands(p.golem, p.at.result.Cause != "")
	m.Epoch, m.WrittenAt, m.Clean, m.Reason = p.journal.Epoch(), p.Clock.Now().UnixMilli(), clean, reason
	m.JournalSeq, m.JournalHash = p.journal.Head()
	return m
}

// Stands is what a manifest says of a Golem, without what the journal and the process add.
func Stands(g *agent.Agent, dead bool) home.Manifest {
	s, audited := g.State(), g.Audited()
	m := home.Manifest{
		GolemID: s.Identity().GolemID, State: string(lifecycle.StateActive), NextTick: s.Heartbeat().Tick,
		EventSeq: g.Events().Last(), StrategyHash: g.StrategyHash(), Deferred: g.Open(), Credit: g.Credit(),
		AuditSeq: audited.Records, AuditHash: audited.Head,
	}
	for _, tx := range g.Pending() {
		m.Pending = append(m.Pending, tx.Hex())
	}
	if cause := g.Dying(); cause != "" {
		m.State, m.Cause = string(lifecycle.StateTerminal), string(cause)
	}
	if dead {
		m.State = string(lifecycle.StateDead)
	}
	return m
}
