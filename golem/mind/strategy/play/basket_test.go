package play

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/quote"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

// loose compiles rules under a policy that lets everything be put to work.
func loose(t testing.TB, rules string) *strategy.Strategy {
	t.Helper()
	return headed(t, "", rules)
}

// headed is loose with more in front of the rules.
func headed(t testing.TB, head, rules string) *strategy.Strategy {
	t.Helper()
	p := strategy.DefaultPolicy()
	p.Bounds.MaxPosition, p.Bounds.MaxDeployed = 10_000, 10_000
	s, err := strategy.Compile([]byte("+++\nobjective = \"x\"\n"+head+"+++\n"+rules), p)
	check(t, err)
	return s
}

func basketOf(t testing.TB, text string) *strategy.Strategy {
	return loose(t, "```rule manage even\nwhen true do rebalance to "+text+"\n```\n")
}

// said are the thoughts of a tick in one line.
func said(thoughts []turn.Thought) string {
	var all []string
	for _, t := range thoughts {
		all = append(all, t.Summary)
	}
	return strings.Join(all, "; ")
}

// order is a swap's tokens, and what it spends in the numeraire.
func (p *paper) order(a turn.Action) (in, out string, value uint256.Int) {
	var b struct {
		Params struct {
			In     string `json:"token_in"`
			Out    string `json:"token_out"`
			Amount string `json:"amount_in"`
		}
	}
	check(p.t, json.Unmarshal(a.Proposal.Body, &b))
	token, _ := p.r.Named(b.Params.In)
	return b.Params.In, b.Params.Out, walletOf(&p.r).value(token.Token, p.amount(b.Params.Amount))
}

func TestABasketSellsBeforeItBuys(t *testing.T) {
	s := basketOf(t, "weth 10% wbtc 60% rest usdc, band 5%")
	m := hoard(t, 100)
	m.earn(weth.Address, uint256.NewInt(3e17))
	m.revalue()
	done, thoughts := m.play(New(fixed{s}), 0, fire(s, rule.Manage))
	if len(done) != 2 {
		t.Fatalf("%s: %s", asked(done), said(thoughts))
	}
	for i, want := range []string{"weth>usdc", "usdc>wbtc"} {
		if in, out, _ := m.order(done[i]); in+">"+out != want {
			t.Errorf("step %d is %s>%s", i, in, out)
		}
	}
	if !strings.Contains(asked(done), "usdc in wbtc-usdc-5") {
		t.Errorf("not where it is traded most: %s", asked(done))
	}
	if again, thoughts := m.play(New(fixed{s}), 0, fire(s, rule.Manage)); len(again) != 0 || !strings.Contains(said(thoughts), "every share is within 5% of the basket's") {
		t.Errorf("a second pass does %s: %s", asked(again), said(thoughts))
	}
}

// An asset that comes back inside the band before its turn is left alone.
func TestALegBackInsideTheBandTradesNothing(t *testing.T) {
	s := basketOf(t, "wbtc 60% rest usdc, band 5%")
	m := hoard(t, 1_000) // a third of it in WBTC
	d := deskOf(&m.r)
	d.bounds = s.Bounds
	legs, _ := spreadOf(jobOf("x", s.Rules[0]).tasks[0], d)
	if len(legs) != 1 {
		t.Fatalf("%d legs", len(legs))
	}
	for _, c := range []struct {
		comes  uint64
		trades bool
	}{{1_200_000, true}, {600_000, false}} { // 52 %, and then 58 %
		m.earn(wbtc.Address, uint256.NewInt(c.comes))
		m.revalue()
		leg := legs[0].copy()
		if s := leg.next(d.with(&m.r)); (s.body != nil) != c.trades || !c.trades && s.say != "WBTC has come to its share" {
			t.Errorf("%d more: it proposes %s: %s", c.comes, s.body, s.say)
		}
	}
}

func TestABasketBuysNothingWhileEntriesArePaused(t *testing.T) {
	s := basketOf(t, "weth 10% wbtc 60% rest usdc, band 5%")
	m := hoard(t, 100)
	m.earn(weth.Address, uint256.NewInt(3e17))
	m.revalue()
	p := New(fixed{s})
	done, thoughts := m.play(p, 0, fire(s, rule.Manage), turn.Steer{ID: "a", Text: "pause entries"})
	if len(done) != 1 || !strings.Contains(asked(done), "weth in") || !strings.Contains(said(thoughts), "WBTC is not bought: the owner paused entries") {
		t.Errorf("%s: %s", asked(done), said(thoughts))
	}
}

// In one pass no asset is sold and bought, sales come first, nothing inside the band is traded,
// nothing for less than one token of the numeraire, no bound is ever exceeded, and each share
// ends within the band, or the thoughts say why not.
func TestABasketComesToItsShares(t *testing.T) {
	converged, told, idle := 0, 0, 0
	rapid.Check(t, func(r *rapid.T) {
		m := hoard(t, rapid.Uint64Range(0, 5_000).Draw(r, "cash"))
		m.earn(weth.Address, uint256.NewInt(rapid.Uint64Range(0, 2e18).Draw(r, "weth")))
		m.earn(wbtc.Address, uint256.NewInt(rapid.Uint64Range(0, 5e6).Draw(r, "wbtc")))
		m.revalue()
		if rapid.IntRange(0, 3).Draw(r, "lends") == 0 {
			m.r.Lending = []turn.Lending{{Handle: "aave-v3", Protocol: "aave-v3", Reserves: []turn.Reserve{{Token: weth, Supplied: *uint256.NewInt(rapid.Uint64Range(0, 2e18).Draw(r, "lent"))}}}}
		}
		first := rapid.Int64Range(0, 100).Draw(r, "first")
		shares := map[string]rule.PPM{"weth": rule.PPM(first) * 10_000, "wbtc": rule.PPM(rapid.Int64Range(0, 100-first).Draw(r, "second")) * 10_000}
		if rapid.IntRange(0, 3).Draw(r, "even") == 0 { // as they are, to one in a hundred
			for _, token := range []turn.Token{weth, wbtc} {
				w := Weigh(&m.r, token, 0)
				percent := muldiv(&w.Have, uint256.NewInt(100), &w.Equity)
				shares[token.Handle()] = rule.PPM(percent.Uint64()) * 10_000
			}
		}
		band := rule.PPM(rapid.Int64Range(1, 10).Draw(r, "band")) * 10_000
		s := basketOf(t, fmt.Sprintf("weth %s wbtc %s rest usdc, band %s", shares["weth"], shares["wbtc"], band))
		bounded := *s
		if rapid.Bool().Draw(r, "bounded") {
			bounded.Bounds.MaxPosition, bounded.Bounds.MaxDeployed, bounded.Bounds.Reserve = 3_000, 5_000, 1_000
		}
		off := func(token turn.Token) (above, below, most uint256.Int) {
			d := deskOf(&m.r)
			above, below = d.off(token, shares[token.Handle()])
			return above, below, d.band(band)
		}
		start := map[string]bool{}
		for _, token := range []turn.Token{weth, wbtc} {
			above, below, most := off(token)
			start[token.Handle()] = above.Gt(&most) || below.Gt(&most)
		}
		before := deskOf(&m.r).wallet.deployed()
		done, thoughts := m.play(New(fixed{&bounded}), 0, fire(s, rule.Manage))
		words, buying, at := said(thoughts), false, map[string]string{}
		for _, a := range done {
			in, out, value := m.order(a)
			asset, side := out, "buys"
			if out == "usdc" {
				asset, side = in, "sells"
			}
			if was := at[asset]; was != "" {
				r.Fatalf("%s is traded twice, %s and %s: %s", asset, was, side, asked(done))
			}
			if at[asset] = side; side == "sells" && buying {
				r.Fatalf("a sale behind a purchase: %s", asked(done))
			}
			buying = buying || side == "buys"
			if !start[asset] {
				r.Fatalf("%s was within its band, and is traded: %s", asset, asked(done))
			}
			if value.Lt(uint256.NewInt(998_000)) { // its price moved by what it cost
				r.Fatalf("an order for %s units: %s", value.Dec(), asked(done))
			}
		}
		d := deskOf(&m.r)
		equity, deployed := d.wallet.equity(), d.wallet.deployed()
		for _, token := range []turn.Token{weth, wbtc} {
			have := d.wallet.everywhere(token)
			if most := bpsOf(&equity, bounded.Bounds.MaxPosition+10); at[token.Handle()] == "buys" && have.Gt(&most) {
				r.Fatalf("%s has %s of %s: %s", token.Symbol, have.Dec(), equity.Dec(), asked(done))
			}
			above, below, most := off(token)
			most.AddUint64(&most, 2e6) // gas and fees were paid since, of the equity
			if !above.Gt(&most) && !below.Gt(&most) {
				continue
			}
			told++
			if !strings.Contains(words, token.Symbol+" stays below") && !strings.Contains(words, token.Symbol+" is above") &&
				!strings.Contains(words, ", cut from ") && !strings.Contains(words, ", all that is in the wallet") {
				r.Fatalf("%s ends %s above and %s below with a band of %s, and nothing is said: %s", token.Symbol, above.Dec(), below.Dec(), most.Dec(), words)
			}
		}
		if most := bpsOf(&equity, bounded.Bounds.MaxDeployed+10); buying && deployed.Gt(&most) && deployed.Gt(&before) {
			r.Fatalf("%s of %s are deployed: %s", deployed.Dec(), equity.Dec(), asked(done))
		}
		if again, _ := m.play(New(fixed{&bounded}), 0, fire(s, rule.Manage)); len(again) > len(done) {
			r.Fatalf("a second pass trades more: %s behind %s", asked(again), asked(done))
		}
		if len(done) == 0 {
			idle++
		} else {
			converged++
		}
	})
	if !testing.Short() && (converged < 20 || told == 0 || idle == 0) {
		t.Errorf("%d passes traded, %d shares stayed off, %d passes had nothing to do", converged, told, idle)
	}
}

// The market with the most around its price among those that trade the asset for the numeraire is
// taken, whatever else there is, or one that gives as much to the unit; a rule may narrow them down.
func TestWhatIsNamedIsTradedWhereItIsTradedMost(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		m := hoard(t, 1_000)
		template, usable := m.r.Markets[1], 0
		m.r.Markets = m.r.Markets[:1]
		best, most := "", uint64(0)
		on := rapid.SampledFrom([]string{"", "uniswap-v3", "uniswap-v4"}).Draw(r, "on")
		for i := range rapid.IntRange(0, 6).Draw(r, "markets") {
			one := template
			one.Handle, one.Protocol = fmt.Sprintf("wbtc-usdc-%d", i+1), rapid.SampledFrom([]string{"uniswap-v3", "uniswap-v4"}).Draw(r, "protocol")
			depth := rapid.Uint64Range(1, 1e15).Draw(r, "depth")
			one.Depth = *uint256.NewInt(depth)
			if rapid.IntRange(0, 3).Draw(r, "pair") == 0 {
				one.Quote = weth // no market for the numeraire, however deep
				one.Depth = *uint256.NewInt(1e18)
			} else if on == "" || on == one.Protocol {
				if usable++; depth > most {
					best, most = one.Handle, depth
				}
			}
			m.r.Markets = append(m.r.Markets, one)
		}
		where := ""
		if on != "" {
			where = " on " + on
		}
		s := loose(t, "```rule entry in\nwhen true do buy 100 usdc of wbtc"+where+"\n```\n")
		done, thoughts := m.play(New(fixed{s}), 0, fire(s, rule.Entry))
		if usable == 0 {
			if len(done) != 0 || !strings.Contains(said(thoughts), "trades WBTC for USDC") {
				r.Fatalf("%s: %s", asked(done), said(thoughts))
			}
			return
		}
		order, amount := "100000000 usdc in ", uint256.NewInt(100_000_000)
		handle, whole := strings.CutPrefix(asked(done), order)
		got, ok := m.r.Market(handle)
		want, _ := m.r.Market(best)
		if !whole || !ok || !got.Trades(usdc.Address, want.Base.Address) || on != "" && got != want ||
			quote.Gives(got, usdc.Address, amount) != quote.Gives(want, usdc.Address, amount) {
			r.Fatalf("%s, want %s%s", asked(done), order, best)
		}
	})
}

// What a rule names is bought and sold there, and no other asset.
func TestARuleTradesWhatItNamesWhereItSays(t *testing.T) {
	for text, want := range map[string]string{
		"entry a\nwhen true do buy 100 usdc of wbtc":                 "100000000 usdc in wbtc-usdc-5",
		"entry a\nwhen true do buy 100 usdc of wbtc in wbtc-usdc-30": "100000000 usdc in wbtc-usdc-30",
		"entry a\nwhen true do buy 100 usdc in wbtc-usdc-30":         "100000000 usdc in wbtc-usdc-30",
		"entry a\nwhen true do buy 100 usdc of weth":                 "100000000 usdc in weth-usdc-5",
		"exit a\nwhen true do sell 50% of wbtc":                      "500000 wbtc in wbtc-usdc-5",
		"exit a\nwhen true do sell all of wbtc in wbtc-usdc-30":      "1000000 wbtc in wbtc-usdc-30",
		"exit a\nwhen true do sell all in wbtc-usdc-30":              "1000000 wbtc in wbtc-usdc-30",
		"exit a\nwhen true do sell all of weth":                      "",
	} {
		s, m := loose(t, "```rule "+text+"\n```\n"), hoard(t, 1_000)
		done, thoughts := m.play(New(fixed{s}), 0, fire(s, rule.Entry, rule.Exit))
		if asked(done) != want {
			t.Errorf("%s: %s: %s", text, asked(done), said(thoughts))
		}
	}
}

// A position's limit is that of the asset that is bought.
func TestThePositionOfWhatIsBoughtIsLimited(t *testing.T) {
	s := compiled(t, "```rule entry in\nwhen true do buy 25% of equity of wbtc\n```\n")
	m := hoard(t, 1_900) // 500 of 2,400 in WBTC, at most 600
	if done, thoughts := m.play(New(fixed{s}), 0, fire(s, rule.Entry)); !strings.HasPrefix(asked(done), "99999") && !strings.HasPrefix(asked(done), "100000") {
		t.Errorf("%s: %s", asked(done), said(thoughts))
	}
}

// lenders are two markets for USDC and what they pay a year, in hundredths of a percent.
func lenders(m *paper, aave, morpho uint64, lent uint64) {
	rate := func(bps uint64) uint256.Int {
		return *new(uint256.Int).Mul(uint256.NewInt(bps), uint256.NewInt(1e18)).Mul(uint256.NewInt(1e5), new(uint256.Int).Mul(uint256.NewInt(bps), uint256.NewInt(1e18)))
	}
	all := func() *uint256.Int { return new(uint256.Int).SetAllOne() }
	m.r.Lending = []turn.Lending{
		{Handle: "aave-v3", Protocol: "aave-v3", Account: turn.Account{Health: *all()}, Value: float64(lent), Reserves: []turn.Reserve{{Token: usdc, Supplied: *uint256.NewInt(lent * 1e6), SupplyRate: rate(aave), Receipt: common.Address{1}}}},
		{Handle: "morpho-blue", Protocol: "morpho-blue", Loan: usdc.Address, Account: turn.Account{Health: *all()}, Reserves: []turn.Reserve{{Token: usdc, SupplyRate: rate(morpho)}, {Token: weth}}},
	}
}

func TestLendingGoesWhereMostIsPaid(t *testing.T) {
	for name, c := range map[string]struct {
		aave, morpho, lent uint64
		text, want         string
	}{
		"fresh to the better":         {200, 500, 0, "lend 100 usdc at best", "supply morpho-blue 100000000"},
		"fresh to the other":          {500, 200, 0, "lend 100 usdc at best", "supply aave-v3 100000000"},
		"the same, the first":         {500, 500, 0, "lend 100 usdc at best", "supply aave-v3 100000000"},
		"moved, and what is fresh":    {200, 500, 5000, "lend 100 usdc at best", "withdraw aave-v3 all, supply morpho-blue 5099980000"},
		"within the margin":           {480, 500, 5000, "lend 100 usdc at best", "supply morpho-blue 100000000"},
		"beyond another margin":       {480, 500, 5000, "lend 100 usdc at best, margin 0.1%", "withdraw aave-v3 all, supply morpho-blue 5099980000"},
		"too little to pay for it":    {200, 500, 3, "lend 100 usdc at best", "supply morpho-blue 100000000"},
		"all of it":                   {200, 500, 5000, "lend usdc at best", "withdraw aave-v3 all, supply morpho-blue all"},
		"to the one that is named":    {200, 500, 5000, "lend 100 usdc at aave-v3", "supply aave-v3 100000000"},
		"nothing is moved to a share": {500, 200, 5000, "lend 10% of usdc at best", "supply aave-v3 100000000"},
	} {
		s, m := loose(t, "```rule entry in\nwhen true do "+c.text+"\n```\n"), newPaper(t, 1_000, false)
		lenders(m, c.aave, c.morpho, c.lent)
		done, thoughts := m.play(New(fixed{s}), 0, fire(s, rule.Entry))
		var got []string
		for _, a := range done {
			var b struct {
				Type   string
				Params struct{ Market, Amount string }
			}
			check(t, json.Unmarshal(a.Proposal.Body, &b))
			if strings.HasSuffix(c.want, " all") && b.Type == "supply" {
				if b.Params.Amount[:2] != "59" || len(b.Params.Amount) != 10 {
					t.Errorf("%s: supplies %s", name, b.Params.Amount)
				}
				b.Params.Amount = "all"
			}
			got = append(got, b.Type+" "+b.Params.Market+" "+b.Params.Amount)
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %s, want %s (%s)", name, strings.Join(got, ", "), c.want, said(thoughts))
		}
	}
}

// What stands behind a debt is not moved, however much more is paid elsewhere.
func TestWhatSecuresADebtStays(t *testing.T) {
	s, m := loose(t, "```rule entry in\nwhen true do lend 100 usdc at best\n```\n"), newPaper(t, 1_000, false)
	lenders(m, 200, 900, 5000)
	m.r.Lending[0].Account.Debt.SetUint64(1)
	if done, thoughts := m.play(New(fixed{s}), 0, fire(s, rule.Entry)); len(done) != 1 || done[0].Preview.Kind != "supply" {
		t.Errorf("%d steps: %s", len(done), said(thoughts))
	}
}

// A range is opened, moved and left in the market that a rule names.
func TestARangeIsOpenedInTheMarketThatIsNamed(t *testing.T) {
	s := loose(t, "```rule entry in\nwhen true do provide 20% of equity within ±2% in weth-usdc-30\n```\n```rule exit out\nwhen true do withdraw liquidity in weth-usdc-30\n```\n```rule exit other\nwhen true do withdraw liquidity in weth-usdc-100\n```\n")
	m := newPaper(t, 1_000, false)
	other := *m.r.Primary()
	other.Handle, other.BaseFee, other.QuoteFee = "weth-usdc-30", 3000, 3000
	m.r.Markets = append(m.r.Markets, other)
	d := deskOf(&m.r)
	d.bounds = s.Bounds
	job := jobOf("x", s.Rules[0])
	first := job.tasks[0].next(d)
	if !strings.Contains(string(first.body), `"market":"weth-usdc-30"`) || !strings.Contains(first.say, "on weth-usdc-30") {
		t.Errorf("it begins with %s: %s", first.body, first.say)
	}
	m.do(turn.Proposal{Body: first.body})
	if second := job.tasks[0].next(d.with(&m.r)); !strings.Contains(string(second.body), `"type":"add_liquidity","params":{"market":"weth-usdc-30"`) {
		t.Errorf("then %s: %s", second.body, second.say)
	}
	m.r.Positions = append(m.r.Positions, turn.Position{ID: "7", Market: "weth-usdc-30", Base: *uint256.NewInt(1e17)}, turn.Position{ID: "8", Market: "weth-usdc-5", Base: *uint256.NewInt(2e17)})
	if out := jobOf("x", s.Rules[1]).tasks[0].next(d.with(&m.r)); !strings.Contains(string(out.body), `"position_id":"7"`) {
		t.Errorf("it leaves %s: %s", out.body, out.say)
	}
	if out := jobOf("x", s.Rules[2]).tasks[0].next(d.with(&m.r)); out.body != nil {
		t.Errorf("it leaves %s", out.body)
	}
}

func (d desk) with(r *turn.Reading) desk {
	d.wallet = walletOf(r)
	return d
}

// What is left of a basket's order in parts is given up where something closes: it would buy back
// what a stop sold.
func TestABasketInPartsEndsWhereAStopSells(t *testing.T) {
	s := loose(t, "```rule manage even\nwhen true do rebalance to wbtc 60% rest usdc, band 5%\n```\n```rule stop out\nwhen true do sell all of wbtc\n```\n")
	for stopped, want := range map[bool]bool{false: true, true: false} {
		m := hoard(t, 5_000)
		m.r.Markets[2].Depth, m.r.Markets[1].Depth = *uint256.NewInt(100_000e6), *uint256.NewInt(1_000e6)
		p := New(pacing{fixed{s}, Pace{Impact: 300}})
		if done, thoughts := m.play(p, 0, fire(s, rule.Manage)); len(done) != 1 || !strings.Contains(said(thoughts), "part 1 of") {
			t.Fatalf("%s: %s", asked(done), said(thoughts))
		}
		now := int64(apart)
		if stopped {
			m.play(p, now, fire(s, rule.Stop))
			now += apart
		}
		bought := false
		for range 3 {
			done, _ := m.play(p, now, p.Rest(now))
			for _, a := range done {
				_, out, _ := m.order(a)
				bought = bought || out == "wbtc"
			}
			now += apart
		}
		if bought != want {
			t.Errorf("stopped %v: it buys later: %v", stopped, bought)
		}
	}
}
