package verify

import (
	"context"
	"errors"
	"path/filepath"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/audit/anchor"
	"bardo.run/bardo/golem/safety/audit/inspect"
	"bardo.run/bardo/internal/seglog"
	"bardo.run/bardo/life/replay"
)

// stored are the records, the books and the audit of a folder, held against what is computed.
type stored struct {
	records *records.Comparison
	books   *seglog.Comparison
	audit   *inspect.Comparison
	first   error // that a record differed
	anchors []anchor.Anchor
}

// Write implements agent.Records. A difference stops nothing: other files are compared, too.
func (k *stored) Write(r *turn.Record) error { return k.note(k.records.Write(r)) }

// Outcome implements agent.Records.
func (k *stored) Outcome(o records.Outcome) error { return k.note(k.records.Outcome(o)) }

func (k *stored) note(err error) error {
	if k.first == nil {
		k.first = err
	}
	return nil
}

func (k *stored) close() { _ = errors.Join(k.records.Close(), k.books.Close()) } // they were only read

// compare opens what is held against the computation.
func (c *check) compare() (k *stored, err error) {
	k = &stored{}
	if k.records, err = records.Compare(filepath.Join(c.dir, home.CyclesDir)); err != nil {
		return k, err
	}
	if k.books, err = seglog.Compare(filepath.Join(c.dir, home.LedgerDir), true); err != nil {
		return k, err
	}
	k.audit, err = inspect.Compare(filepath.Join(c.dir, home.AuditDir))
	if b := (*audit.Broken)(nil); errors.As(err, &b) {
		c.wrong(chainFile, computed, "record %d at byte %d: %s", b.Seq, b.Offset, b.Reason)
		k.audit, err = &inspect.Comparison{}, nil
	}
	return k, err
}

// compute computes the life again and compares what it wrote.
func (c *check) compute(ctx context.Context, k *stored) error {
	if c.broken {
		return nil
	}
	books, differs := ledger.Against(k.books)
	life, err := replay.Compute(ctx, filepath.Join(c.dir, home.JournalDir), c.born, replay.Stores{
		Records: k, Ledger: books, Audit: k.audit,
		Anchors: func(all []anchor.Anchor) {
			if len(all) > 0 {
				k.anchors = all
			}
		},
		Ticked: func(g *agent.Agent, entries uint64) {
			c.ticks = g.State().Heartbeat().Tick
			c.stands(g, entries, false)
			if c.options.Progress != nil {
				c.options.Progress(c.ticks)
			}
		},
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		c.wrong(home.JournalDir, source, "the life cannot be computed from it: %v", err)
		return nil
	}
	c.life = life
	c.written(k, differs())
	c.audited(k)
	return c.ended()
}

// written says what became of records and books.
func (c *check) written(k *stored, books error) {
	for _, s := range []struct {
		dir  string
		log  *seglog.Comparison
		fail error
	}{{home.CyclesDir, k.records.Comparison, k.first}, {home.LedgerDir, k.books, books}} {
		complete := c.over() || c.closed
		switch m := (*seglog.Mismatch)(nil); {
		case c.faulty(s.dir):
		case errors.As(s.fail, &m):
			c.wrong(s.dir+"/"+m.File, computed, "entry %d is not what the journal leads to", m.Frame)
		case s.fail != nil:
			c.wrong(s.dir, computed, "%v", s.fail)
		case complete && s.log.Absent > 0:
			c.wrong(s.dir, computed, "%d entries at its end are missing", s.log.Absent)
		case complete && s.log.Stored() > s.log.Equal:
			c.wrong(s.dir, computed, "it has %d entries, and the journal leads to %d", s.log.Stored(), s.log.Equal)
		}
	}
}
