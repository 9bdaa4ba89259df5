// Package protocoltest is the conformance suite of adapters. Any protocol passes it on its real
// contracts, which stand on a devnet in the test's process: what a reader says and what an order
// is expected to move are, to the unit, what the protocol's own views and quoters say, in hundreds
// of states of which many lie at an edge; orders do what their previews said, by calls that have
// forms, and nothing else; and a position is left in every state that the protocol can be put in.
//
// A protocol's test implements Subject, whose answers come from the protocol's contracts alone,
// and calls Run. The suite itself is tested with each: a fault that is put into the adapter or the
// reader must fail it.
package protocoltest

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

// Subject is a protocol on a devnet, and what its own contracts say there. Its methods fail the
// test of the Stage themselves where the devnet does not do what they ask.
type Subject interface {
	Stage() Stage
	// Next brings the protocol into another state by real transactions. edge names the edge that
	// the state lies at; it is empty where it lies at none.
	Next(rng *rand.Rand) (edge string)
	// Says compares a reading of the newest block with the protocol's own views at that block.
	Says(r turn.Reading) []Figure
	// Orders draws orders that can be made in the state of a reading.
	Orders(rng *rand.Rand, r turn.Reading) []grammar.Action
	// Quote says what the protocol's own quoter expects an order to move for the account. refused
	// says that the protocol does not carry it out.
	Quote(a grammar.Action, r turn.Reading) (moves []turn.Delta, refused bool)
	// Ways says how what the account has is left, by each of the States.
	Ways() map[State]Way
}

// Stage is what a Subject stands on, and how its adapter is made.
type Stage struct {
	Node        *evmtest.Node
	Tokens      []common.Address // the assets, the numeraire first
	Deployments []protocol.Deployment
	Open        func(context.Context, *protocol.Opening, []protocol.Deployment) (protocol.Reader, []protocol.Deployment, error)
	New         func(protocol.Account, []protocol.Deployment) (protocol.Adapter, error)
}

// Figure is a number by two sources that have to agree.
type Figure struct {
	What         string
	Ours, Theirs *big.Int
	Within       int64 // by how many units they may differ
}

// State is one that a position can get into.
type State string

// The states in which a position is left.
const (
	Paused      State = "paused"
	ShortOfCash State = "short of cash"
	Frozen      State = "frozen"
	CapReached  State = "cap reached"
	OutOfRange  State = "out of range"
	Strangers   State = "a stranger's token"
	Accrued     State = "interest accrued"
	NearlyEmpty State = "nearly empty"
)

// States are all of them.
func States() []State {
	return []State{Paused, ShortOfCash, Frozen, CapReached, OutOfRange, Strangers, Accrued, NearlyEmpty}
}

// Way is how a position is left in a state.
type Way struct {
	// Play brings the protocol into the state, with something to leave, and leaves.
	Play func(*Leaver)
	// Never says why the protocol cannot be in the state; Play is nil then.
	Never string
}

// Run holds a protocol to the suite, and the suite to what it must notice.
//
// spec: tools-archetypes §4, mirage-testing §8.7
func Run(t *testing.T, open func(testing.TB) Subject) {
	t.Helper()
	t.Run("states", func(t *testing.T) {
		s := start(t, open(t), fault{})
		states, edges := asked()
		found, err := s.states(states)
		if err != nil {
			t.Fatal(err)
		}
		t.Log(found)
		if found.states != states || found.edges() < edges {
			t.Errorf("%d states, of which %d lie at an edge", found.states, found.edges())
		}
	})
	t.Run("leaving", func(t *testing.T) {
		s := start(t, open(t), fault{})
		if err := s.leaving(); err != nil {
			t.Fatal(err)
		}
	})
	t.Run("faults", func(t *testing.T) { sabotage(t, open) })
}

// asked is how many states are asked about, and how many of them lie at an edge at least: a fifth
// of all where BARDO_LONG does not ask for them.
func asked() (states, edges int) {
	if os.Getenv("BARDO_LONG") != "" {
		return 300, 50
	}
	return 60, 10
}

// tally counts what was asked.
type tally struct {
	states, quotes, refused, figures, told, orders int
	at                                             map[string]int // by edge
}

func (c tally) edges() (n int) {
	for _, k := range c.at {
		n += k
	}
	return n
}

func (c tally) String() string {
	s := fmt.Sprintf("%d states, %d at an edge; %d figures, %d quotes and %d refusals as the protocol's own; %d figures as the logs lead to; %d orders mined; edges:", c.states, c.edges(), c.figures, c.quotes, c.refused, c.told, c.orders)
	var names []string
	for name := range c.at {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		s += fmt.Sprintf(" %s %d,", name, c.at[name])
	}
	return s[:len(s)-1]
}

// disagree returns what is wrong with the first figure whose sources differ.
func disagree(all []Figure) error {
	for _, f := range all {
		gap := new(big.Int).Sub(f.Ours, f.Theirs)
		if gap.CmpAbs(big.NewInt(f.Within)) > 0 {
			return fmt.Errorf("%s: %s, the protocol says %s", f.What, f.Ours, f.Theirs)
		}
	}
	return nil
}
