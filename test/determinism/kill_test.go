package determinism_test

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/internal/clock"
)

// DESIGN §4: a life that was killed and restarted replays like any other.
func TestALifeThatWasKilledTwiceReplays(t *testing.T) {
	t.Parallel()
	whole := replayed(t, life(t))
	random := drawn(t)
	data, out := recorded(t), filepath.Join(t.TempDir(), "life")
	size := int64(0)
	for range 2 {
		size = kill(t, command(t, nil, arguments(data, strategy, out)...), out, size+1+random.Int64N(40<<10))
	}
	succeed(t, command(t, nil, arguments(data, strategy, out)...))
	got := replayed(t, out)
	if got.Boots != 3 || got.Cause != whole.Cause || got.Equal != got.Ticks {
		t.Errorf("replayed %+v, want three boots and the death by %s", got, whole.Cause)
	}
	if testament := filepath.Join(out, home.TestamentFile); !exists(testament) {
		t.Errorf("no %s", testament)
	}
}

// kill starts a life, kills it when its journal has grown to size, and returns the
// size it then has.
func kill(t *testing.T, cmd *exec.Cmd, out string, size int64) int64 {
	t.Helper()
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = io.Discard, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	for {
		if got := grown(out); got >= size {
			_ = cmd.Process.Kill()
			<-ended
			if cmd.ProcessState.Exited() {
				t.Fatalf("the life ended with %d before it was killed at %d bytes:\n%s", cmd.ProcessState.ExitCode(), size, said.String())
			}
			return grown(out)
		}
		select {
		case <-ended:
			t.Fatalf("the life ended with %d before its journal had %d bytes:\n%s", cmd.ProcessState.ExitCode(), size, said.String())
		default:
		}
		if err := (clock.System{}).WaitUntil(t.Context(), clock.System{}.Now().Add(time.Millisecond)); err != nil {
			t.Fatal(err)
		}
	}
}

// grown returns the bytes of the life's journal; none where there is no journal.
func grown(out string) (size int64) {
	segments, err := filepath.Glob(filepath.Join(out, home.JournalDir, "*.seg"))
	if err != nil {
		return 0
	}
	for _, name := range segments {
		if info, err := os.Stat(name); err == nil {
			size += info.Size()
		}
	}
	return size
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
