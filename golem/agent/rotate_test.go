package agent

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/rotation"
)

// spec: provisioning §9.1, chain §10.3: coin that goes over counts from when its outcome is
// known; one that never will is tried again; one that a reorg took back is under way once
// more. What was of a key before changes nothing.
func TestTheCoinIsOverWhenItsOutcomeIsKnown(t *testing.T) {
	state, write := turn.NewState(turn.Identity{})
	write.Heartbeat.Edit(func(h *turn.Heartbeat) { h.Tick = 12 })
	a := &Agent{state: state, keys: &keys{need: rotation.Need{Reason: rotation.Age, Next: common.Address{7}}, order: "p"}}
	stands := func(what, order string, handed bool, attempt uint64) {
		t.Helper()
		if k := a.keys; k.order != order || k.handed != handed || k.attempt != attempt {
			t.Errorf("%s: order %q, handed over %v, failed in %d", what, k.order, k.handed, k.attempt)
		}
	}
	told := func(permit string, s turn.Status, vanished bool) {
		a.handedOver(turn.Execution{PermitID: permit, Status: s}, vanished)
	}
	told("another", turn.StatusExecuted, false)
	stands("one that is not under way", "p", false, 0)
	told("p", turn.StatusExecuted, false)
	stands("executed", "", true, 0)
	told("p", turn.StatusExecuted, true)
	stands("taken back", "p", false, 0)
	told("p", turn.StatusBlocked, false)
	stands("lost", "", false, 12)
	a.keys = &keys{} // another key is in force
	told("p", turn.StatusExecuted, true)
	stands("of a key before", "", false, 0)
	(&Agent{}).handedOver(turn.Execution{}, false) // a life without a grant
}

// spec: provisioning §8.9: dust is less than twice what its transfer costs, data included.
func TestDustIsLeft(t *testing.T) {
	for name, c := range map[string]struct {
		native, data uint64
		want         bool
	}{
		"nothing":                {0, 0, true},
		"one wei less":           {419_999, 0, true},
		"twice the gas":          {420_000, 0, false},
		"twice the gas, no data": {420_000, 1, true},
		"twice of both":          {420_002, 1, false},
	} {
		r := turn.Reading{Native: *uint256.NewInt(c.native), MaxFee: *uint256.NewInt(10), SwapFee: *uint256.NewInt(c.data)}
		if got := dust(r); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
