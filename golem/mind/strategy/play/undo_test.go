package play

import (
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

// What was bought for a range is sold again where the range is then refused; what was in the
// wallet before stays.
//
// first look A.5
func TestAPlanThatBreaksIsUndone(t *testing.T) {
	for _, flipped := range []bool{false, true} {
		s, m, player := playing(t, liquid, flipped)
		had := m.amount("20000000000000000") // worth some 37 USDC, less than the range takes
		m.earn(weth.Address, had)
		m.revalue()
		m.refuse["add_liquidity"] = turn.StatusBlocked
		done, thoughts := m.play(player, 0, fire(s, rule.Entry))
		if !slices.Equal(m.actions, []string{"swap", "add_liquidity blocked", "swap"}) || len(done) != 3 || !m.wallet(weth.Address).Eq(had) {
			t.Errorf("flipped %v: it did %q and holds %s, had %s", flipped, m.actions, m.wallet(weth.Address).Dec(), had.Dec())
		}
		if said := thoughts[2].Summary; !strings.Contains(said, "entry open: stopped: the last step was blocked by cage (TEST); entry open, undone: swap") {
			t.Errorf("it says %q", said)
		}
	}
}

// A mint that is pending and then fails is undone in a later tick; one that was executed is not.
func TestARangeThatWasNotOpenedAfterAllIsUndoneLater(t *testing.T) {
	for became, want := range map[turn.Status]int{turn.StatusFailed: 1, turn.StatusExecuted: 0} {
		s, m, player := playing(t, liquid, false)
		m.refuse["add_liquidity"] = turn.StatusPending
		done, _ := m.play(player, 0, fire(s, rule.Entry))
		last := done[len(done)-1]
		if last.Status != turn.StatusPending || len(player.Rest(0)) != 0 {
			t.Fatalf("it did %q, and %d rests are due", m.actions, len(player.Rest(0)))
		}
		last.Status = became
		player.Resolved(last)
		player.Resolved(last)
		rest := player.Rest(1)
		if len(rest) != want {
			t.Fatalf("%s: %d rests", became, len(rest))
		}
		if want == 0 {
			continue
		}
		m.play(player, 1, rest)
		if m.actions[len(m.actions)-1] != "swap" || !m.wallet(weth.Address).IsZero() || len(player.Rest(100_000)) != 0 {
			t.Errorf("it did %q and holds %s", m.actions, m.wallet(weth.Address).Dec())
		}
	}
}
