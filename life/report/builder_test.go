package report_test

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/life/report"
)

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > 1e-6*max(1, math.Abs(want)) {
		t.Fatalf("%s is %v, want %v", what, got, want)
	}
}

// record is one tick of the golem with the given actions.
func (g *golem) record(actions ...turn.Action) turn.Record {
	r := turn.Record{Tick: g.tick, Time: g.now, GolemID: "g", Seen: turn.Observation{Reading: g.reading()}, Actions: actions}
	g.tick, g.now = g.tick+1, g.now+minute
	return r
}

func TestASwapBecomesATradeWithItsFeeAndImpact(t *testing.T) {
	g := newGolem(1)
	g.price = 2000
	r := g.record()
	r.Actions = []turn.Action{g.done("swap", "rule:entry-1@41", inPool,
		turn.Delta{Token: usdc.Address, Out: true, Units: units(200, 6)}, turn.Delta{Token: weth.Address, Units: units(0.0999, 18)})}
	r.Cost.Gas, r.Cost.Inference, r.Cost.Total = 21_000, 5, 21_105
	g.b.Add(r)
	l := g.b.Life(0)
	if len(l.Acts.Trades) != 1 {
		t.Fatalf("%d trades", len(l.Acts.Trades))
	}
	got := l.Acts.Trades[0]
	if !got.Buy || got.Number != 1 || got.Out != "200 USDC" || got.In != "0.0999 WETH" || got.PermitID != "permit-001eef" || got.Cause != "rule:entry-1@41" || got.Block != 6 {
		t.Fatalf("%+v", got)
	}
	near(t, "price", got.Price, 200/0.0999)
	near(t, "fee", got.Fee, 0.1)                                                                   // 500 pips of 200
	near(t, "impact", got.Impact, (200-0.1)*2/10_000)                                              // 2 bps of what the fee left
	if l.Money.Costs.Gas != 21_000 || l.Money.Costs.Inference != 5 || l.Money.Costs.Compute != 0 { // what time cost stands in the books
		t.Fatalf("%+v", l.Money.Costs)
	}
	near(t, "all costs", l.Money.Costs.Sum(), 0.021005+0.1+got.Impact)
}

func TestASaleIsValuedAtTheMarketsPrice(t *testing.T) {
	g := newGolem(1)
	g.price = 2000
	r := g.record(g.done("swap", "", inPool, turn.Delta{Token: weth.Address, Out: true, Units: units(0.5, 18)}, turn.Delta{Token: usdc.Address, Units: units(999, 6)}))
	g.b.Add(r)
	got := g.b.Life(0).Acts.Trades[0]
	if got.Buy || got.Base != 0.5 || got.Quote != 999 {
		t.Fatalf("%+v", got)
	}
	near(t, "fee", got.Fee, 0.5*2000*0.0005)
}

func TestOnlyWhatWasExecutedIsATrade(t *testing.T) {
	g := newGolem(1)
	for _, s := range []turn.Status{turn.StatusBlocked, turn.StatusDeferred, turn.StatusCancelled, turn.StatusFailed, turn.StatusPending} {
		a := g.swap(true, 0.01, "rule:x@1")
		a.Status = s
		g.b.Add(g.record(a))
	}
	g.b.Add(g.record(turn.Action{Status: turn.StatusExecuted}))
	if l := g.b.Life(0); len(l.Acts.Trades) != 0 || l.Subject.Ticks != 6 {
		t.Fatalf("%d trades in %d ticks", len(l.Acts.Trades), l.Subject.Ticks)
	}
}

// Executed actions are numbered as one row, and an add after a remove of the
// same tick is a re-centring; the first placement is none.
func TestLiquidityIsCountedRangedAndRecentred(t *testing.T) {
	g := newGolem(3)
	add := `{"params":{"market":"weth-usdc-5","tick_lower":201000,"tick_upper":201200}}`
	g.b.Add(g.record(g.done("add_liquidity", "rule:open@9", add, turn.Delta{Token: usdc.Address, Out: true, Units: units(100, 6)})))
	g.positions = []turn.Position{{ID: "7", Lower: 201000, Upper: 201200, Market: "weth-usdc-5", QuoteFees: units(1.5, 6), BaseFees: units(0.001, 18)}}
	g.price = 1800
	g.b.Add(g.record(
		g.done("remove_liquidity", "rule:move@22", `{"params":{"position_id":"7","percent":100}}`, turn.Delta{Token: usdc.Address, Units: units(101.5, 6)}, turn.Delta{Token: weth.Address, Units: units(0.001, 18)}),
		g.swap(true, 0.01, "rule:move@22"),
		g.done("add_liquidity", "rule:move@22", add, turn.Delta{Token: usdc.Address, Out: true, Units: units(90, 6)}),
	))
	g.positions = []turn.Position{{ID: "8", Lower: 201000, Upper: 201200, Market: "weth-usdc-5", QuoteFees: units(2, 6)}}
	g.b.Add(g.record())
	l := g.b.Life(0)
	if len(l.Acts.Liquidity) != 3 || l.Acts.Recentres() != 1 || l.Acts.Liquidity[0].Recentre || !l.Acts.Liquidity[2].Recentre {
		t.Fatalf("%+v", l.Acts.Liquidity)
	}
	if l.Acts.Liquidity[1].Number != 2 || l.Acts.Trades[0].Number != 3 || l.Acts.Liquidity[2].Number != 4 {
		t.Fatalf("numbers %d %d %d", l.Acts.Liquidity[1].Number, l.Acts.Trades[0].Number, l.Acts.Liquidity[2].Number)
	}
	if l.Acts.Liquidity[1].Received != "101.5 USDC + 0.001 WETH" || l.Acts.Liquidity[1].Position != "7" {
		t.Fatalf("%+v", l.Acts.Liquidity[1])
	}
	near(t, "collected", l.Acts.Liquidity[1].Fees, 1.5+1.8)
	near(t, "earned", l.Results.Result.Earned, 1.5+1.8+2)
	// 1e12 / 1.0001^tick with the quote as token 0.
	near(t, "upper price", l.Acts.Liquidity[0].Upper, 1e12/math.Pow(1.0001, 201000))
	if l.Acts.Liquidity[0].Lower >= l.Acts.Liquidity[0].Upper || len(l.Acts.Ranges) != 2 || l.Acts.Ranges[0].Position != "7" {
		t.Fatalf("%+v", l.Acts.Ranges)
	}
}

func TestTiersRegimesAndTriggersAreCounted(t *testing.T) {
	l := trader()
	if got := l.Thought.Tiers.T0 + l.Thought.Tiers.T1 + l.Thought.Tiers.T2; got != l.Subject.Ticks || l.Subject.Ticks != 7200 {
		t.Fatalf("%d tiers of %d ticks", got, l.Subject.Ticks)
	}
	regimes := uint64(0)
	for _, r := range l.Thought.Regimes {
		regimes += r.Count
	}
	if regimes != l.Subject.Ticks || len(l.Thought.Regimes) != 4 {
		t.Fatalf("%+v", l.Thought.Regimes)
	}
	seen, stopped := 0, uint64(0)
	for _, r := range l.Thought.ByRule() {
		seen += r.Seen
		here := uint64(0)
		for _, s := range r.Stopped {
			here += s.Count
		}
		if r.Seen != r.Acted+r.Held+r.Waiting+int(here) {
			t.Errorf("%+v does not add up", r)
		}
		stopped += here
	}
	layers := uint64(0)
	for i, s := range l.Thought.ByLayer() {
		layers += s.Count
		if i > 0 && s.Count > l.Thought.ByLayer()[i-1].Count {
			t.Error("layers are not sorted")
		}
	}
	if seen != len(l.Thought.Triggers) || layers != stopped || stopped == 0 {
		t.Fatalf("%d of %d triggers, %d of %d stopped", seen, len(l.Thought.Triggers), layers, stopped)
	}
}

func TestSettlementIsPartOfTheLife(t *testing.T) {
	g := newGolem(1)
	g.usd, g.eth = 0, 0.5
	g.b.Add(g.record())
	before := g.reading()
	sale := g.swap(false, g.eth, "death:settlement")
	g.b.Settle(g.now, before, []turn.Action{sale}, g.reading(), nil)
	l := g.b.Life(0)
	if len(l.Acts.Trades) != 1 || l.Acts.Trades[0].Cause != "death:settlement" || l.Money.Costs.Gas != 21_000 || l.Subject.To != g.now {
		t.Fatalf("%+v", l)
	}
	near(t, "the end", l.Results.Performance.Life.End, 0.5*1850*0.9993)
	near(t, "the life's return", *l.Results.Performance.Life.TimeWeighted, -0.0007)
}

func TestAFailedTickLeavesNoSample(t *testing.T) {
	g := newGolem(1)
	g.b.Add(g.record())
	g.b.Add(turn.Record{Tick: 1, Time: g.now})
	r := g.record()
	r.Seen.Reading.Markets[0].Price = math.NaN()
	g.b.Add(r)
	if l := g.b.Life(0); len(l.Results.Series) != 1 || l.Subject.Ticks != 3 || l.Subject.Market.Base != "WETH" {
		t.Fatalf("%d samples, %d ticks, market %+v", len(l.Results.Series), l.Subject.Ticks, l.Subject.Market)
	}
}

func TestThinningKeepsTheExtremesAndTheEnds(t *testing.T) {
	g, whole := newGolem(5), newGolem(5)
	g.live(5000, reversion())
	whole.live(5000, reversion())
	thin, all := g.b.Life(400), whole.b.Life(0)
	if len(all.Results.Series) != 5000 || len(thin.Results.Series) > 500 || len(thin.Results.Series) < 200 {
		t.Fatalf("%d of %d samples", len(thin.Results.Series), len(all.Results.Series))
	}
	if !reflect.DeepEqual(thin.Results.Performance, all.Results.Performance) {
		t.Error("thinning changed the performance")
	}
	bounds := func(s []report.Sample) (b [4]float64) {
		b = [4]float64{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)}
		for _, p := range s {
			b = [4]float64{min(b[0], p.Price), max(b[1], p.Price), min(b[2], p.Equity), max(b[3], p.Equity)}
		}
		return b
	}
	if bounds(thin.Results.Series) != bounds(all.Results.Series) {
		t.Error("an extreme was lost")
	}
	if !reflect.DeepEqual(thin.Results.Series[0], all.Results.Series[0]) || !reflect.DeepEqual(thin.Results.Series[len(thin.Results.Series)-1], all.Results.Series[4999]) {
		t.Error("an end was lost")
	}
	for i := 1; i < len(thin.Results.Series); i++ {
		if thin.Results.Series[i].Time <= thin.Results.Series[i-1].Time {
			t.Fatal("samples are out of order")
		}
	}
}

func TestALifeSurvivesItsJSON(t *testing.T) {
	for _, l := range []report.Life{trader(), keeping(), report.NewBuilder().Life(0)} {
		text, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		var keys map[string]json.RawMessage
		if err := json.Unmarshal(text, &keys); err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"subject", "results", "acts", "thought", "money"} {
			if keys[key] == nil {
				t.Errorf("no %s in %.200s", key, text)
			}
		}
		var back report.Life
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		if page(t, l, plain) != page(t, back, plain) {
			t.Fatal("the page of a life read back differs")
		}
	}
}
