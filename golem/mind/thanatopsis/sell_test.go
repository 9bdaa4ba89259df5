package thanatopsis

import (
	"errors"
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/wire"
)

// shallow is a pool that takes at most so many units at once, and this much in all.
func shallow(w *world, once, all uint64) func(string) (turn.Preview, turn.Execution, error) {
	room, asked := uint256.NewInt(all), false
	return func(body string) (turn.Preview, turn.Execution, error) {
		a, err := grammar.Parse([]byte(body), &w.reading)
		if err != nil || a.Kind != grammar.Swap {
			return turn.Preview{}, turn.Execution{}, err
		}
		if a.AmountIn.Gt(uint256.NewInt(once)) || a.AmountIn.Gt(room) {
			return turn.Preview{Refusal: &turn.Refusal{Layer: "cage", Code: wire.CodeSafetyPriceImpact, Detail: "too deep"}}, turn.Execution{}, nil
		}
		if asked = !asked; !asked { // the second time it is carried out
			room.Sub(room, a.AmountIn)
		}
		return turn.Preview{}, turn.Execution{Status: turn.StatusExecuted}, nil
	}
}

// sold counts the sales that were executed, and what is left.
func sold(t *testing.T, once, all uint64) (sales int, left float64, will Testament, w *world) {
	t.Helper()
	w = newWorld()
	w.reading.Positions = nil
	w.reading.Assets[1] = turn.Asset{Token: weth, Units: *uint256.NewInt(8e17), Value: 1600}
	w.answer = shallow(w, once, all)
	will, faults := die(t, w)
	check(t, errors.Join(faults...))
	for _, d := range will.Settlement.Actions {
		if d.Success {
			sales++
		}
	}
	return sales, w.reading.Assets[1].Units.Float64() / 1e18, will, w
}

// spec: safety §17, mortality §9.3 step 6 — what the pool does not take whole is sold in
// halves, quarters and eighths, and only what it does not take so is left.
func TestWhatAPoolDoesNotTakeWholeIsSoldInParts(t *testing.T) {
	for _, c := range []struct {
		once, all uint64
		sales     int
		left      float64
	}{
		{8e17, 1e18, 1, 0},
		{4e17, 1e18, 2, 0},
		{1e17, 1e18, 8, 0},
		{1e17 - 1, 1e18, 0, 0.8}, // an eighth is too much
	} {
		sales, left, will, w := sold(t, c.once, c.all)
		if sales != c.sales || left != c.left {
			t.Errorf("%+v: %d sales, %v left: %s", c, sales, left, w.acts())
		}
		if (len(will.Settlement.Stranded) == 0) != (c.left == 0) {
			t.Errorf("%+v: left open %v", c, will.Settlement.Stranded)
		}
	}
}

// A pool that is used up by the sale leaves a rest, which is named with its worth.
func TestWhatAPoolNoMoreTakesIsLeft(t *testing.T) {
	sales, left, will, w := sold(t, 2e17, 5e17)
	if sales < 2 || left <= 0 || left >= 0.8 || len(will.Settlement.Stranded) != 1 || will.Settlement.Stranded[0].What != "WETH" {
		t.Errorf("%d sales, %v left, %+v: %s", sales, left, will.Settlement.Stranded, w.acts())
	}
	if !strings.HasPrefix(will.Settlement.Stranded[0].Reason, "cage: too deep") {
		t.Errorf("reason %q", will.Settlement.Stranded[0].Reason)
	}
}

// A refusal that size has nothing to do with makes no smaller sale.
func TestARefusalOfAnotherKindIsNotSplit(t *testing.T) {
	w := newWorld()
	w.answer = onlyRefuse("sell", &turn.Refusal{Layer: "cage", Code: wire.CodeSafetyTokenNotAllowed, Detail: "no"})
	die(t, w)
	if n := strings.Count(w.acts(), "propose sell"); n != 2 {
		t.Errorf("sold in %d tries: %s", n, w.acts())
	}
}

// spec: safety §17 — the parts are 12 s apart, and together they push the price no
// further than one sale may: what a market that does not come back would take is kept.
func TestPartsDoNotPushThePriceFurtherThanOneSaleMay(t *testing.T) {
	for name, c := range map[string]struct {
		moves, mends float64
		sales        int
	}{
		"a market that comes back at once": {50, 1e6, 8},
		"one that takes its time":          {70, 1, 8},
		"one that does not come back":      {50, 0, 2}, // 2.5 %, then 5 %: more than 4 %
	} {
		w := newWorld()
		w.reading.Positions, w.moves, w.mends = nil, c.moves, c.mends
		w.reading.Assets[1] = turn.Asset{Token: weth, Units: *uint256.NewInt(8e17), Price: 2000, Value: 1600}
		w.answer = shallow(w, 1e17, 1e18)
		will, faults := die(t, w)
		check(t, errors.Join(faults...))
		sales := strings.Count(w.acts(), "executed")
		if sales != c.sales || will.Death.Duration < int64(sales-1)*apart {
			t.Errorf("%s: %d sales in %d ms", name, sales, will.Death.Duration)
		}
		if left := will.Settlement.Stranded; (len(left) > 0) != (sales < 8) || len(left) > 0 && left[0].Reason != "the price fell by 5.0 % under the sale and did not come back" {
			t.Errorf("%s: %+v", name, left)
		}
	}
}
