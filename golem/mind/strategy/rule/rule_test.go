package rule

import (
	"strings"
	"testing"

	"bardo.run/bardo/internal/money"
)

func TestARuleIsReadWhole(t *testing.T) {
	var slots Slots
	r, problems := Parse(Entry, "dip", "when zscore(2h) < -2.0   # a dip\n  and exposure < 5%\ndo buy 20% of equity\ncooldown 30m\n", 41, &slots)
	if problems != nil {
		t.Fatal(problems)
	}
	if r.ID() != "rule:entry-dip@41" || r.Cooldown != 1_800_000 || r.Retry() != 1_800_000 {
		t.Errorf("rule %s, cooldown %d", r.ID(), r.Cooldown)
	}
	if want := "when zscore(2h) < -2.0 and exposure < 5% do buy 20% of equity cooldown 30m"; r.Text != want {
		t.Errorf("text %q", r.Text)
	}
	if len(r.Do) != 1 || r.Do[0] != (Action{Verb: Buy, Share: 200_000, Of: OfEquity}) {
		t.Errorf("actions %+v", r.Do)
	}
	var names []string
	for _, i := range r.When.Reads() {
		names = append(names, slots.All()[i].Name())
	}
	if got := strings.Join(names, " "); got != "exposure zscore(2h)" {
		t.Errorf("reads %q, want them sorted", got)
	}
}

func TestActionsAreExactAndPrintAsWritten(t *testing.T) {
	for _, c := range []struct {
		kind Kind
		text string
		want Action
	}{
		{Entry, "buy 12.5% of cash", Action{Verb: Buy, Share: 125_000, Of: OfCash}},
		{Entry, "buy 500 usdc", Action{Verb: Buy, Amount: 500 * money.One}},
		{Entry, "buy 0.25 usdc", Action{Verb: Buy, Amount: money.One / 4}},
		{Entry, "provide 20% of equity within ±1.5%", Action{Verb: Provide, Share: 200_000, Of: OfEquity, Width: 15_000}},
		{Exit, "sell all", Action{Verb: Sell, Share: Whole, Of: OfPosition}},
		{Stop, "sell 33.3333% of position", Action{Verb: Sell, Share: 333_333, Of: OfPosition}},
		{Manage, "recentre within ±0.05%", Action{Verb: Recentre, Width: 500}},
		{Stop, "withdraw liquidity", Action{Verb: Withdraw}},
		{Manage, "claim fees", Action{Verb: Claim}},
		{Entry, "lend 20% of cash", Action{Verb: Lend, Share: 200_000, Of: OfCash}},
		{Entry, "lend 500 usdc", Action{Verb: Lend, Amount: 500 * money.One}},
		{Entry, "lend 20% of cash on morpho-blue", Action{Verb: Lend, Share: 200_000, Of: OfCash, On: "morpho-blue"}},
		{Entry, "lend 500 usdc on aave-v3", Action{Verb: Lend, Amount: 500 * money.One, On: "aave-v3"}},
		{Stop, "recall lending", Action{Verb: Recall}},
		{Manage, "recall lending", Action{Verb: Recall}},
		{Manage, "hold", Action{}},
		{Entry, "buy 500 usdc on uniswap-v2", Action{Verb: Buy, Amount: 500 * money.One, On: "uniswap-v2"}},
		{Entry, "buy 12.5% of cash on uniswap-v4", Action{Verb: Buy, Share: 125_000, Of: OfCash, On: "uniswap-v4"}},
		{Exit, "sell all on uniswap-v4", Action{Verb: Sell, Share: Whole, Of: OfPosition, On: "uniswap-v4"}},
		{Stop, "sell 50% of position on uniswap-v2", Action{Verb: Sell, Share: 500_000, Of: OfPosition, On: "uniswap-v2"}},
	} {
		r, problems := Parse(c.kind, "", "when true do "+c.text, 1, new(Slots))
		if problems != nil {
			t.Errorf("%s: %v", c.text, problems)
			continue
		}
		if r.Do[0] != c.want || r.Do[0].String() != c.text {
			t.Errorf("%s is %+v, printed %q", c.text, r.Do[0], r.Do[0])
		}
	}
}

func TestSeveralActionsAreDoneInTheOrderWritten(t *testing.T) {
	r, problems := Parse(Stop, "", "when drawdown > 3% do withdraw liquidity then sell all", 1, new(Slots))
	if problems != nil || len(r.Do) != 2 || r.Do[0].Verb != Withdraw || r.Do[1].Verb != Sell {
		t.Fatalf("%+v %v", r, problems)
	}
}

func TestWhatIsWrongIsSaidWhereItIs(t *testing.T) {
	for _, c := range []struct {
		kind      Kind
		src       string
		line, col int
		message   string
	}{
		{Entry, "", 7, 1, "begins with when"},
		{Entry, "when zscor(2h) < -2\ndo buy 1% of cash", 7, 6, "did you mean zscore?"},
		{Entry, "when price > 1800\ndo buy 1% of cash", 7, 12, "money is written like 500 usdc"},
		{Entry, "when position_age > 30\ndo buy 1% of cash", 7, 19, "written like 30m"},
		{Entry, "when price\ndo buy 1% of cash", 7, 6, "must be true or false"},
		{Entry, "when price * cash > 1 usdc\ndo buy 1% of cash", 7, 12, "cannot multiply"},
		{Entry, "when 1 / price > 1\ndo buy 1% of cash", 7, 8, "cannot divide"},
		{Entry, "when regime > volatile\ndo buy 1% of cash", 7, 13, "== and != only"},
		{Entry, "when lp_in_range == true\ndo buy 1% of cash", 7, 18, "not compared"},
		{Entry, "when 1 < hour < 5\ndo buy 1% of cash", 7, 15, "do not chain"},
		{Entry, "when rsi(90s) < 30\ndo buy 1% of cash", 7, 10, "whole minutes"},
		{Entry, "when rsi(25h) < 30\ndo buy 1% of cash", 7, 10, "from 1m to 24h"},
		{Entry, "when rsi < 30\ndo buy 1% of cash", 7, 10, "needs a window, like rsi(2h)"},
		{Entry, "when price(2h) < 3 usdc\ndo buy 1% of cash", 7, 11, "takes no window"},
		{Entry, "when hour = 3\ndo buy 1% of cash", 7, 11, "write == to compare"},
		{Entry, "when price > high(4h)\ndo buy 1% of cash", 7, 12, "never true, for high(4h) has the present price in it; write price >= high(4h)"},
		{Entry, "when high(90m) < price\ndo buy 1% of cash", 7, 16, "write price >= high(90m)"},
		{Exit, "when exposure > 1% and price < low(4h)\ndo sell all", 7, 30, "write price <= low(4h)"},
		{Exit, "when low(4h) > price\ndo sell all", 7, 14, "write price <= low(4h)"},
		{Entry, "when hour % 4 == 0\ndo buy 1% of cash", 7, 11, "there is no remainder: write hour == 0 or hour == 12, or give the rule a cooldown"},
		{Entry, "when hour == 3\ndo sell all", 8, 4, "may not sell"},
		{Exit, "when hour == 3\ndo buy 5% of cash", 8, 4, "may not buy"},
		{Entry, "when hour == 3\ndo buy 101% of cash", 8, 8, "at most 100%"},
		{Entry, "when hour == 3\ndo buy 5% of bank", 8, 14, "10% of cash or 10% of equity"},
		{Entry, "when hour == 3\ndo by 5% of cash", 8, 4, "did you mean buy?"},
		{Entry, "when hour == 3\ndo buy 5% of cash\ncooldown 8d", 9, 10, "between 1s and 7d"},
		{Entry, "when hour == 3", 7, 15, "does nothing"},
		{Entry, "when hour == 3 do hold do hold", 7, 24, "unexpected"},
		{Entry, "when 5x > 3 do hold", 7, 6, "unknown unit"},
		{Entry, "when min(price, 3) > 3 usdc do hold", 7, 6, "both must be of one kind"},
		{Entry, "when not price do hold", 7, 6, "not takes a truth"},
		{Entry, "when ±price do hold", 7, 6, "expected a value"},
		{Entry, "when hour > $5 do hold", 7, 13, "unexpected"},
		{Entry, strings.Repeat("(", 30), 7, 1, "begins with when"},
		{Entry, "when " + strings.Repeat("(", 30) + "hour", 7, 30, "24 deep"},
		{Entry, "when hour > 1" + strings.Repeat("+1", 200), 7, 266, "256 words"},
		{Entry, strings.Repeat("x", 5000), 7, 1, "4,096 bytes"},
	} {
		r, problems := Parse(c.kind, "", c.src, 7, new(Slots))
		if r != nil || len(problems) == 0 {
			t.Errorf("%q was accepted", c.src)
			continue
		}
		p := problems[0]
		if p.Line != c.line || p.Col != c.col || !strings.Contains(p.Message, c.message) {
			t.Errorf("%q: %v, want %d:%d …%s…", c.src, p, c.line, c.col, c.message)
		}
	}
}

func TestAllProblemsOfARuleAreReportedTogether(t *testing.T) {
	_, problems := Parse(Entry, "", "when zscor(2h) < -2 and price > 5 and regme == volatile\ndo sell all", 1, new(Slots))
	if len(problems) != 4 {
		t.Errorf("%d problems: %v", len(problems), problems)
	}
}

func TestARuleThatClosesEverythingIsTriedAgain(t *testing.T) {
	for text, want := range map[string]int64{"sell all": retryMs, "sell 50% of position": 0, "withdraw liquidity then sell all": retryMs, "hold": 0} {
		r, problems := Parse(Stop, "", "when true do "+text, 1, new(Slots))
		if problems != nil || r.Retry() != want {
			t.Errorf("%s: retry %d, want %d", text, r.Retry(), want)
		}
	}
}

func TestOnlyAPlainComparisonIsTakenApart(t *testing.T) {
	for text, want := range map[string]Simple{
		"rsi(14m) < 30":         {"rsi", "14m", "<", "30", ""},
		"zscore(2h) <= -2.5":    {"zscore", "120m", "<=", "-2.5", ""},
		"Price > 1800 USDC":     {"price", "", ">", "1800", "usdc"},
		"unrealised_pnl > 2%":   {"unrealised_pnl", "", ">", "2", "%"},
		"position_age == 30m":   {"position_age", "", "==", "30", "m"},
		"rsi(14m) < 30 or true": {}, "price > sma(2h)": {}, "30 > rsi(14m)": {}, "when the moon is full": {}, "": {},
		"hour + 1 > 3": {}, "hour == -(3)": {}, "hour == 3 do hold": {}, "hour == 3 cooldown 3m": {},
	} {
		got, ok := Comparison(text)
		if got != want || ok != (want != Simple{}) {
			t.Errorf("%q: %+v %v", text, got, ok)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("when zscore(2h) < -2.0 and exposure < 5%\ndo buy 20% of equity\ncooldown 30m")
	f.Add("when not (lp_in_range or min(1,2) == 3bps) do recentre within ±1% then hold")
	f.Add("when ((((((((((1")
	f.Add("when correlation(weth, wbtc, 1d) < 0.5 and basis(weth-usdc-5, weth-usdc-30) > 10bps do rebalance to weth 40% wbtc 20% rest usdc, band 5%")
	f.Add("when supply_rate(aave-v3, usdc) > 3% do lend usdc at best, margin 0.5% then lend 5% of weth at aave-v3")
	f.Add("when weight(wbtc) < 5% do buy 5% of equity of wbtc in wbtc-usdc-30 then provide 5% of cash within 2% in weth-usdc-0.5-v4")
	f.Add("when zscore(weth-usdc-5, 2h) > 2 do sell 50% of wbtc then sell all of weth in weth-usdc-5 then withdraw liquidity in a.b-c-1")
	f.Fuzz(func(t *testing.T, src string) {
		Comparison(src)
		for k := range 2 * len(Kinds) {
			var slots Slots
			if k >= len(Kinds) {
				k, slots.Names = k-len(Kinds), known()
			}
			r, problems := Parse(Kind(k), "x", src, 1, &slots)
			if (r == nil) != (len(problems) > 0) {
				t.Fatalf("rule %v with problems %v", r, problems)
			}
			for _, p := range problems {
				if p.Line < 1 || p.Col < 1 || p.Message == "" {
					t.Fatalf("problem without a place: %v", p)
				}
			}
			if r != nil {
				cells := make([]Cell, len(slots.All()))
				if r.When.Steps() > maxTokens {
					t.Fatalf("%d steps", r.When.Steps())
				}
				r.When.Eval(cells)
			}
		}
	})
}
