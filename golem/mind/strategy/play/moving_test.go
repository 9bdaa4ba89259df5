package play

import (
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/internal/money"
)

// fueled is a source whose day of gas is spent, or that foretells what would be refused.
type fueled struct {
	fixed
	gas, why string
}

func (f fueled) Fuels(uint64, turn.Reading) string { return f.gas }

func (f fueled) Foretell(body []byte, _ turn.Reading) string {
	if strings.Contains(string(body), "add_liquidity") {
		return f.why
	}
	return ""
}

// ranged is a wallet with a position that the price has left upward, so that moving it buys.
func ranged(t *testing.T) (*paper, *Player, []turn.Trigger) {
	s, m, player := playing(t, liquid, false)
	m.play(player, 0, fire(s, rule.Entry))
	m.moveTo(201101 - 150) // in ticks of USDC/WETH: WETH is dearer
	m.actions = nil
	return m, player, fire(s, rule.Manage)[:1]
}

// What was bought for a range is sold again where it is not opened, after a move too, and what came out of the
// old one is left.
//
// first look A.5
func TestAMoveThatBreaksSellsWhatItBought(t *testing.T) {
	m, player, move := ranged(t)
	before := *m.wallet(weth.Address)
	m.refuse["add_liquidity"] = turn.StatusBlocked
	_, thoughts := m.play(player, 1, move)
	m.did("a move whose opening is blocked", "remove_liquidity swap add_liquidity blocked swap")
	if held := *m.wallet(weth.Address); !held.Eq(&before) || !strings.Contains(said(thoughts), "manage move, undone: swap") {
		t.Errorf("it holds %s, and held %s: %s", held.Dec(), before.Dec(), said(thoughts))
	}
}

// A purchase that is pending as the tick ends is sold again once it lands: nobody opens the range any more.
func TestAPurchaseThatLandsLateIsSoldAgain(t *testing.T) {
	for became, want := range map[turn.Status]int{turn.StatusFailed: 0, turn.StatusExecuted: 1} {
		m, player, move := ranged(t)
		m.refuse["swap"] = turn.StatusPending
		done, _ := m.play(player, 1, move)
		last := done[len(done)-1]
		if m.did("a purchase that is pending", "remove_liquidity swap pending"); len(player.Rest(1)) != 0 {
			t.Fatalf("%s: something is due before anything is known", became)
		}
		last.Status = became
		player.Resolved(last)
		if rest := player.Rest(2); len(rest) != want {
			t.Errorf("%s: %d rests", became, len(rest))
		}
	}
}

// What came out of a range and is sold on the way is no risk beside the new one: a move of all that may be at risk
// opens all of it again.
func TestAMoveSellsBeforeItsLimitCounts(t *testing.T) {
	s, m, player := playing(t, liquid, false)
	m.play(player, 0, fire(s, rule.Entry))
	m.moveTo(201101 + 150) // WETH is cheaper: all of it came out
	s.Bounds.MaxDeployed, m.actions = 2_000, nil
	m.play(player, 1, fire(s, rule.Manage)[:1])
	m.did("a move of all that may be at risk", "remove_liquidity swap add_liquidity")
	d := deskOf(&m.r)
	equity, within := d.wallet.equity(), d.wallet.worthOf(d.wallet.positions())
	if least := bpsOf(&equity, 1_950); within.Lt(&least) {
		t.Errorf("of a fifth of %s, %s are in the new range", equity.Dec(), within.Dec())
	}
}

// Limits, gas and what else is known are asked before anything is taken out.
func TestNoLiquidityIsTakenOutThatCouldNotBeOpenedAgain(t *testing.T) {
	for name, c := range map[string]struct {
		source           fueled
		position, deploy money.BPS
		did, says        string
	}{
		"nothing speaks against it": {fueled{}, 2_500, 3_000, "remove_liquidity swap add_liquidity", "add "},
		"gas is spent":              {fueled{gas: "no gas is left"}, 2_500, 3_000, "", "the liquidity in weth-usdc-5 stays: no gas is left"},
		"it would be refused":       {fueled{why: "halted"}, 2_500, 3_000, "", "stays: its opening would be refused: halted"},
		"a small position":          {fueled{}, 900, 3_000, "", "stays: the limits would let only"},
		"little in all":             {fueled{}, 2_500, 900, "", "stays: the limits would let only"},
		"three quarters in all":     {fueled{}, 2_500, 1_500, "remove_liquidity swap add_liquidity", "add "},
	} {
		m, _, move := ranged(t)
		s := compiled(t, liquid)
		s.Bounds.MaxPosition, s.Bounds.MaxDeployed = c.position, c.deploy
		c.source.fixed = fixed{s}
		_, thoughts := m.play(New(c.source), 1, move)
		if m.did(name, c.did); !strings.Contains(said(thoughts), c.says) {
			t.Errorf("%s: %s", name, said(thoughts))
		}
		d := deskOf(&m.r)
		equity, deployed := d.wallet.equity(), d.wallet.deployed()
		if most := bpsOf(&equity, s.Bounds.MaxDeployed+5); c.did != "" && deployed.Gt(&most) {
			t.Errorf("%s: %s of %s are deployed", name, deployed.Dec(), equity.Dec())
		}
	}
}
