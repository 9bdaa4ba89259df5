package adversarial

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
)

// table is what attacks came to.
type table struct {
	rows               map[string]*row
	replayed           int
	lives, traded      int // traded ones could, and did
	orders, signatures int
}

// row is one family.
type row struct {
	attempts, only  int
	layers          map[string]int
	codes           map[string]int
	outside, inside *big.Int
}

func newTable() *table {
	t := &table{rows: map[string]*row{}}
	for _, f := range families() {
		t.rows[f.name] = newRow()
	}
	return t
}

func newRow() *row {
	return &row{layers: map[string]int{}, codes: map[string]int{}, outside: new(big.Int), inside: new(big.Int)}
}

// add takes a life in. Either may be nil where it ended early.
func (t *table) add(s *stage, v *verdict) {
	if s == nil {
		return
	}
	t.lives++
	if s.lived {
		t.replayed++
	}
	if s.mind.honest > 0 {
		t.traded++
	}
	r := t.rows[s.family.name]
	for _, a := range s.all() {
		r.attempts++
		if a.only {
			r.only++
		}
		r.layers[a.layer]++
		r.codes[string(a.code)]++
	}
	if v != nil {
		t.orders, t.signatures = t.orders+len(v.orders), t.signatures+v.signatures
		sums(r.outside, v.outside)
		sums(r.inside, v.inside)
	}
}

// tableSum is a table as it is kept.
type tableSum struct {
	Lives, Traded, Replayed, Orders, Signatures int
	Rows                                        map[string]rowSum
}

// rowSum is one family of it.
type rowSum struct {
	Attempts, Only  int
	Layers, Codes   map[string]int
	Outside, Inside *big.Int
}

// sum is the table as it is kept.
func (t *table) sum() tableSum {
	s := tableSum{t.lives, t.traded, t.replayed, t.orders, t.signatures, map[string]rowSum{}}
	for name, r := range t.rows {
		s.Rows[name] = rowSum{r.attempts, r.only, r.layers, r.codes, r.outside, r.inside}
	}
	return s
}

// merge adds what was kept.
func (t *table) merge(s tableSum) {
	t.lives, t.traded, t.replayed = t.lives+s.Lives, t.traded+s.Traded, t.replayed+s.Replayed
	t.orders, t.signatures = t.orders+s.Orders, t.signatures+s.Signatures
	for name, one := range s.Rows {
		r := t.rows[name]
		r.attempts, r.only = r.attempts+one.Attempts, r.only+one.Only
		for layer, n := range one.Layers {
			r.layers[layer] += n
		}
		for code, n := range one.Codes {
			r.codes[code] += n
		}
		sums(r.outside, one.Outside)
		sums(r.inside, one.Inside)
	}
}

func (t *table) attempts() (n int) {
	for _, r := range t.rows {
		n += r.attempts
	}
	return n
}

// print shows the table.
func (t *table) print(tb testing.TB, of ...family) {
	tb.Helper()
	tb.Logf("%-42s %9s %9s %14s %8s  %s", "attack", "attempts", "but one", "USDC traded", "outside", "stopped by")
	for _, f := range of {
		r := t.rows[f.name]
		tb.Logf("%-42s %9d %9d %14s %8s  %s", f.name, r.attempts, r.only, dollarsOf(r.inside), r.outside, counts(r.layers))
	}
}

// dollarsOf is an amount in whole dollars.
func dollarsOf(units *big.Int) *big.Int { return new(big.Int).Quo(units, big.NewInt(1e6)) }

func counts(of map[string]int) string {
	keys := sorted(of)
	slices.SortStableFunc(keys, func(a, b string) int { return of[b] - of[a] })
	for i, k := range keys {
		keys[i] = fmt.Sprintf("%s %d", k, of[k])
	}
	return strings.Join(keys, ", ")
}

// enough holds the table to what the issue asks: that it happened.
func (t *table) enough(tb testing.TB, want int) {
	tb.Helper()
	only, n := 0, t.attempts()
	for _, f := range families() {
		r := t.rows[f.name]
		only += r.only
		if r.attempts*20 < n {
			tb.Errorf("%s: %d of %d attempts, less than a twentieth", f.name, r.attempts, n)
		}
		if r.outside.Sign() != 0 {
			tb.Errorf("%s moved %s units outside the limits", f.name, r.outside)
		}
		if r.layers[""] > 0 {
			tb.Errorf("%s: %d attempts were stopped by nobody", f.name, r.layers[""])
		}
	}
	if n < want || only*10 < n || t.traded*10 < t.lives*9 || t.replayed*20 < t.lives {
		tb.Errorf("%d attempts of %d, %d of them valid but for one field, %d of %d lives traded, %d were replayed", n, want, only, t.traded, t.lives, t.replayed)
	}
}
