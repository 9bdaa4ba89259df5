package cage

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/wire"
)

// secured is a reading with a debt, behind which USDC stands.
func secured() turn.Reading {
	r := seen()
	r.Lending = []turn.Lending{{Handle: aavev3.Name, Protocol: aavev3.Name, Reserves: []turn.Reserve{{Token: usdc, Supplied: *uint256.NewInt(1e9)}, {Token: weth}}}}
	r.Lending[0].Account.Debt = *uint256.NewInt(1e8)
	return r
}

func supplies() grammar.Action {
	return grammar.Action{Kind: grammar.Supply, Market: aavev3.Name, Protocol: aavev3.Name, Asset: usdc.Address, Amount: uint256.NewInt(1e6)}
}

// spec: safety §9, §14; §1.4 S-7; provisioning §9.1: from L2 on and under an owner's halt nothing is opened. What
// secures a debt passes at a level and not under the owner's word; exits pass always.
// So it is with a key that is due.
func TestAHaltAndALevelOpenNothingAndShutNoExit(t *testing.T) {
	p := limits()
	p.Protocols, p.MinCollateral = append(p.Protocols, aavev3.Name), 10_500
	for name, c := range map[string]struct {
		standing     turn.Standing
		opens, saves wire.Code
	}{
		"nothing":  {turn.Standing{}, "", ""},
		"slow":     {turn.Standing{Level: turn.LevelWatching - 1}, "", ""},
		"watching": {turn.Standing{Level: turn.LevelWatching}, CodeDegraded, ""},
		"stopped":  {turn.Standing{Level: turn.LevelStopped}, CodeHalted, ""},
		"opening":  {turn.Standing{Halt: turn.HaltOpening}, CodeHalted, CodeHalted},
		"frozen":   {turn.Standing{Halt: turn.HaltFreeze}, CodeHalted, CodeHalted},
		"both":     {turn.Standing{Halt: turn.HaltOpening, Level: turn.LevelWatching}, CodeHalted, CodeHalted},
		"key":      {turn.Standing{Key: "due"}, CodeKeyDue, ""},
	} {
		for what, a := range map[string]grammar.Action{"a purchase": buy(), "a position": provide()} {
			says(t, New(p).Before(Case{Action: a, Seen: seen(), Standing: c.standing}), c.opens, "%s, %s", name, what)
		}
		says(t, New(p).Before(Case{Action: supplies(), Seen: secured(), Standing: c.standing}), c.saves, "%s, more behind a debt", name)
		says(t, New(p).Before(Case{Action: sell(), Seen: seen(), Standing: c.standing}), "", "%s, a sale", name)
	}
	if due := (turn.Standing{Key: "it is due"}); due.Opens() != due.Key {
		t.Errorf("a key that is due says %q", due.Opens())
	}
}

// A supply saves a debt only where there is one, and where its asset stands behind it.
func TestOnlyWhatStandsBehindADebtSavesIt(t *testing.T) {
	p := limits()
	p.Protocols, p.MinCollateral = append(p.Protocols, aavev3.Name), 10_500
	stopped := turn.Standing{Level: turn.LevelStopped}
	free := secured()
	free.Lending[0].Account.Debt = uint256.Int{}
	borrows := supplies()
	borrows.Kind = grammar.Borrow
	for name, k := range map[string]Case{
		"no debt":  {Action: supplies(), Seen: free, Standing: stopped},
		"a borrow": {Action: borrows, Seen: secured(), Standing: stopped},
	} {
		says(t, New(p).Before(k), CodeHalted, "%s", name)
	}
}

// A session of a provider's wallet ends like a delegation does, for exits too, and it is
// said whose word opens the next: by the block's clock or our own, whichever is ahead.
func TestASessionAndADelegationEndByTheClockThatIsAhead(t *testing.T) {
	for _, session := range []bool{false, true} {
		word := map[bool]string{false: "delegation ended", true: "session in which"}[session]
		for name, c := range map[string]struct {
			block uint64
			now   int64 // ms
			over  bool
		}{
			"before": {9_999, 9_999_999, false}, "its last second": {10_000, 10_000_999, false},
			"by the block": {10_001, 0, true}, "by our clock": {0, 10_001_000, true},
		} {
			r := fenced(func(f *turn.Fence) { f.Ends, f.Session = 10_000, session })
			r.Block.Time = int64(c.block)
			got := New(limits()).Before(Case{Action: sell(), Seen: r, Now: c.now})
			if c.over != (code(got) == CodeDelegation) || c.over && !strings.Contains(got.Detail, word) || !c.over && got != nil {
				t.Errorf("session %v, %s: %+v", session, name, got)
			}
		}
	}
	revoked := fenced(func(f *turn.Fence) { f.Revoked = true })
	if got := New(limits()).Before(Case{Action: sell(), Seen: revoked}); got == nil || !strings.Contains(got.Detail, "revoked") {
		t.Errorf("revoked: %+v", got)
	}
}

// spec: safety §1.4 S-7 — in the last hour nothing is opened that could not be closed behind
// it, whichever clock says so.
func TestNothingIsOpenedInTheLastHour(t *testing.T) {
	for at, want := range map[int64]wire.Code{1_000_000: "", 1_000_001: CodeDelegation} {
		for _, ours := range []bool{true, false} {
			r := fenced(func(f *turn.Fence) { f.Ends = 1_003_600 })
			k := Case{Action: buy(), Seen: r, Now: at * 1000}
			if !ours {
				k.Seen.Block.Time, k.Now = at, 0
			}
			says(t, New(limits()).Before(k), want, "at %d, by our clock %v", at, ours)
		}
	}
}

// An order counts for an hour and no longer, and what is older is forgotten.
func TestAnOrderCountsForAnHour(t *testing.T) {
	c := New(limits())
	for i := range int64(200) {
		c.Sent(Case{Now: noon + i*hour/10})
	}
	last := noon + 199*hour/10
	if n := inHour(c.sent, last); n != 10 || len(c.sent) != 10 {
		t.Errorf("%d orders in the last hour, %d remembered, want 10", n, len(c.sent))
	}
	if n := inHour(c.sent, last+hour-1); n != 1 {
		t.Errorf("a millisecond before it is an hour old: %d", n)
	}
	if n := inHour(c.sent, last+hour); n != 0 {
		t.Errorf("an hour later: %d", n)
	}
}

// spec: safety §14, §1.4 S-7 — the governor is not configurable: it is 50 an hour whatever the
// policy allows, for openings and exits; the settlement of a death is never held up by it.
func TestTheGovernorIsFiftyOrders(t *testing.T) {
	p := limits()
	for _, p.PerHour = range []int{Governor, Governor + 1, 1 << 30} {
		for sent, want := range map[int]wire.Code{49: "", 50: CodeRate, 51: CodeRate, 1_000: CodeRate} {
			c := New(p)
			for range sent {
				c.Sent(Case{Now: noon})
			}
			for what, a := range map[string]grammar.Action{"a purchase": buy(), "a sale": sell()} {
				got := c.Before(Case{Action: a, Seen: seen(), Now: noon})
				if code(got) != want || got != nil && !strings.Contains(got.Detail, fmt.Sprintf("%d orders in the last hour, more than 50", sent)) {
					t.Errorf("%d an hour, %s after %d orders: %+v", p.PerHour, what, sent, got)
				}
			}
			dying := Case{Action: leave(7), Seen: seen(), Now: noon, Dying: true}
			dying.Seen.Positions = held(7)
			says(t, c.Before(dying), "", "a death after %d orders", sent)
		}
	}
}

// More than can be counted is the most there is: a sum never comes round to zero.
func TestASumThatCannotBeCountedAllowsNothing(t *testing.T) {
	p := limits()
	p.PerSession, p.PerDay, p.PerTransaction = math.MaxInt64, math.MaxInt64, math.MaxInt64
	c := New(p)
	k := Case{Action: buy(), Seen: seen(), Now: noon}
	c.Committed(k, math.MaxInt64-1)
	c.Committed(k, 5)
	if c.spent.session != math.MaxInt64 || c.spent.inDay(noon) != math.MaxInt64 {
		t.Errorf("session %d, day %d", c.spent.session, c.spent.inDay(noon))
	}
	says(t, c.After(k, spent(1, 1)), CodeSpend, "one more")
	if c.NewSession(); c.spent.session != 0 {
		t.Errorf("a new session begins with %d", c.spent.session)
	}
}

// A proposal that names its tokens is held to them, and passes with them.
func TestAProposalMayNameItsOwnTokens(t *testing.T) {
	a := buy()
	a.Constraints.Tokens = []common.Address{usdc.Address, weth.Address}
	says(t, New(limits()).Before(Case{Action: a, Seen: seen()}), "", "both")
	a.Constraints.Tokens = []common.Address{}
	says(t, New(limits()).Before(Case{Action: a, Seen: seen()}), CodeNarrowed, "none")
}

// An account that strangers filled with positions opens no more of them, and trades on.
func TestACrowdOfPositionsStopsPositionsOnly(t *testing.T) {
	crowded := seen()
	crowded.Crowd = 1
	says(t, New(limits()).Before(Case{Action: provide(), Seen: crowded}), CodePositions, "a position")
	says(t, New(limits()).Before(Case{Action: buy(), Seen: crowded}), "", "a purchase")
}

// Only positions of the account are the Golem's, whatever others stand beside them.
func TestAPositionIsTheGolemsByItsNumber(t *testing.T) {
	r := seen()
	r.Positions = []turn.Position{{ID: "7"}, {ID: "8"}}
	for id, want := range map[uint64]wire.Code{7: "", 8: "", 9: CodePosition} {
		says(t, New(limits()).Before(Case{Action: leave(id), Seen: r}), want, "%d", id)
	}
}

// spec: heartbeat §11.6 — a stake is what an opening puts at risk, in whole dollars; what
// opens nothing, saves a debt, or has no price stakes nothing.
func TestAStakeIsWhatAnOpeningPutsAtRisk(t *testing.T) {
	lends, both := supplies(), provide()
	both.Base = uint256.NewInt(5e17)
	for name, c := range map[string]struct {
		k    Case
		want float64
		ok   bool
	}{
		"a purchase":           {Case{Action: buy(), Seen: seen()}, 1000, true},
		"one side":             {Case{Action: provide(), Seen: seen()}, 1000, true},
		"both sides":           {Case{Action: both, Seen: seen()}, 2000, true},
		"lending":              {Case{Action: lends, Seen: seen()}, 1, true},
		"saving a debt":        {Case{Action: lends, Seen: secured()}, 0, false},
		"a sale":               {Case{Action: sell(), Seen: seen()}, 0, false},
		"without a price":      {Case{Action: buy()}, 0, false},
		"more than is counted": {Case{Action: grammar.Action{Kind: grammar.AddLiquidity, Market: exchange, Protocol: uniswapv3.Name, Quote: new(uint256.Int), Base: new(uint256.Int).SetAllOne(), TickLower: -10, TickUpper: 10}, Seen: seen()}, 0, true},
	} {
		s, ok := Stake(c.k)
		if name == "more than is counted" {
			if !ok || s.Value < 1e50 {
				t.Errorf("%s: %v, %v", name, s.Value, ok)
			}
			continue
		}
		if ok != c.ok || math.Abs(s.Value-c.want) > 0.01 || s.Market != (ok && !c.k.Action.Lends()) {
			t.Errorf("%s: %+v, %v", name, s, ok)
		}
	}
	if s, _ := Stake(Case{Action: provide(), Seen: seen()}); s.Lower != -10 || s.Upper != 10 {
		t.Errorf("the range: %+v", s)
	}
	paid := seen()
	paid.Markets[0].BaseFee, paid.Markets[0].QuoteFee = 1_000, 3_000
	if s, _ := Stake(Case{Action: buy(), Seen: paid}); s.Fee != 0.003 {
		t.Errorf("the fee: %v", s.Fee)
	}
	if s, _ := Stake(Case{Action: provide(), Seen: paid}); s.Fee != 0 {
		t.Errorf("liquidity pays a fee: %v", s.Fee)
	}
}
