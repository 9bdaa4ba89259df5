package chain

import (
	"slices"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/signer"
)

// pupil is a signer that learns what became of what it signed.
type pupil struct {
	*signer.Signer
	heard []string
}

func (p *pupil) Learn(_ uint64, r Receipt, _ time.Time) {
	word := map[bool]string{true: "found", false: "unknown"}[r.Found]
	if r.Lost {
		word = "lost"
	}
	p.heard = append(p.heard, word)
}

// A signer that counts what it signs hears the receipt, the reorg that takes it back, and the
// receipt again; and that its nonce went to something else.
func TestASignerLearnsWhatBecameOfItsTransactions(t *testing.T) {
	s := newSuccessor(t)
	p := &pupil{Signer: s.old}
	s.Signer = p
	s.m.Send(s.old.Address(), 1e18)
	back := s.m.Snapshot()
	s.handsOver()
	back()
	if err := s.m.Chain().Pace.SetCoinbase(common.Address{9}); err != nil {
		t.Fatal(err)
	}
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
	if want := []string{"found", "unknown", "found"}; !slices.Equal(p.heard, want) {
		t.Errorf("it heard %q, want %q", p.heard, want)
	}
}

func TestASignerLearnsThatATransactionIsLost(t *testing.T) {
	s := newSuccessor(t)
	p := &pupil{Signer: s.old}
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
	if want := []string{"found", "unknown", "lost"}; !slices.Equal(p.heard, want) {
		t.Errorf("it heard %q, want %q", p.heard, want)
	}
}
