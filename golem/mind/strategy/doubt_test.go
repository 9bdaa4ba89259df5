package strategy

import "testing"

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
		w.Look(minute, at(minute, 100, 500, 5), 0)
		bent := at(2*minute, c.doubted, 500, 5)
		bent.Assets[1].Doubt = "two markets say different things"
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
