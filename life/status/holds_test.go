package status

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
)

// What is held is told at the price that it counts at, which may not be that of the first market, with the
// share of the equity that this worth is, and with the doubt about it. What is lent has its own share.
func TestWhatIsHeldIsToldAtThePriceItCountsAt(t *testing.T) {
	usdc := turn.Token{Address: common.HexToAddress("0xaa"), Symbol: "USDC", Decimals: 6}
	weth := turn.Token{Address: common.HexToAddress("0xbb"), Symbol: "WETH", Decimals: 18}
	pool := turntest.Pool{Address: common.HexToAddress("0xcc"), Token0: usdc, Token1: weth, QuoteIsZero: true, FeePips: 500, Price: 2_000}
	f := newFold()
	f.seen = pool.Seen(new(uint256.Int), new(uint256.Int))
	a := f.seen.Assets
	a[0].Units, a[0].Value = *uint256.NewInt(700e6), 700
	a[1].Units, a[1].Price, a[1].Value, a[1].Doubt = *uint256.NewInt(5e16), 2_010, 100.5, "two markets are 6 % apart"
	f.seen.Lending = []turn.Lending{{Handle: "aave-v3", Value: 201, Reserves: []turn.Reserve{{Token: weth, Supplied: *uint256.NewInt(1e17)}}}}
	var p paper
	f.holdings().text(&p, f.newest())
	for _, want := range []string{
		"700 USDC, worth 700.00 USDC, 69.9 % of equity\n",
		"0.05 WETH at 2010, worth 100.50 USDC, 10.0 % of equity, at a price in doubt\n",
		"lending aave-v3, worth 201.00 USDC, 20.1 % of equity\n",
	} {
		if !strings.Contains(p.b.String(), want) {
			t.Errorf("%s lacks %s", p.b.String(), want)
		}
	}
}

// What was read before the last tick's own orders is said to be, until a reading has them.
func TestWhatIsToldIsSaidToBeOlderThanTheLastOrders(t *testing.T) {
	t.Parallel()
	f := newFold()
	first := tick(0)
	for range 2 {
		a := traded(turn.StatusExecuted)
		a.Execution.Block.Number = 101
		first.Actions = append(first.Actions, a)
	}
	f.take(first)
	said := func(state string) string {
		var p paper
		s := Status{Seen: f.newest(), Process: Process{State: state}}
		s.before(&p)
		return p.b.String()
	}
	if got, want := said(StateActive), "  read          at block 100, before the 2 orders of tick 0: the next reading tells what came of them\n"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	if got := said(StateDead); !strings.HasSuffix(got, "of tick 0\n") {
		t.Errorf("of a dead one it says %q", got)
	}
	f.take(tick(1))
	if got := said(StateActive); got != "" {
		t.Errorf("the next reading has them, and it says %q", got)
	}
}
