package why

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
)

// DESIGN §1: the chain of a move says which of two it is, and what the direct market would have given; a
// trade that was not executed had no other venue.
func TestTheChainOfAMoveNamesItsRoute(t *testing.T) {
	usdc := turn.Token{Address: common.HexToAddress("0xaa"), Symbol: "USDC", Decimals: 6}
	far := turn.Token{Address: common.HexToAddress("0xfa"), Symbol: "FAR", Decimals: 6}
	pool := turn.Market{Handle: "far-usdc-30", Base: far, Quote: usdc, Rate: turn.One(), Depth: *uint256.NewInt(2e12)}
	other := pool
	other.Handle = "far-usdc-5"
	seen := &turn.Reading{Assets: []turn.Asset{{Token: usdc, Price: 1}, {Token: far, Price: 1}}, Markets: []turn.Market{pool, other}}
	first := turn.Route{From: "usdc", Over: "weth", To: "far", Direct: "far-usdc-30", Gives: *uint256.NewInt(105e6), Straight: *uint256.NewInt(100e6)}
	second, alone := first, first
	second.First, alone.Direct = "permit:1.1", ""
	for _, c := range []struct {
		route turn.Route
		says  []string
	}{
		{first, []string{"the first of two moves from usdc over weth to far", "give 105 FAR", "far-usdc-30, which gives most of those that trade one for the other, would have given 100 FAR"}},
		{second, []string{"the second of two moves", "behind permit:1.1"}},
		{alone, []string{"the first of two moves", "no market trades one for the other"}},
	} {
		a := turn.Action{Preview: turn.Preview{Kind: "swap", PermitID: "permit:1.2"}}
		a.Proposal.Route = &c.route
		links := routes(&a, seen)
		for _, want := range c.says {
			if len(links) != 1 || !strings.Contains(links[0].Text, want) {
				t.Errorf("it lacks %q: %+v", want, links)
			}
		}
	}
	a := turn.Action{Status: turn.StatusExecuted, Preview: turn.Preview{Kind: "swap"}, Execution: &turn.Execution{Deltas: []turn.Delta{
		{Token: usdc.Address, Out: true, Units: *uint256.NewInt(1e6)}, {Token: far.Address, Units: *uint256.NewInt(9e5)},
	}}}
	links := venues(&a, seen) // where no market is named it is the first
	if len(links) != 1 || !strings.Contains(links[0].Text, "on far-usdc-30, where it went") || strings.Count(links[0].Text, " on far-usdc-5 (") != 1 {
		t.Errorf("%+v", links)
	}
	if a.Status = turn.StatusFailed; venues(&a, seen) != nil {
		t.Errorf("of a trade that failed: %+v", venues(&a, seen))
	}
}
