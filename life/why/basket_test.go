package why

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/mind/heartbeat/gate"
	"bardo.run/bardo/golem/mind/strategy"
)

const evens = "+++\nname = \"even\"\nassets = [\"USDC\", \"WETH\"]\nprotocols = [\"uniswap-v3\"]\n+++\n\n# Objective\n\nHold.\n\n```rule manage even\nwhen gas_usd < 1 usdc\ndo rebalance to weth 10% rest usdc, band 0.3%\ncooldown 1h\n```\n"

// DESIGN §1: the chain of a rebalance says what the asset was, what it was to be, and what lacked: by the
// reading of the tick and what orders of the tick before it had moved.
func TestTheChainOfARebalanceNamesItsWeights(t *testing.T) {
	s, err := strategy.Compile([]byte(evens), strategy.DefaultPolicy())
	if err != nil {
		t.Fatal(err)
	}
	usdc := turn.Token{Address: common.HexToAddress("0xaa"), Symbol: "USDC", Decimals: 6}
	weth := turn.Token{Address: common.HexToAddress("0xbb"), Symbol: "WETH", Decimals: 18}
	pool := turntest.Pool{Address: common.HexToAddress("0xcc"), Token0: usdc, Token1: weth, QuoteIsZero: true, FeePips: 500, Price: 2_000}
	r := &turn.Record{Tick: 7}
	r.Seen.Reading = pool.Seen(new(uint256.Int), new(uint256.Int))
	seen := &r.Seen.Reading
	seen.Assets[0].Units, seen.Assets[0].Value = *uint256.NewInt(9_200e6), 9_200
	seen.Assets[1].Units, seen.Assets[1].Value, seen.Assets[1].Price = *uint256.NewInt(4e17), 800, 2_000
	seen.Native, seen.NativeUSD = *uint256.NewInt(1e18), 2_000 // which is for gas, and in no basket
	seen.Unbooked = 200                                        // which is in the wallet already
	buys := func(permit string, units uint64) turn.Action {
		return turn.Action{Status: turn.StatusExecuted, Preview: turn.Preview{Kind: "swap", PermitID: permit}, Execution: &turn.Execution{Deltas: []turn.Delta{
			{Token: usdc.Address, Out: true, Units: *uint256.NewInt(units / 1e12 * 2_000)}, {Token: weth.Address, Units: *uint256.NewInt(units)},
		}}}
	}
	r.Actions = []turn.Action{buys("permit:7.1", 5e16), buys("permit:7.2", 4e16)}
	for i, want := range []string{
		"WETH was 8.00 % of an equity of 10000.00 USDC, its share in the basket is 10%, the band 0.3% of equity: 200.00 USDC below its share",
		"WETH was 9.00 % of an equity of 10000.00 USDC, its share in the basket is 10%, the band 0.3% of equity: 100.00 USDC below its share",
	} {
		links := weighed(s, s.Rules[0].ID(), r, &r.Actions[i])
		if len(links) != 1 || links[0].ID != s.Rules[0].ID() || links[0].Text != want {
			t.Errorf("%+v, want %s", links, want)
		}
	}
	lends := turn.Action{Preview: turn.Preview{Kind: "supply"}, Execution: r.Actions[0].Execution}
	if links := weighed(s, s.Rules[0].ID(), r, &lends); links != nil {
		t.Errorf("a loan has weights: %+v", links)
	}
	trigger := turn.Trigger{Rule: s.Rules[0].ID(), Kind: "manage", Values: []turn.Value{{Name: "gas_usd", Value: 0.02, Unit: "USDC"}}}
	if said := held(s, trigger); !strings.HasSuffix(said, "with gas_usd = 0.02 USDC; it had become true, or still held 60 min after the rule's last turn") {
		t.Error(said)
	}
	if said := gated(turn.Gating{Reason: gate.ReasonExit}, []turn.Trigger{{Kind: "entry"}, trigger}); said != "rule manage" {
		t.Error(said)
	}
	if said := gated(turn.Gating{Reason: gate.ReasonIdle}, []turn.Trigger{trigger}); said != gate.ReasonIdle {
		t.Error(said)
	}
}
