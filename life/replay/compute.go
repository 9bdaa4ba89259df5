package replay

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/agent/checkpoint"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/audit/anchor"
)

// Stores take what a life that is computed again writes.
type Stores struct {
	Records agent.Records
	Ledger  *ledger.Ledger
	Audit   audit.Keeper
	Anchors func([]anchor.Anchor) // nil: nobody keeps them
	// Ticked is told after every tick; entries is how much of the journal led there. nil: no
	// one is.
	Ticked func(g *agent.Agent, entries uint64)
}

// Computed is a life that was computed again from its journal.
type Computed struct {
	Golem  *agent.Agent
	Papers map[string][]byte // the documents of its death, by name
	Boots  uint64
	Cause  lifecycle.Cause
	// Entries and Hash are what the journal holds.
	Entries uint64
	Hash    [32]byte
	// CutOff says that the journal ends before the life does.
	CutOff bool
}

// Compute computes the life of a journal again, as far as it goes. Nothing is logged: what it
// did was logged when it lived.
func Compute(ctx context.Context, journalDir string, boot agent.Boot, s Stores) (_ *Computed, err error) {
	r := &run{stores: s, computed: Computed{Papers: map[string][]byte{}}}
	if r.journal, err = journal.Open(journalDir, journal.Options{Mode: journal.Replay, OnBoot: r.rebooted}); err != nil {
		return nil, err
	}
	defer r.journal.Close()
	c := &r.computed
	stores := agent.Stores{Journal: r.journal, Records: s.Records, Ledger: s.Ledger, Audit: s.Audit, Anchors: s.Anchors, Estate: r, Log: slog.New(slog.DiscardHandler)}
	if c.Golem, err = agent.New(boot, agent.Outside{}, stores); err != nil {
		return nil, err
	}
	if err = r.live(ctx); errors.Is(err, journal.ErrEnd) {
		c.CutOff, err = true, nil
	}
	if d := (*journal.Diverged)(nil); errors.As(err, &d) {
		err = r.explain(filepath.Join(filepath.Dir(journalDir), home.CheckpointDir), d, err)
	}
	c.Entries, c.Hash = r.journal.Head()
	return c, err
}

// run is one computation.
type run struct {
	stores   Stores
	journal  *journal.Journal
	computed Computed
}

func (r *run) live(ctx context.Context) error {
	g := r.computed.Golem
	active, err := lifecycle.Provision(g, silent{}).Activate(ctx)
	if err != nil {
		return err
	}
	for g.Dying() == "" {
		if err := active.Tick(ctx); err != nil {
			return err
		}
		if r.stores.Ticked != nil {
			r.stores.Ticked(g, r.journal.Seq())
		}
	}
	dying, err := active.BeginDeath(g.Dying())
	if err != nil {
		return err
	}
	dead, err := dying.Thanatopsis(ctx)
	if err != nil {
		return err
	}
	r.computed.Cause, err = dead.Cause()
	return err
}

// explain adds to an error about a checkpoint what of the Golem it has otherwise, where its file is
// still there.
func (r *run) explain(dir string, d *journal.Diverged, err error) error {
	file, bad := os.ReadFile(filepath.Join(dir, checkpoint.Name(d.Entry)))
	if bad != nil {
		return err
	}
	c, bad := checkpoint.Unseal(file)
	if bad != nil {
		return err
	}
	if where, bad := agent.Differs(r.computed.Golem, c.Image); bad == nil && where != "" {
		err = fmt.Errorf("%w (it differs in %s)", err, where)
	}
	return err
}

// rebooted tells the Golem of every boot it had, as its journal does.
func (r *run) rebooted(b journal.Boot) {
	r.computed.Boots = b.Epoch
	if r.computed.Golem != nil && b.Epoch > 1 {
		r.computed.Golem.Rebooted(b.Epoch)
	}
}

// Bequeath takes a document of the death. It implements dying.Estate.
func (r *run) Bequeath(name string, document any) error {
	text, err := json.MarshalIndent(document, "", "  ")
	r.computed.Papers[name] = append(text, '\n')
	return err
}

// silent hears of transitions; a replay tells nobody.
type silent struct{}

func (silent) Moved(_, _ lifecycle.State, _ lifecycle.Cause) {}
func (silent) Passed(lifecycle.Phase, error)                 {}
