package seglog

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// sample is a log of three segments, closed, or left by a process that was killed behind a sync.
func sample(t *testing.T, chained, closed bool) string {
	t.Helper()
	dir := t.TempDir()
	l, err := Open(dir, Options{Chained: chained})
	check(t, err)
	for i := range 9 {
		if i > 0 && i%3 == 0 {
			check(t, l.Roll())
		}
		_, err := l.Append(fmt.Appendf(nil, "entry %d", i))
		check(t, err)
	}
	check(t, l.Sync())
	if closed {
		check(t, l.Close())
	} else {
		check(t, l.Flush())
		t.Cleanup(func() { l.Close() })
	}
	return dir
}

func faults(t *testing.T, dir string, chained, closed bool) (names []string) {
	t.Helper()
	found, err := Inspect(dir, chained, closed)
	check(t, err)
	for _, d := range found.Faults {
		names = append(names, filepath.Base(d.File))
	}
	return names
}

// Every flipped bit of every file of a log, chained or not, closed or not, is named by its file,
// and nothing but it.
func TestEveryFlippedBitOfALogIsNamed(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2))
	for _, chained := range []bool{false, true} {
		for _, closed := range []bool{false, true} {
			dir := sample(t, chained, closed)
			if wrong := faults(t, dir, chained, closed); len(wrong) > 0 {
				t.Fatalf("an undamaged log: %v", wrong)
			}
			for _, name := range []string{"head", "000001.seg", "000002.seg", "000003.seg"} {
				path := filepath.Join(dir, name)
				b, err := os.ReadFile(path)
				check(t, err)
				for at := range b {
					bit := byte(1) << draw.IntN(8)
					b[at] ^= bit
					check(t, os.WriteFile(path, b, 0o600))
					if wrong := faults(t, dir, chained, closed); len(wrong) != 1 || wrong[0] != name {
						t.Fatalf("chained %v, closed %v: byte %d of %s: %v", chained, closed, at, name, wrong)
					}
					b[at] ^= bit
				}
				check(t, os.WriteFile(path, b, 0o600))
			}
		}
	}
}

// A file that is gone, empty, cut, of another log or in another's place is named.
func TestAFileOfALogThatIsNotItsOwnIsNamed(t *testing.T) {
	rename := func(dir, from, to string) error { return os.Rename(filepath.Join(dir, from), filepath.Join(dir, to)) }
	for what, c := range map[string]struct {
		do    func(dir string) error
		names []string
	}{
		"a missing file":  {func(dir string) error { return os.Remove(filepath.Join(dir, "000002.seg")) }, []string{"000002.seg"}},
		"the first":       {func(dir string) error { return os.Remove(filepath.Join(dir, "000001.seg")) }, []string{"000001.seg"}},
		"no head":         {func(dir string) error { return os.Remove(filepath.Join(dir, "head")) }, []string{"head"}},
		"an empty head":   {func(dir string) error { return os.Truncate(filepath.Join(dir, "head"), 0) }, []string{"head", "head"}},
		"an empty file":   {func(dir string) error { return os.Truncate(filepath.Join(dir, "000002.seg"), 0) }, []string{"000002.seg"}},
		"the last, empty": {func(dir string) error { return os.Truncate(filepath.Join(dir, "000003.seg"), 0) }, []string{"000003.seg"}},
		"a cut file":      {func(dir string) error { return os.Truncate(filepath.Join(dir, "000002.seg"), 90) }, []string{"000002.seg"}},
		"the last, cut":   {func(dir string) error { return os.Truncate(filepath.Join(dir, "000003.seg"), headerSize) }, []string{"000003.seg"}},
		"two swapped": {func(dir string) error {
			check(t, rename(dir, "000001.seg", "x"))
			check(t, rename(dir, "000002.seg", "000001.seg"))
			return rename(dir, "x", "000002.seg")
		}, []string{"000001.seg", "000002.seg"}},
		"of another log": {func(dir string) error {
			other := t.TempDir()
			l, err := Open(other, Options{Chained: true})
			check(t, err)
			for i := range 6 {
				if i == 3 {
					check(t, l.Roll())
				}
				_, err := l.Append([]byte{byte(i)})
				check(t, err)
			}
			check(t, l.Close())
			return os.Rename(filepath.Join(other, "000002.seg"), filepath.Join(dir, "000002.seg"))
		}, []string{"000002.seg"}},
	} {
		dir := sample(t, true, true)
		check(t, c.do(dir))
		if wrong := faults(t, dir, true, true); !slices.Equal(wrong, c.names) {
			t.Errorf("%s: %v", what, wrong)
		}
	}
}

// What a crash leaves behind the mark of what was synced is no fault, and in a log that was
// closed it is one.
func TestATornEndIsAFaultOnlyOfAClosedLog(t *testing.T) {
	dir := sample(t, true, true)
	path := filepath.Join(dir, "000003.seg")
	b, err := os.ReadFile(path)
	check(t, err)
	l, err := Open(dir, Options{Chained: true})
	check(t, err)
	_, err = l.Append([]byte("one more"))
	check(t, err)
	check(t, l.Flush())
	more, err := os.ReadFile(path)
	check(t, err)
	check(t, l.Close())
	head, err := os.ReadFile(filepath.Join(sample(t, true, true), "head"))
	check(t, err)
	check(t, os.WriteFile(filepath.Join(dir, "head"), head, 0o600))
	check(t, os.WriteFile(path, more[:len(b)+5], 0o600))
	if found, err := Inspect(dir, true, false); err != nil || len(found.Faults) > 0 || found.Torn == nil || found.Frames != 9 {
		t.Errorf("%+v, %v", found, err)
	}
	if wrong := faults(t, dir, true, true); !slices.Equal(wrong, []string{"000003.seg"}) {
		t.Errorf("closed: %v", wrong)
	}
	for _, c := range []struct {
		payload string
		fits    bool
	}{{"one more", true}, {"another one", false}} {
		against, err := Compare(dir, true)
		check(t, err)
		for i := range 9 {
			check(t, against.Next(fmt.Appendf(nil, "entry %d", i)))
		}
		if err := against.Next([]byte(c.payload)); (err == nil) != c.fits || against.Equal != 9 || against.Absent != 1 {
			t.Errorf("%q behind what is torn: %v, %d equal, %d absent", c.payload, err, against.Equal, against.Absent)
		}
		check(t, against.Close())
	}
}
