package adversarial

import (
	"math/big"
	"strings"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/seed"
)

// redemptions are how many hostile ones are sent to the chain.
const redemptions = 1_200

// spec: safety §1.2 (layers 1 and 3), §7.1, §7.3, §8; DESIGN §12.6: with every layer of
// the Golem left out, and the session key stolen, the delegation holds: each redemption
// is sent and mined, reverts in words, and not one unit moves outside the limits.
func TestAStolenSessionKeyMovesNothingOutsideTheLimits(t *testing.T) {
	watch, v, rng := clock.Start(), newVault(t), seed.Seed(11).Stream("thefts")
	sum, all, honest, allowed := newTheftTable(), thefts(), 0, 0
	for n := range redemptions {
		th := all[n%len(all)]
		if n%100 == 0 { // it can trade, and does
			v.last = v.holdings()
			before := v.last
			if why := v.tries(v.thief, v.At("DelegationManager"), v.Redemption(v.grant, v.buys(dollars(5))...)); why != "" {
				t.Fatalf("an honest purchase: %s", why)
			}
			v.last = v.holdings()
			v.bounded(t, before, v.last)
			honest++
		}
		by := v.thief
		if th.by != nil {
			by = th.by(v)
		}
		data, only := th.bytes(v, rng)
		if th.world != nil {
			back := th.world(v)
			allowed += v.steals(t, sum, th, by, data, only)
			back()
			continue
		}
		allowed += v.steals(t, sum, th, by, data, only)
	}
	v.exhausts(t, honest)
	// And when the owner has had enough, the same key opens nothing at all.
	v.owner.Must(v.At("DelegationManager"), bind.NewDelegationManager().PackDisableDelegation(v.grant))
	if why := v.tries(v.thief, v.At("DelegationManager"), v.Redemption(v.grant, v.buys(dollars(5))...)); !strings.HasPrefix(why, "CannotUseADisabledDelegation") {
		t.Errorf("a disabled delegation: %q", why)
	}
	sum.print(t)
	t.Logf("%d redemptions sent and mined in %s, %d honest purchases, %d attempts that kept to the limits after all", redemptions, watch.Elapsed().Round(1e8), honest, allowed)
	if sum.unread > redemptions/10 || allowed > redemptions/20 {
		t.Errorf("%d reverts say nothing, %d attempts passed", sum.unread, allowed)
	}
	sum.page(t)
}

// exhausts buys as much as it is let: the day's limit holds, to the unit.
func (v *vault) exhausts(t *testing.T, honest int) {
	t.Helper()
	start, left, why := v.holdings(), dollars(100_000-5*int64(honest)), ""
	for step := dollars(perOrder); step.Sign() > 0; {
		before := v.holdings()
		if why = v.tries(v.thief, v.At("DelegationManager"), v.Redemption(v.grant, v.buys(step)...)); why == "" {
			v.bounded(t, before, v.holdings())
			continue
		}
		step.Quo(step, big.NewInt(10))
	}
	if spent := new(big.Int).Sub(start.usdc, v.holdings().usdc); spent.Cmp(left) > 0 || spent.Sign() == 0 {
		t.Errorf("%s units were spent of the %s that a day had left", spent, left)
	} else {
		t.Logf("as much as it is let: %s of the %s units that the day had left, then %s", spent, left, why)
	}
}

// steals sends one, and holds what moved to the limits. It returns 1 where the attempt
// turned out to be an order within them.
func (v *vault) steals(t *testing.T, sum *theftTable, th theft, by party, data []byte, only bool) int {
	t.Helper()
	why := v.tries(by, v.At("DelegationManager"), data)
	sum.add(th.name, why, only)
	// What reverted moves nothing, so it is looked at now and then; what passed, at once.
	if sum.sent++; why != "" && sum.sent%25 != 0 {
		return 0
	}
	before, after := v.last, v.holdings()
	v.last = after
	switch {
	case before.equal(after):
		return 0
	case why != "":
		t.Fatalf("%s was refused (%s) and moved %s to %s: %x", th.name, why, before, after, data)
	}
	v.bounded(t, before, after)
	return 1
}

// bounded holds what an account lost to what the cage allows, with its own arithmetic: at
// most the limit of a transaction in USDC, for ether of at least 99 % of its worth at
// 2,000, and nothing else.
func (v *vault) bounded(t *testing.T, a, b holdings) {
	t.Helper()
	paid, got := new(big.Int).Sub(a.usdc, b.usdc), new(big.Int).Sub(b.weth, a.weth)
	worth := new(big.Int).Quo(new(big.Int).Mul(got, big.NewInt(2_000*100)), big.NewInt(1e12*99)) // of what had to come
	rest := a
	rest.usdc, rest.weth = b.usdc, b.weth
	if !rest.equal(b) || paid.Sign() < 0 || paid.Cmp(dollars(perOrder)) > 0 || worth.Cmp(paid) < 0 {
		t.Fatalf("%s became %s: %s USDC for %s wei, worth %s", a, b, paid, got, worth)
	}
}
