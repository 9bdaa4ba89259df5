package rule

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// tree is the naive form of a condition: a tree that prints itself and evaluates
// by walking.
type tree struct {
	op   string
	kids []tree
	cell Cell
	text string
}

func (e tree) String() string {
	switch len(e.kids) {
	case 0:
		return e.text
	case 1:
		if e.op == "abs" {
			return fmt.Sprintf("abs(%s)", e.kids[0])
		}
		return fmt.Sprintf("(%s %s)", e.op, e.kids[0])
	}
	if e.op == "min" || e.op == "max" {
		return fmt.Sprintf("%s(%s, %s)", e.op, e.kids[0], e.kids[1])
	}
	return fmt.Sprintf("(%s %s %s)", e.kids[0], e.op, e.kids[1])
}

var tests = map[string]func(a, b float64) bool{
	"<": func(a, b float64) bool { return a < b }, "<=": func(a, b float64) bool { return a <= b },
	">": func(a, b float64) bool { return a > b }, ">=": func(a, b float64) bool { return a >= b },
	"==": func(a, b float64) bool { return a == b }, "!=": func(a, b float64) bool { return a != b },
}

func (e tree) eval() Cell {
	if len(e.kids) == 0 {
		return e.cell
	}
	a := e.kids[0].eval()
	if len(e.kids) == 1 {
		if a.Why == Known {
			a.Value = map[string]float64{"-": -a.Value, "not": 1 - a.Value, "abs": math.Abs(a.Value)}[e.op]
		}
		return Cell{a.Value, a.Why}
	}
	b := e.kids[1].eval()
	switch e.op {
	case "and", "or":
		decisive := map[string]float64{"and": 0, "or": 1}[e.op]
		for _, side := range []Cell{a, b} {
			if side.Why == Known && side.Value == decisive {
				return side
			}
		}
		if a.Why != Known {
			return Cell{Why: a.Why}
		}
		return b
	}
	for _, side := range []Cell{a, b} {
		if side.Why != Known {
			return Cell{Why: side.Why}
		}
	}
	if test, ok := tests[e.op]; ok {
		if test(a.Value, b.Value) {
			return Cell{Value: 1}
		}
		return Cell{}
	}
	if e.op == "/" && b.Value == 0 {
		return Cell{Why: DividedByZero}
	}
	v := map[string]float64{
		"+": a.Value + b.Value, "-": a.Value - b.Value, "*": a.Value * b.Value,
		"/": a.Value / b.Value, "min": math.Min(a.Value, b.Value), "max": math.Max(a.Value, b.Value),
	}[e.op]
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Cell{Why: NotFinite}
	}
	return Cell{Value: v}
}

// numbers are variables whose values the test draws; hugeness provokes overflow.
var numbers = []string{"hour", "lp_count", "exposure", "rsi(14m)", "change(1h)"}

func genNumber(t *rapid.T, cells map[string]Cell, depth int) tree {
	shape := rapid.IntRange(0, 5).Draw(t, "number")
	if depth == 0 || shape < 2 {
		if shape == 0 {
			v := rapid.SampledFrom([]string{"0", "1", "2.5", "3%", "1000000000000000000000"}).Draw(t, "literal")
			if v == "3%" {
				return tree{text: v, cell: Cell{Value: 0.03}}
			}
			f, _ := strconv.ParseFloat(v, 64)
			return tree{text: v, cell: Cell{Value: f}}
		}
		name := rapid.SampledFrom(numbers).Draw(t, "name")
		return tree{text: name, cell: cells[name]}
	}
	if shape == 2 {
		return tree{op: rapid.SampledFrom([]string{"-", "abs"}).Draw(t, "unary"), kids: []tree{genNumber(t, cells, depth-1)}}
	}
	return tree{
		op:   rapid.SampledFrom([]string{"+", "-", "*", "/", "min", "max"}).Draw(t, "op"),
		kids: []tree{genNumber(t, cells, depth-1), genNumber(t, cells, depth-1)},
	}
}

func genTruth(t *rapid.T, cells map[string]Cell, depth int) tree {
	shape := rapid.IntRange(0, 4).Draw(t, "truth")
	switch {
	case depth == 0 || shape == 0:
		return tree{text: "lp_in_range", cell: cells["lp_in_range"]}
	case shape == 1:
		return tree{op: "not", kids: []tree{genTruth(t, cells, depth-1)}}
	case shape == 2:
		return tree{
			op:   rapid.SampledFrom([]string{"and", "or"}).Draw(t, "join"),
			kids: []tree{genTruth(t, cells, depth-1), genTruth(t, cells, depth-1)},
		}
	}
	return tree{
		op:   rapid.SampledFrom([]string{"<", "<=", ">", ">=", "==", "!="}).Draw(t, "compare"),
		kids: []tree{genNumber(t, cells, depth-1), genNumber(t, cells, depth-1)},
	}
}

func genCells(t *rapid.T) map[string]Cell {
	cells := map[string]Cell{}
	for _, n := range numbers {
		cells[n] = Cell{Value: rapid.SampledFrom([]float64{0, 1, -1, 2.5, 0.03, 1e300, -1e300}).Draw(t, n)}
		if rapid.IntRange(0, 4).Draw(t, n+" known") == 0 {
			cells[n] = Cell{Why: rapid.SampledFrom([]Why{NotFilled, NoPosition}).Draw(t, n+" why")}
		}
	}
	cells["lp_in_range"] = Cell{Value: rapid.SampledFrom([]float64{0, 1}).Draw(t, "in range")}
	if rapid.IntRange(0, 4).Draw(t, "lp known") == 0 {
		cells["lp_in_range"] = Cell{Why: NoLiquidity}
	}
	return cells
}

func TestEvaluationEqualsANaiveWalkWithinItsStepBudget(t *testing.T) {
	held := 0
	rapid.Check(t, func(t *rapid.T) {
		cells := genCells(t)
		want := genTruth(t, cells, 4)
		var slots Slots
		r, problems := Parse(Manage, "", "when "+want.String()+" do hold", 1, &slots)
		if problems != nil {
			if problems[0].Message == "the rule has more than 256 words and signs; split it" {
				t.Skip()
			}
			t.Fatalf("%s: %v", want, problems)
		}
		values := make([]Cell, len(slots.All()))
		for i, s := range slots.All() {
			values[i] = cells[s.Name()]
		}
		if r.When.Steps() > maxTokens {
			t.Fatalf("%d steps", r.When.Steps())
		}
		got, naive := r.When.Eval(values), want.eval()
		if got.Holds != (naive.Why == Known && naive.Value == 1) || (got.Why == Known) != (naive.Why == Known) {
			t.Fatalf("%s: %+v, naive %+v", want, got, naive)
		}
		if got.Holds {
			held++
		}
	})
	if held == 0 {
		t.Error("no condition held in any draw")
	}
}

func holds(t *testing.T, text string, cell Cell) Outcome {
	t.Helper()
	var slots Slots
	r, problems := Parse(Manage, "", "when "+text+" do hold", 1, &slots)
	if problems != nil {
		t.Fatalf("%s: %v", text, problems)
	}
	cells := make([]Cell, len(slots.All()))
	for i := range cells {
		cells[i] = cell
	}
	return r.When.Eval(cells)
}

func TestPrecedenceAndUnits(t *testing.T) {
	for _, text := range []string{
		"1 + 2 * 3 == 7", "(1 + 2) * 3 == 9", "10 - 4 - 3 == 3", "8 / 4 / 2 == 1", "-2 + 3 == 1", "-2 * -3 == 6",
		"3% == 0.03", "30bps == 0.3%", "2h == 120m", "90s < 2m", "1d == 24h", "500 usdc > 499.99 usdc", "500usdc / 250 usdc == 2",
		"2h / 30m == 4", "2 * 30m == 1h", "true or false and false", "not false and true", "not 1 > 2",
		"min(1, 2) == 1 and max(1h, 2h) == 2h and abs(-3) == 3", "volatile != unknown", "HOUR == Hour",
	} {
		if got := holds(t, text, Cell{Value: 5}); !got.Holds {
			t.Errorf("%s does not hold (%+v)", text, got)
		}
	}
}

func TestWhatIsUnknownDoesNotHoldAndSaysWhy(t *testing.T) {
	missing := Cell{Why: NotFilled}
	for text, want := range map[string]Outcome{
		"zscore(2h) < -2":             {false, NotFilled},
		"not zscore(2h) < -2":         {false, NotFilled},
		"zscore(2h) < -2 or 1 < 2":    {true, Known},
		"zscore(2h) < -2 and 1 > 2":   {false, Known},
		"1 / 0 > 1":                   {false, DividedByZero},
		"not 1 / 0 > 1":               {false, DividedByZero},
		"1 / (zscore(2h) - 1) > 1":    {false, NotFilled},
		"zscore(2h) != zscore(2h)":    {false, NotFilled},
		"1 / 0 > 1 or zscore(1h) > 1": {false, DividedByZero},
	} {
		if got := holds(t, text, missing); got != want {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
}

func TestEvaluationDoesNotAllocate(t *testing.T) {
	c, cells := sample(t)
	if n := testing.AllocsPerRun(100, func() { c.Eval(cells) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func sample(t testing.TB) (*Condition, []Cell) {
	var slots Slots
	r, problems := Parse(Entry, "", "when zscore(2h) < -2.0 and exposure < 5% do hold", 1, &slots)
	if problems != nil {
		t.Fatal(problems)
	}
	return r.When, []Cell{{Value: -3}, {Value: 0.01}}
}

func BenchmarkTwoConditions(b *testing.B) {
	c, cells := sample(b)
	b.ReportAllocs()
	for b.Loop() {
		c.Eval(cells)
	}
}
