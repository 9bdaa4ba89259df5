package dying

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"bardo.run/bardo/test/inputs"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/killswitch"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/life/replay"
)

// built is the program as people get it.
func built(t *testing.T) string {
	t.Helper()
	if err := inputs.Sources("bardo.run/bardo/cmd/golem"); err != nil {
		t.Fatal(err)
	}
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

// cutOff lets a death begin and has its process told to stop in the middle of the
// settlement, while blocks are slow. It returns how many transactions were settled in the
// grace, and how long that was.
func (p *program) cutOff(path string) (settled uint64, took time.Duration) {
	p.t.Helper()
	took, err := p.start(path, func(line string) os.Signal {
		switch line {
		case "terminal":
			p.died = p.nonce(p.wallet)
			p.pace(3 * time.Second)
		case "death: acceptance":
			return syscall.SIGTERM
		}
		return nil
	})
	settled = p.nonce(p.wallet) - p.died
	if err != nil || took > 10*time.Second || settled == 0 || settled == whole {
		p.t.Fatalf("it ended after %s with %d of %d transactions: %v\n%s", took, settled, whole, err, p.said)
	}
	if _, err := os.Stat(filepath.Join(p.dir, home.TestamentFile)); !errors.Is(err, os.ErrNotExist) {
		p.t.Errorf("a testament was written: %v", err)
	}
	p.pace(blocks)
	p.t.Logf("%d of %d transactions within %s of the signal", settled, whole, took.Round(time.Millisecond))
	return settled, took
}

// whole is how many transactions a settlement of everything has: two removals, a
// withdrawal, and a sale of three.
const whole = 6

// request is what a death that was cut off leaves.
type request struct {
	Phases     []struct{ Phase, Fault string } `json:"phases"`
	Settlement struct{ Actions []deed }        `json:"settlement"`
	Open       []string                        `json:"open_positions"`
	Finish     []string                        `json:"finish"`
}

func (p *program) deferred() (r request) {
	p.t.Helper()
	p.read(home.DeferredFile, &r)
	settled := map[string]bool{}
	for _, d := range r.Settlement.Actions {
		if x := d.Action.Execution; x == nil || x.TxHash == (common.Hash{}) {
			p.t.Errorf("%s: it is not told what was sent for it: %+v", d.What, x)
		}
		settled[d.What] = d.Success
	}
	if len(r.Phases) == 0 || len(settled) == 0 || len(r.Open) == 0 || len(r.Finish) != 2 {
		p.t.Errorf("deferred: %+v", r)
	}
	for _, phase := range r.Phases {
		if done := phase.Fault == ""; done != (phase.Phase == "acceptance") {
			p.t.Errorf("%s is told as if it had ended with %q", phase.Phase, phase.Fault)
		}
	}
	p.t.Logf("settled %v, open %q, finish %q", settled, r.Open, r.Finish)
	return r
}

// spec: runtime §12 (Terminal), mortality §9.1 — a process that is told to stop in the
// middle of a settlement with slow blocks goes on settling while the grace lasts, and says
// how the rest is finished. The next start finishes it: no order is lost and none is sent
// twice. Or its owner has the testament written as it is, without a chain.
func TestATerminalGolemUsesItsGrace(t *testing.T) {
	t.Parallel()
	golem := built(t)
	t.Run("and the next start goes on", func(t *testing.T) {
		t.Parallel()
		p := newProgram(t, everything)
		p.cutOff(golem)
		p.deferred()
		if _, err := p.start(golem, func(string) os.Signal { return nil }); err != nil || !strings.Contains(p.said.String(), "dead (hayflick_limit)") {
			t.Fatalf("%v\n%s", err, p.said)
		}
		if all := p.nonce(p.wallet) - p.died; all != whole {
			t.Errorf("%d transactions in all", all)
		}
		if w := p.will(); len(w.Settlement.Stranded) != 0 {
			t.Errorf("left %+v", w.Settlement.Stranded)
		}
		p.replays(2)
	})
	t.Run("but the kill file ends it at once", func(t *testing.T) {
		t.Parallel()
		newProgram(t, everything).pulled(golem)
	})
	t.Run("and its owner has the testament written", func(t *testing.T) {
		t.Parallel()
		p := newProgram(t, everything)
		settled, _ := p.cutOff(golem)
		d := p.deferred()
		out, err := exec.CommandContext(t.Context(), golem, "reflect", "--data-dir", p.dir).CombinedOutput()
		if err != nil || !strings.Contains(string(out), "dead (hayflick_limit)") {
			t.Fatalf("%v\n%s", err, out)
		}
		t.Logf("%s", out)
		w := p.will()
		for _, open := range d.Open {
			what, _, _ := strings.Cut(open, " worth ")
			if slices.ContainsFunc(d.Settlement.Actions, func(x deed) bool { return x.What == what && x.Success }) {
				continue // its last order landed after the reading that names it
			}
			if l, named := w.left(what); !named || l.Value == "unknown" || l.Reason == "" || !strings.Contains(string(out), what) {
				t.Errorf("%s: %+v", open, w.Settlement.Stranded)
			}
		}
		if now := p.nonce(p.wallet) - p.died; now != settled {
			t.Errorf("%d transactions were sent without a chain", now-settled)
		}
		if over, _ := p.start(golem, func(string) os.Signal { return nil }); over < 0 || !strings.Contains(p.said.String(), "dead") {
			t.Errorf("%s", p.said)
		}
		p.replays(2)
	})
}

// pulled is killed within its grace: the kill file stops a process at once, and nothing
// more is signed or written (runtime §13.3).
func (p *program) pulled(path string) {
	p.t.Helper()
	c, file := clock.System{}, make(chan time.Time, 1)
	_, err := p.start(path, func(line string) os.Signal {
		switch line {
		case "terminal":
			p.pace(0) // its order waits for ever
		case "death: acceptance":
			go func() {
				if c.WaitUntil(p.t.Context(), c.Now().Add(time.Second)) == nil {
					file <- c.Now()
					if err := os.WriteFile(filepath.Join(p.dir, killswitch.File), nil, 0o600); err != nil {
						p.t.Error(err)
					}
				}
			}()
			return syscall.SIGTERM
		}
		return nil
	})
	ended := c.Now()
	if died := (*exec.ExitError)(nil); !errors.As(err, &died) || died.ExitCode() != 75 {
		p.t.Fatalf("it ended with %v\n%s", err, p.said)
	}
	if took := ended.Sub(<-file); took > 3*time.Second {
		p.t.Errorf("it ended %s after the file was there", took)
	}
	if _, err := os.Stat(filepath.Join(p.dir, home.DeferredFile)); !errors.Is(err, os.ErrNotExist) {
		p.t.Errorf("a request was written: %v", err)
	}
}

// replays: the life computes again to the same bytes.
func (p *program) replays(boots uint64) {
	p.t.Helper()
	r, err := replay.Run(p.t.Context(), p.dir, replay.Options{})
	if err != nil || r.CutOff || r.Testament != "equal" || r.Boots != boots {
		p.t.Errorf("replay: %+v, %v", r, err)
	}
}
