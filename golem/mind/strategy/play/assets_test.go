package play

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

var (
	wbtc   = turn.Token{Address: common.HexToAddress("0xB7C0"), Symbol: "WBTC", Decimals: 8}
	orphan = turn.Token{Address: common.HexToAddress("0x1057"), Symbol: "LOST", Decimals: 18}
)

// hoard is a paper wallet that also holds WBTC, which a shallow and a deep market trade, and
// LOST, which none does.
func hoard(t testing.TB, cash uint64) *paper {
	m := newPaper(t, cash, false)
	pool := turntest.Pool{Address: common.HexToAddress("0xB1"), Token0: usdc, Token1: wbtc, QuoteIsZero: true, FeePips: 3000, TickSpacing: 60, Price: 50_000}
	shallow := pool.Market()
	pool.Address, pool.FeePips = common.HexToAddress("0xB2"), 500
	deep := pool.Market()
	shallow.Depth, deep.Depth = *uint256.NewInt(1_000_000e6), *uint256.NewInt(9_000_000e6)
	m.r.Markets = append(m.r.Markets, shallow, deep)
	m.r.Assets = append(m.r.Assets,
		turn.Asset{Token: wbtc, Units: *uint256.NewInt(1e6), Price: 50_000, Rate: deep.Rate},
		turn.Asset{Token: orphan, Units: *uint256.NewInt(7)})
	m.revalue()
	return m
}

// asked are the markets and the amounts of the proposals.
func asked(done []turn.Action) string {
	var all []string
	for _, a := range done {
		_, rest, _ := strings.Cut(string(a.Proposal.Body), `"market":"`)
		name, rest, _ := strings.Cut(rest, `"`)
		_, rest, _ = strings.Cut(rest, `"token_in":"`)
		in, rest, _ := strings.Cut(rest, `"`)
		_, rest, _ = strings.Cut(rest, `"amount_in":"`)
		units, _, _ := strings.Cut(rest, `"`)
		all = append(all, units+" "+in+" in "+name)
	}
	return strings.Join(all, ", ")
}

// What closes all sells every asset, the dearest first, each where it is traded most, and says
// what nobody buys.
func TestWhatClosesAllSellsEveryAsset(t *testing.T) {
	s := compiled(t, trading)
	for name, b := range map[string]turn.Brief{
		"an emergency":     {Triggers: emergency},
		"the owner's word": {Steers: []turn.Steer{{ID: "steer", Text: "close all"}}},
	} {
		m := hoard(t, 1_000)
		m.earn(weth.Address, uint256.NewInt(1e17))
		m.revalue()
		done, thoughts := m.play(New(fixed{s}), 0, b.Triggers, b.Steers...)
		if got := asked(done); got != "1000000 wbtc in wbtc-usdc-5, 100000000000000000 weth in weth-usdc-5" {
			t.Errorf("%s: %s", name, got)
		}
		said := ""
		for _, thought := range thoughts {
			said += thought.Summary + "; "
		}
		if !strings.Contains(said, "swap 0.01 WBTC into USDC on wbtc-usdc-5") || strings.Count(said, "no market trades LOST for USDC; it stays") != 1 {
			t.Errorf("%s: it says %q", name, said)
		}
	}
}

// A rule means the strategy's own asset, and its share of it.
func TestARuleSellsTheStrategysAssetAlone(t *testing.T) {
	s := compiled(t, sells)
	m := hoard(t, 1_000)
	m.earn(weth.Address, uint256.NewInt(1e17))
	m.revalue()
	if done, _ := m.play(New(fixed{s}), 0, fire(s, rule.Exit)); asked(done) != "100000000000000000 weth in weth-usdc-5" {
		t.Errorf("%s", asked(done))
	}
}

// Every asset counts as at risk, and in what is deployed; the largest is reduced first, and what
// nobody buys is passed over.
func TestEveryAssetIsAtRisk(t *testing.T) {
	m := hoard(t, 1_000)
	if got := AtRisk(m.r); got < 499.99 || got > 500 {
		t.Errorf("at risk are %v", got)
	}
	m.r.Assets[3].Price, m.r.Assets[3].Rate, m.r.Assets[3].Units = 1_000, turn.One(), *uint256.NewInt(600e6) // worth most
	m.revalue()
	done, _ := m.play(New(fixed{compiled(t, trading)}), 0, reduction(800, 0))
	if got := asked(done); !strings.HasSuffix(got, " wbtc in wbtc-usdc-5") {
		t.Errorf("it reduces %q", got)
	}
	s := compiled(t, "```rule entry in\nwhen true do buy 25% of equity\n```\n")
	full := hoard(t, 1_000)
	if done, thoughts := full.play(New(fixed{s}), 0, fire(s, rule.Entry)); len(done) != 0 || !strings.Contains(thoughts[0].Summary, "max_deployed leaves less than 1 USDC") {
		t.Errorf("%s, %q", asked(done), thoughts[0].Summary)
	}
}

// What waits for a later tick of one asset's sale does not bear on another's.
func TestSalesOfTwoAssetsInPartsAreTheirOwn(t *testing.T) {
	m := hoard(t, 1_000)
	m.earn(weth.Address, uint256.NewInt(3e17))
	m.revalue()
	m.r.Markets[2].Depth = *uint256.NewInt(20_000e6)
	m.pour(*uint256.NewInt(224_000_000_000_000)) // some 20,000 USDC in both tokens
	p := New(pacing{fixed{compiled(t, trading)}, Pace{Impact: 300}})
	now := int64(0)
	all, _ := m.play(p, now, nil, turn.Steer{ID: "steer", Text: "close all"})
	for range 40 {
		now += apart
		done, _ := m.play(p, now, p.Rest(now))
		all = append(all, done...)
	}
	for _, token := range []turn.Token{weth, wbtc} {
		if left := m.wallet(token.Address); !left.IsZero() {
			t.Errorf("%s %s are left: %s", left.Dec(), token.Symbol, asked(all))
		}
	}
	if len(all) < 4 {
		t.Errorf("it went in %d parts: %s", len(all), asked(all))
	}
}

// A basket counts an asset wherever it lies, less what is owed of it.
func TestABasketCountsWhatIsLentAndOwed(t *testing.T) {
	for name, c := range map[string]struct {
		held, lent, owed uint64 // of WETH
		want             string
	}{
		"held":           {5e17, 0, 0, ""},
		"lent":           {0, 5e17, 0, ""},
		"in both":        {3e17, 2e17, 0, ""},
		"held, and owed": {1e18, 0, 5e17, ""},
		"owed":           {5e17, 0, 25e16, "usdc in weth-usdc-5"},
		"in none":        {0, 0, 0, "usdc in weth-usdc-5"},
	} {
		m := newPaper(t, 0, false)
		price := m.r.Primary().Price
		m.earn(usdc.Address, uint256.NewInt(uint64(price/2*1e6)))
		m.earn(weth.Address, uint256.NewInt(c.held))
		m.r.Lending = []turn.Lending{{Handle: "aave-v3", Protocol: "aave-v3", Reserves: []turn.Reserve{{Token: weth, Supplied: *uint256.NewInt(c.lent), Owed: *uint256.NewInt(c.owed)}}}}
		m.revalue()
		s := basketOf(t, "weth 50% rest usdc, band 2%")
		if done, thoughts := m.play(New(fixed{s}), 0, fire(s, rule.Manage)); len(done) > 1 || (c.want == "") != (len(done) == 0) || !strings.HasSuffix(asked(done), c.want) {
			t.Errorf("%s: %s: %s", name, asked(done), said(thoughts))
		}
	}
}

// narrowed is a source under which nothing is entered.
type narrowed struct{ fixed }

func (narrowed) Entering(turn.Bounds) turn.Bounds { return turn.Bounds{} }

// What narrows entries narrows no way out.
//
// spec: safety §1.4 S-7
func TestTheWayOutIsNeverNarrowed(t *testing.T) {
	s := compiled(t, "```rule entry in\nwhen true do buy 100 usdc of wbtc\n```\n```rule exit out\nwhen true do sell all of wbtc\n```\n")
	m := hoard(t, 1_000)
	if done, _ := m.play(New(narrowed{fixed{s}}), 0, fire(s, rule.Entry)); len(done) != 0 {
		t.Errorf("entered by %s", asked(done))
	}
	done, thoughts := m.play(New(narrowed{fixed{s}}), 1, fire(s, rule.Exit))
	if len(done) != 1 || !strings.Contains(string(done[0].Proposal.Body), `"slippage_bps":50`) || !m.wallet(wbtc.Address).IsZero() {
		t.Errorf("left by %s: %s", asked(done), said(thoughts))
	}
}

// A lender that holds back something of the wallet's is given no more.
func TestALenderThatHoldsBackIsGivenNoMore(t *testing.T) {
	s, m := loose(t, "```rule entry in\nwhen true do lend 100 usdc at best\n```\n"), newPaper(t, 1_000, false)
	lenders(m, 200, 500, 0)
	m.r.Lending[1].Reserves[0].Barred.SetUint64(1)
	if done, thoughts := m.play(New(fixed{s}), 0, fire(s, rule.Entry)); len(done) != 1 || !strings.Contains(string(done[0].Proposal.Body), `"aave-v3"`) {
		t.Errorf("%s: %s", asked(done), said(thoughts))
	}
}

// Nothing is opened while something that is held is in doubt, and the rule says what.
//
// spec: heartbeat §3
func TestARuleSaysWhatIsInDoubtElsewhere(t *testing.T) {
	s, m := loose(t, "```rule entry in\nwhen true do buy 100 usdc of weth\n```\n"), hoard(t, 1_000)
	m.r.Assets[2].Doubt = "bent"
	if done, thoughts := m.play(New(fixed{s}), 0, fire(s, rule.Entry)); len(done) != 0 || !strings.Contains(said(thoughts), "the price of WBTC is in doubt: bent") {
		t.Errorf("%s: %s", asked(done), said(thoughts))
	}
}
