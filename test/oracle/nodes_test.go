package oracle

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"bardo.run/bardo/test/inputs"

	"github.com/ethereum/go-ethereum/rpc"

	"bardo.run/bardo/evm/rpc/rpctest"
)

// modules is where the oracles are installed.
var modules = filepath.Join("js", "node_modules")

// need ends the test where an oracle is not installed.
func need(t testing.TB, file string) string { t.Helper(); return rpctest.Need(t, file) }

// foundry returns the program of Foundry's package for this machine.
func foundry(t testing.TB, name string) string { t.Helper(); return rpctest.Foundry(t, modules, name) }

// endpoint is a node of its own process.
type endpoint struct {
	name, url string
	rpc       *rpc.Client
	pid       int
	stop      func() // ends the process and waits for it; the end of the test does so too
}

// startDevnet builds and starts `bardo devnet`, with the cap on the gas of one transaction
// (EIP-7825) that is a switch here as on anvil.
func startDevnet(t testing.TB, more ...string) endpoint {
	t.Helper()
	if err := build(); err != nil {
		t.Fatal(err)
	}
	args := []string{"devnet", "--listen", "127.0.0.1:0", "--tx-gas-cap"}
	return start(t, "devnet", filepath.Join(built, "bardo"), append(args, more...)...)
}

// built is the folder of what this package builds.
var built string

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "bardo-oracle-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	if err := errors.Join(inputs.Sources("bardo.run/bardo/cmd/bardo"), inputs.Folder("js")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	built = dir
	return m.Run()
}

// build makes the program as the Makefile does, from the sources as they are now.
var build = sync.OnceValue(func() error {
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", built, "./cmd/bardo")
	cmd.Dir = filepath.Join("..", "..")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build bardo: %w\n%s", err, out)
	}
	return nil
})

// startAnvil starts anvil under the devnet's rules and limits.
func startAnvil(t testing.TB, more ...string) endpoint {
	t.Helper()
	args := []string{"--port", "0", "--hardfork", "osaka", "--gas-limit", "30000000", "--base-fee", "1000000000", "--enable-tx-gas-limit"}
	return start(t, "anvil", foundry(t, "anvil"), append(args, more...)...)
}

// start runs a node until the test ends and waits until it says where it listens.
func start(t testing.TB, name, program string, args ...string) endpoint {
	t.Helper()
	url, process, stop := rpctest.StartProcess(t, program, args...)
	client, err := rpc.DialContext(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return endpoint{name, url, client, process.Pid, stop}
}

// call asks the node.
func (e endpoint) call(t testing.TB, out any, method string, params ...any) {
	t.Helper()
	if err := e.rpc.CallContext(t.Context(), out, method, params...); err != nil {
		t.Fatalf("%s: %s: %v", e.name, method, err)
	}
}

// tell asks for something to be done.
func (e endpoint) tell(t testing.TB, method string, params ...any) {
	t.Helper()
	var answer any
	e.call(t, &answer, method, params...)
}
