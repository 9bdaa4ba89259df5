package dying

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/life/replay"
)

// built is the program as people get it.
func built(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "golem")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", path, "./cmd/golem")
	cmd.Dir, cmd.Env = filepath.Join("..", ".."), append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build golem: %v\n%s", err, out)
	}
	return path
}

// start runs the program until it ends, and calls heard with each of its lines; what
// heard returns is sent to it as a signal. It returns how long it lived after the signal.
func (p *program) start(path string, heard func(line string) os.Signal) (after time.Duration, err error) {
	p.t.Helper()
	cmd := exec.CommandContext(p.t.Context(), path, "--config", filepath.Join(p.dir, "golem.toml"))
	cmd.Stderr = p.said
	out, err := cmd.StdoutPipe()
	if err != nil {
		p.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	c, asked := clock.System{}, time.Time{}
	for s := bufio.NewScanner(out); s.Scan(); {
		_, _ = p.said.Write([]byte(s.Text() + "\n"))
		if signal := heard(s.Text()); signal != nil && asked.IsZero() {
			asked = c.Now()
			if err := cmd.Process.Signal(signal); err != nil {
				p.t.Fatal(err)
			}
		}
	}
	return c.Now().Sub(asked), cmd.Wait()
}

// spec: runtime §12 (Terminal), mortality §9.1 — a process that is told to stop in the
// middle of a settlement with slow blocks goes on settling while the grace lasts, and the
// next start finishes the death: no order is lost and none is sent twice.
func TestATerminalGolemUsesItsGraceAndTheNextStartGoesOn(t *testing.T) {
	t.Parallel()
	golem, p := built(t), newProgram(t, everything)
	died := uint64(0) // nonce when death began
	took, err := p.start(golem, func(line string) os.Signal {
		switch line {
		case "terminal":
			died = p.nonce(p.wallet)
			p.pace(3 * time.Second)
		case "death: acceptance":
			return syscall.SIGTERM
		}
		return nil
	})
	if err != nil || took > 10*time.Second {
		t.Fatalf("it ended after %s: %v\n%s", took, err, p.said)
	}
	if _, err := os.Stat(filepath.Join(p.dir, home.TestamentFile)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a testament was written: %v", err)
	}
	settled := p.nonce(p.wallet) - died
	if settled == 0 {
		t.Error("nothing was settled in the grace")
	}
	p.pace(blocks)
	if _, err := p.start(golem, func(string) os.Signal { return nil }); err != nil || !strings.Contains(p.said.String(), "dead (hayflick_limit)") {
		t.Fatalf("%v\n%s", err, p.said)
	}
	// two removals, a withdrawal, and a sale of three transactions
	if all := p.nonce(p.wallet) - died; all != 6 {
		t.Errorf("%d transactions in the grace, %d in all", settled, all)
	}
	r, err := replay.Run(t.Context(), p.dir, replay.Options{})
	if err != nil || r.CutOff || r.Testament != "equal" || r.Boots != 2 {
		t.Errorf("replay: %+v, %v", r, err)
	}
	t.Logf("%d of 6 transactions within %s of the signal", settled, took.Round(time.Millisecond))
}
