package permit

import (
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// spec: safety §15.1 — freeze: nothing is signed, not even more for an order that is
// stuck. It waits on, and is offered more once the owner lets go.
func TestAFrozenGolemOffersNoMoreForWhatIsStuck(t *testing.T) {
	d, o, id := pending(t)
	stuck := News{PermitID: id, Stuck: &Stuck{Offer: signer.Fees{Max: *uint256.NewInt(2e9), Tip: *uint256.NewInt(8)}, Gas: 200_000}}
	o.halted = "by the owner"
	tell(t, d, o, stuck)
	if len(o.offers) != 0 || !d.Orders.Waiting() {
		t.Fatalf("frozen, it offered %+v", o.offers)
	}
	o.halted = ""
	if tell(t, d, o, stuck); len(o.offers) != 1 {
		t.Errorf("resumed, it offered %+v", o.offers)
	}
}

// spec: safety §15.1, §15.3 — L2, L3 and stop_opening between preview and commit: what
// opens is stopped, what closes goes on; below L2 both do.
func TestAStandingStopsWhatOpensAndNeverWhatCloses(t *testing.T) {
	for _, c := range []struct {
		standing turn.Standing
		code     wire.Code
	}{
		{turn.Standing{Level: turn.LevelFrugal}, ""},
		{turn.Standing{Level: turn.LevelSlow, Slow: true}, ""},
		{turn.Standing{Level: turn.LevelWatching, Cause: "failures"}, wire.CodeSafetyDegraded},
		{turn.Standing{Level: turn.LevelStopped, Cause: "drawdown"}, wire.CodeSafetyHalted},
		{turn.Standing{Halt: turn.HaltOpening}, wire.CodeSafetyHalted},
	} {
		for _, p := range []turn.Proposal{buy(), sale()} {
			want := c.code
			if string(p.Body) == string(sale().Body) {
				want = ""
			}
			d, o, _ := setUp()
			o.holds(weth, 1e17)
			before, err := d.Preview(t.Context(), p)
			if err != nil || before.PermitID == "" {
				t.Fatalf("%+v, %v", before.Refusal, err)
			}
			o.write.Standing.Edit(func(s *turn.Standing) { *s = c.standing })
			if x, err := d.Commit(t.Context(), before.PermitID); err != nil || code(x) != want {
				t.Errorf("%+v: the commit of %s gave %q, %v; want %q", c.standing, p.Body, code(x), err, want)
			}
			again, err := d.Preview(t.Context(), p)
			if got := again.Refusal; err != nil || (got == nil) != (want == "") || got != nil && got.Code != want {
				t.Errorf("%+v: the preview of %s gave %+v, %v; want %q", c.standing, p.Body, got, err, want)
			}
		}
	}
}
