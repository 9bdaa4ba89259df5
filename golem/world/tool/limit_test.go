package tool

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	gethrpc "github.com/ethereum/go-ethereum/rpc"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
)

// A remote node has five seconds, one in this process as long as it takes: on
// history a limit would fire from load.
// spec: chain §7.7
func TestOnlyARemoteSimulationHasALimit(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"jsonrpc":"2.0","id":1,"result":"0x7a69"}`)
	}))
	defer server.Close()
	remote, err := rpc.Dial(t.Context(), server.URL, 31337)
	check(t, err)
	defer remote.Close()
	node := gethrpc.NewServer()
	defer node.Stop()
	near := rpc.New(gethrpc.DialInProc(node))
	defer near.Close()
	for client, want := range map[*rpc.Client]bool{remote: true, near: false} {
		ctx, done := (&Simulator{Client: client}).limited(t.Context())
		if _, limited := ctx.Deadline(); limited != want {
			t.Errorf("remote %v: a deadline %v", want, limited)
		}
		done()
	}
}

// The code survives the journal, so that a replay refuses for the same reason.
func TestALateSimulationHasItsCodeInTheJournal(t *testing.T) {
	j, err := journal.Open(t.TempDir(), journal.Options{Policy: journal.History})
	check(t, err)
	defer j.Close()
	for name, c := range map[string]struct {
		err  error
		code string
	}{
		"the deadline passed while it read": {fmt.Errorf("eth_call: %w", context.DeadlineExceeded), "EXECUTION_SIM_TIMEOUT"},
		"and while it ran":                  {fmt.Errorf("%w: %w", sim.ErrTimeout, context.DeadlineExceeded), "EXECUTION_SIM_TIMEOUT"},
		"it used up a block":                {sim.ErrTimeout, "EXECUTION_SIM_TIMEOUT"},
		"the node is away":                  {&rpc.Error{Method: "eth_call", Kind: rpc.ErrTransport}, "RPC_TRANSPORT"},
	} {
		_, err := journal.Take(j, journal.KindSimulation, nil, func() (turn.Simulation, error) { return turn.Simulation{}, late(c.err) })
		var failure *journal.Failure
		if !errors.As(err, &failure) || failure.Code != c.code {
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
	}
}
