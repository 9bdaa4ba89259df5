package thanatopsis

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/wire"
)

// twoMarkets is a world whose WETH, worth 1,000, trades in two markets: weth-usdc-30 gives more of the two.
func twoMarkets() *world {
	w := newWorld()
	w.reading.Positions = nil
	m := turntest.Pool{Token0: usdc, Token1: weth, QuoteIsZero: true, FeePips: 3_000, Price: 2_010}.Market()
	m.Rate, m.Depth = *new(uint256.Int).Div(new(uint256.Int).Mul(&w.reading.Markets[0].Rate, uint256.NewInt(201)), uint256.NewInt(200)), *uint256.NewInt(9e13)
	w.reading.Markets[0].Depth = *uint256.NewInt(9e12)
	w.reading.Markets = append(w.reading.Markets, m)
	return w
}

func refused(code wire.Code) (turn.Preview, turn.Execution, error) {
	return turn.Preview{Refusal: &turn.Refusal{Layer: "cage", Code: code, Detail: string(code)}}, turn.Execution{}, nil
}

// A death sells where it gets most, and what one market refuses the next may take: whatever it is refused
// for, whole before it goes in halves, and nothing is stranded that any market takes.
//
// spec: mortality §9.3, safety §1.4 S-7
func TestADeathTriesTheNextMarket(t *testing.T) {
	first, second := `"market":"weth-usdc-30"`, `"market":"weth-usdc-0"`
	whole, half := `"amount_in":"500000000000000000"`, `"amount_in":"250000000000000000"`
	for name, c := range map[string]struct {
		refuses func(body string) wire.Code
		sold    []string // what went, in order
		left    string
	}{
		"what gives most":          {func(string) wire.Code { return "" }, []string{first + " " + whole}, ""},
		"the next, for impact":     {func(b string) wire.Code { return on(b, first, wire.CodeSafetyPriceImpact) }, []string{second + " " + whole}, ""},
		"the next, not approved":   {func(b string) wire.Code { return on(b, first, wire.CodeSafetyPoolNotApproved) }, []string{second + " " + whole}, ""},
		"halves where both refuse": {func(b string) wire.Code { return on(b, whole, wire.CodeSafetyPriceImpact) }, []string{first + " " + half, first + " " + half}, ""},
		"a half of the second": {func(b string) wire.Code {
			return on(b, first, wire.CodeSafetyPriceImpact) + on(b, whole+","+second, wire.CodeSafetyPriceImpact)
		}, []string{second + " " + half, second + " " + half}, ""},
		"nothing where both refuse": {func(string) wire.Code { return wire.CodeSafetyPoolNotApproved }, nil, "WETH: cage: " + string(wire.CodeSafetyPoolNotApproved)},
	} {
		w := twoMarkets()
		var sold []string
		w.answer = func(body string) (turn.Preview, turn.Execution, error) {
			if code := c.refuses(body); code != "" {
				return refused(code)
			}
			return turn.Preview{}, turn.Execution{}, nil
		}
		will, faults := die(t, w)
		check(t, errors.Join(faults...))
		for _, d := range will.Settlement.Actions {
			if d.Success {
				body := string(d.Action.Proposal.Body)
				for _, m := range []string{first, second} {
					for _, a := range []string{whole, half} {
						if strings.Contains(body, m) && strings.Contains(body, a) {
							sold = append(sold, m+" "+a)
						}
					}
				}
			}
		}
		if fmt.Sprint(sold) != fmt.Sprint(c.sold) {
			t.Errorf("%s: sold %v, want %v", name, sold, c.sold)
		}
		left := ""
		for _, l := range will.Settlement.Stranded {
			left += l.What + ": " + l.Reason
		}
		if left != c.left {
			t.Errorf("%s: %q stays, want %q", name, left, c.left)
		}
	}
}

// on is a code where a body has a text.
func on(body, text string, code wire.Code) wire.Code {
	if strings.Contains(body, text) {
		return code
	}
	return ""
}

// What may still be carried out in one market is sold in no other.
//
// spec: mortality §9.2.6
func TestADeathSellsNothingTwice(t *testing.T) {
	w := twoMarkets()
	w.terms.Limit = 60_000
	w.answer = func(string) (turn.Preview, turn.Execution, error) {
		return turn.Preview{}, turn.Execution{Status: turn.StatusPending}, nil
	}
	w.knownAfter = 1_000
	will, _ := die(t, w)
	if len(w.proposals) != 1 || len(will.Settlement.Stranded) != 1 {
		t.Errorf("proposed %v, left %+v", w.proposals, will.Settlement.Stranded)
	}
}

// A death waits while every market pays less for an asset in doubt than it was worth, ten minutes at most
// and not into its last seconds, and sells then at what it gets. Where one pays enough it waits for
// nothing.
//
// spec: safety §16.8, §1.4 S-7
func TestADeathWaitsForAPriceInDoubt(t *testing.T) {
	for name, c := range map[string]struct {
		markets [2]float64 // what they tell, where 2,000 was believed
		until   int64      // ms until the doubt is over
		limit   int64      // of the death
		waits   [2]int64   // ms at least and at most
	}{
		"it comes back":          {[2]float64{1_500, 1_500}, 60_000, 0, [2]int64{60_000, 72_000}},
		"it does not":            {[2]float64{1_500, 1_500}, 1 << 40, 0, [2]int64{600_000, 612_000}},
		"nor in a short death":   {[2]float64{1_500, 1_500}, 1 << 40, 120_000, [2]int64{72_000, 84_000}},
		"one is not bent":        {[2]float64{1_500, 1_990}, 1 << 40, 0, [2]int64{0, 0}},
		"it was bent upwards":    {[2]float64{2_500, 2_500}, 1 << 40, 0, [2]int64{0, 0}},
		"no time but its last":   {[2]float64{1_500, 1_500}, 1 << 40, 1, [2]int64{24_000, 36_000}},
		"it falls within limits": {[2]float64{1_970, 1_970}, 1 << 40, 0, [2]int64{0, 0}},
	} {
		w := twoMarkets()
		w.terms.Limit = c.limit
		began, waited := w.now, int64(-1)
		believed := &turn.Believed{Price: 2_000, Time: began/1_000 - 60, Since: began / 1_000}
		tell := func() {
			a := &w.reading.Assets[1]
			w.reading.Block.Time = w.now / 1_000
			if a.Doubt, a.Believed = "", nil; w.now-began < c.until {
				a.Doubt, a.Believed = "bent", believed
			}
			for i, price := range c.markets {
				if w.reading.Markets[i].Price = price; a.Believed == nil {
					w.reading.Markets[i].Price = 2_000
				}
			}
		}
		w.blind = func() error { tell(); return nil }
		w.answer = func(string) (turn.Preview, turn.Execution, error) {
			if tell(); c.limit == 1 && w.now-began <= 1_000*turn.Moment { // as the cage
				return refused(wire.CodeSafetyLossLimit)
			}
			if waited < 0 {
				waited = w.now - began
			}
			return turn.Preview{}, turn.Execution{}, nil
		}
		will, faults := die(t, w)
		check(t, errors.Join(faults...))
		if waited < c.waits[0] || waited > c.waits[1] || len(will.Settlement.Stranded) > 0 {
			t.Errorf("%s: it sold after %d ms, want %v, and left %+v", name, waited, c.waits, will.Settlement.Stranded)
		}
	}
}

// A death waits for a price feed that is silent for a while, and not for one that stays so.
//
// spec: safety §16.8, mortality §9.3
func TestADeathWaitsForASilentFeed(t *testing.T) {
	for silent, want := range map[int64]int{20_000: 0, 500_000: 0, 1 << 40: 1} {
		w := twoMarkets()
		began := w.now
		w.answer = func(string) (turn.Preview, turn.Execution, error) {
			if w.now-began < silent {
				return refused(wire.CodeSafetyPriceMissing)
			}
			return turn.Preview{}, turn.Execution{}, nil
		}
		will, faults := die(t, w)
		check(t, errors.Join(faults...))
		if len(will.Settlement.Stranded) != want {
			t.Errorf("silent for %d ms: left %+v", silent, will.Settlement.Stranded)
		}
		if took := w.now - began; took > costlier+10*apart {
			t.Errorf("silent for %d ms: it took %d ms", silent, took)
		}
	}
}

// What is worth next to nothing in a bent market, and was believed to be worth more than its gas, is no
// dust before the doubt is over.
func TestAPriceInDoubtMakesNoDust(t *testing.T) {
	w := twoMarkets()
	began, value := w.now, w.reading.Assets[1].Value
	w.blind = func() error {
		a := &w.reading.Assets[1]
		a.Doubt, a.Believed, a.Value = "", nil, value
		if w.now-began < 60_000 {
			a.Doubt, a.Believed, a.Value = "bent", &turn.Believed{Price: 2_000, Since: began / 1_000}, 1e-6
		}
		for i := range w.reading.Markets {
			w.reading.Markets[i].Price = a.Value / value * 2_000
		}
		return nil
	}
	will, faults := die(t, w)
	check(t, errors.Join(faults...))
	if len(will.Settlement.Stranded) != 0 {
		t.Errorf("left %+v", will.Settlement.Stranded)
	}
}

// Positions that are worth less than the gas of a sale are closed behind it, and what they pay is sold: a
// stranger can send as many as a death has time for.
//
// spec: mortality §9.3
func TestADeathClosesDustBehindTheSale(t *testing.T) {
	w := newWorld()
	w.reading.Positions = nil
	for i := range 60 {
		w.reading.Positions = append(w.reading.Positions, turn.Position{ID: fmt.Sprint(100 + i), Value: 1e-6})
	}
	w.reading.Positions = append(w.reading.Positions, turn.Position{ID: "7", Value: 300}, turn.Position{ID: "8", Value: 0.9})
	will, faults := die(t, w)
	check(t, errors.Join(faults...))
	sold, closed := -1, map[string]int{}
	for i, body := range w.proposals {
		if strings.Contains(body, `"swap"`) && sold < 0 {
			sold = i
		}
		for _, id := range []string{"7", "8", "100", "159"} {
			if strings.Contains(body, `"position_id":"`+id+`"`) {
				closed[id] = i
			}
		}
	}
	if sold != 1 || closed["7"] != 0 || closed["8"] != 2 || closed["100"] < 3 || closed["159"] < 3 || len(w.reading.Positions) > 0 {
		t.Errorf("sold %d, closed %v, and %d are left", sold, closed, len(w.reading.Positions))
	}
	if len(will.Settlement.Stranded) > 1 { // the dust that they paid
		t.Errorf("%+v stay", will.Settlement.Stranded)
	}
}
