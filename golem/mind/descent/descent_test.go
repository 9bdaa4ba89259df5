package descent

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/wire"
)

// holding is a reading of a wallet with 0.5 WETH at 2,000 USDC.
func holding() turn.Reading {
	usdc, weth := turn.Token{Address: common.HexToAddress("0xaa"), Symbol: "USDC", Decimals: 6}, turn.Token{Address: common.HexToAddress("0xbb"), Symbol: "WETH", Decimals: 18}
	return turntest.Pool{
		Token0: usdc, Token1: weth, QuoteIsZero: true, SqrtPriceX96: *uint256.MustFromDecimal("1771595571142957102961017161607260"), Price: 2_000,
	}.Seen(nil, uint256.NewInt(5e17))
}

func act(cause, kind string, s turn.Status, code wire.Code) *turn.Action {
	a := &turn.Action{Status: s, Proposal: turn.Proposal{Cause: cause}, Preview: turn.Preview{Kind: kind}}
	if code != "" {
		a.Preview.Refusal = &turn.Refusal{Code: code}
	}
	return a
}

func valueOf(t turn.Trigger, name string) float64 {
	for _, v := range t.Values {
		if v.Name == name {
			return v.Value
		}
	}
	return -1
}

// fallen looks as often as a fall has to be shown, and returns the last of what was due.
func (d *Descent) fallen(s Signs, seen turn.Reading, from int64) (step turn.Trigger, due bool) {
	for look := range int64(sure) {
		d.Look(s)
		step, due = d.Next(seen, s, from+look)
	}
	return step, due
}

// spec: heartbeat §15 layer 1 — at 80 % of the limit forced reduction.
func TestAFallTowardsTheEmergencyTriggersAReduction(t *testing.T) {
	var d Descent
	d.reducing.passed, d.reducing.halved = 3, 2 // of another fall, long ago
	s := Signs{Credit: 1, Resource: 1, Drawdown: 1_700, Trigger: 1_300, Emergency: 2_000}
	for look := range int64(5) {
		_, began := d.Look(s)
		step, due := d.Next(holding(), s, 1_000*(look+1))
		if due != (look == sure-1) || began != due { // sure at the third look; then its outcome is waited for
			t.Fatalf("look %d: %+v, %v, began %v", look, step, due, began)
		}
		if due && (step.Rule != play.Reduction || step.Kind != "stop" || valueOf(step, play.Most) < 749 || valueOf(step, play.Most) > 751 || valueOf(step, play.Halved) != 0 || valueOf(step, play.Rank) != 0) {
			t.Errorf("it asks for %+v", step)
		}
	}
	if d.Fall() != 1_700 {
		t.Errorf("the fall is %s", d.Fall())
	}
	if _, due := d.Next(holding(), s, 3_000+again); !due {
		t.Error("what nothing became of is never tried again")
	}
}

// spec: safety §15.2, §15.3 — at the emergency everything is closed, and nothing reduced.
func TestAnEmergencyTakesThePlaceOfAReduction(t *testing.T) {
	var d Descent
	s := Signs{Credit: 1, Resource: 1, Drawdown: 2_001, Trigger: 1_300, Emergency: 2_000}
	step, due := d.fallen(s, holding(), 1)
	if !due || step.Rule != play.Emergency || valueOf(step, "drawdown") != 2_001 || valueOf(step, play.Halved) != 0 {
		t.Fatalf("it asks for %+v (%v)", step, due)
	}
	if _, due := d.Next(holding(), s, again); due {
		t.Error("it is tried again before its outcome is known")
	}
	if _, due := d.Next(holding(), s, 10*again); !due {
		t.Error("what nothing became of is never tried again")
	}
	if _, due := d.Next(turn.Reading{}, s, 99*again); due {
		t.Error("nothing is there, and it is closed")
	}
	d.closing.halved = 3
	if standing := d.Resume(); standing.Level == turn.LevelStopped {
		t.Fatalf("resumed at %s", standing.Level)
	}
	if step, due = d.fallen(s, holding(), 99*again); !due || valueOf(step, play.Halved) != 0 {
		t.Errorf("another emergency is not tried whole and at once: %+v (%v)", step, due)
	}
}

// spec: safety §15.3, §17 — an emergency sells in parts what the market does not take
// whole, tries at once what cost nothing, and waits where the chain was reached in vain.
func TestAnEmergencySellsInPartsWhatIsTooMuch(t *testing.T) {
	var d Descent
	for step, c := range []struct {
		kind   string
		status turn.Status
		code   wire.Code
		halved uint
		tried  int64
	}{
		{swap, turn.StatusFailed, "", 0, 5},
		{swap, turn.StatusExecuted, "", 0, 0},
		{swap, turn.StatusBlocked, wire.CodeExecutionSimUnavailable, 0, 0},
		{swap, turn.StatusBlocked, wire.CodeSafetyPriceImpact, 1, 0},
		{swap, turn.StatusBlocked, wire.CodeSafetySlippage, 2, 0},
		{swap, turn.StatusExecuted, "", 1, 0},
		{swap, turn.StatusFailed, "", 1, 5},
		{swap, turn.StatusBlocked, wire.CodeSafetyPriceImpact, 2, 0},
		{swap, turn.StatusBlocked, wire.CodeSafetyPriceImpact, 3, 0},
		{swap, turn.StatusBlocked, wire.CodeSafetyPriceImpact, 3, 0},
		{"remove_liquidity", turn.StatusBlocked, wire.CodeSafetySlippage, 3, 0}, // no position is left in parts
		{"remove_liquidity", turn.StatusExecuted, "", 3, 0},
	} {
		d.closing.tried = 5
		if d.Ended(act(play.Emergency, c.kind, c.status, c.code)); d.closing.halved != c.halved || d.closing.tried != c.tried {
			t.Errorf("step %d: halved %d times, tried %d; want %d, %d", step, d.closing.halved, d.closing.tried, c.halved, c.tried)
		}
	}
}

// What one market refuses the next one is asked for, whatever it was refused for, and it is made smaller
// when the last of them found it too much. Two refusals of one tick are one.
//
// spec: safety §15.3, §1.4 S-7
func TestAnEmergencyAsksTheNextMarket(t *testing.T) {
	var d Descent
	seen := holding()
	other := *seen.Primary()
	other.Handle = "weth-usdc-30"
	seen.Markets = append(seen.Markets, other)
	s := Signs{Credit: 1, Resource: 1, Drawdown: 2_001, Trigger: 1_300, Emergency: 2_000}
	step, due := d.fallen(s, seen, 1)
	deep, barred := act(play.Emergency, swap, turn.StatusBlocked, wire.CodeSafetyPriceImpact), act(play.Emergency, swap, turn.StatusBlocked, wire.CodeSafetyPoolNotApproved)
	for i, c := range []struct {
		came           []*turn.Action
		passed, halved float64
	}{
		{[]*turn.Action{deep}, -1, 0}, // the first trigger passes none
		{[]*turn.Action{deep}, 1, 0},
		{[]*turn.Action{barred, barred}, -1, 1},
		{[]*turn.Action{barred}, 1, 1},
		{[]*turn.Action{act(play.Emergency, swap, turn.StatusExecuted, "")}, -1, 1},
		{nil, -1, 0},
	} {
		if !due || valueOf(step, play.Passed) != c.passed || valueOf(step, play.Halved) != c.halved {
			t.Fatalf("step %d: it asks for %+v (%v), want %+v", i, step, due, c)
		}
		for _, a := range c.came {
			d.Ended(a)
		}
		step, due = d.Next(seen, s, int64(100+i))
	}
}

// What was refused costs nothing and is tried smaller, or elsewhere, with the next tick;
// what failed on the chain is waited for.
func TestAReductionGoesOnPastWhatIsRefused(t *testing.T) {
	var d Descent
	for step, c := range []struct {
		kind   string
		status turn.Status
		code   wire.Code
		tried  int64
		passed int
		halved uint
	}{
		{"withdraw", turn.StatusBlocked, wire.CodeSafetyHealthFactor, 0, 1, 0},
		{"remove_liquidity", turn.StatusBlocked, wire.CodeSafetySlippage, 0, 2, 0},
		{swap, turn.StatusBlocked, wire.CodeSafetyPriceImpact, 0, 2, 1},
		{swap, turn.StatusExecuted, "", 0, 0, 0},
		{swap, turn.StatusFailed, "", 7, 0, 0},
		{swap, turn.StatusPending, "", 7, 0, 0},
		{swap, turn.StatusBlocked, wire.CodeSafetyPriceImpact, 0, 0, 1},
		{swap, turn.StatusBlocked, wire.CodeSafetyPriceImpact, 0, 0, 2},
		{swap, turn.StatusBlocked, wire.CodeSafetyPriceImpact, 0, 0, 3},
		{swap, turn.StatusBlocked, wire.CodeSafetyPriceImpact, 0, 1, 3},
	} {
		d.reducing.tried = 7
		went := d.Ended(act(play.Reduction, c.kind, c.status, c.code))
		if r := d.reducing; r.tried != c.tried || r.passed != c.passed || r.halved != c.halved || went != (c.status == turn.StatusExecuted) {
			t.Errorf("step %d: tried %d, passed %d, halved %d, went %v; want %+v", step, r.tried, r.passed, r.halved, went, c)
		}
	}
}

// What is refused for its size is halved down to one quote token, and what goes lets the next
// sale be larger again.
func TestASaleIsHalvedUntilItIsWorthNothing(t *testing.T) {
	var s Sale
	seen := holding()
	if s.show(seen); s.finest != 9 {
		t.Fatalf("1,000 USDC are halved %d times", s.finest)
	}
	smaller := 0
	for range 30 {
		if s.Smaller(*act("", swap, turn.StatusBlocked, wire.CodeSafetyPriceImpact)) {
			smaller++
		}
	}
	if s.halved != 9 || smaller != 9 {
		t.Errorf("halved %d times, made smaller %d times", s.halved, smaller)
	}
	if s.went(act("", swap, turn.StatusExecuted, "")); s.halved != 8 {
		t.Errorf("behind a sale that went the next is halved %d times", s.halved)
	}
	if s.went(act("", "remove_liquidity", turn.StatusExecuted, "")); s.halved != 8 {
		t.Error("a position that was left says that the market takes more")
	}
	seen.Assets[1].Value = 0.5
	if s.show(seen); s.finest != 0 {
		t.Error("dust is halved")
	}
}

// What goes of one asset does not make the next sale of another larger, as long as that is held.
func TestASaleThatWentSaysNothingOfAnotherAsset(t *testing.T) {
	sale := func(token string, s turn.Status, code wire.Code) *turn.Action {
		a := act("", swap, s, code)
		a.Proposal.Body = []byte(`{"params":{"token_in":"` + token + `"}}`)
		return a
	}
	var s Sale
	seen := holding()
	if s.show(seen); !s.refused(sale("weth", turn.StatusBlocked, wire.CodeSafetyPriceImpact)) || s.halved != 1 {
		t.Fatalf("halved %d times", s.halved)
	}
	if s.went(sale("wbtc", turn.StatusExecuted, "")); s.halved != 1 {
		t.Error("another asset's sale made it larger")
	}
	seen.Assets[1].Value = 0.5
	s.show(seen)
	if s.went(sale("wbtc", turn.StatusExecuted, "")); s.halved != 0 {
		t.Error("an asset that is gone keeps the others small")
	}
}

// An asset but the numeraire that somebody buys is closed, and one that nobody does is not.
func TestWhatNobodyBuysIsNoEmergency(t *testing.T) {
	seen := holding()
	seen.Assets[1].Value = 0
	seen.Assets = append(seen.Assets, turn.Asset{Token: turn.Token{Address: common.HexToAddress("0xcc"), Symbol: "WBTC", Decimals: 8}, Value: 500})
	if holds(seen) {
		t.Error("what no market trades is to be closed")
	}
	other := *seen.Primary()
	other.Handle, other.Base = "wbtc-usdc-5", seen.Assets[2].Token
	if seen.Markets = append(seen.Markets, other); !holds(seen) {
		t.Error("a second asset is not closed")
	}
}

// Without a value to show, a sale goes in eighths at the smallest, and only where its size is
// all that spoke against it.
func TestASaleIsMadeSmallerForItsSizeAlone(t *testing.T) {
	deep, other := act("", swap, turn.StatusBlocked, wire.CodeSafetyPriceImpact), act("", swap, turn.StatusBlocked, wire.CodeSafetyTokenNotAllowed)
	var s Sale
	if s.Smaller() || s.Smaller(*other) || s.Smaller(*deep, *other) || s.Smaller(*act("", swap, turn.StatusFailed, "")) || s.halved != 0 {
		t.Errorf("halved %d times for something else", s.halved)
	}
	for n := range uint(smallest) {
		if !s.Smaller(*deep, *deep) || s.halved != n+1 {
			t.Errorf("halved %d times, want %d", s.halved, n+1)
		}
	}
	if s.Smaller(*deep) || s.halved != smallest {
		t.Errorf("halved %d times", s.halved)
	}
}

// An order that is no step of the descent counts for the ladder alone.
func TestWhatTheRulesDidIsNoStep(t *testing.T) {
	var d Descent
	d.closing.tried, d.reducing.tried = 5, 7
	for range failing {
		if d.Ended(act("rule:dip@7", swap, turn.StatusFailed, "")) {
			t.Error("a rule's order is told as a reduction")
		}
	}
	if d.closing.tried != 5 || d.reducing.tried != 7 {
		t.Error("a rule's order is a step of the descent")
	}
	if standing, _ := d.Look(Signs{Credit: 1, Resource: 1}); standing.Level != turn.LevelWatching || standing.Cause != Failures {
		t.Errorf("after %d failures it stands at %+v", failing, standing)
	}
}
