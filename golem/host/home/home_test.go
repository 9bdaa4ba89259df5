package home

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/internal/atomicfile/faultfs"
	"bardo.run/bardo/internal/clock"
)

func open(t *testing.T) *Home {
	t.Helper()
	h, err := Open(filepath.Join(t.TempDir(), "life"))
	check(t, err)
	t.Cleanup(func() { h.Close() })
	return h
}

// TestMain lets the test binary play the second process.
// A folder with somebody's files in it is no place for a life; an empty one is, and one in
// which a life was begun.
func TestAFolderWithOtherFilesIsNotVacant(t *testing.T) {
	dir := t.TempDir()
	for _, ok := range []string{dir, filepath.Join(dir, "absent")} {
		if err := Vacant(ok); err != nil {
			t.Errorf("%s: %v", ok, err)
		}
	}
	check(t, os.WriteFile(filepath.Join(dir, "notes.txt"), nil, 0o600))
	if err := Vacant(dir); !errors.Is(err, ErrForeign) || !strings.Contains(err.Error(), "notes.txt") {
		t.Errorf("beside notes: %v", err)
	}
	check(t, os.Mkdir(filepath.Join(dir, JournalDir), 0o700))
	if err := Vacant(dir); err != nil {
		t.Errorf("a life beside notes: %v", err)
	}
	if err := Vacant(filepath.Join(dir, "notes.txt")); err == nil {
		t.Error("a file is vacant")
	}
}

func TestMain(m *testing.M) {
	if dir := os.Getenv("BARDO_TEST_OPEN"); dir != "" {
		if _, err := Open(dir); errors.Is(err, ErrLocked) {
			os.Stdout.WriteString(err.Error())
			os.Exit(15)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// spec: runtime §14.4
func TestASecondProcessIsRefusedAndToldWhoHoldsIt(t *testing.T) {
	h := open(t)
	check(t, h.Sign(3, [32]byte{1}))
	second := exec.Command(os.Args[0])
	second.Env = append(os.Environ(), "BARDO_TEST_OPEN="+h.Dir())
	out, err := second.Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 15 || !strings.Contains(string(out), "epoch 3") {
		t.Fatalf("second process: %v, said %q; want exit 15 naming epoch 3", err, out)
	}
	h.Close()
	again := exec.Command(os.Args[0])
	again.Env = second.Env
	if err := again.Run(); err != nil {
		t.Fatalf("after the first closed: %v", err)
	}
}

func TestWhatAKilledProcessWasWritingIsGone(t *testing.T) {
	h := open(t)
	check(t, os.Mkdir(h.Path(KeysDir), 0o700))
	left := []string{".manifest.bardo.17.atomic.tmp", "death/.testament.json.4.atomic.tmp", "keys/.0x07.json.5.atomic.tmp"}
	for _, name := range append(left, ManifestFile) {
		check(t, os.WriteFile(h.Path(name), []byte("half"), 0o600))
	}
	h.Close()
	h, err := Open(h.Dir())
	check(t, err)
	defer h.Close()
	for _, name := range left {
		if _, err := os.Stat(h.Path(name)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is still there: %v", name, err)
		}
	}
	if _, err := os.Stat(h.Path(ManifestFile)); err != nil {
		t.Error(err)
	}
}

func TestDirectoriesAreForTheOwnerOnly(t *testing.T) {
	h := open(t)
	for _, name := range []string{"", JournalDir, DeathDir} {
		info, err := os.Stat(h.Path(name))
		if err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%q: %v, %v; want 0700", name, info.Mode(), err)
		}
	}
}

// spec: runtime §14.3 — one flipped body byte: file rejected, .prev used.
func TestADamagedManifestFallsBackToThePreviousOne(t *testing.T) {
	h := open(t)
	for tick := range uint64(2) {
		check(t, h.SaveManifest(Manifest{NextTick: tick}))
	}
	file, _ := os.ReadFile(h.Path(ManifestFile))
	rapid.Check(t, func(rt *rapid.T) {
		bad := append([]byte{}, file...)
		bad[rapid.IntRange(0, len(bad)-1).Draw(rt, "at")] ^= 1 << rapid.IntRange(0, 7).Draw(rt, "bit")
		os.WriteFile(h.Path(ManifestFile), bad, 0o600)
		m, warning, err := h.LoadManifest()
		if errors.Is(err, ErrNewer) {
			return // a flipped version is refused, not guessed
		}
		if err != nil || warning == nil || m.NextTick != 0 {
			rt.Fatalf("got tick %d, warning %v, error %v; want tick 0 of .prev and a warning", m.NextTick, warning, err)
		}
	})
}

// spec: runtime §14.3 — a fault at every step of the write leaves a whole
// manifest, current or previous; also where the current one was damaged before.
func TestAFaultAtEveryStepLeavesAWholeManifest(t *testing.T) {
	for name, c := range map[string]struct {
		damaged bool
		least   uint64 // tick of what is loaded
		steps   int
	}{"whole": {false, 1, 10}, "damaged": {true, 0, 5}} {
		hit := 0
		for n := 1; ; n++ {
			h := open(t)
			for tick := range uint64(2) {
				check(t, h.SaveManifest(Manifest{NextTick: tick}))
			}
			if c.damaged {
				check(t, os.WriteFile(h.Path(ManifestFile), []byte("damaged"), 0o600))
			}
			disk := &faultfs.FS{Below: atomicfile.OS{}, FailAt: n}
			err := h.SaveManifestTo(disk, Manifest{NextTick: 2})
			m, _, loadErr := h.LoadManifest()
			if loadErr != nil || m.NextTick < c.least {
				t.Fatalf("%s, fault %d: loaded tick %d, %v", name, n, m.NextTick, loadErr)
			}
			if err == nil {
				break
			}
			hit++
		}
		if hit < c.steps {
			t.Fatalf("%s: only %d faults were hit", name, hit)
		}
	}
}

func FuzzUnseal(f *testing.F) {
	sealed, _ := Manifest{GolemID: "golem-x", NextTick: 7}.Seal()
	f.Add(sealed)
	f.Fuzz(func(t *testing.T, file []byte) {
		if m, err := Unseal(file); err == nil {
			if again, err := m.Seal(); err != nil || len(again) == 0 {
				t.Fatalf("a read manifest does not seal: %v", err)
			}
		}
	})
}

// spec: runtime §15 — on a mismatch the Golem does not go on.
func TestAManifestIsHeldAgainstTheJournal(t *testing.T) {
	hash := func(n uint64) ([32]byte, error) { return [32]byte{byte(n)}, nil }
	m := Manifest{JournalSeq: 9, JournalHash: [32]byte{9}}
	for entries, want := range map[uint64]error{0: ErrForgot, 8: ErrForgot, 9: nil, 10: nil} {
		if err := m.Within(entries, hash); !errors.Is(err, want) {
			t.Errorf("%d entries: %v, want %v", entries, err, want)
		}
	}
	m.JournalHash[31] ^= 1
	if err := m.Within(10, hash); !errors.Is(err, ErrForgot) {
		t.Errorf("another hash: %v", err)
	}
	broken := errors.New("unreadable")
	if err := m.Within(10, func(uint64) ([32]byte, error) { return [32]byte{}, broken }); !errors.Is(err, broken) {
		t.Errorf("a journal that cannot be read: %v", err)
	}
}

func TestAFileInAFoldersPlaceIsNamedAndNothingIsTouched(t *testing.T) {
	for _, name := range []string{JournalDir, CyclesDir, LedgerDir} {
		dir := t.TempDir()
		check(t, os.WriteFile(filepath.Join(dir, name), []byte("kept"), 0o600))
		_, err := Open(dir)
		if !errors.Is(err, ErrFile) || !strings.Contains(err.Error(), filepath.Join(dir, name)) {
			t.Errorf("%s is a file: %v", name, err)
		}
		left, err := os.ReadDir(dir)
		if err != nil || len(left) != 2 { // the file, and the lock
			t.Errorf("%s is a file: %v is there now (%v)", name, left, err)
		}
	}
}

// A look at whether somebody lives in a folder keeps nobody from living there.
func TestALookKeepsNobodyOut(t *testing.T) {
	h := open(t)
	dir := h.Dir()
	if !Lives(dir) {
		t.Fatal("nobody lives there")
	}
	h.Close()
	if Lives(dir) {
		t.Fatal("somebody lives there still")
	}
	looks, err := os.OpenFile(filepath.Join(dir, LockFile), os.O_RDWR, 0o600)
	check(t, err)
	check(t, lockFile(looks))
	go func() {
		c := clock.System{}
		_ = c.WaitUntil(t.Context(), c.Now().Add(pause/2))
		looks.Close()
	}()
	again, err := Open(dir)
	check(t, err)
	again.Close()
}

// check ends the test at an error.
func check(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
