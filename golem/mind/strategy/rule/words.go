package rule

import "strconv"

// words are those of one rule, read from the left, and what is wrong with them.
type words struct {
	tokens   []token
	at       int
	broken   bool // the words no longer say where a value begins
	problems []Problem
}

func (w *words) peek() token { return w.tokens[w.at] }

func (w *words) next() token {
	t := w.tokens[w.at]
	if t.kind != tokEnd {
		w.at++
	}
	return t
}

func (w *words) is(text string) bool {
	t := w.peek()
	return t.kind != tokEnd && t.kind != tokNumber && t.text == text
}

func (w *words) accept(text string) bool {
	if !w.is(text) {
		return false
	}
	w.at++
	return true
}

// handle reads the rest of a name that begins with a word. It is written with dashes, which are
// signs here.
func (w *words) handle(t token) string {
	name := t.text
	for t.kind == tokWord && w.accept("-") {
		part := w.next()
		name += "-" + part.text + part.unit
	}
	return name
}

func (w *words) problem(t token, message string) {
	w.problems = append(w.problems, Problem{t.line, t.col, message})
}

// fail reports a text whose structure cannot be followed any further.
func (w *words) fail(t token, message string) {
	if !w.broken {
		w.problem(t, message)
	}
	w.broken = true
}

func (w *words) expect(sign string) {
	if !w.broken && !w.accept(sign) {
		w.fail(w.peek(), "expected "+sign+", found "+w.peek().say())
	}
}

// literal reads a number token with its unit, which may stand apart.
func (w *words) literal(t token) (value float64, dim Dim, ok bool) {
	if t.kind != tokNumber {
		return 0, DimNone, false
	}
	unit := t.unit
	if next := w.peek(); unit == "" && next.kind == tokWord && isUnit(next.text) && len(next.text) > 1 {
		unit = w.next().text
	}
	value, err := strconv.ParseFloat(t.text, 64)
	if err != nil {
		return 0, DimNone, false
	}
	for _, u := range units {
		if u.name == unit {
			return scaled(value, u.worth), u.dim, true
		}
	}
	return value, DimNumber, true
}

// scaled applies a unit. Fractions divide, because 3/100 is the number nearest
// to 3 % and 3×0.01 is not.
func scaled(value, worth float64) float64 {
	switch worth {
	case 0.01:
		return value / 100
	case 0.0001:
		return value / 10000
	}
	return value * worth
}

func (t token) say() string {
	if t.kind == tokEnd {
		return "the end of the rule"
	}
	return Quote(t.text + t.unit)
}
