package audit

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/internal/seglog"
)

// refusing fails the operations named, each with its error.
func refusing(errs map[seglog.Op]error) seglog.Fault {
	return func(op seglog.Op, size int) (int, error) { return size, errs[op] }
}

// An audit that cannot be opened is an error with its reason, and changes nothing: a life
// that went on without one would act unseen.
func TestAStoreThatCannotBeOpenedSaysWhyAndChangesNothing(t *testing.T) {
	rs := chained(t, 3)
	torn := frames(rs)[:400]
	full := map[seglog.Op]error{seglog.OpCreate: syscall.ENOSPC}
	dir := t.TempDir()
	if s, err := Open(dir, Options{Fault: refusing(full)}); s != nil || !errors.Is(err, syscall.ENOSPC) || !strings.HasPrefix(err.Error(), "audit: ") {
		t.Errorf("on a full disk: %v", err)
	}
	if names, err := os.ReadDir(dir); err != nil || len(names) > 0 {
		t.Errorf("%v were made on a full disk, %v", names, err)
	}
	write(t, dir, torn)
	uncut := map[seglog.Op]error{seglog.OpTruncate: syscall.EIO, seglog.OpSync: syscall.EROFS}
	if s, err := Open(dir, Options{Fault: refusing(uncut)}); s != nil || !errors.Is(err, syscall.EIO) || !errors.Is(err, syscall.EROFS) {
		t.Errorf("a torn record that cannot be cut: %v", err)
	}
	if !bytes.Equal(stored(t, dir), torn) {
		t.Error("the file was changed")
	}
	write(t, dir, frames(rs)) // with nothing torn, nothing is cut
	opened(t, dir, Options{Fault: refusing(map[seglog.Op]error{seglog.OpTruncate: syscall.EIO})})

	if _, err := Open(filepath.Join(dir, File), Options{}); !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("a file in the folder's place: %v", err)
	}
	var broken *Broken
	if _, err := Open(folder(t), Options{}); err == nil || errors.As(err, &broken) {
		t.Errorf("a folder in the file's place: %v", err)
	}
	rs[1].Tick++
	write(t, dir, frames(rs))
	if _, err := Open(dir, Options{}); !errors.As(err, &broken) || broken.Seq != 1 || !strings.HasPrefix(err.Error(), dir+": ") {
		t.Errorf("a broken chain: %v", err)
	}
}

// spec: safety §12 — the audit is its owner's alone.
func TestTheChainIsForItsOwnerOnly(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "audit")
	opened(t, dir, Options{})
	for path, want := range map[string]os.FileMode{dir: 0o700, filepath.Join(dir, File): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
}

// spec: safety §12.3 — the manifest's mark binds the chain that is computed again, also
// where the file is gone.
func TestTheManifestsMarkBindsTheChainThatComesAgain(t *testing.T) {
	rs := chained(t, 3)
	known := Options{Known: Mark{2, rs[1].Hash}}
	put(t, opened(t, t.TempDir(), known), rs...)
	other := rs[1]
	other.Tick++
	other.Hash = other.Sum()
	s := opened(t, t.TempDir(), known)
	put(t, s, rs[0])
	if err := s.Append(other, false); !errors.Is(err, ErrDiffers) || !strings.Contains(err.Error(), "record 1 is not the one that the manifest knows") {
		t.Errorf("got %v", err)
	}
	put(t, opened(t, t.TempDir(), Options{}), rs[0], other)
}

// What is stored comes again record by record: the first one that is another stops the life,
// wherever it stands.
func TestEachStoredRecordIsHeldAgainstTheOneThatComesAgain(t *testing.T) {
	rs := chained(t, 4)
	dir := t.TempDir()
	write(t, dir, frames(rs[:1]))
	s := opened(t, dir, Options{})
	if put(t, s, rs...); s.Stored() != 0 || !bytes.Equal(stored(t, dir), frames(rs)) {
		t.Error("behind one stored record the chain does not go on")
	}
	for n := range rs {
		dir := t.TempDir()
		write(t, dir, frames(rs))
		s := opened(t, dir, Options{})
		put(t, s, rs[:n]...)
		if s.Stored() != uint64(4-n) {
			t.Errorf("%d did not come again, want %d", s.Stored(), 4-n)
		}
		other := rs[n]
		other.Event = []byte(`{}`)
		if err := s.Append(other, false); !errors.Is(err, ErrDiffers) || !strings.Contains(err.Error(), filepath.Join(dir, File)) {
			t.Errorf("record %d: %v", n, err)
		}
	}
}

// spec: safety §12.1 — the journal is durable before a record that follows from it, and an
// order is not sent behind either failing.
func TestARecordIsNotTakenWhereItCannotBeMadeDurable(t *testing.T) {
	rs := chained(t, 2)
	lost := errors.New("the journal is lost")
	for name, c := range map[string]struct {
		first error
		fault map[seglog.Op]error
		want  error
		heard []string
	}{
		"the journal fails": {lost, nil, lost, []string{"before", "within"}},
		"the sync fails":    {nil, map[seglog.Op]error{seglog.OpSync: syscall.EIO}, syscall.EIO, []string{"before", "within"}},
		"the write fails":   {nil, map[seglog.Op]error{seglog.OpWrite: syscall.ENOSPC}, syscall.ENOSPC, []string{"before"}},
		"nothing fails":     {nil, nil, nil, []string{"before", "within", "after"}},
	} {
		var heard []string
		s := opened(t, t.TempDir(), Options{
			Lasting: true, First: func() error { return c.first }, Fault: refusing(c.fault), Sites: func(s site.Site) { heard = append(heard, string(s.Moment)) },
		})
		if err := s.Append(rs[0], true); !errors.Is(err, c.want) || (err == nil) != (c.want == nil) || !slices.Equal(heard, c.heard) {
			t.Errorf("%s: %v, passed %q", name, err, heard)
		}
	}
	synced := 0
	s := opened(t, t.TempDir(), Options{Fault: func(op seglog.Op, _ int) (int, error) {
		if op == seglog.OpSync {
			synced++
		}
		return 0, nil // with a nil error all of a write takes place
	}})
	put(t, s, rs...)
	if synced != 0 || s.Sync() != nil || synced != 1 {
		t.Errorf("synced %d times", synced)
	}
	if got := stored(t, filepath.Dir(s.file.Name())); !bytes.Equal(got, frames(rs)) {
		t.Error("the file is not the chain")
	}
}

// A disk that fails is told of at every step, to the last.
func TestADiskThatFailsIsToldOf(t *testing.T) {
	rs := chained(t, 3)
	dir := t.TempDir()
	write(t, dir, frames(rs))
	s := opened(t, dir, Options{Fault: refusing(map[seglog.Op]error{seglog.OpTruncate: syscall.EIO, seglog.OpSync: syscall.EROFS})})
	if err := s.EndRepeat(); !errors.Is(err, syscall.EIO) {
		t.Errorf("records that cannot be dropped: %v", err)
	}
	if err := s.EndRepeat(); err != nil { // nothing is left to drop
		t.Error(err)
	}
	file := s.file
	if err := s.Close(); !errors.Is(err, syscall.EROFS) {
		t.Errorf("a last sync that fails: %v", err)
	}
	if _, err := file.Stat(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("the file is open still: %v", err)
	}
	if err := errors.Join(s.Append(rs[0], false), s.Sync()); !errors.Is(s.Append(rs[0], false), os.ErrClosed) || !errors.Is(s.Sync(), os.ErrClosed) || s.Close() != nil {
		t.Errorf("behind its end: %v", err)
	}

	s = opened(t, t.TempDir(), Options{})
	s.file.Close() // the disk is gone
	if err := s.Append(rs[0], false); !errors.Is(err, os.ErrClosed) {
		t.Errorf("a write: %v", err)
	}
	if err := s.Sync(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("a sync: %v", err)
	}
	read, pipe, err := os.Pipe() // written to, and never durable
	check(t, err)
	defer read.Close()
	s.file = pipe
	if err := s.Close(); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("a last sync: %v", err)
	}
}

// spec: safety §1.4 S-9 — what was not written down must not have happened: behind the first
// error a trail asks nobody any more, also where the disk has room again.
func TestATrailThatFailedOnceIsOver(t *testing.T) {
	asked := 0
	trail := NewTrail(keeper(func(Record, bool) error {
		if asked++; asked == 2 {
			return syscall.ENOSPC
		}
		return nil
	}))
	if err := trail.Note(1, 1, PolicyCageCheck("")); err != nil || trail.Err() != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := trail.Note(1, 1, PolicyCageCheck("")); !errors.Is(err, syscall.ENOSPC) || !strings.HasPrefix(err.Error(), "audit record 1: ") {
			t.Errorf("got %v", err)
		}
	}
	if asked != 2 || trail.Mark().Records != 1 || !errors.Is(trail.Err(), syscall.ENOSPC) {
		t.Errorf("asked %d times, at %s, %v", asked, trail.Mark(), trail.Err())
	}
}

func TestTheMomentsOfARecordAreListed(t *testing.T) {
	want := []site.Site{{Part: "record", What: "audit", Moment: "before"}, {Part: "record", What: "audit", Moment: "within"}, {Part: "record", What: "audit", Moment: "after"}}
	if got := Sites(); !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

// spec: safety §12.1 — a time before 1970 is none.
func TestAClockBeforeTheEpochIsZero(t *testing.T) {
	var l list
	if err := NewTrail(&l).Note(-5, 3, PolicyCageCheck("")); err != nil || l[0].Time != 0 || l[0].Tick != 3 {
		t.Errorf("%v, %+v", err, l[0])
	}
}

// folder is one that has a folder in the place of the chain.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	check(t, os.Mkdir(filepath.Join(dir, File), 0o700))
	return dir
}
