package adversarial

import (
	"strings"
	"testing"

	"bardo.run/bardo/evm/evmtest"
)

type party = *evmtest.Party

// theftTable is what redemptions came to.
type theftTable struct {
	names  []string
	rows   map[string]*row
	unread int // reverts without a reason
	sent   int
}

func newTheftTable() *theftTable { return &theftTable{rows: map[string]*row{}} }

func (t *theftTable) add(name, why string, only bool) {
	r := t.rows[name]
	if r == nil {
		r = &row{codes: map[string]int{}}
		t.rows[name], t.names = r, append(t.names, name)
	}
	r.attempts++
	if only {
		r.only++
	}
	code, _, _ := strings.Cut(why, ":")
	if code == "" {
		code = "(within the limits)"
	}
	if code == "malformed" || strings.HasPrefix(code, "error ") {
		t.unread++
	}
	r.codes[code]++
}

func (t *theftTable) print(tb testing.TB) {
	tb.Helper()
	tb.Logf("%-42s %9s %9s  %s", "redemption", "attempts", "but one", "stopped on the chain by")
	for _, name := range t.names {
		r := t.rows[name]
		tb.Logf("%-42s %9d %9d  %s", name, r.attempts, r.only, counts(r.codes))
	}
}
