package golem

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"bardo.run/bardo/test/inputs"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/shutdown"
	"bardo.run/bardo/internal/clock"
)

// program builds the golem as people get it, once for all tests.
func program(t *testing.T) string {
	t.Helper()
	path, err := shipped()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

var shipped = sync.OnceValues(func() (string, error) {
	if err := inputs.Sources("bardo.run/bardo/cmd/golem"); err != nil {
		return "", err
	}
	return compiled("golem", filepath.Join("..", ".."), "build", "-trimpath", "-buildvcs=false", "./cmd/golem")
})

// binaries is where the tests put the programs that they build.
var binaries string

// compiled runs a build of the go command in a folder, and returns the program.
func compiled(name, in, verb string, args ...string) (string, error) {
	path := filepath.Join(binaries, name)
	cmd := exec.Command("go", append([]string{verb, "-o", path}, args...)...)
	cmd.Dir = in
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build %s: %w\n%s", name, err, out)
	}
	return path, nil
}

// terminate runs the program until it is in the middle of an order whose receipts do
// not come, and asks it to end. It returns how long that took.
func (v *victim) terminate(program string) time.Duration {
	v.t.Helper()
	cmd := exec.CommandContext(v.t.Context(), program, "--config", filepath.Join(v.dir, "golem.toml"))
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	var asked atomic.Bool
	reached, gone := make(chan struct{}), make(chan struct{})
	v.proxy.Hear(func(method string, answered bool) {
		if method != "eth_getTransactionReceipt" || answered {
			return
		}
		if asked.CompareAndSwap(false, true) {
			close(reached)
		}
		<-gone // a chain that is quicker than the signal would answer
	})
	defer v.proxy.Hear(nil)
	defer close(gone)
	if err := cmd.Start(); err != nil {
		v.t.Fatal(err)
	}
	<-reached
	c := clock.System{}
	begun := c.Now()
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		v.t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		v.t.Fatalf("%v\n%s", err, said.String())
	}
	return c.Now().Sub(begun)
}

// phases are the numbers of the shutdown's phases in the log, in order.
func (v *victim) phases() (numbers []int) {
	v.t.Helper()
	file, err := os.Open(filepath.Join(v.dir, "logs", "heartbeat.jsonl"))
	if err != nil {
		v.t.Fatal(err)
	}
	defer file.Close()
	for s := bufio.NewScanner(file); s.Scan(); {
		var line struct {
			Msg    string `json:"msg"`
			Number int    `json:"number"`
		}
		if err := json.Unmarshal(s.Bytes(), &line); err != nil {
			v.t.Fatal(err)
		}
		if line.Msg == "shutdown" {
			numbers = append(numbers, line.Number)
		}
	}
	return numbers
}

// manifest is what the folder's says.
func (v *victim) manifest() home.Manifest {
	v.t.Helper()
	file, err := os.ReadFile(filepath.Join(v.dir, home.ManifestFile))
	if err != nil {
		v.t.Fatal(err)
	}
	m, err := home.Unseal(file)
	if err != nil {
		v.t.Fatal(err)
	}
	return m
}

// spec: runtime §12: SIGTERM between permit commit and receipt ends the process in ten
// phases within 30 s; the pending transactions are in the manifest, and the next process
// finds out what became of them before it signs anything.
func TestSIGTERMInTheMiddleOfAnOrderLosesNothing(t *testing.T) {
	t.Parallel()
	golem := program(t)
	for name, chain := range map[string]func(*testing.T) (*evmtest.Market, string, *victim){
		"devnet": func(t *testing.T) (*evmtest.Market, string, *victim) {
			m := market(t)
			return m, m.Chain().Server.Endpoint(), newVictim(t, m)
		},
		"anvil": onAnvil,
	} {
		t.Run(name, func(t *testing.T) {
			m, url, v := chain(t)
			v.behind(m, url)
			took := v.terminate(golem)
			want := make([]int, len(shutdown.Phases()))
			for i := range want {
				want[i] = i + 1
			}
			if got := v.phases(); !slices.Equal(got, want) || len(want) != 10 {
				t.Errorf("phases %v", got)
			}
			pending := v.manifest().Pending
			if len(pending) != 3 { // approve, swap, approve nothing
				t.Errorf("pending in the manifest: %v", pending)
			}
			for nonce, offers := range v.signed() {
				if !slices.ContainsFunc(pending, func(h string) bool { return strings.EqualFold(h, offers[0].Hash().Hex()) }) {
					t.Errorf("nonce %d, %s, is not in the manifest", nonce, offers[0].Hash())
				}
			}
			t.Logf("ended %s after the signal", took.Round(time.Millisecond))
			v.settle()
			v.noneTwice(6)
			v.booksAgree()
			if left := v.manifest().Pending; len(left) != 0 {
				t.Errorf("still pending: %v", left)
			}
		})
	}
}
