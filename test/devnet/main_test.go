// Package devnet runs `bardo devnet` as a process of its own: kills it under load,
// again and again on one folder, hands it folders and files that are not its own, and
// stops and starts it with a dumped state.
package devnet

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"bardo.run/bardo/app/bardo"

	"github.com/ethereum/go-ethereum/rpc"
)

// playBardo makes the test binary cmd/bardo, so nothing has to be built.
const playBardo = "BARDO_DEVNET_TEST"

func TestMain(m *testing.M) {
	if os.Getenv(playBardo) == "" {
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := bardo.Main(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// process is a running devnet.
type process struct {
	cmd    *exec.Cmd
	url    string
	client *rpc.Client
	errs   *strings.Builder
}

var announced = regexp.MustCompile(`^chain (\d+), (http://\S+), block (\d+)$`)

func bardoCmd(t testing.TB, errs *strings.Builder, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, append([]string{"devnet", "--listen", "127.0.0.1:0", "--auto-impersonate"}, args...)...)
	cmd.Env = append(os.Environ(), playBardo+"=1", "GORACE=atexit_sleep_ms=0")
	cmd.Stderr = errs
	return cmd
}

// begin starts a devnet and waits for its first line.
func begin(t testing.TB, args ...string) *process {
	t.Helper()
	p := &process{errs: &strings.Builder{}}
	p.cmd = bardoCmd(t, p.errs, args...)
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.cmd.Process.Kill() })
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		t.Fatalf("it ended before it served: %v\n%s", p.cmd.Wait(), p.errs)
	}
	found := announced.FindStringSubmatch(lines.Text())
	if found == nil {
		t.Fatalf("its first line is %q", lines.Text())
	}
	p.url = found[2]
	if p.client, err = rpc.Dial(p.url); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.client.Close)
	return p
}

// kill ends the process as a power cut would end it.
func (p *process) kill(t testing.TB) {
	t.Helper()
	if err := p.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = p.cmd.Wait() // says that it was killed
	if p.cmd.ProcessState.Exited() {
		t.Fatalf("it ended by itself: %v\n%s", p.cmd.ProcessState, p.errs)
	}
}

// stop ends the process in order and returns its exit code.
func (p *process) stop(t testing.TB, how os.Signal) int {
	t.Helper()
	if err := p.cmd.Process.Signal(how); err != nil {
		t.Fatal(err)
	}
	_ = p.cmd.Wait() // the exit code says it
	return p.cmd.ProcessState.ExitCode()
}

// fails runs a devnet that must not start, and returns its exit code and words.
func fails(t testing.TB, args ...string) (int, string) {
	t.Helper()
	var errs strings.Builder
	cmd := bardoCmd(t, &errs, args...)
	_ = cmd.Run() // the exit code says it
	return cmd.ProcessState.ExitCode(), errs.String()
}

func (p *process) ask(t testing.TB, out any, method string, params ...any) {
	t.Helper()
	if err := p.client.Call(out, method, params...); err != nil {
		t.Fatalf("%s %v: %v", method, params, err)
	}
}
