package killswitch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"bardo.run/bardo/internal/clock"
)

// spec: runtime §13.3: polled every second, whatever kind of file it is.
func TestThePulledSwitchIsSeenWithinASecond(t *testing.T) {
	for name, pull := range map[string]func(path string) error{
		"file":     func(path string) error { return os.WriteFile(path, nil, 0o600) },
		"folder":   func(path string) error { return os.Mkdir(path, 0o700) },
		"dangling": func(path string) error { return os.Symlink("nowhere", path) },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), File)
			synctest.Test(t, func(t *testing.T) {
				c := clock.System{}
				begun, found := c.Now(), make(chan error, 1)
				go func() { found <- Watch(t.Context(), c, path) }()
				if err := c.WaitUntil(t.Context(), begun.Add(2500*time.Millisecond)); err != nil {
					t.Fatal(err)
				}
				if err := pull(path); err != nil {
					t.Fatal(err)
				}
				if err := <-found; !errors.Is(err, ErrPulled) {
					t.Errorf("the watch ended with %v", err)
				}
				if took := c.Now().Sub(begun); took != 3*time.Second {
					t.Errorf("seen after %s, want at the third second", took)
				}
			})
		})
	}
}

func TestASwitchThatIsNotPulledIsWatchedUntilTheEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	path := filepath.Join(t.TempDir(), File)
	synctest.Test(t, func(t *testing.T) {
		ended := make(chan error, 1)
		go func() { ended <- Watch(ctx, clock.System{}, path) }()
		synctest.Wait()
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("the watch ended with %v", err)
		}
	})
}

func TestAFolderThatCannotBeSearchedCountsAsPulled(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if !Pulled(filepath.Join(file, File)) { // not a folder
		t.Error("the Golem would go on without seeing its switch")
	}
}
