package chain

import (
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

// A signer that counts what it signs hears the receipt, the reorg that takes it back, and the
// receipt again; and that its nonce went to something else.
func TestASignerLearnsWhatBecameOfItsTransactions(t *testing.T) {
	s := newSuccessor(t)
	p := &scribe{Signer: s.old}
	s.Signer = p
	s.m.Send(s.old.Address(), 1e18)
	back := s.m.Snapshot()
	s.handsOver()
	back()
	check(t, s.m.Chain().Pace.SetCoinbase(common.Address{9}))
	s.m.Mine()
	s.m.Mine()
	if c := s.look(); !c.Vanished {
		t.Fatalf("%+v", c)
	}
	if _, err := s.Look(t.Context()); err != nil { // handed over again
		t.Fatal(err)
	}
	s.m.Mine()
	s.look()
	if want := []string{"block", "unknown", "block"}; !slices.Equal(p.heard(), want) {
		t.Errorf("it heard %q, want %q", p.heard(), want)
	}
}

func TestASignerLearnsThatATransactionIsLost(t *testing.T) {
	s := newSuccessor(t)
	p := &scribe{Signer: s.old}
	s.Signer = p
	back := s.m.Snapshot()
	s.m.Send(s.old.Address(), 1e18)
	s.handsOver()
	back()
	for range 4 {
		s.m.Mine()
	}
	if c := s.look(); !c.Vanished {
		t.Fatalf("%+v", c)
	}
	s.m.Send(s.old.Address(), 1e17)
	s.spends(s.old)
	for range sure + 1 {
		if _, err := s.Look(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"block", "unknown", "lost"}; !slices.Equal(p.heard(), want) {
		t.Errorf("it heard %q, want %q", p.heard(), want)
	}
}
