package process

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/audit/anchor"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/wire"
)

// process is a life in progress.
type process struct {
	Config

	boot    agent.Boot
	outside agent.Outside
	journal *journal.Journal
	records *records.Store
	ledger  *ledger.Ledger
	audit   *audit.Store
	golem   *agent.Agent
	past    past
	at      stage
}

// stage is how far a process has come.
type stage struct {
	result  Result // so far
	stopped bool
	dying   bool // its death has begun
	// kept is the tick of the last manifest, and shown the one when records and books were shown last.
	kept, shown uint64
}

// ErrOther refuses to resume a life under other settings than it was born with.
var ErrOther = errors.New("the settings are not those that this life was born with")

// open builds the Golem from the bottom up (runtime §3).
func (p *process) open(ctx context.Context) (err error) {
	if err := p.born(ctx); err != nil {
		return err
	}
	if p.outside, err = p.Outside(ctx, p.boot, p.replaying); err != nil {
		return err
	}
	return p.build()
}

// born makes the boot entry, and holds it against the one that a resumed life has.
func (p *process) born(ctx context.Context) error {
	birth, found, err := p.sound()
	if err != nil {
		return err
	}
	if !found {
		p.boot, err = p.Boot(ctx, nil)
		p.boot.Constitution = cage.ConstitutionHash()
		return err
	}
	p.at.result.Resumed = true
	old, err := agent.Born(birth)
	if err != nil {
		return err
	}
	if err := constituted(old.Constitution); err != nil {
		return err
	}
	if p.boot, err = p.Boot(ctx, &old); err != nil {
		return err
	}
	p.boot.Constitution = old.Constitution
	if same, err := birth.Holds(p.boot); err != nil || same {
		return err
	}
	return Other(p.boot, old, p.Home.Dir())
}

// Other is an ErrOther that names what a boot entry has other than the birth of the life in a
// folder, with both values.
func Other(now, born agent.Boot, dir string) error {
	if full, err := filepath.Abs(dir); err == nil { // it fails where there is no working folder
		dir = full
	}
	return fmt.Errorf("%w: %s; write the settings of the life in %s as they were when it began, or begin another life in another folder",
		ErrOther, strings.Join(differences(now, born), "; "), dir)
}

// Same reports whether a boot entry is that of a birth.
func Same(now, born agent.Boot) bool { return len(differences(now, born)) == 0 }

// constituted refuses a life that was born under other standing rules than this program's,
// even with its key, before the chain is asked for anything. A cage holds the hash of its rules
// too, but most Golems have none.
//
// spec: safety §1.5
func constituted(born common.Hash) error {
	now := cage.ConstitutionHash()
	if born == now {
		return nil
	}
	return fmt.Errorf("%w: this life was born under %s, this program carries %s: start it with the program that it was born with, or begin another life in another folder",
		chain.ErrConstitution, born, now)
}

func (p *process) stores() (err error) {
	mode := journal.Record
	if p.at.result.Resumed {
		mode = journal.Resume
	}
	from := p.past.places()
	p.journal, err = journal.Open(p.Home.Path(home.JournalDir), journal.Options{
		Mode: mode, Policy: p.Policy, Boot: p.boot, Redo: p.Redo, From: from.journal, OnBoot: p.rebooted, OnLive: p.caughtUp, Fault: p.Fault, Sites: p.Sites,
	})
	if err != nil {
		return err
	}
	if p.records, err = records.Open(p.Home.Path(home.CyclesDir), records.Options{Repeat: true, From: from.records, Fault: p.Fault, Sites: p.Sites}); err != nil {
		return err
	}
	if p.ledger, err = ledger.Open(p.Home.Path(home.LedgerDir), ledger.Options{From: from.ledger, Fault: p.Fault, Sites: p.Sites}); err != nil {
		return err
	}
	p.audit, err = audit.Open(p.Home.Path(home.AuditDir), audit.Options{
		Lasting: p.Policy == journal.Live, First: p.journal.Sync, Known: p.past.known, From: from.audit, Fault: p.Fault, Sites: p.Sites,
	})
	if err == nil && p.audit.Place().Mark.Records+p.audit.Stored() < p.past.known.Records {
		p.Log.Error("records were cut off the audit; they are computed again", "records", p.audit.Place().Mark.Records+p.audit.Stored(), "manifest", p.past.known.Records)
	}
	return err
}

func (p *process) replaying() bool { return p.journal != nil && p.journal.Replaying() }

// rebooted tells the Golem that its process was restarted here. Of this process the epoch is
// known only now.
func (p *process) rebooted(b journal.Boot) {
	if p.golem == nil || b.Epoch == 1 {
		return
	}
	p.golem.Rebooted(b.Epoch)
	if p.replaying() {
		return
	}
	if err := p.sign(b.Epoch); err != nil {
		p.Log.Error("the lock does not say which process has it", "error", err)
	}
}

// caughtUp runs when a resumed life has passed its journal: what stores hold
// beyond it was never decided.
func (p *process) caughtUp() error {
	p.anchored(p.golem.Anchors())
	if n := p.audit.Stored(); n > 0 {
		p.Log.Warn("the audit was ahead of the journal; what the journal does not lead to is dropped", "records", n)
	}
	p.golem.Events().EmitIdle(wire.LifecycleReady{Resumed: true})
	return errors.Join(p.records.EndRepeat(), p.ledger.EndRepeat(), p.audit.EndRepeat())
}

// anchored keeps the anchors, once they are all that the journal leads to. A list that
// cannot be written is written with the next one: it can be computed again.
func (p *process) anchored(all []anchor.Anchor) {
	if len(all) == 0 || p.replaying() {
		return
	}
	err := p.Sites.Around(site.Document, anchorsName, func() error {
		return anchor.Save(unnamed{sites: p.Sites, what: anchorsName}, p.Home.Path(home.AuditDir), all)
	})
	if err != nil {
		p.Log.Error("the anchors of the audit were not written", "error", err)
	}
}

// close closes the stores that were opened.
func (p *process) close() error {
	var errs []error
	if p.journal != nil {
		errs = append(errs, p.Sites.Around(site.Close, home.JournalDir, p.journal.Close))
	}
	if p.records != nil {
		errs = append(errs, p.Sites.Around(site.Close, home.CyclesDir, p.records.Close))
	}
	if p.ledger != nil {
		errs = append(errs, p.Sites.Around(site.Close, home.LedgerDir, p.ledger.Close))
	}
	if p.audit != nil {
		errs = append(errs, p.Sites.Around(site.Close, home.AuditDir, p.audit.Close))
	}
	return errors.Join(errs...)
}
