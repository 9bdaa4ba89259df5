package records

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"iter"

	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/seglog"
)

const (
	ticksPerSegment = 1_000
	maxWaiting      = 100
)

// Options of a store.
type Options struct {
	// ReadOnly opens the records of a life that may be running or over.
	ReadOnly bool
	// Repeat is for a life that is computed again from its journal: a stored
	// record must come again with the same bytes, else ErrDiffers, and only what
	// lies behind the stored ones is appended.
	Repeat bool
	// From is where a repetition begins; the zero Mark is the first record.
	From Mark
	// Fault and Sites are the seams of crash tests.
	Fault seglog.Fault
	Sites site.Hook
}

// Mark is a place behind a record.
type Mark struct {
	Entries uint64 `cbor:"1,keyasint"` // records and outcomes before it
	Tick    uint64 `cbor:"2,keyasint"` // of the last record
}

// Store holds the records of one life. It belongs to one goroutine.
type Store struct {
	dir     string
	log     *seglog.Log
	index   *index // nil where the store is only read
	waiting []waiting
	buf     bytes.Buffer // scratch
	segment uint64       // tick / 1,000 of the last record
	last    uint64       // its tick
	started bool
	lost    bool // a record was: none behind it may be written
	sites   site.Hook
	closed  bool
}

// waiting is a record that is not written yet.
type waiting struct {
	payload []byte
	row     row
}

// Open opens the store in dir, the golem's cycles folder, and brings the index
// up to date.
func Open(dir string, opts Options) (*Store, error) {
	log, err := seglog.Open(dir, seglog.Options{ReadOnly: opts.ReadOnly, Repeat: opts.Repeat, From: opts.From.Entries, Fault: opts.Fault})
	if err != nil {
		return nil, fmt.Errorf("records: %w", err)
	}
	s := &Store{dir: dir, log: log, sites: opts.Sites}
	if opts.ReadOnly {
		return s, nil
	}
	if s.index, err = openIndex(dir, log); err != nil {
		log.Close()
		return nil, fmt.Errorf("records: %w", err)
	}
	if opts.From.Entries > 0 {
		s.last, s.segment, s.started = opts.From.Tick, opts.From.Tick/ticksPerSegment, true
	}
	if !opts.Repeat {
		s.segment, s.started = s.index.lastTick/ticksPerSegment, s.index.rows > 0
	}
	return s, nil
}

// Write appends the record of a tick. Records that wait are written first. An
// ErrKept need not stop the loop; ErrLost and ErrDiffers name the tick.
func (s *Store) Write(r *turn.Record) error {
	return s.put(kindRecord, r, rowOf(r))
}

// Outcome appends what became known of an earlier record.
func (s *Store) Outcome(o Outcome) error {
	return s.put(kindOutcome, &o, outcomeRow(o))
}

func (s *Store) put(kind byte, v any, r row) error {
	if s.index == nil {
		return seglog.ErrReadOnly
	}
	s.buf.Reset()
	if err := encode(&s.buf, kind, v); err != nil {
		return err
	}
	err := s.retry()
	if err == nil && !s.lost {
		err = s.append(s.buf.Bytes(), r)
	}
	s.lost = s.lost || len(s.waiting) == maxWaiting
	var m *seglog.Mismatch
	switch {
	case errors.As(err, &m):
		return fmt.Errorf("tick %d: %w: %w", r.tick, ErrDiffers, err)
	case s.lost && err == nil:
		return fmt.Errorf("tick %d: %w", r.tick, ErrLost)
	case s.lost:
		return fmt.Errorf("tick %d: %w: %w", r.tick, ErrLost, err)
	case err == nil:
		return nil
	}
	s.waiting = append(s.waiting, waiting{bytes.Clone(s.buf.Bytes()), r})
	return fmt.Errorf("tick %d: %w: %w", r.tick, ErrKept, err)
}

// retry writes the records that wait, oldest first.
func (s *Store) retry() error {
	for len(s.waiting) > 0 {
		if err := s.append(s.waiting[0].payload, s.waiting[0].row); err != nil {
			return err
		}
		s.waiting = s.waiting[1:]
	}
	s.waiting = nil
	return nil
}

// append tells, where somebody listens, when a record is about to be written and when
// it outlives the process. A repetition writes nothing.
func (s *Store) append(payload []byte, r row) error {
	if s.sites == nil || s.log.Repeating() {
		return s.add(payload, r)
	}
	return s.sites.Around(site.Record, r.name(), func() error {
		if err := s.add(payload, r); err != nil {
			return err
		}
		return s.log.Flush()
	})
}

func (s *Store) add(payload []byte, r row) error {
	if at := r.tick / ticksPerSegment; r.kind == kindRecord && s.started && at != s.segment {
		if err := s.log.Roll(); err != nil {
			return err
		}
	}
	repeated := s.log.Repeating()
	n, err := s.log.Append(payload)
	if err != nil {
		return err
	}
	if r.kind == kindRecord {
		s.last, s.segment, s.started = r.tick, r.tick/ticksPerSegment, true
	}
	if !repeated {
		r.frame = n
		s.index.add(r)
	}
	return nil
}

// Mark is where the store stands. It has none while records wait, or were lost.
func (s *Store) Mark() (Mark, error) {
	switch {
	case s.lost:
		return Mark{}, ErrLost
	case len(s.waiting) > 0:
		return Mark{}, fmt.Errorf("%d records wait: %w", len(s.waiting), ErrKept)
	}
	return Mark{s.log.Len(), s.last}, nil
}

// Waiting returns how many records are kept in memory because they could not be
// written.
func (s *Store) Waiting() int { return len(s.waiting) }

// EndRepeat ends a repetition and drops the stored records that did not come
// again: they lie behind the end of the journal, and are computed anew.
func (s *Store) EndRepeat() error {
	if !s.log.Repeating() {
		return nil
	}
	if err := s.log.EndRepeat(); err != nil {
		return fmt.Errorf("records: %w", err)
	}
	return s.index.rebuild(s.log)
}

// Sync makes every written record durable. Sync the journal first.
func (s *Store) Sync() error {
	if err := s.retry(); err != nil {
		return err
	}
	return s.log.Sync()
}

// Show hands every written record to the operating system, so that whoever reads the folder
// sees it. It makes nothing durable, and does nothing in a repetition.
func (s *Store) Show() error {
	if s.index == nil {
		return seglog.ErrReadOnly
	}
	return s.log.Flush()
}

// Flush waits until the index holds every written record.
func (s *Store) Flush() error {
	if s.index == nil {
		return seglog.ErrReadOnly
	}
	return s.index.flush()
}

// Close writes what waits, syncs and closes. A second Close does nothing.
func (s *Store) Close() error {
	if s.closed {
		return nil
	}
	s.closed = true
	err := s.retry()
	if s.index != nil {
		err = errors.Join(err, s.index.close())
	}
	return errors.Join(err, s.log.Close())
}

// Read returns the record of a tick and the outcomes that became known of it.
func (s *Store) Read(tick uint64) (turn.Record, []Outcome, error) {
	var found *turn.Record
	var outcomes []Outcome
	for e, err := range s.All() {
		switch {
		case err != nil:
			return turn.Record{}, nil, err
		case e.Record != nil && e.Record.Tick == tick:
			found = e.Record
		case e.Outcome != nil && e.Outcome.Tick == tick:
			outcomes = append(outcomes, *e.Outcome)
		}
	}
	if found == nil {
		return turn.Record{}, nil, fmt.Errorf("tick %d: %w", tick, ErrNone)
	}
	return *found, outcomes, nil
}

// Last returns the newest record.
func (s *Store) Last() (*turn.Record, error) {
	for n := s.Len(); n > 0; n-- {
		f, err := s.log.At(n - 1)
		if err != nil {
			return nil, fmt.Errorf("records: %w", err)
		}
		if r, _, err := decode(f.Payload); err != nil || r != nil {
			return r, err
		}
	}
	return nil, ErrNone
}

// Entry is a record or an outcome, in the order of writing.
type Entry struct {
	Record  *turn.Record
	Outcome *Outcome
}

// Len returns how many records and outcomes there are.
func (s *Store) Len() uint64 { return s.log.Len() }

// All yields every record and outcome. A fault is yielded once, as the last
// step.
func (s *Store) All() iter.Seq2[Entry, error] { return s.From(0) }

// From is All without the first skip entries.
func (s *Store) From(skip uint64) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for f, err := range s.log.Frames(skip) {
			var e Entry
			if err == nil {
				e.Record, e.Outcome, err = decode(f.Payload)
			}
			if err != nil {
				yield(Entry{}, fmt.Errorf("records: %w", err))
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// Digest returns the SHA-256 over all record bytes, each behind its length. Two
// lives are the same when their digests are.
func (s *Store) Digest() ([32]byte, error) {
	d := NewDigester()
	for f, err := range s.log.Frames(0) {
		if err != nil {
			return [32]byte{}, fmt.Errorf("records: %w", err)
		}
		d.add(f.Payload)
	}
	return d.Sum(), nil
}

// Digester computes the digest of records that are not stored.
type Digester struct {
	h     hash.Hash
	buf   bytes.Buffer
	count uint64
}

// NewDigester returns the digest of no record.
func NewDigester() *Digester { return &Digester{h: sha256.New()} }

// Write adds the record of a tick.
func (d *Digester) Write(r *turn.Record) error { return d.put(kindRecord, r) }

// Outcome adds an outcome.
func (d *Digester) Outcome(o Outcome) error { return d.put(kindOutcome, &o) }

// Count returns how many records and outcomes were added.
func (d *Digester) Count() uint64 { return d.count }

// Sum returns the digest of what was added so far.
func (d *Digester) Sum() (sum [32]byte) {
	d.h.Sum(sum[:0])
	return sum
}

func (d *Digester) put(kind byte, v any) error {
	d.buf.Reset()
	if err := encode(&d.buf, kind, v); err != nil {
		return err
	}
	d.add(d.buf.Bytes())
	return nil
}

func (d *Digester) add(payload []byte) {
	var size [8]byte
	binary.LittleEndian.PutUint64(size[:], uint64(len(payload)))
	d.h.Write(size[:])
	d.h.Write(payload)
	d.count++
}
