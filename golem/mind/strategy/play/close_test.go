package play

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

var emergency = []turn.Trigger{{Rule: Emergency, Kind: "stop"}}

// crowded is a wealthy wallet with so many positions in all.
func crowded(t testing.TB, positions int) *paper {
	m := wealthy(t, false)
	for i := 1; i < positions; i++ {
		p := m.r.Positions[0]
		p.ID = strconv.Itoa(100 + i)
		m.r.Positions = append(m.r.Positions, p)
	}
	return m
}

// spec: safety §15.3 — what is refused keeps nothing else from being closed.
func TestAnEmergencyGoesOnPastWhatIsRefused(t *testing.T) {
	for kind, want := range map[string]string{
		"remove_liquidity": "remove_liquidity blocked withdraw swap remove_liquidity blocked",
		"withdraw":         "remove_liquidity withdraw blocked swap withdraw blocked",
		"swap":             "remove_liquidity withdraw swap blocked swap blocked",
	} {
		m, player := wealthy(t, false), New(fixed{compiled(t, trading)})
		m.refuse[kind] = turn.StatusBlocked
		m.play(player, 1, emergency)
		m.play(player, 2, emergency)
		m.did("with "+kind+" refused", want)
		delete(m.refuse, kind)
		m.play(player, 3, emergency)
		m.play(player, 4, emergency)
		if left := AtRisk(m.r); left > 1 {
			t.Errorf("with %s no longer refused %v are left", kind, left)
		}
	}
}

// A tick has eight steps: what took all of them in vain comes last in the next one, and the
// one that waited longest is the first of it.
func TestManyRefusalsDoNotTakeEveryTick(t *testing.T) {
	m, player := crowded(t, 12), New(fixed{compiled(t, trading)})
	m.refuse["remove_liquidity"] = turn.StatusBlocked
	tried := map[string]int{}
	for tick := range int64(4) {
		done, _ := m.play(player, tick, emergency)
		for _, a := range done {
			tried[string(a.Proposal.Body)]++
		}
	}
	if !m.wallet(weth.Address).IsZero() || !m.r.Lending[0].Idle() {
		t.Errorf("%s WETH and %+v are left: %v", m.wallet(weth.Address), m.r.Lending, m.actions)
	}
	for body, n := range tried {
		if strings.Contains(body, "remove") && (n < 2 || n > 3) {
			t.Errorf("of 30 tries %d went to %s", n, body)
		}
	}
	if len(tried) != 14 {
		t.Errorf("%d different steps", len(tried))
	}
}

// What was left by other means is not remembered, and a later emergency begins with it anew.
func TestWhatIsNoMoreIsForgotten(t *testing.T) {
	m, player := wealthy(t, false), New(fixed{compiled(t, trading)})
	for _, kind := range []string{"remove_liquidity", "withdraw", "swap"} {
		m.refuse[kind] = turn.StatusFailed
	}
	m.play(player, 0, emergency)
	if want := []string{"1", "withdraw aave-v3USDC", selling(weth)}; !slices.Equal(player.closing.fresh, want) {
		t.Fatalf("refused were %q", player.closing.fresh)
	}
	m.r.Positions, m.r.Lending = nil, nil
	m.wallet(weth.Address).Clear()
	if m.play(player, 1, nil); len(player.closing.refused)+len(player.closing.fresh) != 0 {
		t.Errorf("it remembers %q", player.closing.refused)
	}
}

// A steer that came between is no refusal: the step is made again, unless the steer drops it.
func TestACancelledStepOfAnEmergencyIsMadeAgain(t *testing.T) {
	m, player := wealthy(t, false), New(fixed{compiled(t, trading)})
	b := turn.Brief{Tier: turn.T2, Seen: turn.Observation{Reading: m.r}, Triggers: emergency}
	first, _ := player.Deliberate(t.Context(), b)
	b.Step, b.Done = 1, []turn.Action{{Proposal: *first.Proposal, Status: turn.StatusCancelled}}
	again, _ := player.Deliberate(t.Context(), b)
	if again.Proposal == nil || string(again.Proposal.Body) != string(first.Proposal.Body) {
		t.Errorf("after %s it proposes %+v", first.Proposal.Body, again.Proposal)
	}
}

// A repayment that is refused keeps neither the deposit nor the base tokens.
func TestADebtThatCannotBePaidKeepsNothingElse(t *testing.T) {
	m, player := wealthy(t, false), New(fixed{compiled(t, trading)})
	m.r.Lending[0].Reserves = slices.Clone(m.r.Lending[0].Reserves)
	m.r.Lending[0].Reserves[1].Owed = *uint256.NewInt(1e15)
	m.refuse["repay"] = turn.StatusBlocked
	m.play(player, 1, emergency)
	m.did("an emergency", "remove_liquidity repay blocked withdraw swap")
}

// spec: safety §15.3 — what a stranger sends the wallet neither comes first nor at all, while
// there is something to save.
func TestTheDearestPositionIsLeftFirst(t *testing.T) {
	for name, triggers := range map[string]func(s []turn.Trigger) []turn.Trigger{
		"an emergency": func([]turn.Trigger) []turn.Trigger { return emergency },
		"a rule":       func(rules []turn.Trigger) []turn.Trigger { return rules },
	} {
		s := compiled(t, "```rule stop out\nwhen true do withdraw liquidity\n```\n")
		m, player := wealthy(t, false), New(fixed{s})
		dear := m.r.Positions[0]
		m.r.Positions = nil
		for i, share := range []uint64{2_000_000, 3, 5, 1_000_000, 1, 3_000_000} { // of the dear one's liquidity
			p := dear
			p.ID = strconv.Itoa(i + 1)
			p.Liquidity = muldiv(&p.Liquidity, uint256.NewInt(1), uint256.NewInt(share))
			m.r.Positions = append(m.r.Positions, p)
		}
		m.moveTo(201101)
		done, _ := m.play(player, 1, triggers(fire(s, rule.Stop)))
		got := ""
		for _, a := range done {
			_, rest, ok := strings.Cut(string(a.Proposal.Body), `"position_id":"`)
			if ok {
				got += rest[:1]
			}
		}
		if got != "523" {
			t.Errorf("%s leaves %s first", name, got)
		}
		done, _ = m.play(player, 2, triggers(fire(s, rule.Stop)))
		if len(done) != 3 || len(m.r.Positions) != 0 {
			t.Errorf("%s: with nothing else %d steps, %d positions left", name, len(done), len(m.r.Positions))
		}
	}
}

// Dust waits for what is lent and held too, where all is closed.
func TestDustWaitsForWhatIsStuck(t *testing.T) {
	m, player := wealthy(t, false), New(fixed{compiled(t, trading)})
	m.r.Positions[0].Liquidity.SetUint64(1)
	m.moveTo(201101)
	m.refuse["withdraw"] = turn.StatusBlocked
	m.play(player, 1, emergency)
	m.play(player, 2, emergency)
	m.did("an emergency", "withdraw blocked swap withdraw blocked")
}
