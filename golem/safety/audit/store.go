package audit

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/internal/seglog"
)

// ErrDiffers means that a record that is computed again is not the one that is stored.
var ErrDiffers = errors.New("the audit chain is not the one that the journal leads to")

// Options of a Store.
type Options struct {
	// Lasting makes the records of transactions and deaths durable one by one; without
	// it, as on history, they outlive the process only, until Close.
	Lasting bool
	// First is called before records are made durable: what they follow from must be.
	First func() error
	// Known is a mark of the chain that was kept elsewhere: the chain that is computed
	// again must have it.
	Known Mark
	// From is where the chain goes on that comes again; the zero Place is its beginning. What is
	// before it is taken as it stands.
	From Place
	// Fault and Sites are the seams of crash tests.
	Fault seglog.Fault
	Sites site.Hook
}

// Place is a place in a stored chain.
type Place struct {
	Mark Mark  `cbor:"1,keyasint"`
	End  int64 `cbor:"2,keyasint"` // bytes of the file up to there
}

// ErrShort means that a chain has less than its other half was told of.
var ErrShort = errors.New("the audit chain is shorter than it was")

// Store is the chain of a living Golem. What is stored when it is opened must come
// again, record by record, before anything is added: the life is computed again from
// its journal. It belongs to one goroutine.
type Store struct {
	opts   Options
	file   *os.File
	stored []Record // that did not come again yet
	ends   []int64  // where each of them ends
	at     int64    // end of what was repeated or written
	mark   Mark     // of that
	buf    []byte   // scratch
}

// Open opens the chain in a folder, and makes one where there is none. A part of a
// record at its end, which a crash left, is cut off: the life writes it again. Any other
// break is a *Broken, and nothing was changed.
func Open(dir string, opts Options) (*Store, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("audit: %w", err)
	}
	c, err := ReadFrom(dir, opts.From)
	if err != nil && !errors.Is(err, ErrAbsent) {
		return nil, fmt.Errorf("audit: %w", err)
	}
	if _, err := c.Whole(); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	s := &Store{opts: opts, stored: c.Records, at: opts.From.End, mark: opts.From.Mark}
	if len(c.Records) > 0 {
		s.ends = append(c.offsets[1:], c.end)
	}
	if err := s.ask(seglog.OpCreate); err != nil {
		return nil, fmt.Errorf("audit: %w", err)
	}
	s.file, err = os.OpenFile(filepath.Join(dir, File), os.O_RDWR|os.O_CREATE, 0o600)
	if err == nil && c.end < c.size {
		err = s.cut(c.end)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("audit: %w", err), s.Close())
	}
	return s, nil
}

// Append implements Keeper.
func (s *Store) Append(r Record, lasting bool) error {
	if s.file == nil {
		return os.ErrClosed
	}
	if r.Seq+1 == s.opts.Known.Records && r.Hash != s.opts.Known.Head {
		return fmt.Errorf("%w: record %d is not the one that the manifest knows", ErrDiffers, r.Seq)
	}
	if len(s.stored) > 0 {
		return s.again(r)
	}
	s.buf = r.frame(s.buf[:0])
	s.opts.Sites.Pass(site.Record, Name, site.Before)
	if err := s.write(s.buf); err != nil {
		return err
	}
	s.at += int64(len(s.buf))
	s.mark = Mark{r.Seq + 1, r.Hash}
	s.opts.Sites.Pass(site.Record, Name, site.Within)
	if lasting && s.opts.Lasting {
		if err := s.Sync(); err != nil {
			return err
		}
	}
	s.opts.Sites.Pass(site.Record, Name, site.After)
	return nil
}

// again holds a record against the stored one.
func (s *Store) again(r Record) error {
	if !r.Equal(s.stored[0]) {
		return fmt.Errorf("%w: record %d of %s has other bytes", ErrDiffers, r.Seq, s.file.Name())
	}
	s.at, s.stored, s.ends = s.ends[0], s.stored[1:], s.ends[1:]
	s.mark = Mark{r.Seq + 1, r.Hash}
	if len(s.stored) == 0 {
		s.stored, s.ends = nil, nil // the file they were read from
	}
	return nil
}

// Place is where the chain stands, of what was written and of what came again.
func (s *Store) Place() Place { return Place{s.mark, s.at} }

// Stored is how many stored records did not come again yet.
func (s *Store) Stored() uint64 { return uint64(len(s.stored)) }

// EndRepeat drops the stored records that did not come again: they lie behind the end of
// the journal, and nothing that was sent follows from them.
func (s *Store) EndRepeat() error {
	if len(s.stored) == 0 {
		return nil
	}
	s.stored, s.ends = nil, nil
	return s.cut(s.at)
}

// Close makes the chain durable and closes it. A second Close does nothing.
func (s *Store) Close() error {
	if s.file == nil {
		return nil
	}
	err := errors.Join(s.ask(seglog.OpSync), s.file.Sync(), s.file.Close())
	s.file = nil
	return err
}

// Sync makes every record durable, and what they follow from before them.
func (s *Store) Sync() error {
	if s.file == nil {
		return os.ErrClosed
	}
	if s.opts.First != nil {
		if err := s.opts.First(); err != nil {
			return err
		}
	}
	if err := s.ask(seglog.OpSync); err != nil {
		return err
	}
	return s.file.Sync()
}

func (s *Store) write(b []byte) error {
	allow, refused := len(b), error(nil)
	if s.opts.Fault != nil {
		if allow, refused = s.opts.Fault(seglog.OpWrite, len(b)); refused == nil {
			allow = len(b)
		}
	}
	if _, err := s.file.WriteAt(b[:min(allow, len(b))], s.at); err != nil {
		return err
	}
	return refused
}

func (s *Store) cut(end int64) error {
	if err := s.ask(seglog.OpTruncate); err != nil {
		return err
	}
	return s.file.Truncate(end)
}

func (s *Store) ask(op seglog.Op) error {
	if s.opts.Fault == nil {
		return nil
	}
	_, err := s.opts.Fault(op, 0)
	return err
}
