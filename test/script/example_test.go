//go:build linux

package script_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"bardo.run/bardo/app/bardo"
	"bardo.run/bardo/life/why"
	"bardo.run/bardo/mirage/artifact"
)

// examples returns every example line of the help, in the order of the tree, and
// fails a command that does something and has none.
func examples(t *testing.T, c *cobra.Command) (lines []string) {
	t.Helper()
	if c.Example == "" && !c.HasSubCommands() {
		t.Errorf("%s has no example", c.CommandPath())
	}
	for line := range strings.Lines(c.Example) {
		lines = append(lines, strings.TrimSpace(line))
	}
	for _, below := range c.Commands() {
		lines = append(lines, examples(t, below)...)
	}
	return lines
}

// DESIGN §4: every --help has an example that a test runs.
func TestEveryExampleOfTheHelpRuns(t *testing.T) {
	set := need(t)
	lines := examples(t, bardo.Tree())
	if len(lines) < 10 {
		t.Fatalf("only %d examples: %q", len(lines), lines)
	}
	for _, line := range lines {
		t.Run(strings.ReplaceAll(line, "/", "."), func(t *testing.T) {
			t.Parallel()
			s := newStage(t, set)
			s.run(t, line)
		})
	}
}

// stage is a folder in which the examples make sense: strategies beside a recorded
// history of half an hour, and a life that was lived on it.
type stage struct {
	dir, artifacts string
	tick           uint64 // of the life's first trade
	below, fork    string // a chain to fork, and the hash of its block
}

func newStage(t *testing.T, set *artifact.Set) stage {
	t.Helper()
	s := stage{dir: t.TempDir()}
	files, err := lived()
	if err == nil {
		err = os.CopyFS(filepath.Join(s.dir, "life"), files)
	}
	if err == nil {
		err = os.CopyFS(filepath.Join(s.dir, "strategies"), os.DirFS(filepath.Join("..", "..", "strategies")))
	}
	if err == nil {
		err = export(filepath.Join(s.dir, "data"), 30)
	}
	if err == nil {
		s.artifacts, err = filepath.Abs(set.Dir())
	}
	if err == nil {
		s.tick, err = firstTrade(filepath.Join(s.dir, "life"))
	}
	if err == nil {
		err = s.forkable()
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// forkable adds a chain to fork, and what was recorded of it.
func (s *stage) forkable() error {
	n, err := below()
	if err != nil {
		return err
	}
	hash, err := record(filepath.Join(s.dir, "recorded.fork"))
	s.below, s.fork = n.Server.Endpoint(), hash.Hex()
	return err
}

func firstTrade(dir string) (uint64, error) {
	l, err := why.Open(dir)
	if err != nil {
		return 0, err
	}
	defer l.Close()
	answer, err := l.Trade(1)
	return answer.Tick, err
}

// fit adapts an example to the stage: its port may be taken, its new lives need a new
// folder. What takes long by its nature, a life of days and a devnet, is stopped after a
// line that ends with until.
func (s stage) fit(line string) (args []string, until string, exit int) {
	line = strings.ReplaceAll(line, "127.0.0.1:8545", "127.0.0.1:0")
	switch {
	case strings.HasPrefix(line, "bardo live --world"), livesMany(line) && strings.Contains(line, "--world") && !strings.Contains(line, "--dry-run"):
		until, exit = "living", 130
	case strings.HasPrefix(line, "bardo devnet"):
		until = "ETH at block 0"
		if strings.Contains(line, "--fork ") {
			until = s.fork
		}
		line = strings.ReplaceAll(line, "http://127.0.0.1:8546", s.below)
		if !strings.Contains(line, "--listen") {
			line += " --listen 127.0.0.1:0"
		}
	case strings.HasPrefix(line, "bardo dev fund "): // beside a devnet that stands already
	case line == "bardo dev" || strings.HasPrefix(line, "bardo dev "):
		line, until = strings.ReplaceAll(line, "http://127.0.0.1:0", s.below)+" --port 0", "Ctrl-C stops it"
	}
	return strings.Fields(strings.Replace(line, "--out life", "--out another", 1)), until, exit
}

// livesMany reports whether an example lives many lives.
func livesMany(line string) bool {
	return strings.HasPrefix(line, "bardo compare ") || strings.HasPrefix(line, "bardo sweep ")
}

// settle writes the golem.toml of a Golem that lives on a development environment.
func (s stage) settle(t *testing.T, e environment) {
	t.Helper()
	toml := fmt.Sprintf("[golem]\nnetwork = \"devnet\"\ncustody_mode = \"delegation\"\n[safety]\napproved_assets = [%q, %q]\n"+
		"approved_protocols = [\"uniswap-v3\"]\n[venue]\npool = %q\nquote = %q\nrouter = %q\nposition_manager = %q\n",
		e.Address("USDC"), e.Address("WETH9"), e.Address("UniswapV3Pool"), e.Address("USDC"), e.Address("SwapRouter"), e.Address("NonfungiblePositionManager"))
	if err := os.WriteFile(filepath.Join(s.dir, "golem.toml"), []byte(toml), 0o600); err != nil {
		t.Fatal(err)
	}
}

// grant has the owner sign what another example changes or disables.
func (s stage) grant(t *testing.T, e environment, env []string) {
	t.Helper()
	for _, c := range bardo.Tree().Commands() {
		lines := strings.Split(strings.TrimSpace(c.Example), "\n")
		if c.Name() != "grant" {
			continue
		}
		args := strings.Fields(strings.ReplaceAll(lines[len(lines)-1], "http://127.0.0.1:8546", e.Endpoint))
		cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
		cmd.Dir, cmd.Env = s.dir, env
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%q: %v\n%s", args, err, said)
		}
	}
}

// run runs an example to its end, or until it has begun.
func (s stage) run(t *testing.T, line string) {
	line = strings.ReplaceAll(line, "137", fmt.Sprint(s.tick)) // before there is a port in it
	env := append(os.Environ(), artifact.Env+"="+s.artifacts, "GORACE=atexit_sleep_ms=0", "PWD="+s.dir)
	switch word, _, _ := strings.Cut(strings.TrimPrefix(line, "bardo "), " "); word {
	case "scenario", "grant", "cage", "revoke":
		e, stop := develop(t, s.dir)
		defer stop()
		line = strings.ReplaceAll(line, "http://127.0.0.1:8546", e.Endpoint)
		env = append(env, "BARDO_OWNER_KEY="+e.Accounts[0].Key.String())
		s.settle(t, e)
		if word == "cage" || word == "revoke" {
			s.grant(t, e, env)
		}
	}
	if strings.HasPrefix(line, "bardo dev fund ") {
		e, stop := develop(t, s.dir)
		defer stop()
		line += " --rpc " + e.Endpoint
	}
	args, until, exit := s.fit(line)
	path, err := exec.LookPath(args[0])
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), path, args[1:]...)
	cmd.Dir = s.dir
	cmd.Env = env
	var all bytes.Buffer
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stopped := false
	for in := bufio.NewScanner(out); in.Scan(); {
		fmt.Fprintln(&all, in.Text())
		if until != "" && !stopped && strings.HasSuffix(in.Text(), until) {
			stopped = true
			if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
				t.Fatal(err)
			}
		}
	}
	err = cmd.Wait()
	if got := cmd.ProcessState.ExitCode(); got != exit || stopped != (until != "") || all.Len() == 0 {
		t.Errorf("%s\nexit code %d (%v), want %d; stopped %v\n%s", strings.Join(args, " "), got, err, exit, stopped, all.String())
	}
}
