package strategy

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

var (
	quote = turn.Token{Address: common.HexToAddress("0x01"), Symbol: "USDC", Decimals: 6}
	base  = turn.Token{Address: common.HexToAddress("0x02"), Symbol: "WETH", Decimals: 18}
)

// at returns a reading at a time and price, with so much cash and base.
func at(ms int64, price, cash, held float64) *turn.Reading {
	r := turntest.Pool{Token0: quote, Token1: base, QuoteIsZero: true, Price: 2000, Tick: 201000, TickSpacing: 10}.
		Seen(uint256.NewInt(uint64(cash*1e6)), uint256.NewInt(uint64(held*1e18)))
	r.Block.Number = uint64(ms / 1000) //nolint:gosec // after 1970
	r.Block.Time, r.NativeUSD, r.GasPrice = ms/1000, 0.5, *uint256.NewInt(100e9)
	r.Markets[0].Price, r.Assets[1].Price, r.Assets[1].Value = price, price, held*price
	return &r
}

func rules(t testing.TB, blocks ...string) *Strategy {
	t.Helper()
	return mustCompile(t, "# Objective\nx\n```rule "+strings.Join(blocks, "\n```\n```rule ")+"\n```\n")
}

const minute = 60_000

func ids(f Findings) string {
	var out []string
	for _, t := range f.Triggers {
		out = append(out, t.Rule)
	}
	return strings.Join(out, " ")
}

func TestARuleTriggersOnceWhenItsConditionBecomesTrue(t *testing.T) {
	w := NewWatch(rules(t, "entry low\nwhen price < 100 usdc do buy 1% of cash"))
	for i, c := range []struct {
		price float64
		want  string
	}{{101, ""}, {99, "rule:entry-low@4"}, {98, ""}, {101, ""}, {99, "rule:entry-low@4"}} {
		f := w.Look(int64(i+1)*minute, at(int64(i+1)*minute, c.price, 1000, 0), 0)
		if ids(f) != c.want {
			t.Errorf("look %d: %+v", i, f)
		}
		if want := turn.None; c.want == "" && f.Probe.Severity != want || c.want != "" && f.Probe.Severity != turn.High {
			t.Errorf("look %d: probe %+v", i, f.Probe)
		}
	}
}

func TestACooldownDelaysAndRepeats(t *testing.T) {
	w := NewWatch(rules(t, "entry low\nwhen price < 100 usdc do buy 1% of cash\ncooldown 5m"))
	if fired := fires(w, 1000, 0, 99, 101, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 101); fired != "[0 5 10]" {
		t.Errorf("fired at %v", fired)
	}
}

func TestARearmedRuleTriggersInsideItsCooldown(t *testing.T) {
	for _, cooldown := range []string{"", "\ncooldown 4h"} {
		w := NewWatch(rules(t, "entry low\nwhen price < 100 usdc do buy 1% of cash"+cooldown))
		var fired []int
		for i, price := range []float64{99, 99, 99, 101, 99} {
			if i == 2 {
				w.Rearm()
			}
			now := int64(i+1) * minute
			if f := w.Look(now, at(now, price, 1000, 0), 0); len(f.Triggers) > 0 {
				fired = append(fired, i)
			}
		}
		if want := map[string]string{"": "[0 2 4]", "\ncooldown 4h": "[0 2]"}[cooldown]; fmt.Sprint(fired) != want {
			t.Errorf("%q: fired at %v, want %s", cooldown, fired, want)
		}
	}
}

// fires are the minutes in which a watch triggers, shown a price each.
func fires(w *Watch, cash, held float64, prices ...float64) string {
	var fired []int
	for i, p := range prices {
		if f := w.Look(int64(i+1)*minute, at(int64(i+1)*minute, p, cash, held), 0); len(f.Triggers) > 0 {
			fired = append(fired, i)
		}
	}
	return fmt.Sprint(fired)
}

func TestAStopThatWasNotCarriedOutIsTriedAgain(t *testing.T) {
	w := NewWatch(rules(t, "stop out\nwhen price < 100 usdc do sell all"))
	if fired := fires(w, 0, 1, slices.Repeat([]float64{90}, 12)...); fired != "[0 5 10]" {
		t.Errorf("fired at %v", fired)
	}
}

func TestARuleWithNothingToActOnDoesNotTrigger(t *testing.T) {
	w := NewWatch(rules(t, "exit a\nwhen true do sell all", "manage b\nwhen true do recentre within ±1%", "entry c\nwhen true do buy 1% of cash", "exit d\nwhen true do hold"))
	if got := ids(w.Look(minute, at(minute, 100, 0, 0), 0)); got != "rule:exit-d@13" {
		t.Errorf("empty wallet: %s", got)
	}
	if got := ids(w.Look(2*minute, at(2*minute, 100, 50, 1), 0)); got != "rule:exit-a@4 rule:entry-c@10" {
		t.Errorf("after funding: %s", got)
	}
}

func TestAWindowThatIsNotFilledIsNotKnownAndSaysSo(t *testing.T) {
	w := NewWatch(rules(t, "entry a\nwhen not zscore(3m) > 5 do buy 1% of cash"))
	for i := range 3 {
		f := w.Look(int64(i+1)*minute, at(int64(i+1)*minute, 100+float64(i), 10, 0), 0)
		if why := w.strategy.Rules[0].When.Eval(w.cells).Why; (len(f.Triggers) == 1) != (i == 2) || (why == rule.Known) != (i == 2) {
			t.Errorf("look %d: %+v, %v", i, f, why)
		}
	}
}

// A head in the future is followed by true ones whose time is before it: they count, or a
// stop over a window would never be known again.
//
// spec: chain §2, safety §1.4 (S-7)
func TestAHeadInTheFutureFreezesNoWindow(t *testing.T) {
	w := NewWatch(rules(t, "stop a\nwhen change(3m) < -0.05 do sell all"))
	ahead := at(7*24*60*minute, 100, 10, 1)
	ahead.Lag.Ahead = 7 * 86_400
	w.Look(minute, ahead, 0)
	found := 0
	for i := range int64(10) {
		found += len(w.Look((2+i)*minute, at((2+i)*minute, 100-3*float64(i), 10, 1), 0).Triggers)
	}
	if found == 0 {
		t.Error("the fall behind a head in the future triggers nothing")
	}
}

func TestATriggerShowsWhatItsConditionRead(t *testing.T) {
	w := NewWatch(rules(t, "exit a\nwhen price < 100 usdc and hour == 1 or unrealised_pnl < 0 do hold"))
	f := w.Look(3_600_000, at(3_600_000, 90, 10, 0), 0)
	want := []turn.Value{{Name: "hour", Value: 1}, {Name: "price", Value: 90, Unit: "usdc"}, {Name: "unrealised_pnl", Unit: "unknown"}}
	if len(f.Triggers) != 1 || !reflect.DeepEqual(f.Triggers[0].Values, want) || f.Triggers[0].Line != 4 || f.Triggers[0].Kind != "exit" {
		t.Fatalf("%+v", f.Triggers)
	}
	if f.Probe.Probe != ProbeName || f.Probe.Value != 1 || f.Probe.Detail != "rule:exit-a@4" {
		t.Errorf("%+v", f.Probe)
	}
}

// value looks once and returns what a variable reads.
func value(t *testing.T, w *Watch, name string) float64 {
	t.Helper()
	for i, s := range w.strategy.Slots {
		if s.Name() == name {
			if w.cells[i].Why != rule.Known {
				return math.NaN()
			}
			return w.cells[i].Value
		}
	}
	t.Fatalf("no slot %s", name)
	return 0
}

// reads every variable, so that each has a slot.
func everything(t testing.TB) *Strategy {
	var terms []string
	for _, e := range rule.Catalogue() {
		name := e.Name
		if len(e.Takes) > 0 && (e.Var.IsIndicator() || e.Takes[0]&rule.ArgOptional == 0) {
			name = strings.Replace(e.Example(), "2h", "2m", 1)
		}
		switch e.Dim {
		case rule.DimNumber:
			terms = append(terms, name+" > 1000")
		case rule.DimMoney:
			terms = append(terms, name+" > 1000000 usdc")
		case rule.DimDuration:
			terms = append(terms, name+" > 7d * 1000")
		case rule.DimBool:
			terms = append(terms, "not "+name)
		case rule.DimRegime:
			terms = append(terms, name+" == volatile")
		}
	}
	var blocks []string
	for some := range slices.Chunk(terms, 20) {
		blocks = append(blocks, fmt.Sprintf("manage all-%d\nwhen %s do hold", len(blocks), strings.Join(some, " or ")))
	}
	return rules(t, blocks...)
}

func TestVariablesFollowThePortfolio(t *testing.T) {
	w := NewWatch(everything(t))
	day := int64(1_691_884_800_000)
	check := func(what string, want map[string]float64) {
		t.Helper()
		for name, v := range want {
			if got := value(t, w, name); math.Abs(got-v) > 1e-6 && !(math.IsNaN(got) && math.IsNaN(v)) {
				t.Errorf("%s: %s is %v, want %v", what, name, got, v)
			}
		}
	}
	unknown := math.NaN()
	w.Look(day, at(day, 2000, 1000, 0), turn.RegimeVolatile)
	check("at first", map[string]float64{
		"price": 2000, "cash": 1000, "equity": 1000, "exposure": 0, "entry_price": unknown, "unrealised_pnl": unknown,
		"position_age": unknown, "lp_in_range": unknown, "regime": 3, "drawdown": 0, "trades_today": 0, "last_trade_age": 0, "age": 0, "gas_usd": 0.0105, "gas_gwei": 100,
		"change(2m)": unknown, "lp_count": 0, "hour": 0,
	})

	w.Settle(day, []turn.Action{swap(205, 0.1)})
	now := day + 2*minute
	w.Look(now, at(now, 2100, 795, 0.1), 0)
	check("after a buy", map[string]float64{
		"entry_price": 2050, "unrealised_pnl": 2100.0/2050 - 1, "position_age": 120, "exposure": 210.0 / 1005,
		"trades_today": 1, "last_trade_age": 120, "change(2m)": 0.05, "base_value": 210, "age": 120, "minute": 2, "high(2m)": 2100,
	})

	now += minute
	w.Look(now, at(now, 1000, 795, 0.2), 0)                                                                                      // a gift at the current price
	check("after a gift", map[string]float64{"entry_price": (205 + 100) / 0.2, "drawdown": 1 - 995.0/1000, "position_age": 180}) // the least of the first two blocks is the peak

	now = day + dayMs
	r := at(now, 1000, 795, 0)
	r.Positions = []turn.Position{{ID: "7", Lower: 200800, Upper: 201000, Value: 100, Market: "weth-usdc-0", QuoteFees: *uint256.NewInt(2e6), BaseFees: *uint256.NewInt(1e15)}}
	w.Look(now, r, 0)
	check("with liquidity", map[string]float64{
		"position_age": unknown, "trades_today": 0, "lp_count": 1, "lp_in_range": 0, "lp_out_of_range_for": 0,
		"lp_distance": 1, "lp_fees": 3, "lp_value": 100, "lp_age": 0, "equity": 895,
	})
	now += minute
	r.Block.Time += 60
	w.Look(now, r, 0)
	check("a minute on", map[string]float64{"lp_out_of_range_for": 60, "lp_age": 60})
	r.Markets[0].Range.Tick = 200900
	w.Look(now, r, 0)
	check("back in range", map[string]float64{"lp_out_of_range_for": 0, "lp_in_range": 1, "lp_distance": 0})

	// Anybody can send the wallet one that is worth nothing, or leave a speck in one.
	speck := turn.Position{ID: "8", Lower: 100, Upper: 200, Value: 0.49, Market: "weth-usdc-0", QuoteFees: *uint256.NewInt(4e5)}
	r.Positions = append(r.Positions, speck)
	now += minute
	w.Look(now, r, 0)
	check("beside a speck", map[string]float64{"lp_count": 1, "lp_value": 100, "lp_fees": 3, "lp_in_range": 1, "lp_distance": 0, "lp_age": 120})
	r.Positions = []turn.Position{speck}
	w.Look(now, r, 0)
	check("a speck alone", map[string]float64{"lp_count": 0, "lp_value": 0, "lp_fees": 0, "lp_in_range": unknown, "lp_age": unknown})
	r.Positions[0].Value = DustValue
	w.Look(now, r, 0)
	check("just no speck", map[string]float64{"lp_count": 1, "lp_value": 0.5, "lp_in_range": 0, "lp_age": 0})
}

// swap is an executed purchase of held base for paid quote.
func swap(paid, held float64) turn.Action {
	return turn.Action{Status: turn.StatusExecuted, Preview: turn.Preview{Kind: "swap"}, Execution: &turn.Execution{Deltas: []turn.Delta{
		{Token: base.Address, Units: *uint256.NewInt(uint64(held * 1e18))},
		{Token: quote.Address, Out: true, Units: *uint256.NewInt(uint64(paid * 1e6))},
	}}}
}

func TestReadingsHoweverOddNeverBreakALook(t *testing.T) {
	s := everything(t)
	odd := []float64{0, -1, 1e-300, 1e300, math.NaN(), math.Inf(1), 2000}
	looked := 0
	rapid.Check(t, func(t *rapid.T) {
		w := NewWatch(s)
		for i := range rapid.IntRange(1, 6).Draw(t, "looks") {
			r := at(int64(i)*minute, rapid.SampledFrom(odd).Draw(t, "price"), 10, 1)
			r.NativeUSD = rapid.SampledFrom(odd).Draw(t, "native")
			if rapid.Bool().Draw(t, "empty") {
				r.Assets = nil
			}
			w.Look(rapid.Int64().Draw(t, "now"), r, turn.Regime(rapid.Uint8().Draw(t, "regime")))
			for j, c := range w.cells {
				if c.Value-c.Value != 0 {
					t.Fatalf("%s is %v", s.Slots[j].Name(), c.Value)
				}
			}
			looked++
		}
	})
	if looked == 0 {
		t.Error("never looked")
	}
}

func TestAReloadKeepsWhatUnchangedRulesRemember(t *testing.T) {
	one := "entry a\nwhen price < 100 usdc do buy 1% of cash"
	k := NewKeeper(rules(t, one), DefaultPolicy())
	seen := turn.Observation{Reading: *at(minute, 90, 100, 0)}
	if f, p := k.Evaluate(seen, minute); len(f) != 1 || p[0].Severity != turn.High {
		t.Fatalf("%+v %+v", f, p)
	}
	text := "# Objective\nx\n\n```rule " + one + "\n```\n```rule entry b\nwhen price < 99 usdc do buy 1% of cash\n```\n"
	if _, ok := k.Offer([]byte(text)); !ok {
		t.Fatal("not accepted")
	}
	if f, _ := k.Evaluate(seen, 2*minute); len(f) != 0 {
		t.Errorf("a pending rule triggered: %+v", f)
	}
	k.Push(minute+1, 91)
	k.Settle(minute+1, []turn.Action{swap(9, 0.1)})
	if got := k.watch.account; got.Trades != 1 || len(got.Holdings) != 1 || got.Holdings[0].Cost != 9 {
		t.Errorf("account %+v", got)
	}
	k.Activate(turn.T1)
	if f, p := k.Evaluate(seen, 3*minute); len(f) != 1 || f[0].Rule != "rule:entry-b@8" || p[0].Value != 1 {
		t.Errorf("after activation %+v", f)
	}
	if f, p := k.Evaluate(seen, 4*minute); len(f) != 0 || p[0].Severity != turn.None {
		t.Errorf("again %+v %+v", f, p)
	}
	var kinds []EventKind
	for _, e := range k.Events() {
		kinds = append(kinds, e.Kind)
	}
	if hash, revision := k.Mark(); fmt.Sprint(kinds) != "[strategy.reload_accepted strategy.reloaded]" || revision != 2 || hash != Hash([]byte(text)) {
		t.Errorf("events %v, revision %d", kinds, revision)
	}
}

func TestTheCooldownOfANamedRuleHoldsOverAnEdit(t *testing.T) {
	for edit, want := range map[string]string{
		"entry low\nwhen price < 100 usdc do buy 2% of cash\ncooldown 5m":  "[5]",
		"entry low\nwhen price < 100 usdc do buy 1% of cash\ncooldown 3m":  "[3]",
		"entry low\nwhen price < 100 usdc do buy 1% of cash":               "[1]",
		"entry deep\nwhen price < 100 usdc do buy 1% of cash\ncooldown 5m": "[1]",
		"exit low\nwhen price < 100 usdc do sell all\ncooldown 5m":         "[1]",
	} {
		w := NewWatch(rules(t, "entry low\nwhen price < 100 usdc do buy 1% of cash\ncooldown 5m"))
		w.Look(minute, at(minute, 99, 1000, 1), 0)
		w.Adopt(rules(t, edit))
		var fired []int
		for i := 1; len(fired) == 0 && i < 10; i++ {
			now := int64(i+1) * minute
			if f := w.Look(now, at(now, 99, 1000, 1), 0); len(f.Triggers) > 0 {
				fired = append(fired, i)
			}
		}
		if fmt.Sprint(fired) != want {
			t.Errorf("%s\ntriggers at %v, want %s", edit, fired, want)
		}
	}
}

func TestAQuietLookDoesNotAllocate(t *testing.T) {
	w := NewWatch(example(t, "eth-mean-reversion"))
	r := at(minute, 2000, 1000, 0)
	now := int64(minute)
	if n := testing.AllocsPerRun(2000, func() {
		now += 30_000
		r.Block.Time = now / 1000
		if f := w.Look(now, r, 0); len(f.Triggers) > 0 {
			t.Fatal("a flat price triggered a rule")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkQuietLook(b *testing.B) {
	w := NewWatch(example(b, "eth-mean-reversion"))
	r := at(minute, 2000, 1000, 0)
	now := int64(minute)
	b.ReportAllocs()
	for b.Loop() {
		now += 30_000
		r.Block.Time, r.Markets[0].Price = now/1000, 2000+float64(now/minute%7)/10
		w.Look(now, r, 0)
	}
}

// A rule whose turn was given back triggers at the next look at which its condition holds,
// once; one that the strategy does not have gives nothing back.
func TestADeferredRuleTriggersAgain(t *testing.T) {
	r := &rule.Rule{}
	m := Mark{}
	for i, c := range []struct{ holds, deferred, triggers bool }{
		{true, false, true}, {true, false, false}, {true, true, true}, {true, false, false}, {false, true, false}, {true, false, true},
	} {
		m.Armed = m.Armed || c.deferred
		if got := m.triggers(int64(i), c.holds, r); got != c.triggers {
			t.Errorf("look %d: triggered %v", i, got)
		}
	}
	w := &Watch{strategy: &Strategy{Rules: []*rule.Rule{{Name: "a"}, {Name: "b"}}}, marks: make([]Mark, 2)}
	w.Defer(w.strategy.Rules[1].ID())
	w.Defer("another")
	if w.marks[0].Armed || !w.marks[1].Armed {
		t.Errorf("armed %+v", w.marks)
	}
}
