package why

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
)

const lends = "+++\nname = \"lends\"\nassets = [\"USDC\"]\nprotocols = [\"aave-v3\", \"morpho-blue\"]\n+++\n\n# Objective\n\nLend.\n\n```rule entry lend\nwhen gas_usd < 1 usdc\ndo lend usdc at best, margin 0.5%\n```\n"

// spec: heartbeat §3
// The chain of a loan that a rule moved to the best says what each lending market paid then, and by how
// much the best had to pay more. One that takes no more comes last.
func TestTheChainOfALoanNamesItsRivals(t *testing.T) {
	s, err := strategy.Compile([]byte(lends), strategy.DefaultPolicy())
	if err != nil {
		t.Fatal(err)
	}
	usdc := turn.Token{Address: common.HexToAddress("0xaa"), Symbol: "USDC", Decimals: 6}
	pays := func(handle string, promille uint64) turn.Lending {
		rate := new(uint256.Int).Mul(uint256.NewInt(promille), uint256.MustFromDecimal("1000000000000000000000000"))
		return turn.Lending{Handle: handle, Reserves: []turn.Reserve{{Token: usdc, SupplyRate: *rate}}}
	}
	full := pays("full", 90)
	full.Reserves[0].Barred = *uint256.NewInt(1)
	seen := &turn.Reading{Assets: []turn.Asset{{Token: usdc, Price: 1, Rate: turn.One()}}, Lending: []turn.Lending{full, pays("aave-v3", 20), pays("morpho-blue", 30)}}
	loan := &turn.Action{Preview: turn.Preview{Kind: "withdraw"}}
	const want = "morpho-blue pays 3.00 % a year for USDC, aave-v3 2.00 %, full 9.00 % and takes no more; the rule lends to the one that pays most, and moves what is lent where that pays more by 0.5% a year"
	if links := chosen(s, s.Rules[0].ID(), seen, loan); len(links) != 1 || links[0].Text != want {
		t.Errorf("%+v, want %s", links, want)
	}
	r := &turn.Record{}
	r.Seen.Reading = *seen
	r.Seen.Reading.Block.Number, loan.Preview.Simulation = 1, &turn.Simulation{Hash: common.Hash{1}}
	later := turn.Reading{Block: turn.Block{Number: 2}, Assets: seen.Assets, Lending: []turn.Lending{pays("aave-v3", 20)}}
	entries := []journal.Entry{entry(t, journal.KindReading, later), entry(t, journal.KindSimulation, loan.Preview.Simulation)}
	if links := measured(s, s.Rules[0].ID(), r, loan, entries); len(links) != 1 || links[0].Text != want {
		t.Errorf("behind another order of the tick: %+v, want %s", links, want)
	}
	if said := lent(seen); !strings.HasPrefix(want, strings.TrimPrefix(said, ", ")) || said == "" {
		t.Errorf("the observation says %q of the lenders", said)
	}
	if links := chosen(s, s.Rules[0].ID(), seen, &turn.Action{Preview: turn.Preview{Kind: "swap"}}); links != nil {
		t.Errorf("a swap has lenders: %+v", links)
	}
	if said := lent(&turn.Reading{Assets: seen.Assets}); said != "" {
		t.Errorf("%q of no lender", said)
	}
}
