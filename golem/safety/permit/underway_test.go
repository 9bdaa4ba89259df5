package permit

import (
	"errors"
	"slices"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

var errFull = errors.New("no credit is left")

// pending commits an order that no receipt came for.
func pending(t *testing.T) (*Desk, *outside, string) {
	t.Helper()
	d, o, _ := setUp()
	o.sim.CallGas = []uint64{100_000}
	o.write.Positions.Edit(func(p *turn.Positions) { p.Reading.Native = *uint256.NewInt(1e18) })
	o.endsWatched(turn.Execution{Status: turn.StatusPending})
	id := permitted(t, d)
	if x, err := d.Commit(t.Context(), id); err != nil || x.Status != turn.StatusPending || len(o.reserved) != 1 {
		t.Fatalf("%+v, %v, %v", x, err, o.reserved)
	}
	return d, o, id
}

// tell lets the executor have news, and returns what the desk makes of them.
func tell(t *testing.T, d *Desk, o *outside, news ...News) []turn.Resolved {
	t.Helper()
	o.news = news
	got, err := d.Orders.Reconcile(t.Context())
	check(t, err)
	return got
}

// spec: runtime §15.4: what is pending is reconciled before anything else may write.
func TestNothingIsPermittedWhileAnOutcomeIsUnknown(t *testing.T) {
	d, o, id := pending(t)
	p, err := d.Preview(t.Context(), buy())
	if err != nil || p.Refusal == nil || p.Refusal.Code != wire.CodeExecutionPending || !d.Orders.Waiting() {
		t.Fatalf("%+v, %v", p, err)
	}
	if got := tell(t, d, o); len(got) != 0 {
		t.Errorf("no news: %+v", got)
	}
	o.watches[id] = false
	got := tell(t, d, o, News{PermitID: id, Outcome: &turn.Execution{PermitID: id, Status: turn.StatusExecuted, Cost: 9}})
	if len(got) != 1 || got[0].Vanished || got[0].Action.Status != turn.StatusExecuted || got[0].Action.Execution.Cost != 9 ||
		string(got[0].Action.Proposal.Body) != string(buy().Body) || len(o.reserved) != 0 || d.Orders.Waiting() {
		t.Errorf("%+v, reserved %v", got, o.reserved)
	}
	permitted(t, d)
}

// A permit that was made before is not committed beside one whose outcome is unknown.
func TestAPermitIsNotCommittedBesideAnUnknownOutcome(t *testing.T) {
	d, o, _ := setUp()
	o.endsWatched(turn.Execution{Status: turn.StatusPending})
	first, second := permitted(t, d), permitted(t, d)
	if x, err := d.Commit(t.Context(), first); err != nil || x.Status != turn.StatusPending {
		t.Fatalf("%+v, %v", x, err)
	}
	if x, err := d.Commit(t.Context(), second); err != nil || x.Status != turn.StatusBlocked || x.Refusal.Code != wire.CodeExecutionPending {
		t.Errorf("%+v, %v", x, err)
	}
}

// spec: chain §8: 12.5 % more, or what an order would offer now; its cost is set aside
// before, and one capability opens one replacement.
func TestAStuckOrderOffersMoreWithinThePurse(t *testing.T) {
	d, o, id := pending(t)
	stuck := News{PermitID: id, Stuck: &Stuck{Offer: signer.Fees{Max: *uint256.NewInt(2e9), Tip: *uint256.NewInt(8)}, Gas: 200_000}}
	first := o.reserved[id]
	tell(t, d, o, stuck)
	if len(o.offers) != 1 || o.offers[0].Max.Uint64() != 2.25e9 || o.offers[0].Tip.Uint64() != 9 {
		t.Fatalf("offers %+v", o.offers)
	}
	for key, now := range o.reserved {
		if len(o.reserved) != 1 || key == id || now != first*9/8 {
			t.Errorf("reserved %v, %s at first", o.reserved, first)
		}
	}
	o.write.Positions.Edit(func(p *turn.Positions) { p.Reading.MaxFee.SetUint64(9e9) })
	tell(t, d, o, stuck)
	if len(o.offers) != 2 || o.offers[1].Max.Uint64() != 9e9 {
		t.Errorf("with a market at 9 gwei: %+v", o.offers)
	}
	o.write.Positions.Edit(func(p *turn.Positions) { p.Reading.Native.SetUint64(1) })
	tell(t, d, o, stuck)
	o.write.Positions.Edit(func(p *turn.Positions) { p.Reading.Native.SetUint64(1e18) })
	o.reserveErr = errFull
	tell(t, d, o, stuck)
	if len(o.offers) != 2 || len(o.reserved) != 1 {
		t.Errorf("without coins or credit: %d offers, reserved %v", len(o.offers), o.reserved)
	}
	o.reserveErr, o.watches[id] = nil, false
	if tell(t, d, o, News{PermitID: id, Outcome: &turn.Execution{Status: turn.StatusFailed}}); len(o.reserved) != 0 {
		t.Errorf("after its outcome %v is reserved", o.reserved)
	}
}

// spec: heartbeat §3 step 8: a reorg takes outcomes back, the newest first; what comes
// after is of a new round.
func TestAReorgTakesOutcomesBack(t *testing.T) {
	d, o, _ := setUp()
	o.endsWatched(turn.Execution{Status: turn.StatusExecuted, Cost: 7})
	ids := []string{permitted(t, d), permitted(t, d)}
	for _, id := range ids {
		if x, err := d.Commit(t.Context(), id); err != nil || x.Status != turn.StatusExecuted {
			t.Fatalf("%+v, %v", x, err)
		}
	}
	got := tell(t, d, o, News{PermitID: ids[0], Vanished: true}, News{PermitID: ids[1], Vanished: true})
	if len(got) != 2 || !got[0].Vanished || got[0].Action.Execution.PermitID != ids[1] || got[1].Action.Execution.PermitID != ids[0] || got[0].Round != 0 {
		t.Fatalf("%+v", got)
	}
	if !slices.Equal(o.returned, ids) || len(o.reserved) != 2 || !d.Orders.Waiting() {
		t.Errorf("returned %v, reserved %v", o.returned, o.reserved)
	}
	got = tell(t, d, o, News{PermitID: ids[0], Outcome: &turn.Execution{Status: turn.StatusFailed}}, News{PermitID: ids[1], Outcome: &turn.Execution{Status: turn.StatusBlocked}})
	if len(got) != 2 || got[0].Round != 1 || got[0].Action.Status != turn.StatusFailed || len(o.reserved) != 0 || d.Orders.Waiting() {
		t.Errorf("%+v, reserved %v", got, o.reserved)
	}
}

// Limits that became tighter since, and the order's own value in the day's sum, do not
// keep a stuck order from offering more: its calls are out already.
func TestAStuckOrderOffersMoreWhateverTheLimitsAreNow(t *testing.T) {
	d, o, id := pending(t)
	tight := policy()
	tight.PerTransaction, tight.PerDay, tight.MaxSlippage = money.One, money.One, 1
	d.cage.Tighten(tight)
	tell(t, d, o, News{PermitID: id, Stuck: &Stuck{Offer: signer.Fees{Max: *uint256.NewInt(2e9), Tip: *uint256.NewInt(8)}, Gas: 200_000}})
	if len(o.offers) != 1 {
		t.Errorf("%d offers", len(o.offers))
	}
}

// One order's fault does not hide what became of another: nobody is told of it again.
func TestAFaultHidesNoOutcome(t *testing.T) {
	d, o, _ := setUp()
	o.endsWatched(turn.Execution{Status: turn.StatusExecuted, Cost: 7})
	ids := []string{permitted(t, d), permitted(t, d)}
	for _, id := range ids {
		commit(t, d, id)
	}
	o.reserveErr = errFull // the gas of what is taken back cannot be set aside again
	o.news = []News{{PermitID: ids[0], Vanished: true}, {PermitID: ids[1], Outcome: &turn.Execution{Status: turn.StatusFailed}}}
	got, err := d.Orders.Reconcile(t.Context())
	if !errors.Is(err, errFull) || len(got) != 2 || !got[0].Vanished || got[1].Action.Status != turn.StatusFailed {
		t.Errorf("%+v, %v", got, err)
	}
}

// Found in review: an order that failed, and that a reorg made succeed, did not count towards
// the day.
//
// spec: safety §7.4
func TestAnOrderThatAReorgMakesSucceedIsSpentOnce(t *testing.T) {
	for _, first := range []turn.Status{turn.StatusPending, turn.StatusFailed, turn.StatusExecuted} {
		d, o, c := setUp()
		p := policy()
		p.PerDay = 2_500 * money.One
		c.Tighten(p)
		done := turn.Execution{Status: turn.StatusExecuted, Deltas: bought(1000e6, 499e15).Deltas}
		x := turn.Execution{Status: first}
		if first == turn.StatusExecuted {
			x = done
		}
		o.endsWatched(x)
		id := permitted(t, d)
		commit(t, d, id)
		if first != turn.StatusPending {
			tell(t, d, o, News{PermitID: id, Vanished: true})
		}
		o.watches[id] = false
		outcome := done
		tell(t, d, o, News{PermitID: id, Outcome: &outcome})
		o.ends(done)
		commit(t, d, permitted(t, d)) // 1,000 of 2,500 are spent: one more fits
		if again, err := d.Preview(t.Context(), buy()); err != nil || again.Refusal == nil {
			t.Errorf("first %s: 2,000 of 2,500 are spent, another 1,000 is permitted (%v)", first, err)
		}
	}
}

// However often reorgs take an order back, it is spent once, and not at all where it fails each
// time.
func TestAnOrderThatIsTakenBackOftenIsSpentOnceAtMost(t *testing.T) {
	failed := turn.Execution{Status: turn.StatusFailed}
	done := turn.Execution{Status: turn.StatusExecuted, Deltas: bought(1000e6, 499e15).Deltas}
	for name, c := range map[string]struct {
		lands []turn.Execution
		fits  int // orders of 1,000 behind it, of 2,500 a day
	}{
		"fails each time": {[]turn.Execution{failed, failed}, 2},
		"succeeds twice":  {[]turn.Execution{done, done}, 1},
	} {
		d, o, cage := setUp()
		p := policy()
		p.PerDay = 2_500 * money.One
		cage.Tighten(p)
		o.endsWatched(failed)
		id := permitted(t, d)
		commit(t, d, id)
		for i := range c.lands {
			tell(t, d, o, News{PermitID: id, Vanished: true})
			tell(t, d, o, News{PermitID: id, Outcome: &c.lands[i]})
		}
		o.watches[id] = false
		o.ends(done)
		for range c.fits {
			commit(t, d, permitted(t, d))
		}
		if again, err := d.Preview(t.Context(), buy()); err != nil || again.Refusal == nil {
			t.Errorf("%s: another 1,000 is permitted (%v)", name, err)
		}
	}
}
