package report_test

import (
	"reflect"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/report"
)

// bentAtTheEnd is a life that ends while a price of three assets is in doubt, a quarter above the one
// before: ether lies in the wallet, in liquidity, lent and owed, and is the coin for gas. The reading
// values everything at the bent price, as a chain does.
func bentAtTheEnd(doubt bool) report.Life {
	g := newGolem(5)
	g.price, g.usd, g.eth = 2_000, 500, 0.2
	read := func(price float64) turn.Record {
		g.price = price
		r := g.record()
		x := g.three(0.01, 40_000)
		x.Positions = []turn.Position{{ID: "1", Market: "weth-usdc-5", Base: units(0.02, 18), BaseFees: units(0.005, 18), Quote: units(40, 6), QuoteFees: units(10, 6), Value: 0.025*price + 50}}
		x.Lending = []turn.Lending{{Handle: "aave-v3", Value: 150 - 0.025*price, Reserves: []turn.Reserve{{Token: usdc, Supplied: units(150, 6)}, {Token: weth, Owed: units(0.025, 18)}}}}
		x.Native, x.NativeUSD, x.NativePrice = units(0.1, 18), price, money.USDC(price*1e6)
		r.Seen.Reading = x
		return r
	}
	for range 3 {
		g.b.Add(read(2_000))
	}
	bent := read(2_500)
	if doubt {
		bent.Seen.Reading.Assets[1].Doubt = "WETH is worth 2500 in this block, and was worth 2000 in those before"
	}
	g.b.Add(bent)
	return g.b.Life(0)
}

// spec: heartbeat §3: what is in doubt at the end counts at the last price that was not, wherever it
// lies, and the report says so.
func TestTheResultRestsOnNoPriceInDoubt(t *testing.T) {
	l := bentAtTheEnd(true)
	r := l.Results.Result
	near(t, "total", r.Total, 0)
	near(t, "equity", r.Equity, 500+0.2*2_000+0.01*40_000+100+100+0.1*2_000)
	adds(t, r)
	want := []report.Trusted{{Asset: "WETH", Price: 2_000, Time: birth + 2*minute, InDoubt: 2_500}}
	if !reflect.DeepEqual(l.Results.Trusted, want) {
		t.Errorf("%+v", l.Results.Trusted)
	}
	said := "WETH counts at 2,000.00 USDC of 2023-08-13 00:02:00, the last price that was not in doubt"
	if text := summary(t, l); !strings.Contains(strings.Join(strings.Fields(text), " "), said) {
		t.Errorf("no %q in\n%s", said, text)
	}
	if html := page(t, l, plain); !strings.Contains(html, said) {
		t.Errorf("the page lacks %q", said)
	}
	// The same end without a doubt counts as it was read.
	l = bentAtTheEnd(false)
	near(t, "believed", l.Results.Result.Total, (0.2+0.025-0.025+0.1)*500)
	if len(l.Results.Trusted) != 0 {
		t.Errorf("%+v", l.Results.Trusted)
	}
}

// A rule that two doubts held back was held back once, by the one that its own thought names; one
// that names neither, by none.
func TestWhatTwoDoubtsHeldBackCountsOnce(t *testing.T) {
	g := newGolem(3)
	rule := func(name, kind string) turn.Trigger {
		return turn.Trigger{Rule: "rule:" + kind + "-" + name + "@3", Kind: kind, Line: 3, Outcome: "held", Layer: "deliberator"}
	}
	r := g.record()
	r.Seen.Reading = g.three(0.01, 40_000)
	ether, bitcoin := &r.Seen.Reading.Assets[1], &r.Seen.Reading.Assets[2]
	ether.Doubt, bitcoin.Doubt = "WETH is worth more", "WBTC is priced over WETH, whose price is doubtful"
	r.Strategy.Triggers = []turn.Trigger{rule("both", "manage"), rule("coin", "entry"), rule("idle", "entry"), rule("out", "exit"), rule("caged", "manage")}
	r.Thought = []turn.Thought{{Summary: strings.Join([]string{
		"manage both: " + bitcoin.Doubted() + ": " + bitcoin.Doubt, "manage both: " + ether.Doubted() + ": " + ether.Doubt,
		"entry coin: " + bitcoin.Doubted() + ": " + bitcoin.Doubt, "entry idle: nothing to buy with",
	}, "; ")}}
	r.Actions = []turn.Action{{Proposal: turn.Proposal{Cause: "rule:manage-caged@3"}, Preview: turn.Preview{Refusal: &turn.Refusal{Detail: bitcoin.Doubted() + ": " + bitcoin.Doubt}}}}
	g.b.Add(r)
	l := g.b.Life(0)
	held := map[string][]report.Share{}
	for _, d := range l.Condition.Doubts {
		held[d.Asset] = d.Held
	}
	want := map[string][]report.Share{"WETH": {{Name: "rule:manage-both@3", Count: 1}}, "WBTC": {{Name: "rule:entry-coin@3", Count: 1}, {Name: "rule:manage-caged@3", Count: 1}}}
	if !reflect.DeepEqual(held, want) {
		t.Errorf("held back %+v, want %+v", held, want)
	}
}
