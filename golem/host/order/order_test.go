package order

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"bardo.run/bardo/golem/host/lifecycle"
)

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// spec: runtime §13.1, §13.3
func TestAnOrderThatIsGivenIsReadBack(t *testing.T) {
	for _, cause := range Causes() {
		for _, abandon := range []bool{false, true} {
			path := filepath.Join(t.TempDir(), "order.json")
			f := NewFile(path, slog.New(slog.DiscardHandler))
			if o, there := f.Order(); there {
				t.Fatalf("nobody ordered %+v", o)
			}
			want := Order{Cause: cause, Abandon: abandon}
			if err := Give(path, want); err != nil {
				t.Fatal(err)
			}
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("mode %v, %v", info.Mode(), err)
			}
			if o, there := f.Order(); !there || o != want {
				t.Errorf("gave %+v, read %+v", want, o)
			}
		}
	}
}

// An order that was seen is one for good; another takes its place.
func TestAnOrderCannotBeTakenBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "order.json")
	f := NewFile(path, slog.New(slog.DiscardHandler))
	put(t, path, `{"cause":"owner_kill"}`)
	if _, there := f.Order(); !there {
		t.Fatal("the order was not seen")
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if o, there := f.Order(); !there || o.Cause != lifecycle.OwnerKill {
		t.Errorf("taken back: %+v", o)
	}
	put(t, path, `{"cause":"owner_kill","abandon":true}`)
	if o, there := f.Order(); !there || !o.Abandon {
		t.Errorf("the second order was not seen: %+v", o)
	}
}

func TestWhatIsNoOrderIsIgnoredAndToldOnce(t *testing.T) {
	for name, text := range map[string]string{
		"empty": "", "no JSON": "die", "half": `{"cause":"owner`, "another cause": `{"cause":"stochastic"}`, "no cause": `{}`,
		"only abandon": `{"abandon":true}`, "an unknown field": `{"cause":"owner_kill","force":true}`, "null": "null", "a list": `["owner_kill"]`,
		"two": `{"cause":"owner_kill"}{"cause":"owner_kill"}`, "a wrong type": `{"cause":"owner_kill","abandon":"yes"}`,
		"huge": `{"cause":"owner_kill"}` + strings.Repeat(" ", most),
	} {
		path := filepath.Join(t.TempDir(), "order.json")
		put(t, path, text)
		ignored(t, name, path)
	}
}

// ignored looks at a path three times.
func ignored(t *testing.T, name, path string) {
	t.Helper()
	var said bytes.Buffer
	f := NewFile(path, slog.New(slog.NewTextHandler(&said, nil)))
	for range 3 {
		if o, there := f.Order(); there {
			t.Errorf("%s: taken for %+v", name, o)
		}
	}
	if lines := strings.Count(said.String(), "\n"); lines != 1 || !strings.Contains(said.String(), "is ignored") {
		t.Errorf("%s: the log has %d lines: %s", name, lines, said.String())
	}
}

func TestWhatIsNoPlainFileIsNotOpened(t *testing.T) {
	for name, make := range map[string]func(path string) error{
		"a folder": func(path string) error { return os.Mkdir(path, 0o700) },
		"a pipe":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"a link":   func(path string) error { return os.Symlink("nowhere", path) },
	} {
		path := filepath.Join(t.TempDir(), "order.json")
		if err := make(path); err != nil {
			t.Fatal(err)
		}
		ignored(t, name, path)
	}
}

// A file that is mended is heard, and a later mistake is told again.
func TestAMendedFileIsHeard(t *testing.T) {
	path := filepath.Join(t.TempDir(), "order.json")
	var said bytes.Buffer
	f := NewFile(path, slog.New(slog.NewTextHandler(&said, nil)))
	put(t, path, "x")
	f.Order()
	put(t, path, `{"cause":"kill_switch"}`)
	if o, there := f.Order(); !there || o.Cause != lifecycle.KillSwitch {
		t.Errorf("heard %+v", o)
	}
	put(t, path, "{}")
	if o, there := f.Order(); !there || o.Cause != lifecycle.KillSwitch || strings.Count(said.String(), "\n") != 2 {
		t.Errorf("%+v after %s", o, said.String())
	}
}

func TestNobodyGivesAnOrderThatIsNone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "order.json")
	for _, cause := range []lifecycle.Cause{"", lifecycle.Stochastic, "owner_kill "} {
		if err := Give(path, Order{Cause: cause}); !errors.Is(err, ErrNone) {
			t.Errorf("%q: %v", cause, err)
		}
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a file was written")
	}
}

// Whatever a file holds: it is refused, or it is an order that is written as it was read.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"cause":"owner_kill","abandon":true}`))
	f.Add([]byte(`{"cause":"owner_kill"} x`))
	f.Add([]byte("null"))
	f.Fuzz(func(t *testing.T, text []byte) {
		o, err := Parse(text)
		if err != nil {
			if !errors.Is(err, ErrNone) || o != (Order{}) {
				t.Fatalf("%+v, %v", o, err)
			}
			return
		}
		path := filepath.Join(t.TempDir(), "order.json")
		if err := Give(path, o); err != nil {
			t.Fatal(err)
		}
		if again, there := NewFile(path, slog.New(slog.DiscardHandler)).Order(); !there || again != o {
			t.Fatalf("%+v became %+v", o, again)
		}
	})
}
