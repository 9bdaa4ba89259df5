package rpctest

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// Need returns the absolute path of an oracle's file. Where it is not installed the
// test fails, and says how to install it.
func Need(t testing.TB, file string) string {
	t.Helper()
	absolute, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(absolute); err == nil {
		return absolute
	}
	t.Fatalf("the oracle %s is not installed: run make setup", file)
	return ""
}

// Foundry returns a program of Foundry's for this machine from a folder of npm
// modules.
func Foundry(t testing.TB, modules, name string) string {
	t.Helper()
	return Need(t, filepath.Join(modules, "@foundry-rs", name+"-"+runtime.GOOS+"-"+runtime.GOARCH, "bin", name))
}

// Start runs a node as a process of its own until the test ends, waits until it says
// where it listens, and returns its URL. stop ends it earlier.
func Start(t testing.TB, program string, args ...string) (url string, stop func()) {
	t.Helper()
	url, _, stop = StartProcess(t, program, args...)
	return url, stop
}

// StartProcess is Start that also returns the process.
func StartProcess(t testing.TB, program string, args ...string) (url string, process *os.Process, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	said := &listening{given: strings.Join(args, " "), found: make(chan string, 1)}
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = said, said, 5*time.Second
	if err := cmd.Start(); err != nil {
		cancel()
		t.Fatal(err)
	}
	ended := make(chan struct{})
	var failed error // when ended is closed
	go func() { defer close(ended); failed = cmd.Wait() }()
	stop = sync.OnceFunc(func() { cancel(); <-ended })
	t.Cleanup(stop)
	wait, enough := context.WithTimeout(t.Context(), time.Minute)
	defer enough()
	select {
	case address := <-said.found:
		return "http://" + address, cmd.Process, stop
	case <-ended:
		t.Fatalf("%s ended: %v\n%s", filepath.Base(program), failed, said.text())
	case <-wait.Done():
		t.Fatalf("%s does not say where it listens:\n%s", filepath.Base(program), said.text())
	}
	return "", nil, stop
}

// listening looks for an address in what a node prints, and keeps no more than that takes.
type listening struct {
	given string // what the node was told: an address in it is not its own

	mu    sync.Mutex
	seen  bytes.Buffer
	done  bool
	found chan string
}

var address = regexp.MustCompile(`(?:http://|Listening on )(127\.0\.0\.1:[1-9][0-9]*)`)

// Write implements io.Writer.
func (l *listening) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done {
		return len(b), nil
	}
	l.seen.Write(b)
	for _, m := range address.FindAllStringSubmatch(l.seen.String(), -1) {
		if !l.done && !strings.Contains(l.given, m[1]) && bytes.HasSuffix(l.seen.Bytes(), []byte("\n")) {
			l.done = true
			l.found <- m[1]
		}
	}
	return len(b), nil
}

func (l *listening) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.seen.String()
}
