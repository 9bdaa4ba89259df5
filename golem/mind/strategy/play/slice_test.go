package play

import (
	"strings"
	"testing"

	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/internal/money"
)

// sellsOut plays a sale to its end and returns how many steps were taken and refused.
func sellsOut(m *paper, p *Player, exit []turn.Trigger) (went, refused int) {
	triggers := exit
	for now := int64(0); len(triggers) > 0 && now < 10_000*apart; now += apart {
		m.play(p, now, triggers)
		triggers = p.Rest(now + apart)
	}
	for _, a := range m.actions {
		if a == "swap" {
			went++
		} else {
			refused++
		}
	}
	return went, refused
}

// spec: safety §17 — an exit takes as many parts as the market needs, and when that shrinks
// in the middle of them the rest is smaller.
func TestASliceFollowsTheMarket(t *testing.T) {
	for _, flipped := range []bool{false, true} {
		m, p, exit := shallow(t, sells, 1_000, 50_000, flipped)
		hold(t, m, 1_000)
		m.limit = 0.03
		m.play(p, 0, exit)
		m.pour(*new(uint256.Int).Div(&m.r.Primary().Range.Liquidity, uint256.NewInt(10))) // what is left is 19 % of it
		went, refused := sellsOut(m, p, p.Rest(apart))
		if left := m.wallet(weth.Address); !left.IsZero() || refused != 0 || went < 20 || went > 32 {
			t.Errorf("flipped %v: %d parts, %d refused, %s left", flipped, went, refused, left.Dec())
		}
	}
}

// spec: safety §17 — the first part is tried again like any other, and what is refused for
// its size in halves, until a part is worth no transaction.
func TestAnExitRefusedForItsSizeGoesInHalves(t *testing.T) {
	for depth, whole := range map[uint64]bool{10_000: false, 1_000_000: true} {
		m, p, exit := shallow(t, sells, 1_000, depth, false)
		hold(t, m, 900)
		m.limit = 4 * 7 / float64(depth) // it takes 7 at a time, whatever its depth says
		went, refused := sellsOut(m, p, exit)
		if left := m.wallet(weth.Address); !left.IsZero() || went < 129 || went > 257 || refused > 8 {
			t.Errorf("whole %v: %d parts, %d refused, %s left", whole, went, refused, left.Dec())
		}
	}
}

func TestAPartWorthNothingIsNotHalved(t *testing.T) {
	m, p, exit := shallow(t, sells, 1_000, 10_000, false)
	hold(t, m, 900)
	m.limit = 1e-9
	if went, refused := sellsOut(m, p, exit); went != 0 || refused < 7 || refused > 7+mostRetries {
		t.Errorf("%d parts, %d refused", went, refused)
	}
}

// What opens is not tried in halves: a smaller purchase is another one.
func TestAnEntryIsNotHalved(t *testing.T) {
	m, p, entry := shallow(t, buys, 1_000, 10_000, false)
	m.limit = 1e-9
	if _, refused := sellsOut(m, p, entry); refused != 1 {
		t.Errorf("it was tried %d times", refused)
	}
}

// spec: safety §15.3 — an emergency sells what there is room for, halved as often as that
// was refused, and a quote token at least.
func TestAnEmergencySellsWhatTheMarketTakes(t *testing.T) {
	for halved, want := range map[float64]float64{0: 67.5, 1: 33.75, 3: 8.4375, 6: 1.0546875, 7: 1, 40: 1, 300: 1} {
		m, p, _ := shallow(t, sells, 1_000, 10_000, false)
		hold(t, m, 900)
		before := *m.wallet(weth.Address)
		m.play(p, 0, []turn.Trigger{{Rule: Emergency, Kind: "stop", Values: []turn.Value{{Name: Halved, Value: halved}}}})
		after := *m.wallet(weth.Address)
		sold := less(&before, &after)
		if got := m.worth(weth, &sold); got < want*0.999 || got > want*1.001 {
			t.Errorf("halved %v times it sells %v, want %v", halved, got, want)
		}
	}
}

// An emergency sells where it gets most, and in the next market where others refused it, the first of them
// again behind the last.
//
// spec: safety §15.3, §1.4 S-7
func TestAnEmergencySellsInTheNextMarket(t *testing.T) {
	m, _, _ := shallow(t, sells, 1_000, 10_000, false)
	r, amount := m.r, uint256.NewInt(1e15)
	dear := *r.Primary()
	dear.Handle, dear.BaseFee = "dear", 30_000
	thin := *r.Primary()
	thin.Handle = "thin"
	thin.Depth.Rsh(&thin.Depth, 2)
	r.Markets = append(r.Markets, dear, thin)
	own := way{market: market{&dear}}
	for refused, want := range []string{r.Primary().Handle, "thin", "dear", r.Primary().Handle} {
		if got := own.passing(&r, weth, amount, uint(refused)).Handle; got != want { //nolint:gosec // small
			t.Errorf("after %d refusals it sells in %s, want %s", refused, got, want)
		}
	}
	routed := way{market: market{&thin}, second: market{&dear}}
	if got := routed.passing(&r, weth, amount, 3); !got.routed() {
		t.Errorf("the way over two is not tried: %+v", got)
	}
	if got := routed.passing(&r, weth, amount, 1); got.routed() || got.Handle != "thin" {
		t.Errorf("behind the way over two it sells in %s", got.Handle)
	}
}

func TestAReductionSellsWhatTheMarketTakes(t *testing.T) {
	for halved, want := range map[float64]float64{0: 67.5, 2: 16.875, 9: 1} {
		m, p, _ := shallow(t, sells, 1_000, 10_000, false)
		hold(t, m, 900)
		before := AtRisk(m.r)
		cut := reduction(100, 0)
		cut[0].Values = append(cut[0].Values, turn.Value{Name: Halved, Value: halved})
		m.play(p, 0, cut)
		if got := before - AtRisk(m.r); got < want*0.999 || got > want*1.001 {
			t.Errorf("halved %v times it sells %v, want %v", halved, got, want)
		}
	}
}

func TestASliceIsWithinTheRoomAndAllOfThemAreTheOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		depth := rapid.Uint64Range(1_000, 10_000_000).Draw(rt, "depth")
		m, _, _ := shallow(t, sells, 1_000, depth, rapid.Bool().Draw(rt, "flipped"))
		value := *uint256.NewInt(rapid.Uint64Range(1e6, 1e12).Draw(rt, "value"))
		impact := money.BPS(rapid.Uint64Range(10, 500).Draw(rt, "impact"))
		d := deskOf(&m.r)
		d.pace.Impact = impact
		k := &task{duty: &duty{kind: rule.Stop}}
		room, _ := d.room(d.wallet.primary())
		left := d.wallet.primary().worth(&value)
		units, parts := left, 0
		for ; parts == 0 || k.order.left > 0; parts++ {
			if parts > 50 { // what is left follows the same rule
				return
			}
			have := d.wallet.primary().value(&left)
			now := k.cut(&d, d.wallet.primary(), left, have)
			worth := d.wallet.primary().value(&now)
			if bound := *new(uint256.Int).AddUint64(&room, 10); worth.Gt(&bound) && room.Gt(d.wallet.whole()) {
				rt.Fatalf("part %d is worth %s, there is room for %s", parts, worth.Dec(), room.Dec())
			}
			left = less(&left, &now)
		}
		if !left.IsZero() {
			rt.Fatalf("%s of %s are left behind %d parts", left.Dec(), units.Dec(), parts)
		}
	})
}

func TestTheRestSaysWhichPartIsNext(t *testing.T) {
	m, p, exit := shallow(t, sells, 1_000, 1_000_000, false)
	hold(t, m, 900)
	m.limit = 1e-9
	m.play(p, 0, exit)
	due := p.Rest(apart)
	if len(due) != 1 || due[0].Values[1].Value != 2 || due[0].Values[0].Value != 1 {
		t.Errorf("%+v", due)
	}
	_, thoughts := m.play(p, apart, due)
	if !strings.Contains(thoughts[0].Summary, "part 1 of 2") {
		t.Errorf("%q", thoughts[0].Summary)
	}
}

// Two sales in parts at a time sell what both ask for, and what failed after it had moved the
// tokens is not sold twice.
func TestSalesAtATimeAddUp(t *testing.T) {
	m, p, _ := shallow(t, halves+"```rule stop too\nwhen true do sell 20% of position\n```\n", 1_000, 10_000, false)
	hold(t, m, 400)
	held := m.wallet(weth.Address).Float64()
	s := p.source.Active()
	m.play(p, 0, fire(s, rule.Exit)) // an eighth of four
	m.play(p, apart, append(p.Rest(apart), fire(s, rule.Stop)...))
	rests(m, p, 2*apart)
	want := 1 - 0.5 - 0.2*(1-0.125)
	if left := m.wallet(weth.Address).Float64() / held; left < want-0.001 || left > want+0.001 {
		t.Errorf("%.4f left, want %.4f", left, want)
	}
}

func TestWhatFailedBehindItsTransferIsNotSoldTwice(t *testing.T) {
	m, p, held := halving(t)
	m.refuse["swap"] = turn.StatusFailed
	done, _ := m.play(p, apart, p.Rest(apart))
	m.pay(weth.Address, m.amount(sizes(t, done)[0]))
	delete(m.refuse, "swap")
	rests(m, p, 2*apart)
	half(t, m, held, "a part that moved and failed")
}

// A part of what opens counts as sent once it may have been: bought twice cannot be undone.
func TestAPartOfAnEntryIsNeverSentAgain(t *testing.T) {
	m, p, entry := shallow(t, buys, 1_000, 10_500, false)
	m.play(p, 0, entry)
	m.refuse["swap"] = turn.StatusPending
	done, _ := m.play(p, apart, p.Rest(apart))
	delete(m.refuse, "swap")
	done[0].Status = turn.StatusFailed
	p.Resolved(done[0])
	rests(m, p, 2*apart)
	if got := strings.Count(strings.Join(m.actions, " "), "swap"); got != 4 {
		t.Errorf("%d purchases, want four of which one was lost", got)
	}
}
