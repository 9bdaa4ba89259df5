package turn

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

var (
	doubtedCash  = Token{common.Address{1}, "USDC", 6}
	doubtedEther = Token{common.Address{2}, "WETH", 18}
	doubtedCoin  = Token{common.Address{3}, "WBTC", 8}
)

// Dust in doubt suspends no judging.
//
// spec: heartbeat §3
func TestDustSuspendsNothing(t *testing.T) {
	for _, dust := range []bool{false, true} {
		r := Reading{Assets: []Asset{{Token: doubtedCash}, {Token: doubtedEther, Units: *uint256.NewInt(1), Doubt: "bent", Believed: &Believed{}, Dust: dust}}}
		if r.Suspended() == dust || r.Doubtful() == dust {
			t.Errorf("dust %v: suspended %v, doubtful %v", dust, r.Suspended(), r.Doubtful())
		}
	}
}

// The price of a market hangs on both of its tokens, and not on the numeraire, which prices are told in.
func TestAMarketIsInDoubtByEitherToken(t *testing.T) {
	r := Reading{Assets: []Asset{{Token: doubtedCash, Believed: &Believed{}}, {Token: doubtedEther, Believed: &Believed{}}, {Token: doubtedCoin}}}
	for name, c := range map[string]struct {
		m    Market
		want bool
	}{
		"base":    {Market{Base: doubtedEther, Quote: doubtedCash}, true},
		"quote":   {Market{Base: doubtedCoin, Quote: doubtedEther}, true},
		"neither": {Market{Base: doubtedCoin, Quote: doubtedCash}, false},
	} {
		if r.InDoubt(&c.m) != c.want {
			t.Errorf("%s: in doubt %v", name, !c.want)
		}
	}
}

// A moment begins with the first block of a doubt, whenever the price was believed last; of what nothing
// prices what was believed stays.
func TestAMomentBeginsWithTheDoubt(t *testing.T) {
	for name, c := range map[string]struct {
		since   int64
		rate    uint256.Int
		believe bool
	}{
		"at its end":                {since: 80, rate: One(), believe: true},
		"over":                      {since: 79, rate: One()},
		"over, of what has no rate": {since: 79, believe: true},
	} {
		r := Reading{Block: Block{Time: 100}, Assets: []Asset{{Token: doubtedEther, Rate: c.rate, Believed: &Believed{Time: 10, Since: c.since}}}}
		if got := r.Within(Moment).Assets[0].Believed != nil; got != c.believe || r.Assets[0].Believed == nil {
			t.Errorf("%s: believed %v", name, got)
		}
	}
}

// Everywhere counts fees that were not collected, and what is owed.
func TestEverywhereAreFeesAndDebtsToo(t *testing.T) {
	r := Reading{
		Assets:    []Asset{{Token: doubtedCash, Units: *uint256.NewInt(1)}, {Token: doubtedEther, Units: *uint256.NewInt(2)}},
		Markets:   []Market{{Handle: "m", Base: doubtedEther, Quote: doubtedCash}},
		Positions: []Position{{Market: "m", Base: *uint256.NewInt(10), Quote: *uint256.NewInt(20), BaseFees: *uint256.NewInt(100), QuoteFees: *uint256.NewInt(200)}},
		Lending:   []Lending{{Reserves: []Reserve{{Token: doubtedCash, Supplied: *uint256.NewInt(1_000), Owed: *uint256.NewInt(3)}}}},
	}
	for token, want := range map[Token][2]uint64{doubtedCash: {1_221, 3}, doubtedEther: {112, 0}} {
		if units, owed := r.Everywhere(token.Address); units.Uint64() != want[0] || owed.Uint64() != want[1] {
			t.Errorf("%s: %s and %s owed, want %v", token.Symbol, units.Dec(), owed.Dec(), want)
		}
	}
}

// A feed that was not read, says nothing or is too old is not fresh.
func TestWhatFeedIsFresh(t *testing.T) {
	for name, c := range map[string]struct {
		f    *Feed
		want bool
	}{
		"none":     {},
		"fresh":    {&Feed{Price: 1, Updated: 40, Holds: 60}, true},
		"too old":  {&Feed{Price: 1, Updated: 39, Holds: 60}, false},
		"unread":   {&Feed{Price: 1, Updated: 40, Holds: 60, Unread: "it reverts"}, false},
		"no price": {&Feed{Updated: 40, Holds: 60}, false},
	} {
		if c.f.Fresh(100) != c.want {
			t.Errorf("%s: fresh %v", name, !c.want)
		}
	}
}
