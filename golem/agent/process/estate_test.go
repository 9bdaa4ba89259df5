package process

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/killswitch"
	"bardo.run/bardo/internal/clock"
)

func opened(t *testing.T) (*home.Home, *strings.Builder, estate) {
	t.Helper()
	h, err := home.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	said := &strings.Builder{}
	return h, said, estate{h, clock.System{}, slog.New(slog.NewTextHandler(said, nil)), nil}
}

func pass(d time.Duration) {
	c := clock.System{}
	_ = c.WaitUntil(context.Background(), c.Now().Add(d)) // nobody cancels it
}

// spec: mortality §9.5 — a document is written again after 1, 2 and 4 s.
func TestAPlaceThatComesBackGetsItsDocument(t *testing.T) {
	h, said, e := opened(t)
	synctest.Test(t, func(t *testing.T) {
		obstacle := h.Path(home.TestamentFile)
		if err := os.MkdirAll(filepath.Join(obstacle, "x"), 0o700); err != nil {
			t.Fatal(err)
		}
		go func() {
			pass(2500 * time.Millisecond) // between the second try and the third
			if err := os.RemoveAll(obstacle); err != nil {
				t.Error(err)
			}
		}()
		begun := clock.Start()
		if err := e.Bequeath("testament", "last words"); err != nil {
			t.Fatal(err)
		}
		if took := begun.Elapsed(); took != 3*time.Second {
			t.Errorf("it took %s", took)
		}
	})
	if at := home.Paper(h.Dir(), home.TestamentFile); at != h.Path(home.TestamentFile) || said.Len() > 0 {
		t.Errorf("it lies in %s: %s", at, said)
	}
}

// A place that cannot be had does not silence the dead: the document lies beside the
// journal, and is found there.
func TestADocumentWithoutAPlaceLiesBeside(t *testing.T) {
	for name, spoil := range map[string]func(h *home.Home) error{
		"the folder is a file": func(h *home.Home) error {
			if err := os.Remove(h.Path(home.DeathDir)); err != nil {
				return err
			}
			return os.WriteFile(h.Path(home.DeathDir), nil, 0o600)
		},
		"the file is a folder": func(h *home.Home) error {
			return os.MkdirAll(filepath.Join(h.Path(home.TestamentFile), "x"), 0o700)
		},
	} {
		t.Run(name, func(t *testing.T) {
			h, said, e := opened(t)
			if err := spoil(h); err != nil {
				t.Fatal(err)
			}
			synctest.Test(t, func(t *testing.T) {
				if err := e.Bequeath("testament", "last words"); err != nil {
					t.Fatal(err)
				}
			})
			at := home.Paper(h.Dir(), home.TestamentFile)
			text, err := os.ReadFile(at)
			if err != nil || at != h.Path("testament.json") || string(text) != "\"last words\"\n" || !strings.Contains(said.String(), at) {
				t.Errorf("%s holds %q (%v): %s", at, text, err, said)
			}
			dir := h.Dir()
			h.Close()
			again, err := home.Open(dir) // nobody is kept from going on
			if err != nil {
				t.Fatal(err)
			}
			again.Close()
		})
	}
}

// spec: mortality §9.1 — a dying Golem settles on in the grace of its platform, but for
// the seconds that the shutdown needs; the kill switch leaves it none.
func TestADeathGoesOnInTheGrace(t *testing.T) {
	for name, c := range map[string]struct {
		grace time.Duration
		cause error
		want  time.Duration
	}{
		"thirty seconds":  {30 * time.Second, context.Canceled, 26 * time.Second},
		"ten seconds":     {10 * time.Second, context.Canceled, 6 * time.Second},
		"less than that":  {3 * time.Second, context.Canceled, 0},
		"none":            {0, context.Canceled, 0},
		"the kill switch": {30 * time.Second, killswitch.ErrPulled, 0},
	} {
		h, _, _ := opened(t)
		synctest.Test(t, func(t *testing.T) {
			asked, stop := context.WithCancelCause(t.Context())
			dying, end := (&process{Config: Config{Grace: c.grace, Home: h}}).graceful(asked)
			defer end()
			begun := clock.Start()
			stop(c.cause)
			<-dying.Done()
			if took := begun.Elapsed(); took != c.want || context.Cause(dying) != c.cause {
				t.Errorf("%s: it went on for %s, %v", name, took, context.Cause(dying))
			}
		})
	}
}

func TestTheKillSwitchEndsAGrace(t *testing.T) {
	h, _, _ := opened(t)
	synctest.Test(t, func(t *testing.T) {
		asked, stop := context.WithCancel(t.Context())
		dying, end := (&process{Config: Config{Grace: 30 * time.Second, Home: h}}).graceful(asked)
		defer end()
		begun := clock.Start()
		stop()
		pass(5500 * time.Millisecond)
		if err := os.WriteFile(h.Path(killswitch.File), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		<-dying.Done()
		if took := begun.Elapsed(); took != 6*time.Second || context.Cause(dying) != killswitch.ErrPulled {
			t.Errorf("it went on for %s, %v", took, context.Cause(dying))
		}
	})
}
