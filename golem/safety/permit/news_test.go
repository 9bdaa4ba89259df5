package permit

import (
	"errors"
	"slices"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/wire"
)

// watched is an order of tick 10 that ended so and may be taken back, its records, and the log
// from there on.
func watched(t *testing.T, x turn.Execution) (*Desk, *outside, *chain, string) {
	t.Helper()
	d, o, _ := later()
	c := &chain{room: 1 << 20}
	c.trail = audit.NewTrail(c)
	d.scribe.audit = c
	o.write.Positions.Edit(func(p *turn.Positions) { p.Reading.Native = *uint256.NewInt(1e18) })
	o.endsWatched(x)
	id := permitted(t, d)
	if got, err := d.Commit(t.Context(), id); err != nil || got.Status != x.Status {
		t.Fatalf("%+v, %v", got, err)
	}
	o.log = nil
	return d, o, c, id
}

// last are the types of the newest records.
func (c *chain) last(t *testing.T, n int) []string { return c.said(t, max(0, len(c.kept)-n)) }

func stuck(id string, most uint64) News {
	return News{PermitID: id, Stuck: &Stuck{Offer: signer.Fees{Max: *uint256.NewInt(most), Tip: *uint256.NewInt(8)}, Gas: 200_000}}
}

// spec: heartbeat §3 step 8, runtime §15.4: an outcome that a reorg takes back gives its
// settlement back and sets the gas aside again; what is told is the order as it was told before,
// and the records say so.
func TestAnOutcomeThatIsTakenBackIsUndoneStepByStep(t *testing.T) {
	done := turn.Execution{Status: turn.StatusExecuted, Cost: 7, TxHash: [32]byte{1}}
	d, o, c, id := watched(t, done)
	got := tell(t, d, o, News{PermitID: id, Vanished: true})
	if want := []string{"reconcile 1", "return permit:10.1", "reserve permit:10.1/gas-1 2800000 true", "pend permit:10.1/gas-1"}; !slices.Equal(o.log, want) {
		t.Errorf("asked %q", o.log)
	}
	r := got[0]
	if len(got) != 1 || !r.Vanished || r.Round != 0 || r.Tick != 10 || r.Finality != "" || r.Action.Status != turn.StatusExecuted || r.Action.Execution.Cost != 7 ||
		r.Action.Execution.PermitID != id || r.Action.Preview.PermitID != id || r.Action.Preview.ExpiresAt != 61_000 || r.Action.Preview.Kind != "swap" || r.Seen.Block.Number != 7 {
		t.Errorf("told was %+v", r)
	}
	if got := c.last(t, 1); got[0] != "Transaction reorged" {
		t.Errorf("on record is %q", got)
	}
	o.log = nil
	got = tell(t, d, o, News{PermitID: id, Outcome: &turn.Execution{Status: turn.StatusFailed, Cost: 5, TxHash: [32]byte{2}}})
	if want := []string{"reconcile 1", "settle permit:10.1/gas-1 failed 5"}; !slices.Equal(o.log, want) || got[0].Vanished || got[0].Round != 1 || got[0].Action.Execution.PermitID != id {
		t.Errorf("asked %q, told %+v", o.log, got)
	}
	if got := c.last(t, 1); got[0] != "Transaction failed" {
		t.Errorf("on record is %q", got)
	}
	tell(t, d, o, News{PermitID: id, Vanished: true})
	o.log = nil
	got = tell(t, d, o, News{PermitID: id, Outcome: &turn.Execution{Status: turn.StatusBlocked}}) // it was never sent
	if want := []string{"reconcile 1", "release permit:10.1/gas-2"}; !slices.Equal(o.log, want) || got[0].Vanished || got[0].Round != 2 {
		t.Errorf("asked %q, told %+v", o.log, got)
	}
	o.log = nil
	got = tell(t, d, o, News{PermitID: id, Vanished: true})
	if want := []string{"reconcile 1", "reserve permit:10.1/gas-3 2800000 true", "pend permit:10.1/gas-3"}; !slices.Equal(o.log, want) || got[0].Action.Status != turn.StatusBlocked {
		t.Errorf("nothing was settled of what was not sent: asked %q, told %+v", o.log, got)
	}
}

// spec: safety §1.4 S-9: behind an audit that failed no order's outcome is asked for, and no
// executor gets a token that is on no record.
func TestNoOrderIsTouchedBehindAnAuditThatFailed(t *testing.T) {
	d, o, _, _ := watched(t, turn.Execution{Status: turn.StatusPending})
	d.scribe.audit = noter(func(audit.Event) error { return errRoom })
	_, first := d.Preview(t.Context(), buy())
	if _, err := d.Orders.Reconcile(t.Context()); !errors.Is(first, errRoom) || !errors.Is(err, errRoom) || len(o.log) != 0 {
		t.Errorf("%v, %v, asked %q", first, err, o.log)
	}
	d, o, _ = audited(5) // the sixth record is that of the token
	x, err := d.Commit(t.Context(), permitted(t, d))
	if !errors.Is(err, errRoom) || x.PermitID != "permit:0.1" || x.Status != "" || len(o.log) != 1 || o.executions.Load() != 0 {
		t.Errorf("%+v, %v, asked %q", x, err, o.log)
	}
}

// Where the credit is less than an order may cost, what it did cost is set aside: the desk does
// not stop for want of money that was there.
func TestWhatAnOrderDidCostIsSetAsideWhereThereIsNoMore(t *testing.T) {
	d, o, _, id := watched(t, turn.Execution{Status: turn.StatusExecuted, Cost: 7})
	o.room = 2_000_000
	tell(t, d, o, News{PermitID: id, Vanished: true})
	if want := []string{"reconcile 1", "return permit:10.1", "reserve permit:10.1/gas-1 7 true", "pend permit:10.1/gas-1"}; !slices.Equal(o.log, want) {
		t.Errorf("asked %q", o.log)
	}
}

// spec: chain §8: who watches learns that an outcome became surer; nothing else is done.
func TestAnOutcomeThatBecomesSurerIsTold(t *testing.T) {
	d, o, c, id := watched(t, turn.Execution{Status: turn.StatusExecuted, Cost: 7})
	records := len(c.kept)
	got := tell(t, d, o, News{PermitID: id, Finality: turn.Confirmed})
	if len(got) != 1 || got[0].Finality != turn.Confirmed || got[0].Vanished || got[0].Action.Execution.Cost != 7 || got[0].Action.Execution.PermitID != id {
		t.Errorf("told was %+v", got)
	}
	if len(o.log) != 1 || len(c.kept) != records || d.Orders.Waiting() {
		t.Errorf("asked %q, %d records, waiting %v", o.log, len(c.kept)-records, d.Orders.Waiting())
	}
}

// An order is asked about for as long as there may be news of it, and no longer; without one
// nobody is asked.
func TestAnOrderIsAskedAboutWhileThereMayBeNews(t *testing.T) {
	d, o, _ := later()
	if tell(t, d, o); len(o.log) != 0 {
		t.Errorf("without an order: %q", o.log)
	}
	d, o, _, id := watched(t, turn.Execution{Status: turn.StatusPending})
	o.watches[id] = false // the executor has lost sight of it, and nobody knows how it ended
	tell(t, d, o)
	if !d.Orders.Waiting() || len(o.orders) != 1 || o.orders[0].PermitID != id || o.orders[0].Tick != 10 {
		t.Errorf("waiting %v, asked about %+v", d.Orders.Waiting(), o.orders)
	}
	tell(t, d, o, News{PermitID: id, Outcome: &turn.Execution{Status: turn.StatusExecuted}})
	o.log = nil
	if tell(t, d, o); len(o.log) != 0 || d.Orders.Waiting() {
		t.Errorf("behind its end: %q", o.log)
	}
}

// What an order of the Golem's own waits for is what any other waits for.
func TestAnAnchorWaitsForAnUnknownOutcome(t *testing.T) {
	d, o, c, _ := watched(t, turn.Execution{Status: turn.StatusPending})
	x, err := d.Own.Anchor(t.Context(), audit.Mark{Records: 1})
	if err != nil || code(x) != wire.CodeExecutionPending || len(o.log) != 0 {
		t.Errorf("%+v, %v, %q", x.Refusal, err, o.log)
	}
	if got := c.last(t, 1); got[0] != "ToolCall anchor_audit EXECUTION_PENDING" {
		t.Errorf("on record is %q", got)
	}
}

// A fault of purse or executor behind an order is told, each time.
func TestAFaultBehindAnOrderIsTold(t *testing.T) {
	fault := errors.New("the disk is gone")
	done, gone := turn.Execution{Status: turn.StatusExecuted, Cost: 7}, func(id string) News { return News{PermitID: id, Vanished: true} }
	for name, c := range map[string]struct {
		x     turn.Execution
		what  string
		news  func(id string) News
		told  int
		words string // the last that was asked
	}{
		"what became of orders":        {done, "reconcile", gone, 0, "reconcile 1"},
		"a settlement that goes back":  {done, "return", gone, 1, "return permit:10.1"},
		"gas that was set aside again": {done, "pend", gone, 1, "pend permit:10.1/gas-2"},
		"gas of an older offer": {
			turn.Execution{Status: turn.StatusPending}, "release", func(id string) News { return stuck(id, 2e9) }, 0, "release permit:10.1",
		},
		"an offer": {turn.Execution{Status: turn.StatusPending}, "replace", func(id string) News { return stuck(id, 2e9) }, 0, "replace permit:10.1 10"},
	} {
		d, o, _, id := watched(t, c.x)
		o.fails = map[string]error{c.what: fault}
		o.news = []News{c.news(id)}
		got, err := d.Orders.Reconcile(t.Context())
		if !errors.Is(err, fault) || len(got) != c.told || o.log[len(o.log)-1] != c.words {
			t.Errorf("%s: %d told, %v, asked %q", name, len(got), err, o.log)
		}
	}
}

// spec: chain §8: a stuck order offers more in the tick that finds it stuck, up to what the
// wallet holds, and what it may cost since is what a reorg sets aside again.
func TestAStuckOrderIsReplacedInTheTickThatFindsIt(t *testing.T) {
	d, o, _, id := watched(t, turn.Execution{Status: turn.StatusPending})
	o.tick(12)
	tell(t, d, o, stuck(id, 2e9))
	want := []string{"reconcile 1", "reserve permit:10.1/gas-1 3150000 true", "pend permit:10.1/gas-1", "release permit:10.1", "replace permit:10.1 12"}
	if !slices.Equal(o.log, want) {
		t.Errorf("asked %q", o.log)
	}
	tell(t, d, o, News{PermitID: id, Outcome: &turn.Execution{Status: turn.StatusExecuted}})
	o.log = nil
	tell(t, d, o, News{PermitID: id, Vanished: true})
	if want := "reserve permit:10.1/gas-2 3150000 true"; len(o.log) != 4 || o.log[2] != want {
		t.Errorf("asked %q", o.log)
	}
	all := *new(uint256.Int).SetAllOne()
	for name, s := range map[string]Stuck{
		"an offer beyond all":      {Offer: signer.Fees{Max: all, Tip: all}, Gas: 1},
		"a cost beyond all":        {Offer: signer.Fees{Max: *new(uint256.Int).Lsh(uint256.NewInt(1), 254), Tip: *uint256.NewInt(8)}, Gas: 1 << 63},
		"more than the wallet has": {Offer: signer.Fees{Max: *uint256.NewInt(8), Tip: *uint256.NewInt(8)}, Gas: 5e8 + 1},
	} {
		o.log = nil
		if tell(t, d, o, News{PermitID: id, Stuck: &s}); len(o.log) != 1 {
			t.Errorf("%s: %q", name, o.log)
		}
	}
	o.log = nil
	if tell(t, d, o, News{PermitID: id, Stuck: &Stuck{Offer: signer.Fees{Max: *uint256.NewInt(8), Tip: *uint256.NewInt(8)}, Gas: 5e8}}); len(o.log) != 5 {
		t.Errorf("all that the wallet has: %q", o.log) // at the market's 2 gwei
	}
}
