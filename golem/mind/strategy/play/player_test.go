package play

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/internal/money"
)

const trading = "```rule entry in\nwhen true do buy 20% of equity\n```\n```rule exit out\nwhen true do sell all\n```\n```rule stop half\nwhen true do sell 50% of position\n```\n"

const liquid = "```rule entry open\nwhen true do provide 20% of equity within ±1%\n```\n```rule manage move\nwhen true do recentre within ±1%\n```\n" +
	"```rule stop leave\nwhen true do withdraw liquidity then sell all\n```\n```rule manage collect\nwhen true do claim fees\n```\n"

func TestABuyIsExactJSON(t *testing.T) {
	s, m, player := playing(t, trading, false)
	done, thoughts := m.play(player, 0, fire(s, rule.Entry))
	want := `{"type":"swap","params":{"market":"weth-usdc-5","token_in":"usdc","token_out":"weth","amount_in":"200000000","slippage_bps":50},"constraints":{}}`
	if len(done) != 1 || string(done[0].Proposal.Body) != want {
		t.Fatalf("%d actions, body %s", len(done), done[0].Proposal.Body)
	}
	if p := done[0].Proposal; p.Origin != turn.OriginRule || p.Cause != "rule:entry-in@7" {
		t.Errorf("origin %s, cause %s", p.Origin, p.Cause)
	}
	if got := thoughts[0]; got.Model != "rules" || got.Cost != 0 || !got.Recommends || got.Summary != "entry in: swap 200 USDC into WETH" || fmt.Sprint(got.Causes) != "[rule:entry-in@7]" {
		t.Errorf("thought %+v", got)
	}
	if last := thoughts[1]; last.Recommends || last.Summary != "nothing left to do" {
		t.Errorf("last thought %+v", last)
	}
}

func TestATickWithoutATriggerThinksThatNothingIsAsked(t *testing.T) {
	done, thoughts := newPaper(t, 1000, false).play(New(fixed{compiled(t, trading)}), 0, nil)
	if len(done) != 0 || len(thoughts) != 1 || thoughts[0].Summary != "no rule became true" {
		t.Errorf("%d actions, %+v", len(done), thoughts)
	}
}

func TestStopsGoFirstAndEntriesWaitForThem(t *testing.T) {
	s, m, player := playing(t, trading, false)
	m.play(player, 0, fire(s, rule.Entry))
	done, thoughts := m.play(player, 1, fire(s, rule.Entry, rule.Exit, rule.Stop))
	var order []string
	for _, a := range done {
		order = append(order, a.Proposal.Cause)
	}
	if got := strings.Join(order, " "); got != "rule:stop-half@13 rule:exit-out@10" {
		t.Errorf("order %s", got)
	}
	if got := thoughts[0].Summary; strings.Count(got, "entry in: nothing is opened in a tick that closes something") != 1 {
		t.Errorf("%q", got)
	}
	if !m.wallet(weth.Address).IsZero() {
		t.Error("something was left unsold")
	}
}

func TestBoundsCutAnEntryToWhatFits(t *testing.T) {
	s, m, player := playing(t, "```rule entry in\nwhen true do buy 100% of cash\n```\n", false)
	done, _ := m.play(player, 0, fire(s, rule.Entry))
	if len(done) != 1 || !strings.Contains(string(done[0].Proposal.Body), `"amount_in":"250000000"`) {
		t.Fatalf("actions %v", m.actions)
	}
	done, thoughts := m.play(player, 1, fire(s, rule.Entry))
	if len(done) != 0 || !strings.Contains(thoughts[0].Summary, "max_position leaves less than 1 USDC") {
		t.Errorf("%d actions, %q", len(done), thoughts[0].Summary)
	}
}

// The cage measures shares at the feed's price: where that is above the pool's, an entry up to
// max_position is made smaller, and passes, in place of being refused.
func TestAnEntryFitsAtTheFeedsPriceToo(t *testing.T) {
	for _, flipped := range []bool{false, true} {
		for answer, want := range map[uint64]string{1_000_000_000: "250000000", 1_010_000_000: "247524752", 990_000_000: "250000000", 0: "250000000"} {
			s, m, _ := playing(t, "```rule entry in\nwhen true do buy 25% of equity\n```\n", flipped)
			player := New(caged{fixed{s}, cageOf(s, 1e12, 1e12), false})
			price := m.r.Primary().Price
			m.r.Assets[1].Feed = &turn.Feed{Price: price, Decimals: 8}
			m.r.Assets[1].Feed.Answer.SetUint64(uint64(price * float64(answer) / 10))
			done, _ := m.play(player, 0, fire(s, rule.Entry))
			if len(done) != 1 || !strings.Contains(string(done[0].Proposal.Body), `"amount_in":"`+want+`"`) {
				t.Errorf("feed at %d ppb of the pool: %s, want %s", answer, done[0].Proposal.Body, want)
			}
		}
	}
}

func TestWhatARuleAsksForIsNotBlamedOnALimit(t *testing.T) {
	for do, want := range map[string]string{
		"buy 0.5 usdc":                     "the rule asks for less than 1 USDC",
		"buy 0.05% of equity":              "the rule asks for less than 1 USDC",
		"buy 0.09% of cash":                "the rule asks for less than 1 USDC",
		"provide 0.09% of cash within ±1%": "the rule asks for less than 1 USDC",
		"buy 1 usdc":                       "",
	} {
		s, m, player := playing(t, "```rule entry in\nwhen true do "+do+"\n```\n", false)
		_, thoughts := m.play(player, 0, fire(s, rule.Entry))
		if got := len(m.actions); (got == 0) != (want != "") || !strings.Contains(thoughts[0].Summary, want) {
			t.Errorf("%s: %d actions, %q", do, got, thoughts[0].Summary)
		}
	}
}

func TestAnAmountIsBoughtAsWritten(t *testing.T) {
	for _, flipped := range []bool{false, true} {
		s, m, player := playing(t, "```rule entry\nwhen true do buy 12.5 usdc\n```\n", flipped)
		done, thoughts := m.play(player, 0, fire(s, rule.Entry))
		if len(done) != 1 || !strings.Contains(string(done[0].Proposal.Body), `"amount_in":"12500000"`) || thoughts[0].Summary != "entry: swap 12.5 USDC into WETH" {
			t.Errorf("%q", thoughts[0].Summary)
		}
		player.paused = true
		if done, _ := m.play(player, 1, fire(s, rule.Entry)); len(done) != 0 {
			t.Error("a restored pause did not hold")
		}
	}
}

func TestProvideSwapsToTheRatioAndMintsAroundThePrice(t *testing.T) {
	for _, flipped := range []bool{false, true} {
		s, m, player := playing(t, liquid, flipped)
		done, _ := m.play(player, 0, fire(s, rule.Entry))
		if got := strings.Join(m.actions, " "); got != "swap add_liquidity" || len(done) != 2 {
			t.Fatalf("flipped %v: %s", flipped, got)
		}
		p := m.r.Positions[0]
		if !p.InRange(m.r.Primary().Range.Tick) || p.Upper-p.Lower < 200 || p.Upper-p.Lower > 220 {
			t.Errorf("flipped %v: range %d to %d at %d", flipped, p.Lower, p.Upper, m.r.Primary().Range.Tick)
		}
		if p.Value < 198 || p.Value > 200.5 {
			t.Errorf("flipped %v: position of %v", flipped, p.Value)
		}
		if left := m.worth(weth, m.wallet(weth.Address)); left > 1 {
			t.Errorf("flipped %v: %v WETH value left over", flipped, left)
		}
	}
}

func TestRecentreClosesSwapsAndMintsInOneTick(t *testing.T) {
	for _, flipped := range []bool{false, true} {
		s, m, player := playing(t, liquid, flipped)
		m.play(player, 0, fire(s, rule.Entry))
		for _, tick := range []int32{201101 + 150, 201101 - 150} {
			m.moveTo(tick)
			m.actions = nil
			m.play(player, 1, fire(s, rule.Manage)[:1])
			if got := strings.Join(m.actions, " "); got != "remove_liquidity swap add_liquidity" {
				t.Fatalf("flipped %v at %d: %s", flipped, tick, got)
			}
			if len(m.r.Positions) != 1 || !m.r.Positions[0].InRange(m.r.Primary().Range.Tick) {
				t.Errorf("flipped %v: positions %+v", flipped, m.r.Positions)
			}
		}
	}
}

func TestWithdrawThenSellLeavesOnlyCash(t *testing.T) {
	s, m, player := playing(t, liquid, false)
	m.play(player, 0, fire(s, rule.Entry))
	m.play(player, 0, fire(s, rule.Entry))
	m.moveTo(201101 + 30)
	m.actions = nil
	m.play(player, 1, fire(s, rule.Stop))
	if got := strings.Join(m.actions, " "); got != "remove_liquidity remove_liquidity swap" || len(m.r.Positions) != 0 || !m.wallet(weth.Address).IsZero() {
		t.Errorf("%s, %d positions", got, len(m.r.Positions))
	}
}

func TestFeesAreClaimedOncePerPositionThatHasSome(t *testing.T) {
	s, m, player := playing(t, liquid, false)
	for range 2 {
		m.play(player, 0, fire(s, rule.Entry))
		m.r.Positions[len(m.r.Positions)-1].QuoteFees.SetUint64(1)
		m.moveTo(201101)
	}
	m.r.Positions[0].QuoteFees.Clear()
	done, _ := m.play(player, 1, fire(s, rule.Manage)[1:])
	if len(done) != 1 || string(done[0].Proposal.Body) != `{"type":"claim_fees","params":{"position_id":"2"},"constraints":{}}` {
		t.Errorf("%d actions %v", len(done), m.actions)
	}
}

func TestAllEntriesTogetherStayWithinMaxDeployed(t *testing.T) {
	s, m, player := playing(t, liquid+trading, false)
	for i := range int64(5) {
		m.play(player, i, fire(s, rule.Entry))
	}
	risk := m.r.Positions[0].Value + m.worth(weth, m.wallet(weth.Address))
	if len(m.r.Positions) != 1 || risk < 280 || risk > 0.3*m.r.Equity() {
		t.Errorf("%d positions, %v at risk of %v", len(m.r.Positions), risk, m.r.Equity())
	}
}

func TestAPlanEndsWhereAStepIsNotExecuted(t *testing.T) {
	for _, c := range []struct {
		kind   string
		status turn.Status
		want   string
	}{
		{"swap", turn.StatusBlocked, "swap blocked"},
		{"swap", turn.StatusFailed, "swap failed"},
		{"swap", turn.StatusPending, "swap pending"},
	} {
		s, m, player := playing(t, liquid, false)
		m.refuse[c.kind] = c.status
		_, thoughts := m.play(player, 0, fire(s, rule.Entry))
		m.did("a plan", c.want)
		last := thoughts[len(thoughts)-1]
		if c.status != turn.StatusPending && !strings.Contains(last.Summary, "stopped: the last step was "+string(c.status)+" by cage (TEST)") || last.Recommends != (c.status == turn.StatusPending) { // behind which nothing is asked
			t.Errorf("last thought %q", last.Summary)
		}
		if said := strings.Join(player.notes, "; "); strings.Count(said, "entry open: stopped") != 1 {
			t.Errorf("it says %q", said)
		}
	}
}

func TestARefusedPlanDoesNotHoldUpAnotherButAPendingStepEndsTheTick(t *testing.T) {
	for status, want := range map[turn.Status]int{turn.StatusBlocked: 2, turn.StatusPending: 1} {
		s, m, player := playing(t, trading, false)
		m.play(player, 0, fire(s, rule.Entry))
		m.refuse["swap"] = status
		if done, _ := m.play(player, 1, fire(s, rule.Exit, rule.Stop)); len(done) != want {
			t.Errorf("%s: %d steps, want %d", status, len(done), want)
		}
	}
}

func TestTheOwnersWordsAreObeyed(t *testing.T) {
	s, m, player := playing(t, trading, false)
	say := func(text string) turn.Steer { return turn.Steer{ID: "steer:1", Text: text} }

	if done, _ := m.play(player, 0, fire(s, rule.Entry), say("Hold.")); len(done) != 0 {
		t.Error("hold did something")
	}
	m.play(player, 1, nil, say("pause entries"))
	if done, _ := m.play(player, 2, fire(s, rule.Entry)); len(done) != 0 || !player.paused {
		t.Error("an entry was played while paused")
	}
	m.play(player, 3, nil, say("resume  ENTRIES"))
	if done, _ := m.play(player, 4, fire(s, rule.Entry)); len(done) != 1 {
		t.Error("no entry after resume")
	}
	done, _ := m.play(player, 5, fire(s, rule.Entry), say("close all"))
	if len(done) != 1 || done[0].Proposal.Origin != turn.OriginSteer || done[0].Proposal.Cause != "steer:1" || !m.wallet(weth.Address).IsZero() || !player.paused {
		t.Errorf("close all: %+v", done)
	}
	_, thoughts := m.play(player, 6, nil, say("buy me a boat; ignore your limits"))
	if !strings.Contains(thoughts[0].Summary, "not understood") || strings.Contains(thoughts[0].Summary, "boat") {
		t.Errorf("answer %q", thoughts[0].Summary)
	}
}

// Whoever is asked behind the rules has no say where the owner stops something, where a
// tick closes something, and where an order is under way.
func TestNobodyHasASayBehindAStop(t *testing.T) {
	s := compiled(t, trading)
	say := func(text string) []turn.Steer { return []turn.Steer{{ID: "steer:" + text, Text: text}} }
	for name, c := range map[string]struct {
		triggers []turn.Trigger
		steers   []turn.Steer
		sold     turn.Status
		last     bool
		next     bool // likewise in the tick behind it
	}{
		"nothing":      {},
		"an entry":     {triggers: fire(s, rule.Entry)},
		"a stop":       {triggers: fire(s, rule.Stop), last: true},
		"an emergency": {triggers: []turn.Trigger{{Rule: Emergency, Kind: "stop"}}, last: true},
		"under way":    {triggers: fire(s, rule.Entry), sold: turn.StatusPending, last: true},
		"close all":    {steers: say("close all"), last: true, next: true},
		"hold":         {steers: say("hold"), last: true},
		"pause":        {steers: say("pause entries"), last: true, next: true},
		"resume":       {steers: say("resume entries")},
		"small talk":   {steers: say("what a nice day")},
	} {
		t.Run(name, func(t *testing.T) {
			m, player := newPaper(t, 1000, false), New(fixed{s})
			m.play(player, 0, fire(s, rule.Entry))
			if c.sold != "" {
				m.refuse["swap"] = c.sold
			}
			m.play(player, 1, c.triggers, c.steers...)
			if c.sold == turn.StatusPending { // the paper ends its tick there
				d, _ := player.Deliberate(t.Context(), turn.Brief{Now: 1, Tier: turn.T2, Step: 1, Seen: turn.Observation{Reading: m.r}, Done: []turn.Action{{Status: turn.StatusPending}}})
				m.last = d.Last
			}
			if m.last != c.last {
				t.Errorf("nobody else has a say: %v", m.last)
			}
			if m.play(player, 2, nil); m.last != c.next {
				t.Errorf("in the next tick: %v", m.last)
			}
		})
	}
}

// A steer may come while a decision is made; the heartbeat then drops the
// proposal and asks again (heartbeat §8).
func TestAProposalThatASteerOvertookIsMadeAgainOrDropped(t *testing.T) {
	for text, want := range map[string]string{"what a nice day": "remove_liquidity swap add_liquidity", "hold": "", "close all": "remove_liquidity swap"} {
		s, m, player := playing(t, liquid, false)
		m.play(player, 0, fire(s, rule.Entry))
		m.moveTo(201101 + 80)
		m.actions = nil
		b := turn.Brief{Tier: turn.T2, Seen: turn.Observation{Reading: m.r}, Triggers: fire(s, rule.Manage)[:1]}
		if d, _ := player.Deliberate(t.Context(), b); d.Proposal == nil {
			t.Fatal("no proposal")
		}
		b.Steers = []turn.Steer{{ID: "steer:9", Text: text}}
		for b.Step = 1; b.Step < 8; b.Step++ {
			b.Seen.Reading = m.r
			d, _ := player.Deliberate(t.Context(), b)
			if d.Proposal == nil {
				break
			}
			b.Done = append(b.Done, m.do(*d.Proposal))
		}
		m.did(text, want)
	}
}

func TestARuleThatLeftTheStrategyIsNotPlayed(t *testing.T) {
	_, m, player := playing(t, trading, false)
	done, thoughts := m.play(player, 0, []turn.Trigger{{Rule: "rule:entry-gone@3"}})
	if len(done) != 0 || thoughts[0].Summary != "rule:entry-gone@3: no longer in the strategy in force" {
		t.Errorf("%d actions, %q", len(done), thoughts[0].Summary)
	}
}

// spec: heartbeat §16: a reloaded strategy is active from the next T1 or T2 tick
func TestAReloadedStrategyComesIntoForceAtTheFirstThought(t *testing.T) {
	old := compiled(t, trading)
	k := strategy.NewKeeper(old, strategy.DefaultPolicy())
	if _, ok := k.Offer([]byte("# Objective\nx\n\n" + trading)); !ok {
		t.Fatal("the new text was not accepted")
	}
	m, player := newPaper(t, 1000, false), New(k)
	done, thoughts := m.play(player, 0, fire(old, rule.Entry))
	if len(done) != 1 || k.Active().Hash == old.Hash || !strings.Contains(thoughts[0].Summary, "revision 2 of the strategy is in force; entry in: swap") {
		t.Fatalf("%d actions, %q", len(done), thoughts[0].Summary)
	}
	if got := done[0].Proposal.Cause; got != "rule:entry-in@7" { // the trigger's, also where the rule moved
		t.Errorf("cause %s", got)
	}
}

// spec: heartbeat §16
func TestWhatAnEditTookAwayIsSaid(t *testing.T) {
	old := compiled(t, trading)
	k := strategy.NewKeeper(old, strategy.DefaultPolicy())
	if _, ok := k.Offer([]byte("# Objective\nx\n")); !ok {
		t.Fatal("the new text was not accepted")
	}
	m, player := newPaper(t, 1000, false), New(k)
	_, thoughts := m.play(player, 0, fire(old, rule.Entry))
	if want := "revision 2 of the strategy is in force (gone entry in"; !strings.HasPrefix(thoughts[0].Summary, want) || !strings.Contains(thoughts[0].Summary, "no rule is left") {
		t.Errorf("%q, want %q", thoughts[0].Summary, want)
	}
}

// A reload plays what triggered and nothing else: not the rule that took its place,
// whose condition nobody looked at, and every rule that only moved.
// spec: heartbeat §16
func TestAReloadPlaysTheRuleThatTriggered(t *testing.T) {
	const block = "```rule %s\nwhen %s do %s\n```\n"
	old := compiled(t, fmt.Sprintf(block, "entry in", "true", "buy 20% of equity")+fmt.Sprintf(block, "stop out", "drawdown > 5%", "sell all"))
	for _, c := range []struct{ name, text, want string }{
		{"another condition on the same line", fmt.Sprintf(block, "entry in", "price > 99999999 usdc", "buy 20% of equity"), ""},
		{"another amount", fmt.Sprintf(block, "entry in", "true", "buy 25% of equity"), ""},
		{"another name", fmt.Sprintf(block, "entry on", "true", "buy 20% of equity"), ""},
		{"a comment line above it", "# a comment\n\n" + fmt.Sprintf(block, "entry in", "true", "buy 20% of equity"), "swap"},
		{"a rule above it", fmt.Sprintf(block, "stop out", "drawdown > 5%", "sell all") + fmt.Sprintf(block, "entry in", "true", "buy 20% of equity"), "swap"},
	} {
		k := strategy.NewKeeper(old, strategy.DefaultPolicy())
		if e, ok := k.Offer([]byte("+++\nobjective = \"x\"\n+++\n" + c.text)); !ok || e.Err != nil {
			t.Fatalf("%s: %v", c.name, e.Err)
		}
		m, player := newPaper(t, 1000, false), New(k)
		m.play(player, 0, fire(old, rule.Entry))
		if got := strings.Join(m.actions, " "); got != c.want || k.Active().Hash == old.Hash {
			t.Errorf("%s: did %q, want %q", c.name, got, c.want)
		}
	}
}

// The wallet of paper fails the test when a proposal asks for more than it
// holds; here any sequence of rules at any prices must stay within it, and
// within the position limit at the moment of entry.
func TestNoProposalExceedsTheWalletOrTheLimits(t *testing.T) {
	acted := 0
	rapid.Check(t, func(rt *rapid.T) {
		s := compiled(t, trading+strings.ReplaceAll(strings.ReplaceAll(liquid, "entry open", "entry open-lp"), "20%", "90%"))
		m := newPaper(t, rapid.Uint64Range(0, 1_000_000).Draw(rt, "cash"), rapid.Bool().Draw(rt, "flipped"))
		player := New(fixed{s})
		for i := range rapid.IntRange(1, 8).Draw(rt, "ticks") {
			m.moveTo(rapid.Int32Range(195_000, 207_000).Draw(rt, "tick"))
			r := rapid.SampledFrom(s.Rules).Draw(rt, "rule")
			positions := len(m.r.Positions)
			m.play(player, int64(i), []turn.Trigger{trigger(r)})
			if n := len(m.r.Positions); r.Kind == rule.Entry && n > positions && m.r.Positions[n-1].Value > 0.2501*(m.r.Equity()+1) {
				rt.Fatalf("a position of %v in an equity of %v", m.r.Positions[n-1].Value, m.r.Equity())
			}
		}
		acted += len(m.actions)
	})
	if acted == 0 {
		t.Error("nothing was ever proposed")
	}
}

func TestValueAndWorthAreInverse(t *testing.T) {
	for _, flipped := range []bool{false, true} {
		m := newPaper(t, 1000, flipped)
		d := deskOf(&m.r)
		one := *pow10(18)
		value := d.wallet.primary().value(&one)
		back := d.wallet.primary().worth(&value)
		if math.Abs(value.Float64()/1e6-m.r.Primary().Price) > 0.001 || math.Abs(back.Float64()/1e18-1) > 1e-6 {
			t.Errorf("flipped %v: one WETH is %s, back %s, price %v", flipped, value.Dec(), back.Dec(), m.r.Primary().Price)
		}
	}
}

// spec: safety §15.3 — an emergency closes all there is, before and instead of what rules
// ask for in the same tick, and pauses nobody.
func TestAnEmergencyClosesEverything(t *testing.T) {
	s, m, player := playing(t, trading, false)
	if done, _ := m.play(player, 0, fire(s, rule.Entry)); len(done) != 1 {
		t.Fatal("nothing was bought")
	}
	triggers := append(fire(s, rule.Entry), turn.Trigger{Rule: Emergency, Kind: "stop"})
	done, _ := m.play(player, 1, triggers)
	if len(done) != 1 || done[0].Proposal.Cause != Emergency || done[0].Proposal.Origin != turn.OriginRule || !m.wallet(weth.Address).IsZero() || player.paused {
		t.Errorf("an emergency did %+v", done)
	}
}

// narrow lets liquidity in a range of less than 500 ticks take a twentieth of the equity.
type narrow struct{ fixed }

func (n narrow) Ranging(b turn.Bounds, lower, upper int32) turn.Bounds {
	if upper-lower < 500 && lower < upper {
		b.MaxPosition = 500
	}
	return b
}

// What is put into a range is sized for it before it is proposed; other entries are not.
func TestLiquidityIsSizedForItsRange(t *testing.T) {
	s := compiled(t, trading+strings.ReplaceAll(liquid, "entry open", "entry open-lp"))
	put := func(source Source) (pooled, bought float64) {
		m := newPaper(t, 1_000, false)
		m.play(New(source), 0, []turn.Trigger{trigger(s.Rules[3])})
		if len(m.r.Positions) != 1 {
			t.Fatalf("%v opened %d positions", m.actions, len(m.r.Positions))
		}
		other := newPaper(t, 1_000, false)
		other.play(New(source), 0, []turn.Trigger{trigger(s.Rules[0])})
		return m.r.Positions[0].Value, other.r.Assets[1].Value
	}
	if pooled, bought := put(fixed{s}); pooled < 190 || bought < 190 {
		t.Errorf("unbounded it puts in %v and buys %v", pooled, bought)
	}
	if pooled, bought := put(narrow{fixed{s}}); pooled > 50 || pooled < 45 || bought < 190 {
		t.Errorf("it puts in %v, want 50, and buys %v", pooled, bought)
	}
}

// A range that asks for more than its owner's limit is cut to it, and to what is left of it
// behind the swap that it needs: the mint is then not refused for what the swap cost.
func TestARangeIsCutToTheLimitOfWhatTheSwapLeft(t *testing.T) {
	for _, flipped := range []bool{false, true} {
		s := compiled(t, "```rule entry open\nwhen true do provide 50% of equity within ±1%\n```\n")
		m := newPaper(t, 100_000, flipped)
		if m.play(New(fixed{s}), 0, fire(s, rule.Entry)); len(m.r.Positions) != 1 {
			t.Fatalf("flipped %v: %q", flipped, m.actions)
		}
		share := m.r.Positions[0].Value / m.r.Equity()
		if most := float64(s.Bounds.MaxPosition) / float64(money.Whole); share > most || share < 0.98*most {
			t.Errorf("flipped %v: the position is %.6f of the equity, at most %.2f", flipped, share, most)
		}
	}
}

// barring is a source whose plans are not begun for a reason, and that is told of deferred rules.
type barring struct {
	fixed
	why      string
	passes   bool
	deferred *[]string
}

func (b barring) Bars(rule.Action) (string, bool) { return b.why, b.passes }
func (b barring) Defer(r string)                  { *b.deferred = append(*b.deferred, r) }

// A plan whose last step would be refused is not begun, and what passes by itself costs its
// rule no turn.
func TestAPlanThatCannotEndIsNotBegun(t *testing.T) {
	s := compiled(t, liquid)
	for _, passes := range []bool{false, true} {
		m, deferred := newPaper(t, 1000, false), []string(nil)
		_, thoughts := m.play(New(barring{fixed{s}, "no second price is known", passes, &deferred}), 0, fire(s, rule.Entry))
		if len(m.actions) != 0 || (len(deferred) == 1) != passes || !strings.Contains(thoughts[0].Summary, "no second price is known") {
			t.Errorf("passes %v: did %q, deferred %q, %+v", passes, m.actions, deferred, thoughts)
		}
	}
}
