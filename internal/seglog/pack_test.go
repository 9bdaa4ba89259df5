package seglog

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"
)

// rolled fills a log with segments of so many frames each, the last of which is plain.
func rolled(t testing.TB, dir string, o Options, segments, each int) error {
	t.Helper()
	l, err := Open(dir, o)
	if err != nil {
		return err
	}
	defer l.Close()
	for i := int(l.Len()); i < segments*each; i++ { //nolint:gosec // a few
		if i > 0 && i%each == 0 {
			if err := l.Roll(); err != nil {
				return err
			}
		}
		if _, err := l.Append(entry(i)); err != nil {
			return err
		}
	}
	return l.Close()
}

// entry is a payload that packs well.
func entry(i int) []byte { return bytes.Repeat(fmt.Appendf(nil, "entry %d ", i), 40) }

func form(t testing.TB, dir, name string) (done bool) {
	t.Helper()
	done, _, err := (&folder{dir: dir}).form(name)
	check(t, err)
	return done
}

func TestASegmentThatNoLongerGrowsIsPackedAndReadAsBefore(t *testing.T) {
	for _, chained := range []bool{false, true} {
		dir := t.TempDir()
		check(t, rolled(t, dir, Options{Chained: chained}, 3, 50))
		for name, want := range map[string]bool{"000001.seg": true, "000002.seg": true, "000003.seg": false} {
			if form(t, dir, name) != want {
				t.Errorf("chained %v: %s packed: %v", chained, name, !want)
			}
		}
		first, err := os.Stat(filepath.Join(dir, "000001.seg"))
		check(t, err)
		last, err := os.Stat(filepath.Join(dir, "000003.seg"))
		check(t, err)
		if first.Size() > last.Size()/4 {
			t.Errorf("chained %v: a packed segment has %d bytes, a plain one %d", chained, first.Size(), last.Size())
		}
		l := open(t, dir, Options{Chained: chained, ReadOnly: true})
		holds(t, l, 150)
		f, err := l.At(60)
		check(t, err)
		if !bytes.Equal(f.Payload, entry(60)) || f.File != "000002.seg" {
			t.Errorf("frame 60 is %q of %s", f.Payload, f.File)
		}
	}
}

// holds checks that a log has exactly the first n entries.
func holds(t rapid.TB, l *Log, n int) {
	t.Helper()
	i := 0
	for f, err := range l.Frames(0) {
		if err != nil {
			t.Fatalf("frame %d: %v", i, err)
		}
		if !bytes.Equal(f.Payload, entry(i)) {
			t.Fatalf("frame %d is %q", i, f.Payload)
		}
		i++
	}
	if i != n {
		t.Fatalf("the log holds %d frames, want %d", i, n)
	}
}

// A crash at every operation on the disk leaves each frame that was synced exactly once; the
// next start goes on, and ends with the files of a life without a crash.
func TestACrashWhilePackingLosesAndDoublesNothing(t *testing.T) {
	whole := t.TempDir()
	check(t, rolled(t, whole, chained, 4, 20))
	crash := errors.New("crash")
	packing := 0
	for n := 0; ; n++ {
		dir := t.TempDir()
		left := FailFrom(n, crash)
		var renames int
		err := rolled(t, dir, Options{Chained: true, Fault: func(op Op, size int) (int, error) {
			if op == OpRename {
				renames++
			}
			return left(op, size)
		}}, 4, 20)
		if err == nil {
			if renames < 3 {
				t.Fatalf("%d segments were packed", renames)
			}
			break
		}
		if names, _ := filepath.Glob(filepath.Join(dir, "*"+packedSuffix)); len(names) > 0 {
			packing++
		}
		l, err := Open(dir, Options{Chained: true, ReadOnly: true})
		if err == nil {
			synced := l.Synced()
			i := uint64(0)
			for f, err := range l.Frames(0) {
				check(t, err)
				if f.Number != i || !bytes.Equal(f.Payload, entry(int(i))) { //nolint:gosec // a few
					t.Fatalf("operation %d: frame %d is %q", n, i, f.Payload)
				}
				i++
			}
			if i < synced {
				t.Fatalf("operation %d: %d frames of %d that were synced", n, i, synced)
			}
			check(t, l.Close())
		}
		check(t, rolled(t, dir, chained, 4, 20))
		for _, name := range []string{"000001.seg", "000002.seg", "000003.seg", "000004.seg", headName} {
			want, err := os.ReadFile(filepath.Join(whole, name))
			check(t, err)
			got, err := os.ReadFile(filepath.Join(dir, name))
			check(t, err)
			if !bytes.Equal(got, want) {
				t.Fatalf("operation %d: %s is another", n, name)
			}
		}
		if names, _ := filepath.Glob(filepath.Join(dir, "*"+packedSuffix)); len(names) > 0 {
			t.Fatalf("operation %d: %v is left", n, names)
		}
	}
	if packing == 0 {
		t.Error("no crash left a segment half packed")
	}
}

// A log is cut anywhere, within packed segments too, goes on, and holds what a list holds.
func TestAPackedLogIsCutAndGoesOn(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "")
		check(r, err)
		l, err := Open(dir, chained)
		check(r, err)
		defer func() { l.Close() }()
		n := 0
		for range rapid.IntRange(1, 30).Draw(r, "steps") {
			switch rapid.SampledFrom([]string{"append", "append", "roll", "roll", "cut", "reopen"}).Draw(r, "step") {
			case "append":
				for range rapid.IntRange(1, 5).Draw(r, "frames") {
					_, err := l.Append(entry(n))
					check(r, err)
					n++
				}
			case "roll":
				check(r, l.Roll())
			case "cut":
				n = rapid.IntRange(0, n).Draw(r, "keep")
				check(r, l.Truncate(uint64(n))) //nolint:gosec // a few
			case "reopen":
				check(r, l.Close())
				l, err = Open(dir, chained)
				check(r, err)
			}
			holds(r, l, n)
		}
	})
}

// What no packed segment can be is refused in words, whatever stands there.
func FuzzUnpack(f *testing.F) {
	c := newCodec(true)
	b, err := c.pack(mark{}, append(c.header(mark{}), "frames"...))
	check(f, err)
	f.Add(b)
	f.Fuzz(func(t *testing.T, b []byte) {
		if plain, reason := unpack(b); reason == "" && packed(b) && len(plain) < headerSize {
			t.Errorf("%q of %q", plain, b)
		}
	})
}
