package seglog

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"pgregory.net/rapid"
)

var chained = Options{Chained: true}

func open(t testing.TB, dir string, o Options) *Log {
	t.Helper()
	l, err := Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func payload(i int) []byte { return bytes.Repeat([]byte{byte(i), byte(i >> 8)}, i%40) }

// fill writes n frames with a new segment every per frames, and closes.
func fill(t testing.TB, dir string, o Options, n, per int) {
	t.Helper()
	l := open(t, dir, o)
	for i := range n {
		if i > 0 && i%per == 0 {
			check(t, l.Roll())
		}
		_, err := l.Append(payload(i))
		check(t, err)
	}
	check(t, l.Close())
}

func check(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func read(l *Log) (got [][]byte, err error) {
	for f, err := range l.Frames(0) {
		if err != nil {
			return got, err
		}
		got = append(got, bytes.Clone(f.Payload))
	}
	return got, nil
}

func TestFramesComeBackInOrderAcrossSegments(t *testing.T) {
	for _, o := range []Options{{}, chained} {
		dir := t.TempDir()
		fill(t, dir, o, 95, 10)
		l := open(t, dir, o)
		got, err := read(l)
		check(t, err)
		if len(got) != 95 || l.Len() != 95 || l.Synced() != 95 {
			t.Fatalf("%d frames, length %d, synced %d", len(got), l.Len(), l.Synced())
		}
		for i, p := range got {
			if !bytes.Equal(p, payload(i)) {
				t.Fatalf("frame %d differs", i)
			}
		}
		f, err := l.At(42)
		if err != nil || f.Number != 42 || f.File != "000005.seg" || !bytes.Equal(f.Payload, payload(42)) {
			t.Fatalf("frame 42 is %+v (%v)", f, err)
		}
		if _, err := l.At(95); !errors.Is(err, ErrNoFrame) {
			t.Fatalf("got %v", err)
		}
	}
}

func TestTheSameFramesGiveTheSameFilesWhateverWasSynced(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	fill(t, a, chained, 50, 20)
	l := open(t, b, chained)
	for i := range 50 {
		if i > 0 && i%20 == 0 {
			check(t, l.Roll())
			check(t, l.Roll()) // an empty segment is not rolled over
		}
		_, err := l.Append(payload(i))
		check(t, err)
		check(t, l.Sync())
	}
	check(t, l.Close())
	for _, name := range []string{"000001.seg", "000002.seg", "000003.seg", "head"} {
		x, err := os.ReadFile(filepath.Join(a, name))
		check(t, err)
		y, err := os.ReadFile(filepath.Join(b, name))
		check(t, err)
		if !bytes.Equal(x, y) {
			t.Errorf("%s differs", name)
		}
	}
}

func TestEveryChangedByteOfASegmentIsNamed(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, chained, 12, 5)
	var frames []Frame
	for f, err := range open(t, dir, chained).Frames(0) {
		check(t, err)
		frames = append(frames, f)
	}
	frameAt := func(name string, at int64) (n uint64) {
		for _, f := range frames {
			if f.File == name && f.Offset <= at {
				n = f.Number
			}
		}
		return n
	}
	for _, name := range []string{"000001.seg", "000002.seg", "000003.seg"} {
		path := filepath.Join(dir, name)
		whole, err := os.ReadFile(path)
		check(t, err)
		for at := range whole {
			bad := bytes.Clone(whole)
			bad[at] ^= 0x10
			check(t, os.WriteFile(path, bad, 0o600))
			var d *Damage
			l, err := Open(dir, Options{Chained: true, ReadOnly: true})
			check(t, err)
			good, err := read(l)
			if !errors.As(err, &d) || filepath.Base(d.File) != name {
				t.Fatalf("%s byte %d: %v", name, at, err)
			}
			check(t, os.WriteFile(path, whole, 0o600))
			if !form(t, dir, name) && at >= headerSize && d.Frame != frameAt(name, int64(at)) { // of a packed one whatever unpacks is read
				t.Fatalf("%s byte %d: named entry %d, want %d", name, at, d.Frame, frameAt(name, int64(at)))
			}
			if uint64(len(good)) != d.Frame {
				t.Fatalf("%s byte %d: %d frames before the damage of entry %d", name, at, len(good), d.Frame)
			}
			l.Close()
		}
		check(t, os.WriteFile(path, whole, 0o600))
	}
}

func TestALostTailThatWasSyncedIsDamage(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, Options{}, 10, 100)
	path := filepath.Join(dir, "000001.seg")
	info, err := os.Stat(path)
	check(t, err)
	check(t, os.Truncate(path, info.Size()-1))
	var d *Damage
	if _, err := Open(dir, Options{}); !errors.As(err, &d) || d.Frame != 9 {
		t.Fatalf("got %v", err)
	}
	check(t, os.Remove(path))
	if _, err := Open(dir, Options{}); !errors.As(err, &d) || d.Reason != "the file is missing" {
		t.Fatalf("got %v", err)
	}
}

func TestAMissingSegmentOrHeadIsDamage(t *testing.T) {
	for _, name := range []string{"000001.seg", "000002.seg", "000003.seg", "head"} {
		dir := t.TempDir()
		fill(t, dir, chained, 12, 5)
		check(t, os.Remove(filepath.Join(dir, name)))
		var d *Damage
		if _, err := Open(dir, chained); !errors.As(err, &d) || filepath.Base(d.File) != name {
			// Without its last file the log ends in the one before.
			if name != "000003.seg" || d == nil || d.Frame != 10 {
				t.Errorf("%s: got %v", name, err)
			}
		}
	}
}

func TestTruncateKeepsTheFirstFrames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "seglog")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		n := rapid.IntRange(1, 30).Draw(t, "n")
		keep := rapid.IntRange(0, n).Draw(t, "keep")
		l, err := Open(dir, chained)
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			if i%7 == 0 {
				l.Roll()
			}
			l.Append(payload(i))
		}
		if err := l.Truncate(uint64(keep)); err != nil {
			t.Fatal(err)
		}
		if _, err := l.Append([]byte("after")); err != nil {
			t.Fatal(err)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		if l, err = Open(dir, chained); err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		got, err := read(l)
		if err != nil || len(got) != keep+1 || string(got[keep]) != "after" {
			t.Fatalf("%d frames of %d, cut at %d: %v", len(got), n, keep, err)
		}
	})
}

func TestRepeatComparesThenAppends(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, Options{}, 12, 5)
	l := open(t, dir, Options{Repeat: true})
	for i := range 20 {
		if i > 0 && i%5 == 0 {
			check(t, l.Roll())
		}
		n, err := l.Append(payload(i))
		if err != nil || n != uint64(i) || l.Repeating() != (i < 11) {
			t.Fatalf("frame %d: %d, repeating %v, %v", i, n, l.Repeating(), err)
		}
	}
	check(t, l.Close())
	once := t.TempDir()
	fill(t, once, Options{}, 20, 5)
	for _, name := range []string{"000001.seg", "000002.seg", "000003.seg", "000004.seg", "head"} {
		a, _ := os.ReadFile(filepath.Join(dir, name))
		b, _ := os.ReadFile(filepath.Join(once, name))
		if len(a) == 0 || !bytes.Equal(a, b) {
			t.Errorf("%s differs from a log written at once", name)
		}
	}
	l = open(t, dir, Options{Repeat: true})
	_, err := l.Append(payload(0))
	check(t, err)
	var m *Mismatch
	if _, err := l.Append([]byte("other")); !errors.As(err, &m) || m.Frame != 1 {
		t.Fatalf("got %v", err)
	}
}

func TestEndRepeatDropsWhatWasNotRepeated(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, Options{}, 12, 5)
	l := open(t, dir, Options{Repeat: true})
	for i := range 6 {
		_, err := l.Append(payload(i))
		check(t, err)
	}
	check(t, l.EndRepeat())
	n, err := l.Append([]byte("new"))
	if err != nil || n != 6 {
		t.Fatalf("appended as %d (%v)", n, err)
	}
	check(t, l.Close())
	got, err := read(open(t, dir, Options{}))
	if err != nil || len(got) != 7 || string(got[6]) != "new" {
		t.Fatalf("%d frames: %v", len(got), err)
	}
}

// A log that a killed process left unsynced, opened again and closed in the
// middle of its repetition, is whole after a power loss: what the mark covers is
// durable by then.
func TestARepeatedLogThatIsClosedEarlyIsDurable(t *testing.T) {
	for name, end := range map[string]func(*Log) error{"close": (*Log).Close, "end": (*Log).EndRepeat} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			killed := open(t, dir, Options{})
			var durable int64
			for i := range 10 {
				_, err := killed.Append(payload(i))
				check(t, err)
				if i == 4 {
					check(t, killed.Sync())
					durable = killed.tail.size
				}
			}
			check(t, killed.tail.flush()) // to the kernel, and no further
			killed.release()

			synced := false // before the mark moved
			marked := false
			l := open(t, dir, Options{Repeat: true, Fault: func(op Op, size int) (int, error) {
				synced = synced || (op == OpSync && !marked)
				marked = marked || op == OpMark
				return size, nil
			}})
			for i := range 8 {
				_, err := l.Append(payload(i))
				check(t, err)
			}
			check(t, end(l))
			if !marked {
				t.Fatal("the mark did not move")
			}
			l.release()
			if !synced {
				check(t, os.Truncate(filepath.Join(dir, "000001.seg"), durable))
			}
			if got, err := read(open(t, dir, Options{})); err != nil || len(got) < 8 {
				t.Errorf("%d frames: %v", len(got), err)
			}
		})
	}
}

func TestACutThatFailedIsFinal(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, Options{}, 12, 5)
	l := open(t, dir, Options{Repeat: true, Fault: func(op Op, size int) (int, error) {
		if op == OpRemove {
			return 0, errors.New("i/o error")
		}
		return size, nil
	}})
	for i := range 3 {
		_, err := l.Append(payload(i))
		check(t, err)
	}
	if l.EndRepeat() == nil {
		t.Fatal("the cut was reported as done")
	}
	if _, err := l.Append([]byte("new")); err == nil {
		t.Fatal("the log went on in a file that may have lost its name")
	}
	if l.Close() == nil {
		t.Fatal("the log closed as if it were whole")
	}
	got, err := read(open(t, dir, Options{}))
	if err != nil || len(got) != 12 {
		t.Errorf("%d frames: %v", len(got), err)
	}
}

// A crash at any disk operation, with any part of what was not synced lost,
// leaves everything that was synced, and a prefix of the rest.
func TestACrashAtEveryOperationKeepsWhatWasSynced(t *testing.T) {
	killed := errors.New("killed")
	crashes := 0
	for n := 0; ; n++ {
		dir := t.TempDir()
		promised, synced, err := live(dir, FailFrom(n, killed))
		if err == nil {
			break
		}
		if !errors.Is(err, killed) {
			t.Fatalf("operation %d: %v", n, err)
		}
		crashes++
		for _, lost := range []int64{0, 7, 1 << 30} {
			after := t.TempDir()
			check(t, os.CopyFS(after, os.DirFS(dir)))
			dir := after
			powerLoss(t, dir, synced, lost)
			l := open(t, dir, chained)
			got, err := read(l)
			check(t, err)
			if uint64(len(got)) < promised {
				t.Fatalf("operation %d, %d bytes lost: %d frames, %d had been synced", n, lost, len(got), promised)
			}
			for i, p := range got {
				if !bytes.Equal(p, payload(i)) {
					t.Fatalf("operation %d: frame %d differs", n, i)
				}
			}
			_, err = l.Append(payload(len(got)))
			check(t, err)
			check(t, l.Close())
		}
	}
	if crashes < 40 {
		t.Fatalf("only %d crashes tried", crashes)
	}
}

// live writes, syncs, rolls and cuts until something fails. It returns how many
// frames must be there afterwards, and how many no power loss may take.
func live(dir string, f Fault) (promised, synced uint64, err error) {
	l, err := Open(dir, Options{Chained: true, Fault: f})
	if err != nil {
		return 0, 0, err
	}
	defer l.release()
	write := func(from, to int) error {
		for i := from; i < to; i++ {
			if i > 0 && i%8 == 0 {
				if err := l.Roll(); err != nil {
					return err
				}
			}
			if _, err := l.Append(payload(i)); err != nil {
				return err
			}
			if i%3 == 0 {
				if err := l.Sync(); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if err := write(0, 24); err != nil {
		return l.Synced(), l.Synced(), err
	}
	if err := l.Truncate(15); err != nil {
		return 15, l.Synced(), err
	}
	if err := write(15, 19); err != nil {
		return l.Synced(), l.Synced(), err
	}
	err = l.Close()
	return l.Synced(), l.Synced(), err
}

// powerLoss drops up to lost bytes behind what was synced.
func powerLoss(t *testing.T, dir string, synced uint64, lost int64) {
	t.Helper()
	l, err := Open(dir, Options{Chained: true, ReadOnly: true})
	check(t, err)
	defer l.Close()
	if len(l.folder.segs) == 0 || l.damage != nil {
		return
	}
	if form(t, dir, l.folder.last().name) {
		return // it was whole and synced before it got its name
	}
	end := int64(headerSize)
	for f, err := range l.Frames(l.folder.last().before.frames) {
		check(t, err)
		if f.Number >= synced {
			break
		}
		end = f.Offset + prefixSize + int64(len(Hash{})) + int64(len(f.Payload))
	}
	path := l.folder.path(l.folder.last().name)
	info, err := os.Stat(path)
	check(t, err)
	check(t, os.Truncate(path, max(end, info.Size()-lost)))
}

func TestAFullDiskLosesNothingAndMayBeRepeated(t *testing.T) {
	dir := t.TempDir()
	full := false
	l := open(t, dir, Options{Fault: func(op Op, size int) (int, error) {
		if full && op == OpWrite {
			return size / 3, syscall.ENOSPC
		}
		return size, nil
	}})
	for i := range 20 {
		full = i == 10
		_, err := l.Append(payload(i))
		check(t, err)
		if err := l.Sync(); full != errors.Is(err, ErrDiskFull) || full != (err != nil) {
			t.Fatalf("frame %d: %v", i, err)
		}
		full = i == 12
		if err := l.Roll(); full && !errors.Is(err, ErrDiskFull) {
			t.Fatalf("frame %d: %v", i, err)
		}
	}
	full = false
	check(t, l.Close())
	got, err := read(open(t, dir, Options{}))
	check(t, err)
	if len(got) != 20 || !bytes.Equal(got[10], payload(10)) {
		t.Fatalf("%d frames", len(got))
	}
}

func TestAFailedSyncIsFinal(t *testing.T) {
	fails := false
	l := open(t, t.TempDir(), Options{Fault: func(op Op, size int) (int, error) {
		if fails && op == OpSync {
			return 0, errors.New("i/o error")
		}
		return size, nil
	}})
	_, err := l.Append([]byte("a"))
	check(t, err)
	fails = true
	if l.Sync() == nil {
		t.Fatal("the sync was reported as done")
	}
	fails = false
	if _, err := l.Append([]byte("b")); err == nil {
		t.Fatal("the kernel may have dropped pages; the log went on")
	}
}

func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, Options{}, 3, 10)
	r := open(t, dir, Options{ReadOnly: true})
	if _, err := r.Append(nil); !errors.Is(err, ErrReadOnly) {
		t.Errorf("append to a reader: %v", err)
	}
	check(t, r.Close())
	if _, err := read(r); !errors.Is(err, ErrClosed) {
		t.Errorf("reading after close: %v", err)
	}
	if _, err := Open(filepath.Join(dir, "absent"), Options{ReadOnly: true}); !os.IsNotExist(err) {
		t.Errorf("reading what is not there: %v", err)
	}
	var d *Damage
	if _, err := Open(dir, chained); !errors.As(err, &d) {
		t.Errorf("a log without a chain opened as one with: %v", err)
	}
	l := open(t, dir, Options{})
	if _, err := l.Append(make([]byte, MaxPayload+1)); !errors.Is(err, ErrTooLarge) {
		t.Errorf("got %v", err)
	}
}

// Whatever stands behind the header, opening for reading neither panics nor
// invents frames without a matching checksum.
func FuzzSegment(f *testing.F) {
	dir := f.TempDir()
	fill(f, dir, chained, 5, 100)
	whole, err := os.ReadFile(filepath.Join(dir, "000001.seg"))
	check(f, err)
	f.Add(whole)
	f.Add(whole[:headerSize+3])
	f.Add([]byte("bardoseg"))
	f.Fuzz(func(t *testing.T, b []byte) {
		dir := t.TempDir()
		check(t, os.WriteFile(filepath.Join(dir, "000001.seg"), b, 0o600))
		check(t, os.WriteFile(filepath.Join(dir, "head"), append(mark{}.encode(), mark{}.encode()...), 0o600))
		l, err := Open(dir, Options{Chained: true, ReadOnly: true})
		check(t, err)
		got, _ := read(l)
		hash := Hash{}
		if len(l.folder.segs) > 0 {
			hash = l.folder.segs[0].before.hash
		}
		again := open(t, filepath.Join(dir, "again"), chained)
		again.end.hash = hash
		for _, p := range got {
			_, err := again.Append(p)
			check(t, err)
		}
		if again.end.hash != l.end.hash {
			t.Fatalf("chain %x of what was read, %x of the log", again.end.hash, l.end.hash)
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	l := open(b, b.TempDir(), chained)
	p := make([]byte, 400)
	b.SetBytes(int64(len(p)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := l.Append(p); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleLog() {
	dir, _ := os.MkdirTemp("", "log")
	defer os.RemoveAll(dir)
	l, _ := Open(dir, Options{Chained: true})
	l.Append([]byte("born"))
	l.Append([]byte("died"))
	for f := range l.Frames(0) {
		fmt.Println(f.Number, string(f.Payload))
	}
	l.Close()
	// Output:
	// 0 born
	// 1 died
}
