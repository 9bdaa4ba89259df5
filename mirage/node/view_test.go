package node_test

import (
	"context"
	"errors"
	"testing"

	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/rpc"
)

// drawer returns the slot that its calldata names; spinner never returns.
var drawer, spinner = common.HexToAddress("0xd4a3e4"), common.HexToAddress("0x5b1")

func withDrawer(c *node.Config) {
	c.Code = map[common.Address][]byte{drawer: common.FromHex("0x6000355460005260206000f3"), spinner: common.FromHex("0x5b600056")}
}

// peek reads a slot of the drawer after a block.
func peek(ctx context.Context, n *node.Node, block common.Hash, slot byte) (common.Hash, error) {
	word := common.Hash{31: slot}
	out, err := n.View.Peek(ctx, rpc.BlockNumberOrHashWithHash(block, false), alice, drawer, word[:], 1_000_000)
	return common.BytesToHash(out), err
}

// A view outlives the state it was opened on: what it did not read yet is not zero.
func TestAViewOfAStateThatIsGoneIsNoAnswer(t *testing.T) {
	n, _ := open(t, withDrawer, func(c *node.Config) { c.KeepStates = 4; c.NoSystemCalls = true })
	fill := func(value byte) {
		t.Helper()
		edit(t, n, func(db *state.StateDB) {
			for slot := range byte(200) {
				db.SetState(drawer, common.Hash{31: slot}, common.Hash{0: value, 31: slot + 1})
			}
		})
	}
	fill(1)
	block := n.Chain.Head().Hash()
	if got, err := peek(t.Context(), n, block, 7); err != nil || got != (common.Hash{0: 1, 31: 8}) {
		t.Fatalf("slot 7 holds %s (%v)", got, err)
	}
	for i := range byte(40) {
		fill(i + 2)
	}
	if got, err := peek(t.Context(), n, block, 19); !errors.Is(err, node.ErrNoView) {
		t.Fatalf("slot 19 holds %s (%v)", got, err)
	}
	for slot := byte(20); slot < 200; slot++ {
		if got, err := peek(t.Context(), n, block, slot); err == nil && got != (common.Hash{0: 1, 31: slot + 1}) {
			t.Fatalf("slot %d holds %s (%v)", slot, got, err)
		}
	}
	if _, err := peek(t.Context(), n, block, 199); err == nil {
		t.Error("the state is still there: the test shows nothing")
	}
	if got, err := peek(t.Context(), n, n.Chain.Head().Hash(), 7); err != nil || got != (common.Hash{0: 41, 31: 8}) {
		t.Errorf("at the head slot 7 holds %s (%v)", got, err)
	}
}

// A call that was cancelled has no answer, and takes none from the next one.
func TestACancelledCallIsNoAnswer(t *testing.T) {
	n, _ := open(t, withDrawer)
	head := n.Chain.Head().Hash()
	for range 200 {
		over, cancel := context.WithCancel(t.Context())
		go cancel()
		out, err := n.View.Peek(over, rpc.BlockNumberOrHashWithHash(head, false), alice, spinner, nil, 1<<40)
		if !errors.Is(err, node.ErrNoView) {
			t.Fatalf("cancelled: %x (%v)", out, err)
		}
		if _, err := peek(t.Context(), n, head, 0); err != nil {
			t.Fatalf("the next call: %v", err)
		}
	}
}
