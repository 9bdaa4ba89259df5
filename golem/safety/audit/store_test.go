package audit

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/internal/seglog"
)

func opened(t *testing.T, dir string, o Options) *Store {
	t.Helper()
	s, err := Open(dir, o)
	check(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

func put(t *testing.T, s *Store, rs ...Record) {
	t.Helper()
	for _, r := range rs {
		check(t, s.Append(r, true))
	}
}

func stored(t *testing.T, dir string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, File))
	check(t, err)
	return b
}

func TestAChainIsRepeatedAndGoesOn(t *testing.T) {
	dir, rs := t.TempDir(), chained(t, 8)
	s := opened(t, dir, Options{})
	put(t, s, rs[:5]...)
	check(t, s.Close())
	s = opened(t, dir, Options{})
	put(t, s, rs...)
	check(t, errors.Join(s.EndRepeat(), s.Close(), s.Close()))
	if !bytes.Equal(stored(t, dir), frames(rs)) {
		t.Error("the file is not the chain")
	}
}

func TestWhatTheJournalDoesNotLeadToIsDropped(t *testing.T) {
	dir, rs := t.TempDir(), chained(t, 8)
	write(t, dir, frames(rs))
	s := opened(t, dir, Options{})
	put(t, s, rs[:3]...)
	check(t, s.EndRepeat())
	put(t, s, rs[3:6]...)
	if err := s.Close(); err != nil || !bytes.Equal(stored(t, dir), frames(rs[:6])) {
		t.Errorf("%v: the file is not the chain", err)
	}
}

func TestARecordThatComesOtherwiseStopsTheLife(t *testing.T) {
	dir, rs := t.TempDir(), chained(t, 3)
	write(t, dir, frames(rs))
	other := rs[0]
	other.Tick++
	other.Hash = other.Sum()
	if err := opened(t, dir, Options{}).Append(other, false); !errors.Is(err, ErrDiffers) {
		t.Errorf("got %v", err)
	}
}

// spec: safety §12.3 — a torn last frame is cut off; any other break is not gone on with
func TestATornRecordIsCutAndADamagedOneIsNot(t *testing.T) {
	rs := chained(t, 4)
	b := frames(rs)
	last := len(frames(rs[:3]))
	for end := last + 1; end < len(b); end += 9 {
		dir := t.TempDir()
		write(t, dir, b[:end])
		s := opened(t, dir, Options{})
		put(t, s, rs...)
		if err := s.Close(); err != nil || !bytes.Equal(stored(t, dir), b) {
			t.Fatalf("cut at %d: %v", end, err)
		}
	}
	for end := last; end <= len(b)-len(Hash{}); end += 9 { // a file that grew, and was not written
		dir := t.TempDir()
		write(t, dir, append(slices.Clone(b[:end]), make([]byte, 500)...))
		s := opened(t, dir, Options{})
		if got := len(s.stored); got != 3 {
			t.Fatalf("blank from %d on: %d records are left", end, got)
		}
		s.Close()
	}
	for i := 0; i < len(b); i += 9 {
		dir, bad := t.TempDir(), slices.Clone(b)
		bad[i] ^= 0x40
		write(t, dir, bad)
		var broken *Broken
		if _, err := Open(dir, Options{}); !errors.As(err, &broken) || !bytes.Equal(stored(t, dir), bad) {
			t.Fatalf("byte %d: %v", i, err)
		}
	}
}

func BenchmarkARecord(b *testing.B) {
	s, err := Open(b.TempDir(), Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	trail := NewTrail(s)
	for b.Loop() {
		if err := trail.Note(1, 1, CapabilityMinted("permit:1.1", "swap", 1, 4, Hash{1})); err != nil {
			b.Fatal(err)
		}
	}
}

func TestATrailTakesNothingBehindAFailedWrite(t *testing.T) {
	for n := 1; n < 5; n++ { // the first operation makes the file
		dir := t.TempDir()
		s := opened(t, dir, Options{Fault: seglog.FailFrom(n, syscall.ENOSPC)})
		trail := NewTrail(s)
		var err error
		for range 6 {
			if err = trail.Note(1, 1, PermitConsumed("p", "")); err != nil {
				break
			}
		}
		if !errors.Is(err, syscall.ENOSPC) || !errors.Is(trail.Note(1, 1, PermitConsumed("p", "")), syscall.ENOSPC) || trail.Err() == nil || trail.Mark().Records != uint64(n-1) {
			t.Errorf("after %d: %v, %+v", n, err, trail.Mark())
		}
		s.Close()
		again := opened(t, dir, Options{})
		if got := len(again.stored); got != n-1 {
			t.Errorf("after %d: %d records are left", n, got)
		}
	}
}

func TestALastingRecordIsDurableBehindWhatItFollowsFrom(t *testing.T) {
	var heard []string
	o := Options{
		Lasting: true, First: func() error { heard = append(heard, "journal"); return nil },
		Fault: func(op seglog.Op, size int) (int, error) { heard = append(heard, string(op)); return size, nil },
		Sites: func(s site.Site) { heard = append(heard, string(s.Moment)) },
	}
	s, rs := opened(t, t.TempDir(), o), chained(t, 2)
	heard = nil
	put(t, s, rs[0])
	if want := []string{"before", "write", "within", "journal", "sync", "after"}; !slices.Equal(heard, want) {
		t.Errorf("heard %q", heard)
	}
	heard = nil
	if err := s.Append(rs[1], false); err != nil || slices.Contains(heard, "sync") {
		t.Errorf("%v, heard %q", err, heard)
	}
}
