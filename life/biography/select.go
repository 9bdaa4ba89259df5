package biography

import (
	"context"
	"errors"
	"iter"
	"path/filepath"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/life/report"
)

// Selection are records of a life that its index found, and what the index lacked.
type Selection struct {
	*records.Selection
	store *records.Store
}

// Select asks the index of the life in dir, which may be over or go on. The caller closes it.
func Select(ctx context.Context, dir string, q records.Query) (*Selection, error) {
	if _, err := agent.BirthIn(filepath.Join(dir, home.JournalDir)); err != nil {
		return nil, err
	}
	store, err := records.Open(filepath.Join(dir, home.CyclesDir), records.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	return &Selection{store.Select(ctx, q), store}, nil
}

// Close lets go of the records.
func (s *Selection) Close() error { return s.store.Close() }

// Trades are what the life in dir carried out, its settlement among it, and its market.
// found is told what the index knew, before anything is read.
func Trades(ctx context.Context, dir string, found func(*Selection)) (report.Acts, report.Market, error) {
	s, err := Select(ctx, dir, records.Query{Acted: true})
	if err != nil {
		return report.Acts{}, report.Market{}, err
	}
	defer s.Close()
	found(s)
	b := report.NewBuilder()
	last, err := s.store.Last()
	if errors.Is(err, records.ErrNone) {
		return report.Acts{}, report.Market{}, nil
	}
	if err != nil {
		return report.Acts{}, report.Market{}, err
	}
	if err := add(b, s.Settled(), last); err != nil {
		return report.Acts{}, report.Market{}, err
	}
	j, err := journal.Read(filepath.Join(dir, home.JournalDir))
	if err != nil {
		return report.Acts{}, report.Market{}, err
	}
	defer j.Close()
	if _, _, _, err := settle(dir, j, b, last.Entries[1]); err != nil {
		return report.Acts{}, report.Market{}, err
	}
	l := b.Life(samples)
	return l.Acts, l.Subject.Market, nil
}

// add adds some records of a life, and its last, behind which its settlement follows.
func add(b *report.Builder, some iter.Seq2[*turn.Record, error], last *turn.Record) error {
	for r, err := range some {
		if err != nil {
			return err
		}
		b.Add(*r)
		if r.Tick == last.Tick {
			return nil
		}
	}
	b.Add(*last)
	return nil
}
