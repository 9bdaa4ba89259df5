// Package replay computes a life again from its journal, without a chain and
// without its records, and compares every byte (DESIGN §4 Determinism).
//
// Of a dead life it also checks what the stochastic clock rolled, by the secret that
// the testament reveals.
//
// It changes nothing in the life's folder. A journal that was changed, and code
// that decides otherwise, are errors that name the place.
package replay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/golem/safety/audit/inspect"
	"bardo.run/bardo/internal/atomicfile"
)

// Result is what a replay found. Digest is the SHA-256 over all record bytes: two
// lives are the same when theirs are.
type Result struct {
	Ticks     uint64          `json:"ticks"`
	Entries   uint64          `json:"journal_entries"`
	Equal     uint64          `json:"records_equal"`
	Absent    uint64          `json:"records_absent"`
	Digest    string          `json:"records_digest"`
	Testament string          `json:"testament"` // equal, absent or none
	Cause     lifecycle.Cause `json:"cause,omitempty"`
	Boots     uint64          `json:"boots"`
	// AuditEqual and AuditAbsent count the records of the audit chain that are stored as
	// they were computed, and those that are not stored.
	AuditEqual  uint64 `json:"audit_equal"`
	AuditAbsent uint64 `json:"audit_absent"`
	// Rolls of the stochastic clock, each checked against what the testament reveals.
	Rolls uint64 `json:"rolls_checked,omitempty"`
	// CutOff says that the journal ends before the life does: it was killed and
	// not resumed.
	CutOff bool `json:"cut_off"`
	// Will is the testament as it was computed, whatever lies in the folder; nil where
	// the life goes on.
	Will []byte `json:"-"`
}

// ErrNoWill means that a life that goes on was asked for its testament.
var ErrNoWill = errors.New("the journal ends before the testament is written")

// Bequest writes the testament of the life in dir to a path: what was lost from the folder can
// be had from the journal. It replaces nothing but a testament (home.ErrTaken).
func (r Result) Bequest(dir, path string) error {
	if r.Will == nil {
		return fmt.Errorf("%w: %s was not written; let the Golem die first", ErrNoWill, path)
	}
	err := home.Spare(dir, path, thanatopsis.IsTestament, home.TestamentFile, filepath.Base(home.TestamentFile))
	if err != nil {
		return err
	}
	return atomicfile.Write(path, 0o600, r.Will)
}

// ErrDiffers means that the replay came to another byte than the life.
var ErrDiffers = errors.New("the replay differs from the life")

// Options of a replay. Change, when not nil, edits the boot entry before the
// replay: to ask what another rule would have done.
type Options struct {
	Change func(*agent.Boot)
}

// Run replays the life in dir.
func Run(ctx context.Context, dir string, o Options) (Result, error) {
	if err := verify(filepath.Join(dir, home.JournalDir)); err != nil {
		return Result{}, err
	}
	boot, err := agent.BirthIn(filepath.Join(dir, home.JournalDir))
	if err != nil {
		return Result{}, err
	}
	if o.Change != nil {
		o.Change(&boot)
	}
	r := &comparison{}
	return r.replay(ctx, dir, boot)
}

// verify finds a changed byte before the Golem does: to it an entry that cannot be
// read is a market that does not answer, and it would decide on.
func verify(journalDir string) error {
	r, err := journal.Read(journalDir)
	if err != nil {
		return err
	}
	return errors.Join(r.Verify(), r.Close())
}

// comparison is one replay, held against what the folder has.
type comparison struct {
	against *records.Comparison
	audited *inspect.Comparison
	result  Result
}

// replay opens what a living process writes from its end to its beginning: whatever stands in
// records and audit is in the journal by then.
func (r *comparison) replay(ctx context.Context, dir string, boot agent.Boot) (_ Result, err error) {
	if r.against, err = records.Compare(filepath.Join(dir, home.CyclesDir)); err != nil {
		return r.result, err
	}
	defer r.against.Close()
	if r.audited, err = inspect.Compare(filepath.Join(dir, home.AuditDir)); err != nil {
		return r.result, err
	}
	c, err := Compute(ctx, filepath.Join(dir, home.JournalDir), boot, Stores{Records: r, Ledger: ledger.New(), Audit: r.audited})
	if err != nil {
		return r.result, err
	}
	r.result.Boots, r.result.Entries, r.result.Cause, r.result.CutOff = c.Boots, c.Entries, c.Cause, c.CutOff
	if err := r.finish(dir, c); err != nil {
		return r.result, err
	}
	return r.result, r.fair(dir, c, boot)
}

// Write compares the record of a tick with the stored one.
func (r *comparison) Write(record *turn.Record) error {
	r.result.Ticks++
	if err := r.against.Write(record); err != nil {
		return fmt.Errorf("%w: %w", ErrDiffers, err)
	}
	return nil
}

// Outcome compares what became known of a tick later with what is stored.
func (r *comparison) Outcome(o records.Outcome) error {
	if err := r.against.Outcome(o); err != nil {
		return fmt.Errorf("%w: %w", ErrDiffers, err)
	}
	return nil
}

func (r *comparison) finish(dir string, c *Computed) error {
	r.result.Equal, r.result.Absent = r.against.Equal, r.against.Absent
	r.result.Digest = fmt.Sprintf("%x", r.against.Sum())
	// A killed process may leave records behind the last entry that left it.
	if stored := r.against.Stored(); stored > r.result.Equal && !r.result.CutOff {
		return fmt.Errorf("%w: %d records are stored, the journal leads to %d", ErrDiffers, stored, r.result.Equal)
	}
	r.result.AuditEqual, r.result.AuditAbsent = r.audited.Equal, r.audited.Absent
	if err := r.audited.Err(); err != nil {
		return err
	}
	if stored := r.audited.Stored(); stored > r.audited.Equal && !r.result.CutOff {
		return fmt.Errorf("%w: %d audit records are stored, the journal leads to %d", ErrDiffers, stored, r.audited.Equal)
	}
	return r.testament(dir, c)
}

func (r *comparison) testament(dir string, c *Computed) error {
	computed, died := c.Papers["testament"]
	r.result.Will = computed
	stored, err := os.ReadFile(home.Paper(dir, home.TestamentFile))
	switch r.result.Testament = "none"; {
	case errors.Is(err, os.ErrNotExist) && !died:
		return nil
	case err == nil && !died: // the last words are on disk, so the journal held all of them
		return fmt.Errorf("%w: there is a %s, and the journal ends before it", ErrDiffers, home.TestamentFile)
	case errors.Is(err, os.ErrNotExist):
		r.result.Testament = "absent"
		return nil
	case err != nil:
		return err
	case !bytes.Equal(stored, computed):
		return fmt.Errorf("%w: %s has other bytes", ErrDiffers, home.TestamentFile)
	}
	r.result.Testament = "equal"
	return nil
}
