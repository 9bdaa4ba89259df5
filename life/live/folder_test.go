package live

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"bardo.run/bardo/golem/host/home"
)

// A start that is refused before the birth leaves the place as it was: no folder where none was, an
// empty one empty, and one with something in it with that and what was begun.
func TestAStartThatIsRefusedLeavesNoHalfOfALife(t *testing.T) {
	for name, c := range map[string]struct {
		there bool
		holds string
		left  int // entries; -1: no folder
	}{
		"no folder": {left: -1}, "an empty one": {there: true}, "one with a file": {there: true, holds: "notes", left: 2},
	} {
		o := chop(t)
		o.Out = filepath.Join(t.TempDir(), "life")
		if c.there {
			check(t, os.Mkdir(o.Out, 0o700))
		}
		if c.holds != "" {
			check(t, os.WriteFile(filepath.Join(o.Out, c.holds), nil, 0o600))
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := Run(ctx, o); !errors.Is(err, context.Canceled) {
			t.Fatalf("%s: %v", name, err)
		}
		switch entries, err := os.ReadDir(o.Out); {
		case c.left < 0:
			if !os.IsNotExist(err) {
				t.Errorf("%s: %v is left (%v)", name, entries, err)
			}
		case err != nil || c.left == 0 && len(entries) > 0 || len(entries) < c.left:
			t.Errorf("%s: %v is left (%v)", name, entries, err)
		}
	}
}

// A life that began is kept, whatever its end.
func TestALifeThatBeganIsKept(t *testing.T) {
	o := chop(t)
	interrupted(t, o, 3)
	f, err := openFolder(o.Out)
	check(t, err)
	defer f.Close()
	f.made = true
	check(t, f.forsake())
	if _, err := os.Stat(f.Path(home.JournalDir)); err != nil {
		t.Error(err)
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
