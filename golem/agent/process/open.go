package process

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/internal/atomicfile"
)

// process is a life in progress.
type process struct {
	Config

	boot    agent.Boot
	outside agent.Outside
	journal *journal.Journal
	records *records.Store
	ledger  *ledger.Ledger
	golem   *agent.Agent
	result  Result
	stopped bool
}

// open builds the Golem from the bottom up (runtime §3).
func (p *process) open(ctx context.Context) (err error) {
	mode := journal.Record
	if p.result.Resumed, err = begun(p.Home); err != nil {
		return err
	}
	if p.result.Resumed {
		mode = journal.Resume
		err = journal.Birth(p.Home.Path(home.JournalDir), &p.boot)
	} else {
		p.boot, err = p.Birth(ctx)
	}
	if err != nil {
		return err
	}
	if p.outside, err = p.Outside(ctx, p.boot); err != nil {
		return err
	}
	if err := p.stores(mode); err != nil {
		return err
	}
	p.golem, err = agent.New(p.boot, p.outside, agent.Stores{Journal: p.journal, Records: p.records, Ledger: p.ledger, Estate: estate{p.Home}, Log: p.Log})
	return err
}

// begun reports whether a life was begun in the folder.
func begun(h *home.Home) (bool, error) {
	files, err := os.ReadDir(h.Path(home.JournalDir))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return len(files) > 0, err
}

func (p *process) stores(mode journal.Mode) (err error) {
	p.journal, err = journal.Open(p.Home.Path(home.JournalDir), journal.Options{
		Mode: mode, Policy: p.Policy, Boot: p.boot, Redo: p.Redo, OnBoot: p.rebooted, OnLive: p.caughtUp, Fault: p.Fault,
	})
	if err != nil {
		return err
	}
	if p.records, err = records.Open(p.Home.Path(home.CyclesDir), records.Options{Repeat: true, Fault: p.Fault}); err != nil {
		return err
	}
	p.ledger, err = ledger.Open(p.Home.Path(home.LedgerDir), p.Fault)
	return err
}

// rebooted tells the Golem that its process was restarted here.
func (p *process) rebooted(b journal.Boot) {
	if p.golem != nil && b.Epoch > 1 {
		p.golem.Rebooted(b.Epoch)
	}
}

// caughtUp runs when a resumed life has passed its journal: what stores hold
// beyond it was never decided.
func (p *process) caughtUp() error {
	return errors.Join(p.records.EndRepeat(), p.ledger.EndRepeat())
}

// close closes the stores that were opened.
func (p *process) close() error {
	var errs []error
	if p.journal != nil {
		errs = append(errs, p.journal.Close())
	}
	if p.records != nil {
		errs = append(errs, p.records.Close())
	}
	if p.ledger != nil {
		errs = append(errs, p.ledger.Close())
	}
	return errors.Join(errs...)
}

// estate writes the documents of a death into the life's folder.
type estate struct{ home *home.Home }

func (e estate) Bequeath(name string, document any) error {
	text, err := json.MarshalIndent(document, "", "  ")
	if err != nil {
		return fmt.Errorf("bequeath %s: %w", name, err)
	}
	return atomicfile.Write(e.home.Path(home.DeathDir+"/"+name+".json"), 0o600, append(text, '\n'))
}
