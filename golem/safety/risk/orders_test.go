package risk

import (
	"math"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/aavev3"
)

// cost is by hand: 150,000 gas at 2·10^9 wei and 10^14 wei of data are 4·10^14 wei, 0.8 USDC at
// 2,000; in and out again of 400 USDC that is 0.4 %. A swap also pays 0.05 % twice and its impact.
func TestATradeIsHeldAgainstWhatItTakesToGetInAndOutAgain(t *testing.T) {
	g := newborn(turn.StageFull, 20)
	g.yield = 0.5
	g.lives(10)
	o := g.buys(400)
	o.Case.Seen.GasPrice.SetUint64(2e9)
	o.Simulation.DataFee.SetUint64(1e14)
	o.Simulation.ImpactBPS = 30
	o.Case.Regime = turn.RegimeVolatile
	got := follow(o)
	exactly(t, "the cost of a swap", got.Cost, 0.004+0.001+0.003)
	if got.Kind != "swap" || got.Value != 400 || got.Price != 2_000 || got.at != g.now || got.regime != turn.RegimeVolatile || got.Lower != got.Upper || !(got.FeeQuote > 0) || got.FeeBase != 0 {
		t.Errorf("%+v", got)
	}
	p := g.provides(400, -100, 300)
	p.Case.Seen.GasPrice.SetUint64(2e9)
	p.Simulation.DataFee.SetUint64(1e14)
	p.Simulation.ImpactBPS = 30
	got = follow(p)
	exactly(t, "the cost of liquidity", got.Cost, 0.004)
	if got.Kind != "add_liquidity" || got.Lower != -100 || got.Upper != 300 {
		t.Errorf("%+v", got)
	}
	sells := g.buys(1)
	sells.Case.Action.TokenIn, sells.Case.Action.TokenOut = weth.Address, usdc.Address
	blind := g.buys(1)
	blind.Case.Seen.Markets[0].Price = 0
	cheap := g.buys(1)
	cheap.Case.Seen.Markets[0].Price = 0.5
	tiny := g.buys(1)
	tiny.Case.Action.AmountIn.SetUint64(1) // a millionth of a dollar
	for name, c := range map[string]struct {
		o    Order
		want int
	}{"a way out": {sells, 0}, "a loan": {g.borrows(5), 0}, "no price": {blind, 0}, "an empty order": {g.buys(0), 0}, "a crumb": {tiny, 1}, "a cheap token": {cheap, 1}} {
		g.trades.open, g.trades.last = nil, map[string]int64{}
		if g.HeldBack(c.o); len(g.trades.open) != c.want {
			t.Errorf("%s: %d trades are followed", name, len(g.trades.open))
		}
	}
}

func (g *golem) borrows(usd int64) Order {
	o := g.buys(usd)
	o.Case.Action = grammar.Action{Kind: grammar.Borrow, Market: aavev3.Name, Protocol: aavev3.Name, Asset: usdc.Address, Amount: uint256.NewInt(uint64(usd) * 1e6), Slippage: 50}
	return o
}

// spec: heartbeat §15: what a trade came to is judged at no price in doubt. It
// waits for the next reading that is trusted, until it is too late to count.
func TestATradeIsJudgedAtNoPriceInDoubt(t *testing.T) {
	const over = 3_600_000
	for name, doubt := range map[string]func(*turn.Reading){
		"its base token":  func(r *turn.Reading) { r.Assets[1].Doubt = "a market and a feed are 25 % apart" },
		"its quote token": func(r *turn.Reading) { r.Assets[0].Doubt = "a feed is 25 % off" },
	} {
		for after, known := range map[int64]int{over + minute: 1, over + late + minute: 0} {
			g := newborn(turn.StageFull, 20)
			g.HeldBack(g.buys(500))
			g.now += over
			bent := turntest.Copy(g.seen())
			bent.Markets[0].Price *= 0.75
			doubt(&bent)
			if g.trades.price(&bent, g.regime); len(g.trades.open) != 1 || g.trades.estimate.N != 0 {
				t.Errorf("%s: judged in doubt, at %+v", name, g.trades.estimate)
			}
			g.now += after - over
			seen := g.seen()
			g.trades.price(&seen, g.regime)
			if len(g.trades.open) != 0 || g.trades.estimate.N != known || g.trades.estimate.Mean < -0.01 {
				t.Errorf("%s: %d ms after, %d are open, and it came to %+v", name, after, len(g.trades.open), g.trades.estimate)
			}
		}
	}
	// One that is too late to count is given up, also in doubt.
	g := newborn(turn.StageFull, 20)
	g.HeldBack(g.buys(500))
	g.now += over + late + minute
	seen := g.seen()
	seen.Assets[1].Doubt = "a feed is 25 % off"
	if g.trades.price(&seen, g.regime); len(g.trades.open) != 0 || g.trades.estimate.N != 0 {
		t.Errorf("%d are open, %d known", len(g.trades.open), g.trades.estimate.N)
	}
}

// One kind is followed every ten minutes, from an hour's end for a quarter of an hour.
func TestATradeIsPricedWithinAQuarterOfItsHour(t *testing.T) {
	for after, c := range map[int64]struct{ open, known int }{
		3_600_000 - 1_000: {1, 0}, 3_600_000: {0, 1}, 4_500_000: {0, 1}, 4_501_000: {0, 0},
	} {
		g := newborn(turn.StageFull, 20)
		g.HeldBack(g.buys(500))
		g.now += after
		seen := g.seen()
		unsound := turntest.Copy(seen)
		unsound.Markets[0].Price = 0
		g.trades.price(&unsound, g.regime)
		if len(g.trades.open) != 1 || g.trades.estimate.N != 0 {
			t.Errorf("without a price %d are open, %d known", len(g.trades.open), g.trades.estimate.N)
		}
		g.trades.price(&seen, g.regime)
		if len(g.trades.open) != c.open || g.trades.estimate.N != c.known {
			t.Errorf("after %d ms %d are open, %d known", after, len(g.trades.open), g.trades.estimate.N)
		}
	}
	for late, known := range map[int64]int{900_000: 1, 900_001: 0} {
		g := newborn(turn.StageFull, 20)
		g.trades.open = []trade{{market: exchange, at: g.now - 3_600_000 - late, Untraded: turn.Untraded{Price: 1}}}
		seen := g.seen()
		seen.Markets[0].Price = 1
		g.trades.price(&seen, g.regime)
		if g.trades.estimate.N != known {
			t.Errorf("%d ms late %d are known", late, g.trades.estimate.N)
		}
	}
	g := newborn(turn.StageFull, 20)
	for _, c := range []struct {
		at, want int64
		kind     string
	}{{0, 1, "swap"}, {599_999, 1, "swap"}, {599_999, 2, "add_liquidity"}, {600_000, 3, "swap"}, {1_200_000, 4, "swap"}} {
		g.trades.begin(trade{Untraded: turn.Untraded{Kind: c.kind}, at: c.at})
		if int64(len(g.trades.open)) != c.want {
			t.Errorf("at %d ms %d are followed, want %d", c.at, len(g.trades.open), c.want)
		}
	}
	// What is at risk in a trade is said once two trades came to something.
	for n, want := range map[int]float64{0: 0, 1: 0, 2: 0.1645, 3: 0.1645} {
		g := newborn(turn.StageFull, 20)
		g.trades.estimate = Estimate{N: n, Variance: 0.01}
		g.trades.begin(trade{})
		exactly(t, "at risk", g.trades.open[0].risked, want)
	}
}

// spec: safety §16.3: five dimensions, of which a trade is in those that it tells about.
func TestWhatATradeCameToIsLearntWhereItBelongs(t *testing.T) {
	success, failed := Beta{2, 3}, Beta{1, 4.5}
	for name, c := range map[string]struct {
		trade trade
		gain  float64
		want  map[Dimension]Beta
	}{
		"a gain":                    {trade{regime: turn.RegimeVolatile}, 0.01, map[Dimension]Beta{Trading: success}},
		"nothing":                   {trade{regime: turn.RegimeVolatile}, 0, map[Dimension]Beta{Trading: failed}},
		"a loss":                    {trade{regime: turn.RegimeVolatile}, -0.01, map[Dimension]Beta{Trading: failed}},
		"of another market":         {trade{regime: turn.RegimeRangeBound}, 0.01, map[Dimension]Beta{Trading: success, Adaptability: success}},
		"nothing of another market": {trade{regime: turn.RegimeRangeBound}, 0, map[Dimension]Beta{Trading: failed, Adaptability: failed}},
		"of liquidity":              {trade{regime: turn.RegimeVolatile, Untraded: turn.Untraded{Lower: -1, Upper: 1}}, 0.01, map[Dimension]Beta{Liquidity: success}},
		"as much as was at risk":    {trade{regime: turn.RegimeVolatile, risked: 0.02}, -0.02, map[Dimension]Beta{Trading: failed, Calibration: success}},
		"more than that":            {trade{regime: turn.RegimeVolatile, risked: 0.02}, -0.0201, map[Dimension]Beta{Trading: failed, Calibration: failed}},
		"what is impossible":        {trade{regime: turn.RegimeRangeBound, risked: 0.02}, math.NaN(), nil},
	} {
		g := newborn(turn.StageFull, 20)
		g.trades.learn(c.trade, c.gain, turn.RegimeVolatile)
		for d := range dimensions {
			want, used := c.want[d]
			if !used {
				want = Doubt()
			}
			if g.trades.known.of[d] != want || g.trades.known.used[d] != used {
				t.Errorf("%s: of dimension %d it knows %+v (%v)", name, d, g.trades.known.of[d], g.trades.known.used[d])
			}
		}
		if won := c.gain > 0; len(c.want) > 0 && (len(g.trades.won) != 1 || g.trades.won[0] != won) || len(c.want) == 0 && len(g.trades.won) != 0 {
			t.Errorf("%s: won is %v", name, g.trades.won)
		}
	}
	g := newborn(turn.StageFull, 20)
	for i := range 25 {
		g.trades.learn(trade{}, float64(i-5), turn.RegimeUnknown) // 15 count: those below ten
	}
	for i := range 6 {
		g.trades.learn(trade{}, float64(i%2)-0.5, turn.RegimeUnknown)
	}
	if want := slices.Concat([]bool{false}, slices.Repeat([]bool{false}, 4), slices.Repeat([]bool{true}, 9), []bool{false, true, false, true, false, true}); len(g.trades.won) != 20 || !slices.Equal(g.trades.won, want) {
		t.Errorf("of the last twenty %v were won", g.trades.won)
	}
}

// An order that was sent counts once it ends, by what became of it, and once.
//
// spec: heartbeat §15 layer 3, safety §16.3
func TestAnOrderCountsByWhatBecameOfIt(t *testing.T) {
	executed := &turn.Execution{Verified: true}
	for name, c := range map[string]struct {
		o                  Order
		status             turn.Status
		execution          *turn.Execution
		orders             Beta
		failed, open, sent int
		deeds, openings    int
		lending            Beta
	}{
		"executed":             {Order{}, turn.StatusExecuted, executed, Beta{3, 2}, 0, 1, 0, 1, 1, Doubt()},
		"executed, unverified": {Order{}, turn.StatusExecuted, &turn.Execution{}, Beta{2, 2}, 2, 1, 0, 1, 1, Doubt()},
		"executed, no receipt": {Order{}, turn.StatusExecuted, nil, Beta{2, 2}, 2, 0, 0, 1, 0, Doubt()},
		"failed":               {Order{}, turn.StatusFailed, nil, Beta{2, 3}, 3, 0, 0, 1, 0, Doubt()},
		"under way":            {Order{}, turn.StatusPending, nil, Beta{2, 2}, 2, 0, 1, 0, 0, Doubt()},
		"never sent, but said": {Order{}, turn.StatusCancelled, executed, Beta{2, 2}, 2, 0, 0, 0, 0, Doubt()},
		"never sent":           {Order{}, turn.StatusCancelled, nil, Beta{2, 2}, 2, 0, 0, 0, 0, Doubt()},
		"a loan":               {newborn(turn.StageFull, 20).borrows(5), turn.StatusExecuted, executed, Beta{3, 2}, 0, 0, 0, 1, 0, Beta{2, 3}},
		"a loan that failed":   {newborn(turn.StageFull, 20).borrows(5), turn.StatusFailed, nil, Beta{2, 3}, 3, 0, 0, 1, 0, Beta{1, 4.5}},
	} {
		g := newborn(turn.StageFull, 20)
		g.lives(1)
		g.ladder.failed = 2
		if c.o.Case.Action.Kind == "" {
			c.o = g.buys(500)
		}
		c.o.Permit, c.o.Tick = "permit:9", 7
		g.Committed(c.o)
		if g.opened != (opening{tick: 7, at: c.o.Case.Now}) || len(g.sent) != 1 {
			t.Errorf("%s: it was opened at %+v", name, g.opened)
		}
		g.Ended(turn.Action{Status: c.status, Preview: turn.Preview{PermitID: "permit:9"}, Execution: c.execution})
		if g.orders != c.orders || g.ladder.failed != c.failed || len(g.trades.open) != c.open || len(g.sent) != c.sent || len(g.conduct.deeds) != c.deeds || len(g.habit.times) != c.openings || g.trades.known.of[Lending] != c.lending {
			t.Errorf("%s: orders %v, %d failed, %d open, %d sent, %d deeds, %d openings, lending %v", name, g.orders, g.ladder.failed, len(g.trades.open), len(g.sent), len(g.conduct.deeds), len(g.habit.times), g.trades.known.of[Lending])
		}
		if c.openings == 1 && (g.habit.size != 500 || g.habit.times[0] != g.now || g.conduct.size != 500) {
			t.Errorf("%s: %+v", name, g.habit)
		}
	}
	// A crumb is an opening too, and what it came to is held against its preview.
	crumb := newborn(turn.StageFull, 20)
	o := crumb.buys(1)
	o.Case.Action.AmountIn.SetUint64(5e5)
	crumb.Committed(o)
	got := []turn.Delta{{Token: weth.Address, Units: *uint256.NewInt(5)}}
	crumb.Ended(turn.Action{Status: turn.StatusExecuted, Preview: turn.Preview{PermitID: "permit:1", Simulation: &turn.Simulation{Deltas: got}}, Execution: &turn.Execution{Deltas: got}})
	if len(crumb.trades.open) != 1 || crumb.trades.known.used[Lending] || crumb.habit.size != 0.5 || len(crumb.habit.distance) != 1 {
		t.Errorf("%d open, %+v", len(crumb.trades.open), crumb.habit)
	}
	// An order of somebody else, and a way out, is none of ours.
	g := newborn(turn.StageFull, 20)
	out := g.buys(5)
	out.Case.Action.TokenIn, out.Case.Action.TokenOut = weth.Address, usdc.Address
	g.Committed(out)
	if len(g.sent) != 0 || g.opened != (opening{}) {
		t.Error("a way out is followed")
	}
	g.Ended(turn.Action{Status: turn.StatusExecuted, Preview: turn.Preview{PermitID: "permit:1"}, Execution: executed})
	if len(g.trades.open) != 0 || g.orders != (Beta{3, 2}) || g.trades.known.used[Lending] {
		t.Errorf("%+v", g.trades.known)
	}
}

// spec: heartbeat §15 layer 3: a failure weighs more in a volatile market, and twice in a fall.
func TestAFailureWeighsByWhenItCame(t *testing.T) {
	for look, want := range map[Look]float64{
		{Regime: turn.RegimeRangeBound, Drawdown: 1_000}: 1, {Regime: turn.RegimeVolatile, Drawdown: 1_000}: 1.5,
		{Regime: turn.RegimeRangeBound, Drawdown: 1_001}: 2, {Regime: turn.RegimeVolatile, Drawdown: 1_001}: 2,
	} {
		g := newborn(turn.StageFull, 20)
		g.look = look
		if g.order(turn.StatusFailed); g.orders != (Beta{2, 2 + want}) {
			t.Errorf("%+v: %v", look, g.orders)
		}
	}
}

// spec: safety §16.7: an opening that grows behind a loss is chased.
func TestAnOpeningThatGrowsBehindALossIsChased(t *testing.T) {
	for name, c := range map[string]struct {
		won    []bool
		before float64
		usd    int64
		want   bool
	}{
		"behind a loss":            {[]bool{true, false}, 400, 500, true},
		"as large as before":       {[]bool{true, false}, 500, 500, false},
		"behind a gain":            {[]bool{false, true}, 400, 500, false},
		"behind a first loss":      {[]bool{false}, 400, 500, true},
		"behind nothing":           {nil, 400, 500, false},
		"the first of all":         {[]bool{false}, 0, 500, false},
		"larger than half a crumb": {[]bool{false}, 0.5, 500, true},
	} {
		g := newborn(turn.StageFull, 20)
		g.trades.won, g.conduct.size = c.won, c.before
		g.Committed(g.buys(c.usd))
		g.Ended(turn.Action{Status: turn.StatusExecuted, Preview: turn.Preview{PermitID: "permit:1"}, Execution: &turn.Execution{}})
		if d := g.conduct.deeds; len(d) != 1 || d[0].chased != c.want || g.conduct.size != float64(c.usd) {
			t.Errorf("%s: %+v", name, d)
		}
	}
	var c conscience
	for size, want := range map[float64]float64{0.5: 0.5, 0: 7, -1: 7} { // what hangs on no price is no opening
		c.size = 7
		if c.did(&turn.Action{}, 0, size, false); c.size != want {
			t.Errorf("behind one of %v the last is %v", size, c.size)
		}
	}
	for origin, want := range map[turn.Origin]bool{turn.OriginRule: false, turn.OriginSteer: false, turn.OriginModel: true} {
		c = conscience{}
		c.did(&turn.Action{Proposal: turn.Proposal{Origin: origin}}, 0, 0, false)
		if c.deeds[0].strange != want {
			t.Errorf("what %s asked for is strange: %v", origin, c.deeds[0].strange)
		}
	}
}

// What an order came to is held against its preview, token by token.
func TestAnOrdersOutcomeIsHeldAgainstItsPreview(t *testing.T) {
	of := func(token common.Address, out bool, units uint64) turn.Delta {
		return turn.Delta{Token: token, Out: out, Units: *uint256.NewInt(units)}
	}
	a, b := usdc.Address, weth.Address
	for name, c := range map[string]struct {
		want, got []turn.Delta
		distance  []float64
	}{
		"less":              {[]turn.Delta{of(a, true, 100), of(b, false, 1_000)}, []turn.Delta{of(a, true, 90), of(b, false, 990)}, []float64{0.01}},
		"more":              {[]turn.Delta{of(b, false, 1_000)}, []turn.Delta{of(b, false, 1_020)}, []float64{0.02}},
		"two":               {[]turn.Delta{of(a, false, 10), of(b, false, 10)}, []turn.Delta{of(b, false, 9), of(a, false, 8)}, []float64{0.2, 0.1}},
		"paid, not got":     {[]turn.Delta{of(b, false, 10)}, []turn.Delta{of(b, true, 9)}, nil},
		"got, not paid":     {[]turn.Delta{of(b, true, 10)}, []turn.Delta{of(b, false, 9)}, nil},
		"another token":     {[]turn.Delta{of(b, false, 10)}, []turn.Delta{of(a, false, 9)}, nil},
		"nothing was to be": {[]turn.Delta{of(b, false, 0)}, []turn.Delta{of(b, false, 9)}, nil},
	} {
		var h habit
		h.executed(&turn.Action{Preview: turn.Preview{Simulation: &turn.Simulation{Deltas: c.want}}, Execution: &turn.Execution{Deltas: c.got}})
		if len(h.distance) != len(c.distance) {
			t.Errorf("%s: %v", name, h.distance)
			continue
		}
		for i := range c.distance {
			exactly(t, name, h.distance[i], c.distance[i])
		}
	}
	var h habit
	h.executed(&turn.Action{Execution: &turn.Execution{}})
	h.executed(&turn.Action{Preview: turn.Preview{Simulation: &turn.Simulation{Deltas: []turn.Delta{of(a, false, 1)}}}})
	for n := range uint64(22) {
		h.executed(&turn.Action{
			Preview: turn.Preview{Simulation: &turn.Simulation{Deltas: []turn.Delta{of(a, false, 100)}}}, Execution: &turn.Execution{Deltas: []turn.Delta{of(a, false, 100+n)}},
		})
	}
	if len(h.distance) != 20 {
		t.Fatalf("%d count", len(h.distance))
	}
	exactly(t, "the oldest that counts", h.distance[0], 0.02)
	exactly(t, "the last five", h.tracking(5), 0.19)
	exactly(t, "all", h.tracking(40), 0.115)
	h.distance = h.distance[:1]
	exactly(t, "the only one", h.tracking(5), 0.02)
	exactly(t, "none", (&habit{}).tracking(5), 0)
}
