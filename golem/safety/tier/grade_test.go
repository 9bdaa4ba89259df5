package tier_test

import (
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/tier"
	"bardo.run/bardo/internal/money"
)

// spec: safety §3 — a preview is a read; whatever can reach a chain costs a capability; none
// of them is privileged.
func TestWhatReachesAChainIsAWrite(t *testing.T) {
	for _, r := range tier.Table() {
		want := tier.Write
		if r.Tool == tier.Preview {
			want = tier.Read
		}
		if r.Tier != want {
			t.Errorf("%s is %s, want %s", r.Tool, r.Tier, want)
		}
	}
}

// spec: safety §14 — a commit is let through wherever any action of the grammar is: its
// phases are the widest of theirs.
func TestACommitIsAsWideAsTheActions(t *testing.T) {
	c, _ := tier.Of(tier.Commit)
	if !c.Risky || !c.Closes || c.Opens != turn.Stable || c.Secures != turn.Conservation || c.Risk != tier.Standard {
		t.Errorf("%+v", c)
	}
}

// spec: safety §4.4 — a swap and a claim are Elevated above 50,000 USD, an action on a lending
// market above 100,000 USD, not at it.
func TestEachValueFromWhichAnActionIsElevated(t *testing.T) {
	for tool, above := range map[string]money.USDC{
		"swap": 50_000 * money.One, "claim_fees": 50_000 * money.One,
		"supply": 100_000 * money.One, "withdraw": 100_000 * money.One, "borrow": 100_000 * money.One, "repay": 100_000 * money.One,
	} {
		r, _ := tier.Of(tool)
		if r.At(above) != tier.Standard || r.At(above+1) != tier.Elevated {
			t.Errorf("%s: %s at its bound, %s above it", tool, r.At(above), r.At(above+1))
		}
	}
}

// A value lifts what is Standard, and lowers nothing; without a bound it lifts nothing.
func TestAValueOnlyLifts(t *testing.T) {
	for r, want := range map[tier.Row]tier.Risk{
		{Risk: tier.Standard}: tier.Standard, {Risk: tier.Standard, Above: 1}: tier.Elevated,
		{Risk: tier.High, Above: 1}: tier.High, {Risk: tier.Critical, Above: 1}: tier.Critical, {Risk: tier.Routine, Above: 1}: tier.Routine,
	} {
		if got := r.At(2); got != want {
			t.Errorf("%+v: %s, want %s", r, got, want)
		}
	}
}

// spec: safety §16.8 — what is above Standard needs a second source of prices; routine calls and
// standard actions need none.
func TestWhatIsAboveStandardIsLarge(t *testing.T) {
	for r, want := range map[tier.Risk]bool{tier.Routine: false, tier.Standard: false, tier.Elevated: true, tier.High: true, tier.Critical: true} {
		if r.Large() != want {
			t.Errorf("%s is large: %v", r, r.Large())
		}
	}
}

// spec: safety §4.4 — what is privileged and what is critical needs the owner, either alone.
func TestThePrivilegedAndTheCriticalNeedTheOwner(t *testing.T) {
	for r, want := range map[tier.Row]bool{
		{Tier: tier.Privileged, Risk: tier.Routine}: true, {Tier: tier.Write, Risk: tier.Critical}: true, {Tier: tier.Read, Risk: tier.Critical}: true,
		{Tier: tier.Write, Risk: tier.High}: false, {Tier: tier.Read, Risk: tier.Routine}: false,
	} {
		if r.Approved() != want {
			t.Errorf("%+v needs the owner: %v", r, r.Approved())
		}
	}
}
