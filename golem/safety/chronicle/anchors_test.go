package chronicle

import (
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/audit/anchor"
	"bardo.run/bardo/golem/world/tape"
)

// An anchor whose outcome is known late counts from then on, one that a reorg took back
// does not until it stands again, and one that is lost is due at once.
func TestAnAnchorCountsWhileItStands(t *testing.T) {
	j, err := journal.Open(t.TempDir(), journal.Options{Boot: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	var kept []anchor.Anchor
	state, write := turn.NewState(turn.Identity{ChainID: 8453})
	write.Heartbeat.Edit(func(h *turn.Heartbeat) { h.Tick = 1_500 })
	a := NewAnchors(New(Life{Journal: j, State: state, Clock: tape.NewClock(j, nil, false)}, nil), nil, nil, func(all []anchor.Anchor) { kept = all })
	a.tick, a.at, a.orders["p"] = 1_400, 5, anchor.Of(audit.Mark{Records: 8})
	told := func(s turn.Status, block uint64, vanished bool) {
		x := turn.Execution{PermitID: "p", Status: s, TxHash: common.Hash{1}, Block: turn.Block{Number: block}, Cost: 3}
		a.Became(x, vanished)
	}
	blocks := func(want ...uint64) {
		t.Helper()
		var got []uint64
		for _, at := range kept {
			got = append(got, at.Block)
		}
		if !slices.Equal(got, want) {
			t.Errorf("anchors stand in blocks %d, want %d", got, want)
		}
	}
	told(turn.StatusExecuted, 9, false)
	blocks(9)
	told(turn.StatusExecuted, 9, true)
	blocks()
	told(turn.StatusExecuted, 11, false)
	blocks(11)
	if want := (anchor.Anchor{Seq: 7, Head: kept[0].Head, TxHash: common.Hash{1}.Hex(), Block: 11, ChainID: 8453, Cost: 3}); kept[0] != want {
		t.Errorf("kept %+v", kept[0])
	}
	if a.due() {
		t.Error("it is due while it stands")
	}
	told(turn.StatusBlocked, 0, false)
	if a.attempt = 0; !a.due() {
		t.Error("it is lost, and not due")
	}
}
