package permit

import (
	"context"
	"errors"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// witness answers what it is told.
type witness struct {
	says  turn.Agreement
	err   error
	asked int
}

func (w *witness) Agree(_ context.Context, b turn.Block) (turn.Agreement, error) {
	w.asked++
	a := w.says
	a.Number = b.Number
	return a, w.err
}

// spec: chain §2: a commit on value ≥ 1,000 USD compares the head hash at the same
// height on two endpoints; mismatch ⇒ refuse.
func TestALargeOrderNeedsTwoEndpointsWithOneChain(t *testing.T) {
	same, differ := turn.Agreement{Endpoints: 2, Compared: 2}, turn.Agreement{Endpoints: 2, Compared: 2, Differ: true}
	alone, silent := turn.Agreement{Endpoints: 1, Compared: 1}, turn.Agreement{Endpoints: 2, Compared: 1}
	failed := journal.NewFailure("RPC_TRANSPORT", "nobody answers")
	for _, c := range []struct {
		name    string
		order   turn.Proposal
		value   money.USDC
		witness witness
		refuses string
	}{
		{"one chain", buy(), Large, witness{says: same}, ""},
		{"two chains", buy(), Large, witness{says: differ}, "2 endpoints do not have the same block at height 7"},
		{"two chains, closing", sale(), Large, witness{says: differ}, "same block"},
		{"two chains, a small order", buy(), Large - 1, witness{says: differ}, ""},
		{"one endpoint", buy(), Large, witness{says: alone}, ""},
		{"one of two answers", buy(), Large, witness{says: silent}, "1 of 2 endpoints"},
		{"one of two answers, closing", sale(), Large, witness{says: silent}, ""},
		{"none answers", buy(), Large, witness{err: failed}, "nobody answers"},
		{"none answers, closing", sale(), Large, witness{err: failed}, ""},
	} {
		d, o, _ := setUp()
		d.judge.cfg.Witness = &c.witness
		o.holds(weth, 5e17)
		o.sim = bought(1000e6, 5e17)
		if strings.Contains(c.name, "closing") {
			o.sim.Deltas[0].Out, o.sim.Deltas[1].Out = false, true
		}
		o.sim.Value = c.value
		id := permits(t, d, c.order)
		if c.witness.asked != 0 {
			t.Errorf("%s: asked before the commit", c.name)
		}
		switch r := commit(t, d, id).Refusal; {
		case c.refuses == "" && (r != nil || o.executions.Load() != 1):
			t.Errorf("%s: %+v", c.name, r)
		case c.refuses != "" && (r == nil || r.Code != wire.CodeSafetyHeadsDiffer || !strings.Contains(r.Detail, c.refuses) || o.executions.Load() != 0):
			t.Errorf("%s: %+v, want %q", c.name, r, c.refuses)
		}
		if asked := c.witness.asked == 1; asked != (c.value >= Large) {
			t.Errorf("%s: asked %d times", c.name, c.witness.asked)
		}
	}
}

func TestAJournalThatEndsAtTheWitnessEndsTheCommit(t *testing.T) {
	d, o, _ := setUp()
	o.sim.Value = Large
	d.judge.cfg.Witness = &witness{err: journal.ErrEnd}
	if _, err := d.Commit(t.Context(), permitted(t, d)); !errors.Is(err, journal.ErrEnd) || o.executions.Load() != 0 {
		t.Errorf("%v", err)
	}
}
