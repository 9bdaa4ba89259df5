package report_test

import (
	"math"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/life/report"
)

// choice is a life that buys ether and sells it again while a second market of the pair, of the same
// fee and depth, stands apart by a share.
func choice(share float64) report.Life {
	g := newGolem(1)
	g.price, g.usd = 2_000, 1_000
	deep := units(9e15, 0)
	both := func() turn.Reading {
		r := g.reading()
		pool := func(address string, price float64) turn.Market {
			m := turntest.Pool{Address: common.HexToAddress(address), Token0: usdc, Token1: weth, QuoteIsZero: true, FeePips: 500, TickSpacing: 10, Price: price}.Market()
			m.Depth, m.Rate = deep, *new(uint256.Int).Div(new(uint256.Int).Lsh(uint256.NewInt(uint64(price*1e6)), 128), uint256.NewInt(1e18))
			return m
		}
		r.Markets = []turn.Market{pool("0x03", g.price), pool("0x04", g.price*(1+share))}
		r.Markets[1].Handle = "weth-usdc-4"
		return r
	}
	trade := func(deltas ...turn.Delta) {
		r := g.record(g.done("swap", "rule:a@1", inPool, deltas...))
		r.Seen.Reading = both()
		g.b.Add(r)
	}
	trade(out(usdc, 400), in(weth, 0.1999))
	g.usd, g.eth = 600, 0.1999
	trade(out(weth, 0.1999), in(usdc, 399.6))
	return g.b.Life(0)
}

// A trade is told beside what the other market of its pair would have given: the cheaper one on the
// way in, and the dearer one on the way out.
func TestATradeIsToldBesideTheVenueItCouldHaveHad(t *testing.T) {
	l := choice(-0.01)
	buy, sell := l.Acts.Trades[0], l.Acts.Trades[1]
	for _, x := range []report.Trade{buy, sell} {
		if len(x.Venues) != 1 || x.Venues[0].Market != "weth-usdc-4" || x.Own == nil || x.Own.Market != "weth-usdc-5" || math.Abs(x.Own.More) > 0.01 {
			t.Fatalf("%+v, its own %+v", x, x.Own)
		}
	}
	if more := buy.Venues[0].More; math.Abs(more-400*0.9995/0.99+399.8) > 0.01 {
		t.Errorf("a cheaper market to buy in: %v", more)
	}
	if more := sell.Venues[0].More; math.Abs(more-0.1999*1_980*0.9995+399.6) > 0.01 {
		t.Errorf("a cheaper market to sell in: %v", more)
	}
	text, html := summary(t, l), page(t, l, plain)
	for _, want := range []string{"venues        on the best venue each time: +4.04 USDC, better for 1 of 2 trades"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for _, want := range []string{"Elsewhere</th>", "+4.04 on weth-usdc-4</td>", "−4.00 on weth-usdc-4</td>", "On the best venue each time: +4.04 USDC, better for 1 of 2 trades.", "WETH on weth-usdc-4\""} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if l := choice(0.01); l.Acts.Trades[0].Venues[0].More > -3.9 || l.Acts.Trades[1].Venues[0].More < 3.9 {
		t.Errorf("a dearer market: %+v, %+v", l.Acts.Trades[0].Venues, l.Acts.Trades[1].Venues)
	}
	if l := trader(); strings.Contains(page(t, l, plain), "Elsewhere") || strings.Contains(summary(t, l), "venues") {
		t.Error("a life of one market had a choice")
	}
}
