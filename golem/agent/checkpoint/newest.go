package checkpoint

import (
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/internal/version"
)

// Newest is the newest checkpoint of the life in a folder that its journal vouches for; nil where
// there is none. bad is told of each newer one that it does not vouch for; nil: no one is.
func Newest(dir string, bad func(seq uint64, why error)) (*Checkpoint, error) {
	j, err := journal.Read(filepath.Join(dir, home.JournalDir))
	if err != nil {
		return nil, err
	}
	defer j.Close()
	return newest(dir, j, bad)
}

func newest(dir string, j *journal.Reader, bad func(uint64, error)) (*Checkpoint, error) {
	all, err := List(filepath.Join(dir, home.CheckpointDir))
	if err != nil {
		return nil, err
	}
	end, _ := j.Head()
	for _, seq := range all {
		if seq == end { // a process was killed before its entry was on record
			if bad != nil {
				err = errors.Join(err, os.Remove(filepath.Join(dir, home.CheckpointDir, Name(seq))))
			}
			continue
		}
		c, err := vouched(dir, j, seq)
		if err == nil {
			return &c, nil
		}
		if bad != nil {
			bad(seq, err)
		}
	}
	return nil, err
}

// vouched reads the checkpoint of an entry.
func vouched(dir string, j *journal.Reader, seq uint64) (c Checkpoint, err error) {
	e, err := j.Lookup(seq)
	switch {
	case errors.Is(err, journal.ErrEnd):
		return c, fmt.Errorf("%w: the journal ends before entry %d", ErrForeign, seq)
	case err != nil:
		return c, err
	case e.Kind != journal.KindCheckpoint:
		return c, fmt.Errorf("%w: entry %d of the journal is no checkpoint's", ErrForeign, seq)
	}
	var said journal.Checkpoint
	if err := e.Decode(&said); err != nil {
		return c, err
	}
	birth, err := j.HashAt(1)
	if err != nil {
		return c, err
	}
	if c, err = Read(filepath.Join(dir, home.CheckpointDir), seq, said, birth); err != nil {
		return c, err
	}
	return c, version.Check(c.Version)
}

// Heard yields the entries of the journal of the life in a folder that tell what was said to it,
// and which key acts: those that its newest checkpoint lists, and those behind it. A fault is
// yielded once, as the last step.
func Heard(dir string) iter.Seq2[journal.Entry, error] {
	return func(yield func(journal.Entry, error) bool) {
		j, err := journal.Read(filepath.Join(dir, home.JournalDir))
		if err != nil {
			yield(journal.Entry{}, err)
			return
		}
		defer j.Close()
		from := uint64(0)
		c, err := newest(dir, j, nil)
		if err != nil {
			yield(journal.Entry{}, err)
			return
		}
		if c != nil {
			from = c.Place.Seq
			for _, e := range c.Heard {
				if !yield(e, nil) {
					return
				}
			}
		}
		for e, err := range Telling(j.Entries(from)) {
			if !yield(e, err) {
				return
			}
		}
	}
}

// Telling are those of some entries that tell what was said, and which key acts.
func Telling(all iter.Seq2[journal.Entry, error]) iter.Seq2[journal.Entry, error] {
	return func(yield func(journal.Entry, error) bool) {
		for e, err := range all {
			if (err != nil || e.Kind == journal.KindWord || e.Kind == journal.KindKey) && !yield(e, err) {
				return
			}
		}
	}
}
