package chain

import (
	"errors"
	"testing"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
)

// A reading asks for the blocks that tell of a reorg and for no others: endpoints charge for
// each question.
func TestAReadingAsksForNoMoreBlocksThanItNeeds(t *testing.T) {
	p := newStall(t)
	c := p.opens(plainConfig())
	asks := func(about string, want int, look func() error) {
		t.Helper()
		p.heights = 0
		if err := look(); err != nil || p.heights != want {
			t.Errorf("%s: %d blocks were asked for, want %d; %v", about, p.heights, want, err)
		}
	}
	observe := func() error { _, err := c.Observe(t.Context()); return err }
	asks("the first", 0, observe)
	asks("a simulation's", 1, func() error { _, err := c.Look(t.Context()); return err })
	asks("the second", 2, observe)
	for range 2 {
		p.head++
		asks("a later one", 2, observe)
	}
	p.trunk, p.branch = 101, 5
	p.head++
	asks("block 102 became another", 2+2, observe)
}

// What only a simulation read is not on record: that it went away is no reorg.
func TestABlockThatASimulationReadIsNotOnRecord(t *testing.T) {
	p := newStall(t)
	c := p.opens(plainConfig())
	observed(t, c)
	p.head = 101
	if _, err := c.Look(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.trunk, p.branch = 100, 5
	if r := observed(t, c); r.Reorg != (turn.Reorg{}) || r.Before.Hash != p.hash(101) {
		t.Errorf("%+v, before %+v", r.Reorg, r.Before)
	}
}

// The only block that was read can go too, and a head that lags on an answer that is missing
// is no reading.
func TestTheLowestReadingIsHeldAgainstTheChainToo(t *testing.T) {
	p := newStall(t)
	c := p.opens(plainConfig())
	observed(t, c)
	p.trunk, p.branch = 99, 5
	if got, want := observed(t, c).Reorg, (turn.Reorg{From: 100, To: 100, Depth: 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	p.head = 102
	observed(t, c)
	p.head, p.fails, p.odd = 101, failsByHeight, true
	if r, err := c.Observe(t.Context()); !errors.Is(err, rpc.ErrReverted) || r.Block != (turn.Block{}) {
		t.Errorf("%+v, %v", r, err)
	}
	p.fails = ""
	if r := observed(t, c); r.Reorg != (turn.Reorg{}) {
		t.Errorf("afterwards %+v", r.Reorg)
	}
}

// A start ends with the first contract that does not answer as it should.
func TestNothingIsAskedBehindARouterThatNamesNoFactory(t *testing.T) {
	for _, label := range []string{"factory of the router", "factory of the manager"} {
		p := newStall(t)
		p.of(label).reverts = true
		if c, err := Open(t.Context(), p.client(), plainConfig()); c != nil || !errors.Is(err, rpc.ErrReverted) || p.of("token0").asked {
			t.Errorf("%s: %v, the pool was asked: %v", label, err, p.of("token0").asked)
		}
	}
}
