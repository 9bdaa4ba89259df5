package cage

import (
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// fenced is a reading with a cage on the chain that is as wide as the policy.
func fenced(edit func(*turn.Fence)) turn.Reading {
	p, r := limits(), seen()
	r.Block.Time = 1_000
	r.Fence = &turn.Fence{
		Ends: uint64(r.Block.Time) + 1_000_000, Caged: true, Policy: [32]byte{1},
		PerTransaction: p.PerTransaction, DayLeft: p.PerDay, Position: p.MaxPosition, Concentration: p.MaxConcentration,
		Drawdown: p.MaxDrawdown, Positions: uint64(p.MaxPositions),
	}
	if edit != nil {
		edit(r.Fence)
	}
	return r
}

// spec: safety §7.6 — of the cage's and the Golem's own limits the stricter decides; S-10 —
// what cannot be read opens nothing; S-7 — and stops no exit.
func TestWhatBoundsTheGolemOnTheChainIsTheStricterOfBoth(t *testing.T) {
	p := limits()
	p.Fenced = true
	buys := func(units uint64) turn.Simulation { return spent(units, 25e16) }
	size := uint64(500 * money.One)
	pass := New(p)
	if r := pass.judge(Case{Action: buy(), Seen: fenced(nil)}, buys(size)); r != nil {
		t.Fatalf("within both: %v", r)
	}
	unread := seen()
	for name, c := range map[string]struct {
		seen turn.Reading
		code wire.Code
		exit bool // whether a sale passes
	}{
		"revoked":               {fenced(func(f *turn.Fence) { f.Revoked = true }), CodeDelegation, false},
		"over":                  {fenced(func(f *turn.Fence) { f.Ends = 0 }), CodeDelegation, false},
		"unread":                {fenced(func(f *turn.Fence) { *f = turn.Fence{Unread: "no answer"} }), CodeFence, true},
		"not asked":             {unread, CodeFence, true},
		"halted":                {fenced(func(f *turn.Fence) { f.Halted = true }), CodeHalted, true},
		"a smaller transaction": {fenced(func(f *turn.Fence) { f.PerTransaction = 100 * money.One }), CodeSpend, true},
		"a day that is used up": {fenced(func(f *turn.Fence) { f.DayLeft = 100 * money.One }), CodeSpend, true},
		"a smaller position":    {fenced(func(f *turn.Fence) { f.Position = 1 }), CodePositionSize, true},
		"less in all":           {fenced(func(f *turn.Fence) { f.Concentration = 1 }), CodeConcentration, true},
		"no positions":          {fenced(func(f *turn.Fence) { f.Positions = 0 }), CodePositions, true},
	} {
		t.Run(name, func(t *testing.T) {
			act := buy()
			sim := buys(size)
			if c.code == CodePositions {
				act, sim = provide(), pooled(size)
			}
			says(t, New(p).judge(Case{Action: act, Seen: c.seen}, sim), c.code, "an opening")
			if got := New(p).Before(Case{Action: sell(), Seen: c.seen}); (got == nil) != c.exit {
				t.Errorf("a sale: %v", got)
			}
		})
	}
	says(t, New(p).judge(Case{Action: buy(), Seen: fenced(func(f *turn.Fence) { f.Drawdown = 500 }), Drawdown: 600}, buys(size)), CodeDrawdown, "a drawdown that the chain does not allow")
}

// What is opened under a delegation has to be closable under it: its last hour, its last
// orders and what the day needs for selling everything are kept for exits.
//
// spec: safety §1.4 S-7
func TestADelegationKeepsEnoughForTheExits(t *testing.T) {
	p := limits()
	p.Fenced = true
	size := uint64(500 * money.One)
	// 500 USDC of WETH are held behind the purchase, so that the day has to leave 1,000.
	for name, c := range map[string]struct {
		edit func(*turn.Fence)
		code wire.Code
	}{
		"an hour":                  {func(f *turn.Fence) { f.Ends = 1_000 + ending }, ""},
		"a second less":            {func(f *turn.Fence) { f.Ends = 1_000 + ending - 1 }, CodeDelegation},
		"orders enough":            {func(f *turn.Fence) { f.Counted, f.Orders = true, kept }, ""},
		"one order too few":        {func(f *turn.Fence) { f.Counted, f.Orders = true, kept-1 }, CodeDelegation},
		"a day for both":           {func(f *turn.Fence) { f.Exits, f.DayLeft = true, 1_000*money.One }, ""},
		"a day for one":            {func(f *turn.Fence) { f.Exits, f.DayLeft = true, 1_000*money.One-1 }, CodeSpend},
		"a day of openings only":   {func(f *turn.Fence) { f.DayLeft = 500 * money.One }, ""},
		"a day that is over spent": {func(f *turn.Fence) { f.Exits, f.DayLeft = true, 0 }, CodeSpend},
	} {
		t.Run(name, func(t *testing.T) {
			r := fenced(c.edit)
			says(t, New(p).judge(Case{Action: buy(), Seen: r}, spent(size, 25e16)), c.code, "an opening")
			if r := New(p).Before(Case{Action: sell(), Seen: r}); r != nil {
				t.Errorf("a sale: %v", r)
			}
		})
	}
}

// spec: safety §1.4 S-5: a change of the cage makes every permit and capability unusable.
func TestAChangedCageIsAnotherDigest(t *testing.T) {
	c := New(limits())
	one, other := fenced(nil), fenced(func(f *turn.Fence) { f.Policy[0]++ })
	spentOf := fenced(func(f *turn.Fence) { f.DayLeft, f.Open = 1, 3 })
	switch {
	case c.Digest(one) == c.Digest(other):
		t.Error("another policy on the chain is the same digest")
	case c.Digest(one) == c.Digest(seen()):
		t.Error("a cage adds nothing to the digest")
	case c.Digest(one) != c.Digest(spentOf):
		t.Error("spending changes the digest, and would void the permits that follow")
	case c.Digest(seen()) != c.Policy().Digest():
		t.Error("without a cage the digest is not the policy's")
	}
}

// spec: safety §2.1, §7.6 (effective limit = min(cage limit, …, capability limit))
func TestACapabilityIsWorthNoMoreThanTheChainLeaves(t *testing.T) {
	c := New(limits())
	r := fenced(func(f *turn.Fence) { f.DayLeft = 70 * money.One })
	if got := c.ValueLimit(Case{Action: buy(), Seen: r}, 500*money.One); got != 70*money.One {
		t.Errorf("%s, want 70", got)
	}
	if got := c.ValueLimit(Case{Action: sell(), Seen: r}, 500*money.One); got != 500*money.One {
		t.Errorf("an exit is worth %s", got)
	}
}
