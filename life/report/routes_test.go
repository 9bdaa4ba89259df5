package report

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// A second move is held against what the direct market would have given for all that the order paid: by
// what was quoted, and by what came less its gas. A first move, and an order that had no such market, is not.
func TestASecondMoveIsHeldAgainstTheDirectMarket(t *testing.T) {
	far := turn.Token{Address: common.HexToAddress("0xFA"), Symbol: "FAR", Decimals: 6}
	seen := &turn.Reading{Assets: []turn.Asset{{Token: far, Price: 3}}}
	r := turn.Route{
		From: "usdc", Over: "weth", To: "far", First: "permit:1", Direct: "far-usdc-30", Gas: 0.5,
		Gives: *uint256.NewInt(105e6), Straight: *uint256.NewInt(100e6),
	}
	x := &turn.Execution{Cost: money.One, Deltas: []turn.Delta{{Token: far.Address, Units: *uint256.NewInt(104e6)}, {Token: common.HexToAddress("0x02"), Out: true, Units: *uint256.NewInt(7)}}}
	if got := routed(seen, &r, x); got.Quoted != 14.5 || got.Saved != 11 {
		t.Errorf("%+v", got)
	}
	first, alone := r, r
	first.First, alone.Direct = "", ""
	for _, r := range []turn.Route{first, alone} {
		if got := routed(seen, &r, x); got.Quoted != 0 || got.Saved != 0 {
			t.Errorf("%+v", got)
		}
	}
	if got := routed(seen, nil, x); got != nil {
		t.Errorf("%+v", got)
	}
}

// A death sells an asset that no market trades for the numeraire over another one, and then all that
// there is of that: this is no order over two markets that stopped half-way.
func TestASaleOfTheDeathIsNoOrderOverTwoMarkets(t *testing.T) {
	a := Acts{Trades: []Trade{
		{Cause: "rule:in@1", Route: &Routed{From: "usdc", Over: "weth", To: "aave"}},
		{Cause: "rule:in@1", Route: &Routed{From: "usdc", Over: "weth", To: "aave", First: "permit:1"}},
		{Cause: settled, Route: &Routed{From: "aave", Over: "weth", To: "usdc"}},
		{Cause: settled},
	}}
	s := sheet{room: 10}
	if a.routes(&s, "USDC"); s.b.String() != "  routes        1 order over two markets, 1 carried through; the death sold aave over weth\n" {
		t.Errorf("%q", s.b.String())
	}
}
