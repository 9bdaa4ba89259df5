package strategy

import (
	"math"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

// inDoubt is a reading whose base token was worth so much when it was believed last.
func inDoubt(r *turn.Reading, believed float64) *turn.Reading {
	r.Assets[1].Doubt, r.Assets[1].Believed = "bent", &turn.Believed{Price: believed, Time: r.Block.Time - 60}
	return r
}

// No rule is judged by a price in doubt: what reads it is not known, in a window it leaves nothing, and a
// rule that held before does not become true a second time behind it.
//
// spec: safety §16.8
func TestNoRuleIsJudgedByAPriceInDoubt(t *testing.T) {
	for name, c := range map[string]struct {
		rule string
		bent float64
		want [4]string // at 100, bent, at 100 again, and at 80
	}{
		"a loss":              {"stop a\nwhen unrealised_pnl < -10% do sell all", 75, [4]string{3: "stop:a"}},
		"a price":             {"stop a\nwhen price < 90 usdc do sell all", 75, [4]string{3: "stop:a"}},
		"a price, raised":     {"exit a\nwhen price > 120 usdc do sell all", 130, [4]string{}},
		"its opposite":        {"exit a\nwhen not price > 90 usdc do sell all", 75, [4]string{3: "exit:a"}},
		"a change":            {"stop a\nwhen change(1m) < -10% do sell all", 75, [4]string{3: "stop:a"}},
		"a change behind it":  {"exit a\nwhen change(1m) > 10% do sell all", 75, [4]string{}},
		"the lowest":          {"stop a\nwhen low(2m) < 90 usdc do sell all", 75, [4]string{3: "stop:a"}},
		"a weight":            {"exit a\nwhen weight(weth) > 52% do sell all", 130, [4]string{}},
		"an exposure":         {"exit a\nwhen exposure > 52% do sell all", 130, [4]string{}},
		"equity":              {"stop a\nwhen equity < 950 usdc do sell all", 75, [4]string{3: "stop:a"}},
		"a value":             {"stop a\nwhen base_value < 450 usdc do sell all", 75, [4]string{3: "stop:a"}},
		"what held before":    {"exit a\nwhen price > 90 usdc do sell 10% of position", 75, [4]string{0: "exit:a"}},
		"what reads no price": {"exit a\nwhen cash > 10 usdc and trades_today < 1 do sell 10% of position", 75, [4]string{0: "exit:a"}},
		"what else decides":   {"exit a\nwhen minute == 2 or price < 10 usdc do sell all", 75, [4]string{1: "exit:a"}},
	} {
		w := NewWatch(rules(t, c.rule))
		for i, r := range []*turn.Reading{at(minute, 100, 500, 5), inDoubt(at(2*minute, c.bent, 500, 5), 100), at(3*minute, 100, 500, 5), at(4*minute, 80, 500, 5)} {
			found := w.Look(int64(i+1)*minute, r, 0)
			if got := ids(found); (got == "") != (c.want[i] == "") {
				t.Errorf("%s: look %d finds %q, want %q", name, i, got, c.want[i])
			}
		}
	}
}

// It says why nothing is known, of each value that a price is in and of none beside.
//
// spec: safety §16.8
func TestWhatReadsAPriceInDoubtIsNotKnown(t *testing.T) {
	w := NewWatch(rules(t, "stop a\nwhen price < 1 usdc do sell all"))
	r := inDoubt(at(minute, 75, 500, 5), 100)
	w.Look(minute, r, 0)
	v := w.view(minute, r, 0)
	for of, want := range map[rule.Var]rule.Why{
		rule.VarPrice: rule.InDoubt, rule.VarPnL: rule.InDoubt, rule.VarEquity: rule.InDoubt, rule.VarExposure: rule.InDoubt, rule.VarWeight: rule.InDoubt,
		rule.VarValue: rule.InDoubt, rule.VarDepth: rule.InDoubt, rule.VarZScore: rule.InDoubt, rule.VarCorrelation: rule.InDoubt, rule.VarLent: rule.InDoubt,
		rule.VarCash: rule.Known, rule.VarBalance: rule.Known, rule.VarDrawdown: rule.Known, rule.VarFee: rule.Known, rule.VarLPCount: rule.Known,
		rule.VarLPDistance: rule.NoLiquidity, rule.VarHealth: rule.NoDebt,
	} {
		if got := v.cell(rule.Slot{Var: of, Minutes: 1}); got.Why != want {
			t.Errorf("%s: %q, want %q", of.Name(), got.Why, want)
		}
	}
	r.Assets[1].Believed = nil // for too long
	v = w.view(minute, r, 0)
	if got := v.cell(rule.Slot{Var: rule.VarPrice}); got.Why != rule.Known || got.Value != 75 {
		t.Errorf("a doubt that lasts: %+v", got)
	}
}

// What comes into the wallet at a price in doubt cost what was believed, and a range that a bent block
// left is not left.
//
// spec: safety §16.8
func TestAPriceInDoubtIsInNoBook(t *testing.T) {
	w := NewWatch(rules(t, "stop a\nwhen unrealised_pnl < -10% do sell all"))
	w.Look(minute, at(minute, 100, 500, 5), 0)
	w.Look(2*minute, inDoubt(at(2*minute, 50, 500, 10), 100), 0)
	if got := w.account.holding(base.Address).entry(); math.Abs(got-100) > 1e-9 {
		t.Errorf("the entry price is %v", got)
	}
	r := at(3*minute, 100, 500, 5)
	r.Positions = []turn.Position{{ID: "1", Market: r.Markets[0].Handle, Value: 10, Lower: r.Markets[0].Range.Tick - 10, Upper: r.Markets[0].Range.Tick + 10}}
	w.Look(3*minute, r, 0)
	r.Markets[0].Range.Tick += 500
	w.Look(4*minute, inDoubt(r, 100), 0)
	if w.account.OutSince != 0 {
		t.Error("a bent block moved the price out of the range")
	}
	r.Assets[1].Doubt, r.Assets[1].Believed = "", nil
	if w.Look(5*minute, r, 0); w.account.OutSince != 5*minute {
		t.Errorf("it left the range at %d", w.account.OutSince)
	}
}

// A price between two looks that is off both of them was bent, and is in no window; one that leads to the
// next look is.
//
// spec: heartbeat §3, safety §16.8
func TestABentGlimpseIsInNoWindow(t *testing.T) {
	for glimpsed, want := range map[float64]float64{96: 96, 75: 98, 91: 91, 93: 85} {
		w := NewWatch(rules(t, "exit a\nwhen low(3m) > 1 usdc do hold"))
		w.Look(minute, at(minute, 100, 500, 5), 0)
		w.Look(2*minute, at(2*minute, 100, 500, 5), 0)
		w.Push(3*minute, glimpsed)
		next := 98.0
		switch glimpsed {
		case 91:
			next = 91.5
		case 93: // a fall in two steps, neither of them small
			next = 85
		}
		w.Look(4*minute, at(4*minute, next, 500, 5), 0)
		if low, ok := w.prices.Low(3); !ok || low != want {
			t.Errorf("a glimpse of %v: the lowest is %v, want %v", glimpsed, low, want)
		}
		if glimpsed == 93 {
			if high, ok := w.prices.High(2); !ok || high != 93 {
				t.Errorf("a glimpse between two looks is in no window: the highest is %v", high)
			}
		}
	}
}

// spec: safety §16.8 (no limit is judged by a price in doubt): a rule's drawdown is, while a price of
// what is held is in doubt, what it was before, whichever way the price is bent, and no peak is
// left of it.
func TestADrawdownIsNotJudgedByAPriceInDoubt(t *testing.T) {
	for i, c := range []struct {
		doubted, after float64
		fell           bool
	}{
		{doubted: 75, after: 100},
		{doubted: 130, after: 100},
		{doubted: 75, after: 90, fell: true},
		{doubted: 130, after: 90, fell: true},
	} {
		w := NewWatch(rules(t, "stop fall\nwhen drawdown > 3% do sell all"))
		for n := range int64(3) { // a peak is one that three blocks showed
			w.Look((n+1)*minute/3, at((n+1)*minute/3, 100, 500, 5), 0)
		}
		bent := at(2*minute, c.doubted, 500, 5)
		bent.Assets[1].Doubt, bent.Assets[1].Believed = "two markets say different things", &turn.Believed{Price: 100}
		if f := w.Look(2*minute, bent, 0); ids(f) != "" {
			t.Errorf("%d: judged by a price in doubt: %+v", i, f)
		}
		if f := w.Look(3*minute, at(3*minute, c.after, 500, 5), 0); (ids(f) != "") != c.fell {
			t.Errorf("%d: afterwards %+v", i, f)
		}
		if f := w.Look(4*minute, at(4*minute, c.after, 500, 5), 0); c.fell == false && ids(f) != "" {
			t.Errorf("%d: a peak is left: %+v", i, f)
		}
	}
}

// Two markets that stay apart shut a stop for as long as anything is believed, and no longer: after that
// the fall is judged, and no peak comes of it.
func TestADrawdownIsJudgedWhereTwoMarketsStayApart(t *testing.T) {
	apart := func(ms int64, price float64) *turn.Reading {
		r := at(ms, price, 500, 5)
		r.Assets[1].Doubt = "two markets say different things"
		return r
	}
	w := NewWatch(rules(t, "stop fall\nwhen drawdown > 3% do sell all"))
	w.Look(minute, at(minute, 100, 500, 5), 0)
	for i, price := range []float64{130, 100} {
		if f := w.Look(int64(2+i)*minute, apart(int64(2+i)*minute, price), 0); ids(f) != "" {
			t.Errorf("a peak came of a price in doubt: %+v", f)
		}
	}
	if f := w.Look(4*minute, apart(4*minute, 50), 0); ids(f) == "" {
		t.Error("half of everything is gone, and no stop fell due")
	}
}
