package permit

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// What nobody sets is what the specification says, and what somebody sets stays.
func TestADesksBoundsAreThoseOfTheSpecification(t *testing.T) {
	c := Config{}.withDefaults()
	if c.TTL != 60_000 || c.Lifetime != 3 || c.Tolerance != 200 || c.Reads != 300 || c.Writes != 60 {
		t.Errorf("%+v", c)
	}
	d, _, _ := setUp()
	if row, ok := d.judge.tools("swap"); !ok || row.Tool != "swap" {
		t.Errorf("the table of tools: %+v", row)
	}
	own := Config{TTL: 1, Lifetime: 1, Tolerance: 1, Reads: 1, Writes: 1}
	if c := own.withDefaults(); c.TTL != 1 || c.Lifetime != 1 || c.Tolerance != 1 || c.Reads != 1 || c.Writes != 1 {
		t.Errorf("%+v", c)
	}
}

// spec: heartbeat §14.2 — at tool_call a commit passes while its permit is open, and any
// other tool passes.
func TestTheBookLetsAnOpenPermitsCommitPass(t *testing.T) {
	d, _, _ := setUp()
	id := permitted(t, d)
	for _, c := range []struct {
		call turn.ToolCall
		want bool
	}{
		{turn.ToolCall{Tool: ToolCommit, PermitID: id}, true},
		{turn.ToolCall{Tool: ToolCommit, PermitID: "another"}, false},
		{turn.ToolCall{Tool: ToolCommit}, false},
		{turn.ToolCall{Tool: "preview_action", PermitID: "another"}, true},
	} {
		r, err := d.book.OnToolCall(t.Context(), &c.call)
		if err != nil || (r == nil) != c.want || r != nil && r.Code != wire.CodePermitNotActive {
			t.Errorf("%s of %q: %+v, %v", c.call.Tool, c.call.PermitID, r, err)
		}
	}
	d.CancelAll("halt")
	if r, _ := d.book.OnToolCall(t.Context(), &turn.ToolCall{Tool: ToolCommit, PermitID: id}); r == nil {
		t.Error("a permit that ended is open")
	}
	if _, ended := d.book.end(id, Cancelled, ""); ended {
		t.Error("what ended was ended again")
	}
}

// spec: safety §4.2 — the action that is sent is the one that was previewed, to the last
// unit: another one under the same permit is refused and ends it.
func TestAnotherActionUnderThePermitIsRefused(t *testing.T) {
	d, o, _ := setUp()
	id := permitted(t, d)
	p := d.book.permits[id]
	p.Action.AmountIn = new(uint256.Int).AddUint64(p.Action.AmountIn, 1)
	x, err := d.Commit(t.Context(), id)
	if err != nil || code(x) != wire.CodePermitParamsChanged || o.executions.Load() != 0 {
		t.Errorf("%+v, %v, %d executions", x, err, o.executions.Load())
	}
	if _, known := d.book.Find(id); known {
		t.Error("the permit is open still")
	}
}

// spec: safety §7.4 — what was sent counts against the day; what the hand held back does
// not, and gives its gas back.
func TestOnlyWhatWasSentCountsAgainstTheDay(t *testing.T) {
	for status, want := range map[turn.Status]wire.Code{
		turn.StatusExecuted: "POLICY_SPEND_LIMIT", turn.StatusPending: "", turn.StatusBlocked: "", turn.StatusCancelled: "",
	} {
		d, o, c := setUp()
		p := policy()
		p.PerDay = 1_500 * money.One
		c.Tighten(p)
		o.ends(turn.Execution{Status: status})
		id := permitted(t, d)
		commit(t, d, id)
		if held := len(o.reserved) != 0; held != (status == turn.StatusPending) {
			t.Errorf("%s: gas is held: %v", status, o.reserved)
		}
		if status == turn.StatusPending {
			continue // nothing else is permitted meanwhile
		}
		again, err := d.Preview(t.Context(), buy())
		if err != nil || (again.Refusal == nil) != (want == "") {
			t.Errorf("behind one that was %s: %+v, %v", status, again.Refusal, err)
		}
	}
}

// spec: safety §4.3 — a new simulation has the same changes: none more, none fewer, each in
// its direction, and each within the tolerance of what it was.
func TestOutcomesAgreeTokenByToken(t *testing.T) {
	a, b := common.HexToAddress("0xa"), common.HexToAddress("0xb")
	out := func(token common.Address, n uint64) turn.Delta {
		return turn.Delta{Token: token, Out: true, Units: *uint256.NewInt(n)}
	}
	in := func(token common.Address, n uint64) turn.Delta {
		return turn.Delta{Token: token, Units: *uint256.NewInt(n)}
	}
	huge := turn.Delta{Token: a, Units: *new(uint256.Int).SetAllOne()}
	half := func(less uint64) turn.Delta { // a share of it overflows to nothing
		n := new(uint256.Int).Lsh(uint256.NewInt(1), 255)
		return turn.Delta{Token: a, Units: *n.Sub(n, uint256.NewInt(less))}
	}
	wraps := turn.Delta{Token: a} // ten thousand times the gap is just more than there are numbers
	wraps.Units.Div(new(uint256.Int).SetAllOne(), uint256.NewInt(10_000)).AddUint64(&wraps.Units, 1_001)
	want := []turn.Delta{out(a, 10_000), in(b, 10_000)}
	for name, c := range map[string]struct {
		want, got []turn.Delta
		agree     bool
	}{
		"the same":                 {want, want, true},
		"in another order":         {want, []turn.Delta{in(b, 10_000), out(a, 10_000)}, true},
		"at the tolerance":         {want, []turn.Delta{out(a, 10_200), in(b, 9_800)}, true},
		"above it":                 {want, []turn.Delta{out(a, 10_201), in(b, 10_000)}, false},
		"below it":                 {want, []turn.Delta{out(a, 10_000), in(b, 9_799)}, false},
		"one token more":           {want, append([]turn.Delta{in(common.HexToAddress("0xc"), 1)}, want...), false},
		"one fewer":                {want, want[:1], false},
		"the other way":            {want, []turn.Delta{out(a, 10_000), out(b, 10_000)}, false},
		"another token":            {want, []turn.Delta{out(a, 10_000), in(common.HexToAddress("0xc"), 10_000)}, false},
		"more than can be counted": {[]turn.Delta{in(a, 1)}, []turn.Delta{huge}, false},
		"as much as there is":      {[]turn.Delta{huge}, []turn.Delta{huge}, true},
		"a bit less than half":     {[]turn.Delta{half(0)}, []turn.Delta{half(1)}, true},
		"a gap that overflows":     {[]turn.Delta{in(a, 1_000)}, []turn.Delta{wraps}, false},
	} {
		if Agree(c.want, c.got, 200) != c.agree {
			t.Errorf("%s: %v, want %v", name, !c.agree, c.agree)
		}
	}
}

// A transaction's gas limit is half more than was used, and 50,000; one that was not
// simulated has 100,000.
func TestAGasLimitIsHalfMoreThanWasUsed(t *testing.T) {
	used := []uint64{200_000, 10}
	for i, want := range []uint64{350_000, 50_015, 100_000, 100_000} {
		if got := GasLimit(used, i); got != want {
			t.Errorf("the %d-th: %d, want %d", i, got, want)
		}
	}
	if most, over := Most(new(uint256.Int).SetAllOne(), 2, turn.Simulation{}); !over {
		t.Errorf("all there is, twice: %s", most)
	}
}

// Permits of one tick and of two have names of their own.
func TestEachPermitHasANameOfItsOwn(t *testing.T) {
	d, o, _ := setUp()
	seen := map[string]bool{}
	for tick := range uint64(3) {
		o.write.Heartbeat.Edit(func(h *turn.Heartbeat) { h.Tick = tick + 10 })
		for range 3 {
			id := permitted(t, d)
			if seen[id] {
				t.Errorf("two permits are %s", id)
			}
			seen[id] = true
		}
	}
	if len(seen) != 9 {
		t.Errorf("%v", seen)
	}
}
