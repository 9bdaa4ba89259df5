//go:build linux

package script_test

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"

	"bardo.run/bardo/golem/agent/checkpoint"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"
)

var commands = map[string]func(*testscript.TestScript, bool, []string){
	"market": market, "life": life, "exits": exits, "keep": keep, "unchanged": unchanged,
	"lines": lines, "basket": basket, "midnight": midnight, "edit": edit, "retouch": retouch, "cut": cut, "flip": flip, "newest": newest, "reversion": reversion, "artifacts": artifacts, "begin": begin, "end": end, "disk": disk,
	"upstream": upstream, "recorded": recorded, "served": served, "ask": request, "batch": batch,
}

// arguments fails a script that calls a command wrongly: at least n arguments,
// and exactly n where more is false.
func arguments(ts *testscript.TestScript, neg bool, args []string, n int, more bool) {
	if neg || len(args) < n || len(args) > n && !more {
		ts.Fatalf("wrong use, see doc_test.go")
	}
}

func number(ts *testscript.TestScript, text string) int {
	n, err := strconv.Atoi(text)
	ts.Check(err)
	return n
}

func market(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 2, false)
	ts.Check(export(ts.MkAbs(args[0]), number(ts, args[1])))
}

// export writes the first minutes of a generated world as a recorded history.
func export(dir string, minutes int) error {
	m, err := world.Generate("chop", 7, 1)
	if err != nil {
		return err
	}
	m.Minutes = m.Minutes[:minutes]
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return history.Export(dir, m)
}

// midnight writes the minutes of two days of a generated world as a recorded history, as many of each.
func midnight(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 2, false)
	m, err := world.Generate("chop", 7, 2)
	ts.Check(err)
	const day = 24 * 60
	m.Minutes = m.Minutes[day-number(ts, args[1]) : day+number(ts, args[1])]
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o755))
	ts.Check(history.Export(dir, m))
}

// basket writes the first minutes of a generated world of several markets as a recorded history.
func basket(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 2, false)
	c, err := world.Compose("basket", 7, 1)
	ts.Check(err)
	for i := range c.Markets {
		c.Markets[i].Minutes = c.Markets[i].Minutes[:number(ts, args[1])]
	}
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o755))
	ts.Check(history.ExportWorld(dir, c))
}

func life(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 1, false)
	files, err := lived()
	ts.Check(err)
	ts.Check(os.CopyFS(ts.MkAbs(args[0]), files))
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 2, true)
	want, got := number(ts, args[0]), 0
	err := ts.Exec(args[1], args[2:]...)
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

func cut(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 2, false)
	body := ts.ReadFile(args[0])
	ts.Check(os.Truncate(ts.MkAbs(args[0]), int64(len(body)-number(ts, args[1]))))
}

func flip(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 1, false)
	body := []byte(ts.ReadFile(args[0]))
	body[len(body)/2] ^= 1
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), body, 0o600))
}

func newest(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 2, false)
	all, err := checkpoint.List(filepath.Join(ts.MkAbs(args[1]), home.CheckpointDir))
	ts.Check(err)
	if len(all) == 0 {
		ts.Fatalf("there is no checkpoint in %s", args[1])
	}
	ts.Setenv(args[0], filepath.Join(home.CheckpointDir, checkpoint.Name(all[0])))
}

func reversion(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 2, false)
	c, err := checkpoint.Unseal([]byte(ts.ReadFile(args[0])))
	ts.Check(err)
	c.Version = args[1]
	file, err := c.Seal()
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), file, 0o600))
}

func artifacts(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 1, false)
	ts.Check(os.CopyFS(ts.MkAbs(args[0]), os.DirFS(ts.Getenv(artifact.Env))))
}

// session is what the commands of one script share.
type session struct {
	kept    map[string]string // state of a path, by path
	running *process
}

type sessionKey struct{}

func of(ts *testscript.TestScript) *session { return ts.Value(sessionKey{}).(*session) }

func keep(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 1, true)
	for _, path := range args {
		of(ts).kept[path] = state(ts, path)
	}
}

func unchanged(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 1, true)
	for _, path := range args {
		switch was, ok := of(ts).kept[path]; {
		case !ok:
			ts.Fatalf("%s was not kept", path)
		case was != state(ts, path):
			ts.Fatalf("%s was changed", path)
		}
	}
}

// state is a hash over names, modes and contents below a path.
func state(ts *testscript.TestScript, path string) string {
	h := sha256.New()
	root := ts.MkAbs(path)
	if _, err := os.Lstat(root); errors.Is(err, fs.ErrNotExist) {
		return "absent"
	}
	ts.Check(filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		fmt.Fprintln(h, strings.TrimPrefix(name, root), info.Mode())
		if !info.Mode().IsRegular() {
			return nil
		}
		body, err := os.ReadFile(name)
		fmt.Fprintln(h, len(body))
		h.Write(body)
		return err
	}))
	return fmt.Sprintf("%x", h.Sum(nil))
}

func lines(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 3, false)
	from, to := number(ts, args[1]), number(ts, args[2])
	all := strings.SplitAfter(ts.ReadFile(args[0]), "\n")
	if from < 1 || to < from || to >= len(all) {
		ts.Fatalf("%s has %d lines", args[0], len(all)-1)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Join(slices.Delete(all, from-1, to), "")), 0o644))
}

func edit(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 4, false)
	all := strings.SplitAfter(ts.ReadFile(args[0]), "\n")
	n := number(ts, args[1])
	if n < 1 || n > len(all) || !strings.Contains(all[n-1], args[2]) {
		ts.Fatalf("line %d of %s does not hold %q", n, args[0], args[2])
	}
	all[n-1] = strings.Replace(all[n-1], args[2], args[3], 1)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Join(all, "")), 0o644))
}

func retouch(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 3, false)
	text := ts.ReadFile(args[0])
	if !strings.Contains(text, args[1]) {
		ts.Fatalf("%s does not hold %q", args[0], args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Replace(text, args[1], args[2], 1)), 0o600))
}

// process is what begin started. Its errors are read by begin and end only, so it
// must not say more between them than a pipe holds.
type process struct {
	cmd   *exec.Cmd
	lines *bufio.Scanner
	said  strings.Builder
}

func begin(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 1, true)
	path, err := exec.LookPath(args[0])
	ts.Check(err)
	p := &process{cmd: exec.Command(path, args[1:]...)}
	p.cmd.Dir = ts.MkAbs(".")
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "GORACE", artifact.Env} {
		p.cmd.Env = append(p.cmd.Env, name+"="+ts.Getenv(name))
	}
	stderr, err := p.cmd.StderrPipe()
	ts.Check(err)
	p.lines = bufio.NewScanner(stderr)
	ts.Check(p.cmd.Start())
	ts.Defer(func() { // for a script that fails before end
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	})
	of(ts).running = p
	if !p.read("living") {
		ts.Fatalf("it ended without a life: %v\n%s", p.cmd.Wait(), p.said.String())
	}
}

// read reads until a line ends with the word, or until the process has ended, and
// reports whether the word came.
func (p *process) read(word string) bool {
	for p.lines.Scan() {
		fmt.Fprintln(&p.said, p.lines.Text())
		if word != "" && strings.HasSuffix(p.lines.Text(), word) {
			return true
		}
	}
	return false
}

func end(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 2, false)
	p := of(ts).running
	if p == nil {
		ts.Fatalf("nothing was begun")
	}
	signals := map[string]os.Signal{"INT": syscall.SIGINT, "TERM": syscall.SIGTERM, "KILL": syscall.SIGKILL}
	ts.Check(p.cmd.Process.Signal(signals[args[0]]))
	p.read("")
	err := p.cmd.Wait()
	fmt.Fprint(ts.Stderr(), p.said.String())
	if got := p.cmd.ProcessState.ExitCode(); got != number(ts, args[1]) {
		ts.Fatalf("exit code %d (%v), want %s", got, err, args[1])
	}
}
