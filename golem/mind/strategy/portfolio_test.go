package strategy

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

var bitcoin = turn.Token{Address: common.HexToAddress("0x03"), Symbol: "WBTC", Decimals: 8}

// basket is a reading of two markets for WETH and one for WBTC, in both of which there is
// something, and of a lending market.
func basket(ms int64, ether, dearer, btc float64) *turn.Reading {
	pool := turntest.Pool{Token0: quote, Token1: base, QuoteIsZero: true, Price: ether, Tick: 10, TickSpacing: 10, FeePips: 500, Liquidity: *uint256.NewInt(1000)}
	low := pool.Market()
	pool.Price, pool.FeePips = dearer, 3000
	high := pool.Market()
	coin := turntest.Pool{Token0: quote, Token1: bitcoin, QuoteIsZero: true, Price: btc, FeePips: 3000}.Market()
	low.Depth, high.Depth, coin.Depth, coin.Range = *uint256.NewInt(5e6), *uint256.NewInt(7e6), *uint256.NewInt(9e6), nil
	coin.QuoteFee = 4000
	r := turntest.Reading([]turn.Market{low, high, coin}, uint256.NewInt(1000e6), uint256.NewInt(1e17), uint256.NewInt(1e6))
	r.Block.Time = ms / 1000
	r.Positions = []turn.Position{
		{ID: "1", Market: low.Handle, Lower: 0, Upper: 20, Liquidity: *uint256.NewInt(250), Base: *uint256.NewInt(2e17), Quote: *uint256.NewInt(100e6), BaseFees: *uint256.NewInt(1e16), Value: 0.21*ether + 100},
		{ID: "2", Market: low.Handle, Lower: 20, Upper: 40, Liquidity: *uint256.NewInt(500), Value: 1},
	}
	ray := func(bps uint64) uint256.Int {
		return *new(uint256.Int).Mul(uint256.NewInt(bps*1e14), uint256.NewInt(1e9))
	}
	r.Lending = []turn.Lending{{
		Handle: "aave-v3", Protocol: "aave-v3", Value: 0.3*ether - 50, Account: turn.Account{Debt: *uint256.NewInt(1), Health: *uint256.NewInt(2e18)},
		Reserves: []turn.Reserve{
			{Token: quote, SupplyRate: ray(350), BorrowRate: ray(500), Owed: *uint256.NewInt(50e6)},
			{Token: base, Supplied: *uint256.NewInt(3e18 / 10), SupplyRate: ray(100)},
		},
	}}
	return &r
}

func TestVariablesAreOfWhatTheyName(t *testing.T) {
	want := map[string]float64{
		"price(weth)": 2000, "price(wbtc)": 50_000, "price(weth-usdc-30)": 2020, "price": 2000, "price(usdc)": 1,
		"value(wbtc)": 500, "value": 200, "balance(wbtc)": 0.01, "balance": 0.1, "balance(usdc)": 1000,
		"basis(weth-usdc-30, weth-usdc-5)": 0.01, "fee(weth-usdc-30)": 0.003, "fee(wbtc-usdc-30)": 0.004, "fee": 0.0005,
		"depth(weth-usdc-30)": 7, "depth": 5, "range_share(weth-usdc-5)": 0.25, "range_share(weth-usdc-30)": 0, "range_share(wbtc-usdc-30)": math.NaN(),
		"supply_rate(aave-v3, usdc)": 0.035, "borrow_rate(aave-v3, usdc)": 0.05, "supply_rate(aave-v3, weth)": 0.01, "supply_rate(aave-v3, wbtc)": math.NaN(), "supply_rate(morpho-blue, usdc)": math.NaN(),
		"lent(weth)": 600, "lent(usdc)": 0, "owed(usdc)": 50, "owed(aave-v3)": 50, "lent(aave-v3)": 600, "lent(morpho-blue)": math.NaN(), "health(aave-v3)": 2,
		"lp_count(weth-usdc-5)": 2, "lp_count(weth-usdc-30)": 0, "lp_value(weth-usdc-5)": 521, "lp_fees(weth-usdc-5)": 20, "lp_distance(weth-usdc-5)": 2, "lp_distance(weth-usdc-30)": math.NaN(),
		"lp_in_range(weth-usdc-5)": 0, "entry_price(wbtc)": 50_000, "unrealised_pnl(wbtc)": 0, "position_age(wbtc)": 0, "entry_price(weth)": 2000, "entry_price(usdc)": math.NaN(),
		"change(wbtc, 1m)": math.NaN(), "price(cbbtc)": math.NaN(), "price(weth-usdc-100)": math.NaN(),
	}
	r := basket(minute, 2000, 2020, 50_000)
	r.Native, r.NativeUSD = *uint256.NewInt(5e18), 2000 // gas is no part of the equity that is shared
	equity := r.Equity() - 10_000
	want["weight(weth)"] = (0.1 + 0.2 + 0.01 + 0.3) * 2000 / equity
	want["weight"], want["weight(wbtc)"], want["weight(usdc)"] = want["weight(weth)"], 500/equity, (1000+100-50)/equity
	var blocks []string
	for name := range want {
		slots := rule.Slots{}
		comparison := name + " > 1"
		if _, problems := rule.Parse(rule.Manage, "", "when "+comparison+" do hold", 1, &slots); problems != nil {
			comparison += " usdc"
			if _, problems := rule.Parse(rule.Manage, "", "when "+comparison+" do hold", 1, &slots); problems != nil {
				if comparison = name + " > 1h"; strings.HasPrefix(name, "lp_in_range") {
					comparison = name
				}
			}
		}
		blocks = append(blocks, fmt.Sprintf("manage r%d\nwhen %s do hold", len(blocks), comparison))
	}
	w := NewWatch(rules(t, blocks...))
	w.Look(minute, r, 0)
	for name, v := range want {
		if got := value(t, w, name); math.Abs(got-v) > 1e-9*(1+math.Abs(v)) && !(math.IsNaN(got) && math.IsNaN(v)) {
			t.Errorf("%s is %v, want %v", name, got, v)
		}
	}
}

// A window of an asset or a market follows its own price, and a look that triggers nothing does not
// allocate.
func TestAWindowFollowsWhatItNames(t *testing.T) {
	s := rules(t, "manage a\nwhen change(wbtc, 2m) > 1 or change(weth-usdc-30, 2m) > 1 or change(2m) > 1 or correlation(weth, wbtc, 3m) > 1 or high(wbtc, 2m) > 1000000 usdc do hold")
	w := NewWatch(s)
	for i, p := range [][3]float64{{2000, 2000, 50_000}, {2100, 2000, 51_000}, {2000, 2200, 50_000}, {2200, 2400, 52_000}} {
		w.Look(int64(i+1)*minute, basket(int64(i+1)*minute, p[0], p[1], p[2]), 0)
	}
	for name, v := range map[string]float64{"change(wbtc, 2m)": 52.0/51 - 1, "change(weth-usdc-30, 2m)": 0.2, "change(2m)": 2200.0/2100 - 1, "high(wbtc, 2m)": 52_000} {
		if got := value(t, w, name); math.Abs(got-v) > 1e-9 {
			t.Errorf("%s is %v, want %v", name, got, v)
		}
	}
	if got := value(t, w, "correlation(weth, wbtc, 3m)"); !(got > 0.9 && got <= 1) {
		t.Errorf("the correlation is %v", got)
	}
	r := basket(5*minute, 2000, 2000, 50_000)
	if n := testing.AllocsPerRun(20, func() { w.Look(5*minute, r, 0) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	old := w.pricesOf(rule.Ref{Kind: rule.ArgAsset, Name: "wbtc"})
	w.Adopt(rules(t, "manage b\nwhen sma(wbtc, 2m) > 1 usdc and sma(cbbtc, 2m) > 1 usdc do hold"))
	if w.pricesOf(rule.Ref{Kind: rule.ArgAsset, Name: "wbtc"}) != old || len(w.named) != 2 {
		t.Errorf("after a reload it follows %d prices", len(w.named))
	}
}

// A purchase of any asset is booked at what it cost, and a sale at the average.
func TestEveryAssetHasItsOwnEntryPrice(t *testing.T) {
	w := NewWatch(rules(t, "manage a\nwhen entry_price(wbtc) > 1 usdc or unrealised_pnl(wbtc) > 9 or entry_price > 1 usdc do hold"))
	r := basket(minute, 2000, 2000, 50_000)
	r.Assets[2].Units.Clear()
	w.Look(minute, r, 0)
	bought := turn.Action{Status: turn.StatusExecuted, Preview: turn.Preview{Kind: "swap"}, Execution: &turn.Execution{Deltas: []turn.Delta{
		{Token: quote.Address, Out: true, Units: *uint256.NewInt(510e6)}, {Token: bitcoin.Address, Units: *uint256.NewInt(1e6)},
	}}}
	w.Settle(minute, []turn.Action{bought})
	w.Look(2*minute, basket(2*minute, 2000, 2000, 50_000), 0)
	for name, v := range map[string]float64{"entry_price(wbtc)": 51_000, "unrealised_pnl(wbtc)": 50.0/51 - 1, "entry_price": 2000} {
		if got := value(t, w, name); math.Abs(got-v) > 1e-6 {
			t.Errorf("%s is %v, want %v", name, got, v)
		}
	}
}

// A rule does not trigger where what it names is not there, or every share is within its band.
func TestARuleOfAnAssetTriggersWhereItIsHeld(t *testing.T) {
	for text, want := range map[string]bool{
		"exit a\nwhen true do sell all of wbtc":                                     true,
		"exit a\nwhen true do sell all of cbbtc":                                    false,
		"exit a\nwhen true do sell all in wbtc-usdc-30":                             true,
		"exit a\nwhen true do withdraw liquidity in weth-usdc-5":                    true,
		"exit a\nwhen true do withdraw liquidity in weth-usdc-30":                   false,
		"entry a\nwhen true do lend wbtc at aave-v3":                                true,
		"entry a\nwhen true do lend cbbtc at aave-v3":                               false,
		"entry a\nwhen true do lend cbbtc at best":                                  true, // what is lent may move
		"manage a\nwhen true do rebalance to wbtc 18% rest usdc, band 5%":           false,
		"manage a\nwhen true do rebalance to wbtc 40% rest usdc, band 5%":           true,
		"manage a\nwhen true do rebalance to wbtc 18% weth 30% rest usdc, band 5%":  true,
		"manage a\nwhen true do rebalance to wbtc 18% weth 30% rest usdc, band 50%": false,
		"manage a\nwhen true do rebalance to cbbtc 30% rest usdc, band 5%":          false,
	} {
		s, err := Compile([]byte("# Objective\nx\n```rule "+text+"\n```\n"), DefaultPolicy())
		check(t, err)
		if got := len(NewWatch(s).Look(minute, basket(minute, 2000, 2000, 50_000), 0).Triggers) == 1; got != want {
			t.Errorf("%s: triggers %v", text, got)
		}
	}
}

func TestWhatTheConfigurationDoesNotAllowIsAnError(t *testing.T) {
	c := config.Default()
	markets := basket(0, 2000, 2000, 50_000).Markets
	p := PolicyFrom(c, []string{"USDC", "WETH"}, markets[:2])
	file := func(text string) error {
		_, err := Compile([]byte("# Objective\nx\n\n```rule entry a\nwhen true\ndo "+text+"\n```\n"), p)
		return err
	}
	for text, want := range map[string]string{
		"buy 1% of equity of weth in weth-usdc-30":    "",
		"buy 1% of equity of wbtc":                    `STRATEGY.md:6:24: asset "wbtc" is not on the policy's allow-list; did you mean weth?; allowed are usdc, weth`,
		"buy 1% of equity in wbtc-usdc-30":            `STRATEGY.md:6:21: market "wbtc-usdc-30" is not among those of the configuration`,
		"buy 1% of equity on weth-usdc-100":           `STRATEGY.md:6:21: market "weth-usdc-100" is not among those of the configuration`,
		"provide 5% of cash within 2% in weth-usdc-5": "",
		"lend usdc at aave-v3":                        "",
	} {
		if err := file(text); (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	c.Golem.Network, c.Golem.Markets = "base", []string{"weth-usdc-5", "cbBTC-usdc-30"}
	if p = PolicyFrom(c, nil, nil); fmt.Sprint(p.Assets) != "[USDC WETH CBBTC]" || len(p.Markets) != 2 || p.Markets[1].Handle != "cbbtc-usdc-30" {
		t.Errorf("%v, %v", p.Assets, p.Markets)
	}
	if err := file("buy 1% of equity of cbbtc in cbbtc-usdc-30"); err != nil {
		t.Error(err)
	}
	if c.Golem.Markets = nil; fmt.Sprint(PolicyFrom(c, nil, nil).Assets) != fmt.Sprint(DefaultPolicy().Assets) {
		t.Error("without a market the default is not allowed")
	}
}

func TestTheWindowsFollowABoundedNumberOfPrices(t *testing.T) {
	text := func(n int) string {
		var b strings.Builder
		b.WriteString("# Objective\nx\n")
		for i := range n {
			fmt.Fprintf(&b, "```rule exit r%d\nwhen zscore(weth-usdc-%d, 2h) > 1 do hold\n```\n", i, i+1)
		}
		return b.String()
	}
	if _, err := Compile([]byte(text(32)), DefaultPolicy()); err != nil {
		t.Error(err)
	}
	if _, err := Compile([]byte(text(33)), DefaultPolicy()); err == nil || !strings.Contains(err.Error(), "STRATEGY.md:1:1: the windows follow the prices of 33 assets and markets; at most 32 are allowed") {
		t.Errorf("%v", err)
	}
}

func TestABasketBeyondTheLimitsIsAWarning(t *testing.T) {
	s := mustCompile(t, "+++\nobjective = \"x\"\nassets = [\"USDC\", \"WETH\"]\n+++\n```rule manage a\nwhen true do rebalance to weth 40% wbtc 20% rest usdc, band 5%\n```\n")
	got := fmt.Sprint(s.Warnings)
	for _, want := range []string{
		"weth 40% is more than max_position 25%; it will be cut to that", "the basket puts 60% of equity to work, more than max_deployed 30%",
		"the rule trades WBTC, which assets does not list",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not said in %s", want, got)
		}
	}
}
