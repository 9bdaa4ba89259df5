package journal

import (
	"errors"
	"fmt"
	"iter"

	"github.com/fxamacker/cbor/v2"

	"bardo.run/bardo/internal/seglog"
)

// Reader reads the journal of a life that may be over, running or damaged.
type Reader struct {
	dir string
	log *seglog.Log
}

// Read opens the journal in dir for reading. It changes nothing on disk.
func Read(dir string) (*Reader, error) {
	log, err := seglog.Open(dir, seglog.Options{Chained: true, ReadOnly: true})
	if err != nil {
		return nil, describe(dir, err)
	}
	return &Reader{dir, log}, nil
}

// Close releases the reader.
func (r *Reader) Close() error { return r.log.Close() }

// Entries yields the entries from seq on. A fault, such as a *Damaged, is
// yielded once, as the last step.
func (r *Reader) Entries(seq uint64) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for f, err := range r.log.Frames(seq) {
			if err != nil {
				yield(Entry{}, describe(r.dir, err))
				return
			}
			e, err := decodeEntry(f.Payload)
			if err != nil {
				err = fmt.Errorf("journal entry %d in %s: %w", f.Number, f.File, err)
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// Lookup returns entry seq. It is for single questions: it reads a segment.
func (r *Reader) Lookup(seq uint64) (Entry, error) {
	for e, err := range r.Entries(seq) {
		return e, err
	}
	return Entry{}, fmt.Errorf("the journal has no entry %d: %w", seq, ErrEnd)
}

// Verify reads everything and returns the first fault, a *Damaged where the
// bytes were changed.
func (r *Reader) Verify() error {
	for _, err := range r.Entries(0) {
		if err != nil {
			return err
		}
	}
	return nil
}

// Head returns the number of entries and the hash over all of them.
func (r *Reader) Head() (seq uint64, hash [32]byte) {
	n, h := r.log.Head()
	return n, h
}

// HashAt returns the hash over the first seq entries.
func (r *Reader) HashAt(seq uint64) (hash [32]byte, _ error) {
	if seq == 0 {
		return hash, nil
	}
	f, err := r.log.At(seq - 1)
	if err != nil {
		return hash, describe(r.dir, err)
	}
	return f.Hash, nil
}

// Lookup returns entry seq of the open journal.
func (j *Journal) Lookup(seq uint64) (Entry, error) { return j.reader().Lookup(seq) }

// BirthHash returns the hash of the open journal's first entry.
func (j *Journal) BirthHash() ([32]byte, error) { return j.reader().HashAt(1) }

// Entries yields the entries of the open journal from seq on.
func (j *Journal) Entries(seq uint64) iter.Seq2[Entry, error] { return j.reader().Entries(seq) }

func (j *Journal) reader() *Reader { return &Reader{j.dir, j.log} }

// describe turns damage of the log into damage of the journal, which knows
// ticks. It reads the sound part to find them.
func describe(dir string, err error) error {
	var d *seglog.Damage
	if !errors.As(err, &d) {
		return fmt.Errorf("journal: %w", err)
	}
	return &Damaged{File: d.File, Entry: d.Frame, Tick: tickOf(d, lastTick(dir)), Offset: d.Offset, Reason: d.Reason}
}

// tickOf reads the tick of a damaged entry, as far as it can be believed: it is
// last, that of the entry before, or the next.
func tickOf(d *seglog.Damage, last uint64) uint64 {
	if len(d.Payload) < 2 {
		return last
	}
	var seq, tick uint64
	rest, err := decoding.UnmarshalFirst(d.Payload[2:], &seq) // behind version and array head
	if err != nil {
		return last
	}
	if _, err := decoding.UnmarshalFirst(rest, &tick); err != nil || tick != last+1 {
		return last
	}
	return tick
}

// lastTick returns the tick of the last entry that is sound.
func lastTick(dir string) (tick uint64) {
	log, err := seglog.Open(dir, seglog.Options{Chained: true, ReadOnly: true})
	if err != nil {
		return 0
	}
	defer log.Close()
	for f, err := range log.Frames(0) {
		if err != nil {
			break
		}
		if e, err := decodeEntry(f.Payload); err == nil {
			tick = e.Tick
		}
	}
	return tick
}

func result(body []byte, failure *Failure) string {
	if failure != nil {
		return "failure " + failure.Code
	}
	return "answer " + diagnose(body)
}

// diagnose prints CBOR for people, bounded.
func diagnose(b []byte) string {
	text, err := cbor.Diagnose(b)
	if err != nil {
		return fmt.Sprintf("%d bytes", len(b))
	}
	if len(text) > 200 {
		text = text[:200] + "…"
	}
	return text
}
