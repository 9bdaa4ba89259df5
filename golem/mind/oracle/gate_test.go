package oracle

import (
	"math"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// spec: heartbeat §11.6
func TestWhatAnActionNeedsByItsCost(t *testing.T) {
	for _, c := range []struct{ cost, expected, want float64 }{
		{1, 10, 0.60}, {3, 10, 0.80}, {6, 10, 0.95}, {1, 0, 0.95}, {1, -5, 0.95}, {0, 10, 0.60}, {2, 10, 0.70}, {1, math.NaN(), 0.60},
	} {
		if got := Required(c.cost, c.expected); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("cost %v, expected %v: %v, want %v", c.cost, c.expected, got, c.want)
		}
	}
}

// spec: heartbeat §11.6
func TestANewbornMayNotBuy(t *testing.T) {
	o := New()
	r := o.Judge(buy)
	if r == nil || r.Code != wire.CodeOracleInsufficientData || !strings.Contains(r.Detail, "insufficient data") {
		t.Fatalf("refusal %+v", r)
	}
	walk(o, 45, 1)
	if r = o.Judge(buy); r == nil || !strings.Contains(r.Detail, "insufficient data") || !strings.Contains(r.Detail, "resolved") {
		t.Fatalf("before anything was resolved: %+v", r)
	}
}

var buy = Case{Action: "rule:dip@7", Cost: 0.0006, Expected: 0.004, Value: 200, Equity: 1_000}

// proven is an oracle that has seen enough of one regime to be let through, at the
// given hit rates.
func proven(rate map[turn.Category]float64) *Oracle {
	o := New()
	walk(o, 60, 1)
	o.total = 1_000
	for _, c := range []turn.Category{turn.PriceRange, turn.LiquidityDepth, turn.GasPrice} {
		p, ok := rate[c]
		if !ok {
			p = 0.9
		}
		teach(o, c, p, 100)
	}
	for range rolled {
		o.acted.add(true)
	}
	return o
}

func teach(o *Oracle, c turn.Category, rate float64, n int) {
	now, _ := o.market.Ago(0)
	for i := range n {
		held := math.Floor(float64(i+1)*rate) > math.Floor(float64(i)*rate)
		o.knows(c, o.regime).score.Add(now.Time, held)
		o.last[c].add(held)
	}
}

func judged(o *Oracle, k Case) wire.Code {
	now, _ := o.market.Ago(0)
	k.Now = now.Time
	if r := o.Judge(k); r != nil {
		return r.Code
	}
	return ""
}

// spec: heartbeat §11.6
func TestTheGateAsksInItsOrder(t *testing.T) {
	with := func(change func(*Case)) Case {
		k := buy
		change(&k)
		return k
	}
	for _, c := range []struct {
		name string
		o    func() *Oracle
		k    Case
		want wire.Code
	}{
		{"all is well", func() *Oracle { return proven(nil) }, buy, ""},
		{"49 resolved", func() *Oracle { o := proven(nil); o.total = 49; return o }, buy, wire.CodeOracleInsufficientData},
		{"another regime", func() *Oracle { o := proven(nil); o.regime = turn.RegimeVolatile; return o }, buy, wire.CodeOracleInsufficientData},
		{"one category too often wrong", func() *Oracle { return proven(map[turn.Category]float64{turn.GasPrice: 0.3}) }, buy, wire.CodeOracleAccuracy},
		{"right at the edge", func() *Oracle {
			return proven(map[turn.Category]float64{turn.GasPrice: 0.65, turn.PriceRange: 0.65, turn.LiquidityDepth: 0.65})
		}, with(func(k *Case) { k.Cost, k.Expected = 0.15, 1 }), ""},
		{"too dear for that accuracy", func() *Oracle { return proven(nil) }, with(func(k *Case) { k.Cost, k.Expected = 0.41, 1 }), wire.CodeOracleAccuracy},
		{"doing nothing is better", func() *Oracle { o := proven(nil); teach(o, turn.Inaction, 0.96, 50); return o }, buy, wire.CodeOracleInaction},
		{"doing nothing is only as good", func() *Oracle { o := proven(nil); teach(o, turn.Inaction, 0.94, 50); return o }, buy, ""},
		{"too few cases of doing nothing", func() *Oracle { o := proven(nil); teach(o, turn.Inaction, 1, 29); return o }, buy, ""},
		{"19 predictions for actions", func() *Oracle { o := proven(nil); o.acted.n = 19; return o }, buy, wire.CodeOracleInsufficientData},
		{"wrong when it wanted to act", func() *Oracle { o := proven(nil); o.acted = rolling{n: 50}; return o }, buy, wire.CodeOracleSize},
		{"a quarter", func() *Oracle { return proven(nil) }, with(func(k *Case) { k.Value = 250 }), ""},
		{"more than a quarter", func() *Oracle { return proven(nil) }, with(func(k *Case) { k.Value = 260 }), wire.CodeOracleSize},
		{"ten positions", func() *Oracle { return proven(nil) }, with(func(k *Case) { k.Positions = 10 }), wire.CodeOracleSize},
		{"lending asks nothing of the market", func() *Oracle { return proven(map[turn.Category]float64{turn.GasPrice: 0.61}) }, with(func(k *Case) { k.Expected = math.NaN() }), ""},
	} {
		if got := judged(c.o(), c.k); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// The predictions of a refused action teach as well: else a Golem that may not act
// would never come to act.
func TestARefusedActionLeavesItsPredictions(t *testing.T) {
	o := New()
	walk(o, 60, 1)
	o.Drain()
	if o.Judge(buy) == nil {
		t.Fatal("a newborn may act")
	}
	var seen []turn.Category
	for _, p := range o.Drain().Made {
		if p.Action != buy.Action || p.ResolveAt-p.MadeAt != horizonOf(p.Category) {
			t.Errorf("prediction %+v", p)
		}
		seen = append(seen, p.Category)
	}
	if len(seen) != 3 || seen[0] != turn.PriceRange || seen[1] != turn.LiquidityDepth || seen[2] != turn.GasPrice {
		t.Errorf("predicted %v", seen)
	}
}

// Whoever asks again and again within minutes earns no larger size by it: what it asked
// for comes true or not all at once.
func TestAskingOftenCountsOnce(t *testing.T) {
	o := New()
	walk(o, 60, 1)
	for range 30 {
		o.Judge(buy)
	}
	walk(o, 65, 2)
	if o.acted.n != 3 {
		t.Errorf("30 proposals of one minute count as %d resolutions, want one of each category", o.acted.n)
	}
}

// spec: heartbeat §11.6, safety §6 — n=19, acc=0.95 → no; n=20, acc=0.60 → 25 %, 10 concurrent; n=50,
// acc=0.5999 → 10 %; below 45 % the learning trickle of 2 %, 2 concurrent.
func TestTheActionGateAllowsWhatItsTableSays(t *testing.T) {
	for rate, want := range map[float64]allowance{
		0: {0.02, 2}, 0.4499: {0.02, 2}, 0.45: {0.10, 5}, 0.5999: {0.10, 5}, 0.60: {0.25, 10}, 1: {0.25, 10},
	} {
		if got := allowed(rate); got != want {
			t.Errorf("an accuracy of %v allows %+v, want %+v", rate, got, want)
		}
	}
	for n, want := range map[int]wire.Code{19: wire.CodeOracleInsufficientData, 20: ""} {
		o := proven(nil)
		o.acted.n = n
		if got := judged(o, buy); got != want {
			t.Errorf("with %d predictions for actions: %q, want %q", n, got, want)
		}
	}
}
