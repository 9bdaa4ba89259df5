package performance_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/life/report/performance"
)

// Buy 2 at 100, buy 1 at 110, sell 2.5 at 120: the first buy is a closed trip,
// the second one is half sold.
func TestSalesCloseTheOldestBuyFirst(t *testing.T) {
	got := performance.Match([]performance.Fill{
		{Number: 1, Time: 1, Buy: true, Base: 2, Quote: 200, Gas: 1, Fee: 0.1},
		{Number: 2, Time: 2, Buy: true, Base: 1, Quote: 110, Gas: 1},
		{Number: 3, Time: 3, Base: 2.5, Quote: 300, Gas: 5, Fee: 0.5, Impact: 2.5},
	})
	if len(got.Closed) != 1 || got.Wins != 1 {
		t.Fatalf("%+v", got)
	}
	trip := got.Closed[0]
	if trip.Buy != 1 || trip.Sell != 3 || trip.Opened != 1 || trip.Closed != 3 {
		t.Fatalf("%+v", trip)
	}
	near(t, "proceeds", trip.Proceeds, 240)
	near(t, "gas", trip.Gas, 1+4)
	near(t, "pnl", trip.PnL, 240-200-5)
	near(t, "fee", trip.Fee, 0.1+0.4)
	near(t, "impact", trip.Impact, 2)
	near(t, "realised", got.Realised, 35+60-55-0.5-1)
	near(t, "open", got.Left[0].Open, 0.5)
}

func TestASaleOfWhatWasNeverBoughtIsNoTrip(t *testing.T) {
	got := performance.Match([]performance.Fill{{Number: 1, Base: 3, Quote: 300}, {Number: 2, Buy: true, Base: 1, Quote: 100}})
	if len(got.Closed) != 0 || got.Left[0].Unmatched != 3 || got.Left[0].Open != 1 || got.Realised != 0 {
		t.Fatalf("%+v", got)
	}
}

// What liquidity made of the tokens is not the trader's: bought at 100, put in at
// 110, out again at 90 and sold at 95 gains 10 and 5 and is no round trip.
func TestLiquidityTakesAndGivesAtTheMarketsPrice(t *testing.T) {
	got := performance.Match([]performance.Fill{
		{Number: 1, Buy: true, Base: 1, Quote: 100},
		{Number: 2, Moved: true, Base: 1, Quote: 110},
		{Number: 3, Moved: true, Buy: true, Base: 2, Quote: 180},
		{Number: 4, Base: 2, Quote: 190},
	})
	if len(got.Closed) != 0 || got.Wins != 0 || got.Left[0].Open != 0 || got.Left[0].Unmatched != 0 {
		t.Fatalf("%+v", got)
	}
	near(t, "realised", got.Realised, 20)
}

func TestALossIsNoWin(t *testing.T) {
	got := performance.Match([]performance.Fill{
		{Number: 1, Buy: true, Base: 1, Quote: 100, Gas: 0.3},
		{Number: 2, Base: 1, Quote: 100.5, Gas: 0.3},
	})
	if w, ok := got.WinRate(); !ok || w != 0 || got.Closed[0].PnL >= 0 {
		t.Fatalf("gas made this a loss: %+v", got)
	}
}

// What was bought is sold, still open, or written off as dust; and the gain is
// what came in less what went out for what was sold.
func TestMatchingLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var fills []performance.Fill
		var bought, sold float64
		for i := range rapid.IntRange(0, 60).Draw(t, "n") {
			f := performance.Fill{
				Number: i + 1, Time: int64(i), Buy: rapid.Bool().Draw(t, "buy"),
				Base: rapid.Float64Range(0.01, 10).Draw(t, "base"), Gas: rapid.Float64Range(0, 1).Draw(t, "gas"),
			}
			f.Quote = f.Base * rapid.Float64Range(50, 150).Draw(t, "price")
			if f.Buy {
				bought += f.Base
			} else {
				sold += f.Base
			}
			fills = append(fills, f)
		}
		got, rest := performance.Match(fills), performance.Left{}
		if len(fills) > 0 {
			rest = got.Left[0]
		}
		if left := bought - rest.Open - (sold - rest.Unmatched); math.Abs(left) > 2e-4*(bought+sold)+1e-9 {
			t.Fatalf("%v of %v bought went missing", left, bought)
		}
		pnl, wins := 0.0, 0
		for _, trip := range got.Closed {
			pnl += trip.PnL
			if trip.PnL > 0 {
				wins++
			}
			if trip.Closed < trip.Opened || trip.Sell <= trip.Buy || math.Abs(trip.PnL-(trip.Proceeds-trip.Cost-trip.Gas)) > 1e-6 {
				t.Fatalf("%+v", trip)
			}
		}
		if wins != got.Wins || rest.Open == 0 && math.Abs(pnl-got.Realised) > 1e-6 {
			t.Fatalf("%d wins of %d, %v of %v realised", got.Wins, wins, pnl, got.Realised)
		}
	})
}

// A sale closes a buy of the same asset and of no other.
func TestASaleClosesNoBuyOfAnotherAsset(t *testing.T) {
	got := performance.Match([]performance.Fill{
		{Number: 1, Asset: "WETH", Buy: true, Base: 1, Quote: 100},
		{Number: 2, Asset: "WBTC", Buy: true, Base: 2, Quote: 900},
		{Number: 3, Asset: "WBTC", Base: 2, Quote: 950},
		{Number: 4, Asset: "UNI", Base: 5, Quote: 30},
	})
	if len(got.Closed) != 1 || got.Closed[0].Asset != "WBTC" || got.Closed[0].Buy != 2 || got.Wins != 1 {
		t.Fatalf("%+v", got)
	}
	near(t, "realised", got.Realised, 50)
	want := []performance.Left{{Asset: "WETH", Open: 1, OpenCost: 100}, {Asset: "WBTC"}, {Asset: "UNI", Unmatched: 5}}
	if !slices.Equal(got.Left, want) {
		t.Errorf("%+v", got.Left)
	}
}
