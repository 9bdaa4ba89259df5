package why

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/fxamacker/cbor/v2"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/mind/heartbeat/gate"
	"bardo.run/bardo/golem/mind/strategy"
)

const evens = "+++\nname = \"even\"\nassets = [\"USDC\", \"WETH\"]\nprotocols = [\"uniswap-v3\"]\n+++\n\n# Objective\n\nHold.\n\n```rule manage even\nwhen gas_usd < 1 usdc\ndo rebalance to weth 10% rest usdc, band 0.3%\ncooldown 1h\n```\n"

// spec: heartbeat §3
// The chain of a rebalance says what the asset was, what it was to be, and what lacked, as the rule counts
// it: without the coin for gas, and behind an order of the tick by the reading that followed it.
func TestTheChainOfARebalanceNamesItsWeights(t *testing.T) {
	s, err := strategy.Compile([]byte(evens), strategy.DefaultPolicy())
	if err != nil {
		t.Fatal(err)
	}
	usdc := turn.Token{Address: common.HexToAddress("0xaa"), Symbol: "USDC", Decimals: 6}
	weth := turn.Token{Address: common.HexToAddress("0xbb"), Symbol: "WETH", Decimals: 18}
	pool := turntest.Pool{Address: common.HexToAddress("0xcc"), Token0: usdc, Token1: weth, QuoteIsZero: true, FeePips: 500, Price: 2_000}
	read := func(block, cash, base uint64) turn.Reading {
		seen := pool.Seen(uint256.NewInt(cash), uint256.NewInt(base))
		seen.Block.Number, seen.Native, seen.NativeUSD = block, *uint256.NewInt(1e18), 2_000
		return seen
	}
	r := &turn.Record{Tick: 7}
	r.Seen.Reading = read(1, 9_200e6, 4e17)
	buys := func(permit string, simulated byte, units uint64) turn.Action {
		return turn.Action{
			Status: turn.StatusExecuted, Preview: turn.Preview{Kind: "swap", PermitID: permit, Simulation: &turn.Simulation{Hash: common.Hash{simulated}}},
			Execution: &turn.Execution{Deltas: []turn.Delta{
				{Token: usdc.Address, Out: true, Units: *uint256.NewInt(units / 1e12 * 2_000)}, {Token: weth.Address, Units: *uint256.NewInt(units)},
			}},
		}
	}
	r.Actions = []turn.Action{buys("permit:7.1", 1, 5e16), buys("permit:7.2", 2, 4e16)}
	entries := []journal.Entry{
		entry(t, journal.KindReading, r.Seen.Reading), entry(t, journal.KindSimulation, r.Actions[0].Preview.Simulation),
		entry(t, journal.KindReading, read(2, 9_100e6, 45e16)), entry(t, journal.KindSimulation, r.Actions[1].Preview.Simulation),
		entry(t, journal.KindReading, read(3, 9_020e6, 49e16)),
	}
	for i, want := range []string{
		"WETH was 8.00 % of an equity of 10000.00 USDC without the coin for gas, its share in the basket is 10%, the band 0.3% of equity: 200.00 USDC below its share",
		"WETH was 9.00 % of an equity of 10000.00 USDC without the coin for gas, its share in the basket is 10%, the band 0.3% of equity: 100.00 USDC below its share",
	} {
		links := weighed(s, s.Rules[0].ID(), decided(r, &r.Actions[i], entries), &r.Actions[i])
		if len(links) != 1 || links[0].ID != s.Rules[0].ID() || links[0].Text != want {
			t.Errorf("%+v, want %s", links, want)
		}
	}
	seen := &r.Seen.Reading
	over := buys("permit:7.3", 3, 5e16) // the asset of the basket lies between its two moves
	over.Proposal.Route = &turn.Route{From: "usdc", Over: "weth", To: "aave", Second: "aave-weth-30"}
	if links := weighed(s, s.Rules[0].ID(), seen, &over); links != nil {
		t.Errorf("what lies between two moves is explained: %+v", links)
	}
	over.Proposal.Route = &turn.Route{From: "usdc", Over: "aave", To: "weth", Second: "aave-weth-30"}
	if links := weighed(s, s.Rules[0].ID(), seen, &over); len(links) != 1 {
		t.Errorf("the asset of an order over two markets is not explained: %+v", links)
	}
	lends := turn.Action{Preview: turn.Preview{Kind: "supply"}, Execution: r.Actions[0].Execution}
	if links := weighed(s, s.Rules[0].ID(), seen, &lends); links != nil {
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

// entry is a journal's of a kind.
func entry(t *testing.T, kind journal.Kind, body any) journal.Entry {
	t.Helper()
	text, err := cbor.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return journal.Entry{Kind: kind, Body: text}
}
