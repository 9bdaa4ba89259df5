package examples_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/holiman/uint256"

	"bardo.run/bardo/mirage/history"
)

// A quarter of an hour of a basket with an asset that no market trades for dollars: it is bought over another one that
// the strategy lists, and its death sells it the same way. Between two moves nothing is left, books and
// replay hold each move, and every one has its why.
//
// spec: safety §7 (each deed is booked, explained and replayed)
func TestALifeTradesOverTwoMarkets(t *testing.T) {
	t.Parallel()
	data, _ := hours(t, "basket", 15*time.Minute, nil)
	l := throughout(t, program(t), filepath.Join("testdata", "routed.md"), "--history", data)
	t.Log(l.told())
	moves, permits := map[string]int{}, map[string]bool{}
	for _, x := range l.report.Acts.Trades {
		r := x.Route
		if r == nil {
			continue
		}
		permits[x.PermitID] = true
		if r.First == "" {
			moves[r.From+" over "+r.Over+" to "+r.To]++
			continue
		}
		if !permits[r.First] {
			t.Errorf("trade %d carries on %s, which was no first move", x.Number, r.First)
		}
		moves["then "+r.To]++
	}
	for _, want := range []string{"usdc over weth to aave", "then aave", "aave over weth to usdc"} {
		if moves[want] == 0 {
			t.Errorf("never %s: %v", want, moves)
		}
	}
}

// Three hours in which the market of WBTC for dollars is thin: orders go over WETH, and in the middle what came,
// less the gas of the second move, is more than what that market would have given by the reading that the order
// was decided on.
//
// spec: tools §4 (an order goes where it gives most)
func TestOrdersOverTwoMarketsSaveWhereTheDirectOneIsThin(t *testing.T) {
	if os.Getenv("BARDO_LONG") == "" {
		t.Skip("three hours beside a thin market are lived with BARDO_LONG=1")
	}
	t.Parallel()
	data, _ := hours(t, "basket", 3*time.Hour, thinned)
	l := throughout(t, program(t), filepath.Join("testdata", "detour.md"), "--history", data)
	var saved, quoted []float64
	straight := 0
	for _, x := range l.report.Acts.Trades {
		switch r := x.Route; {
		case r == nil:
			straight++
		case r.First != "" && r.Direct != "":
			saved, quoted = append(saved, r.Saved), append(quoted, r.Quoted)
		}
	}
	if len(saved) < 20 {
		t.Fatalf("%d orders were compared with the direct market, %d trades went straight", len(saved), straight)
	}
	slices.Sort(saved)
	slices.Sort(quoted)
	all := 0.0
	for _, v := range saved {
		all += v
	}
	middle := len(saved) / 2
	t.Logf("%d orders over two markets, %d trades straight; saved %.2f USDC in all, median %.2f, worst %.2f, best %.2f; by quotes median %.2f, worst %.2f",
		len(saved), straight, all, saved[middle], saved[0], saved[len(saved)-1], quoted[middle], quoted[0])
	if saved[middle] <= 0 || all <= 0 || quoted[0] <= 0 {
		t.Error("they do not save")
	}
}

// thinned takes most of the liquidity of the market of WBTC and USDC, and of the trade in it.
func thinned(c *history.Config) {
	part := uint256.NewInt(1_000)
	for i := range c.Markets {
		if c.Markets[i].Spec.Handle() != "wbtc-usdc-5" {
			continue
		}
		for j := range c.Markets[i].Minutes {
			m := &c.Markets[i].Minutes[j]
			m.Liquidity, m.In0, m.In1 = new(uint256.Int).Div(m.Liquidity, part), new(uint256.Int).Div(m.In0, part), new(uint256.Int).Div(m.In1, part)
		}
	}
}
