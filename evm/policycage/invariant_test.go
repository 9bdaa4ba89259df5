package policycage_test

import (
	"math/big"
	"slices"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/policycage"

	"github.com/ethereum/go-ethereum/common"
)

// looser is how long what became looser from one snapshot to the next has to have been
// announced, in seconds; 0 where nothing did (safety §7.5).
func looser(a, b bind.CageSnapshot) (delay uint64) {
	wait := func(is bool, seconds uint64) {
		if is {
			delay = max(delay, seconds)
		}
	}
	for i := range a.Setup.Limits {
		was, is := a.Setup.Limits[i], b.Setup.Limits[i]
		switch i {
		case collateral:
			wait(is < was, limitDay)
		case drawdown, moveLoss, dayLoss, sessionLoss, exitLoss, emergency:
			wait(is > was, limitDay)
		default:
			wait(is > was, limitHour)
		}
	}
	wait(grew(a.Setup.Assets, b.Setup.Assets), limitHour)
	wait(grew(a.Setup.Protocols, b.Setup.Protocols), limitDay)
	wait(grew(a.Setup.Selectors, b.Setup.Selectors), limitDay)
	for _, c := range a.Setup.Caps {
		i := slices.IndexFunc(b.Setup.Caps, func(x bind.CageCap) bool { return x.Kind == c.Kind && x.Subject == c.Subject })
		wait(i < 0 || b.Setup.Caps[i].Share > c.Share, limitHour)
	}
	wait(b.Setup.Enforcer != (common.Address{}) && a.Setup.Enforcer != b.Setup.Enforcer, limitDay)
	wait(a.Setup.PriceOracle != b.Setup.PriceOracle, limitDay)
	wait(a.Setup.SanctionsOracle != (common.Address{}) && a.Setup.SanctionsOracle != b.Setup.SanctionsOracle, 2*limitDay)
	return delay
}

// grew tells whether a list holds what it did not.
func grew[T comparable](was, is []T) bool {
	return slices.ContainsFunc(is, func(x T) bool { return !slices.Contains(was, x) })
}

// policy is a snapshot without its counters.
func policy(s bind.CageSnapshot) policycage.Snapshot {
	var out policycage.Snapshot
	out.Halted, out.Version, out.Enforcer = s.Halted, s.Version, s.Setup.Enforcer
	out.PriceOracle, out.SanctionsOracle, out.Constitution = s.Setup.PriceOracle, s.Setup.SanctionsOracle, s.Setup.ConstitutionHash
	return out
}

// unchanged tells whether the policy is the same.
func unchanged(a, b bind.CageSnapshot) bool {
	return policy(a).PolicyHash(1) == policy(b).PolicyHash(1) && looser(a, b) == 0 && looser(b, a) == 0 && a.Setup.HighWaterMark.Cmp(b.Setup.HighWaterMark) == 0
}

// spec: safety §7.2, §7.5, §25.1 (S-5, S-7): nobody but the owner loosens, nothing applies
// early, no cap is passed, a halt stops openings and no exit, no counter underflows.
//
// It knows no model: it looks at what the contract says before and after each call.
func TestInvariantsOfACageHoldUnderRandomCalls(t *testing.T) {
	const lives, calls = 25, 300
	loosened, opened, exits, halted := 0, 0, 0, 0
	for seed := range uint64(lives) {
		p := newPlay(t, 1_000+seed)
		first := map[common.Hash]uint64{} // when a change was announced
		before := p.snapshot()
		for range calls {
			s, verdict := p.once()
			after := p.snapshot()
			for _, id := range p.ids {
				if _, ok := first[id]; !ok {
					first[id] = p.now
				}
			}
			switch delay := looser(before, after); {
			case verdict != "" && !unchanged(before, after):
				t.Fatalf("%s was refused and changed the policy", s.name)
			case s.by != principal && !unchanged(before, after):
				t.Fatalf("%s by %s changed the policy", s.name, s.by)
			case delay > 0 && s.name != "apply":
				t.Fatalf("%s loosened at once", s.name)
			case delay > 0:
				loosened++
				if at := first[common.BytesToHash(s.data[4:36])]; at == 0 || p.now < at+delay {
					t.Fatalf("a change announced at %d, to wait for %d s, held at %d", at, delay, p.now)
				}
			}
			p.counted(s, before, after)
			grown := after.Deployed.Cmp(before.Deployed) > 0 || (verdict == "" && s.name == "trade" && after.Spent.Cmp(before.Spent) > 0)
			if grown {
				opened++
			}
			if before.Halted {
				if grown {
					t.Fatalf("%s opened in a halt", s.name)
				}
				halted++
				if verdict == "" && (s.name == "trade" || s.name == "close" || s.name == "leave") {
					exits++
				}
			}
			before = after
		}
	}
	t.Logf("%d loosened, %d opened, %d calls in a halt of which %d exits passed", loosened, opened, halted, exits)
	if loosened < 50 || opened < 100 || halted < 100 || exits < 20 {
		t.Error("too little happened")
	}
}

// counted holds the counters to their limits.
func (p *play) counted(s step, a, b bind.CageSnapshot) {
	p.t.Helper()
	perTx, perDay, positions := b.Setup.Limits[perTransaction], b.Setup.Limits[perDay], b.Setup.Limits[positions]
	spent := p.daily(b.Spent)
	if more := spent - p.daily(a.Spent); more > 0 && s.name != "caps" {
		if uint64(spent) > perDay+10_000 || uint64(more) > perTx+10_000 { //nolint:gosec // positive
			p.t.Fatalf("%s: %d more, %d today, of %d and %d", s.name, more, spent, perTx, perDay)
		}
	}
	if b.OpenPositionCount.Cmp(a.OpenPositionCount) > 0 && b.OpenPositionCount.Uint64() > positions {
		p.t.Fatalf("%s: %s positions of %d", s.name, b.OpenPositionCount, positions)
	}
	// A counter that went below zero would be the largest number there is.
	for _, n := range []interface{ IsInt64() bool }{b.Deployed, b.OpenPositionCount, b.Nonce} {
		if !n.IsInt64() {
			p.t.Fatalf("%s: a counter is %v", s.name, n)
		}
	}
	if (b.Deployed.Sign() == 0) != (b.OpenPositionCount.Sign() == 0) || b.Nonce.Cmp(a.Nonce) < 0 || b.Version < a.Version {
		p.t.Fatalf("%s: %s in %s positions, nonce %s, version %d", s.name, b.Deployed, b.OpenPositionCount, b.Nonce, b.Version)
	}
}

// daily is what a word counts now, in micro-dollars.
func (p *play) daily(word *big.Int) int64 {
	sum, ok := policycage.SumOf(word)
	if !ok {
		p.t.Fatal("a word is none")
	}
	return int64(sum.Day(p.now))
}
