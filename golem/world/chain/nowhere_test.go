package chain

import (
	"testing"

	"bardo.run/bardo/evm/rpc"
)

// A death that is finished without the chain has no key either, and orders may be under way:
// what became of them stays unknown, and the next look may ask again.
//
// spec: mortality §9.1, runtime §15.4
func TestWithoutChainAndKeyAnOutcomeStaysUnknown(t *testing.T) {
	s := newSuccessor(t)
	s.m.Send(s.old.Address(), 1e18)
	s.handsOver()
	before := len(s.Pending())
	s.Client, s.Signer = rpc.Nowhere(), nil
	for range 2 {
		if news, err := s.Look(t.Context()); err != nil || len(news) != 0 {
			t.Fatalf("%+v, %v", news, err)
		}
	}
	if after := len(s.Pending()); after != before {
		t.Errorf("%d orders are under way, %d were", after, before)
	}
}
