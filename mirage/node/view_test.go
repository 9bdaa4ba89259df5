package node_test

import (
	"bytes"
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

// A view runs each call as a message of its own, whatever ran on it before: with the same gas, the
// same addresses that are warm, the same nonces, and nothing of what another call left behind.
func TestAViewCallsAsAMessageDoes(t *testing.T) {
	at := func(i byte) common.Address { return common.Address{0xca, i} }
	code := map[common.Address][]byte{
		at(0): common.FromHex("5a6000353150" + "5a90036000526020" + "6000f3"),                                                          // what it costs to look at an account
		at(1): common.FromHex("5a6000355450" + "5a90036000526020" + "6000f3"),                                                          // and at a slot
		at(2): common.FromHex("60005c600052" + "600160005d" + "60206000f3"),                                                            // what was kept for the transaction, and keeps something
		at(3): common.FromHex("600060006000f0600052" + "60206000f3"),                                                                   // where it creates a contract
		at(4): common.FromHex("600054600101806000556000525a60205260406000f3"),                                                          // counts, and returns gas
		at(5): common.FromHex("6020600060006000600073" + "ca03" + "000000000000000000000000000000000000" + "5af1503a60205260406000f3"), // has another create
		at(6): append(common.FromHex("ef0100"), at(0).Bytes()...),                                                                      // goes by another's code
		at(7): common.FromHex("5b600056"),
		at(8): common.FromHex("602a60005260206000fd"),
	}
	places := []common.Address{alice, {}, {19: 1}, {19: 4}, {0xff}}
	for i := range byte(9) {
		places = append(places, at(i))
	}
	n, _ := open(t, func(c *node.Config) { c.Code = code; c.NoSystemCalls = true })
	ran, failed := 0, 0
	for _, from := range places {
		for _, to := range places {
			for _, of := range []common.Address{from, to, at(0), {0xfe}} {
				for _, gas := range []uint64{20_999, 21_000, 21_320, 21_400, 21_700, 22_000, 60_000, 1_000_000} {
					a := node.Attempt{From: from, To: &to, Data: common.BytesToHash(of.Bytes()).Bytes(), Gas: gas}
					got, err := n.View.Peek(t.Context(), rpc.BlockNumberOrHashWithHash(n.Chain.Head().Hash(), true), from, to, a.Data, gas)
					s, e := n.States.Scratch(common.Hash{})
					check(t, e)
					want, e := s.Call(t.Context(), a)
					switch {
					case e == nil && want.Failed == nil && err == nil && bytes.Equal(got, want.Return):
						ran++
					case (e != nil || want.Failed != nil) && errors.Is(err, node.ErrNoView):
						failed++
					default:
						t.Fatalf("from %s to %s of %s with %d gas: %x (%v), want %x (%v, %v)", from, to, of, gas, got, err, want.Return, want.Failed, e)
					}
				}
			}
		}
	}
	if ran == 0 || failed == 0 {
		t.Errorf("%d calls ran, %d failed: want both", ran, failed)
	}
}
