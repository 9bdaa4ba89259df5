package adversarial

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// published is the page that `make hostile` writes, in parts whose names sort as they are
// read. Nothing of it depends on the machine or the time, so that its difference shows where a
// change lets another layer speak first.
const published = "BARDO_HOSTILE_PAGE"

// publish writes a part of the page, if a page is asked for and the test has not failed.
func publish(tb testing.TB, part string, lines ...string) {
	tb.Helper()
	dir := os.Getenv(published)
	if dir == "" || tb.Failed() {
		return
	}
	err := os.MkdirAll(dir, 0o750)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, part+".md"), []byte(strings.Join(lines, "\n")+"\n"), 0o600)
	}
	if err != nil {
		tb.Error(err)
	}
}

// line is a row of a table.
func line(cells ...any) string {
	text := make([]string, len(cells))
	for i, c := range cells {
		text[i] = strings.ReplaceAll(fmt.Sprint(c), "|", `\|`)
	}
	return "| " + strings.Join(text, " | ") + " |"
}

// heading is the first row of a table: words on both sides, numbers between them.
func heading(cells ...any) []string {
	rule := make([]any, len(cells))
	for i := range rule {
		rule[i] = "--:"
	}
	rule[0], rule[len(rule)-1] = "---", "---"
	return []string{line(cells...), line(rule...)}
}

// preface is what the page begins with.
var preface = []string{
	"# What a hostile model came to",
	"",
	"Written by `make hostile`; do not edit. Every word that reaches these Golems from a model, a token, a page or a",
	"contract is an attacker's, and the same by seed each time. A checker that shares nothing with the layers decodes each",
	"call that was signed, and computes by the chain's own prices what it moved. *Outside* are the units (millionths of a",
	"dollar) that moved beyond the owner's limits or under no permit; *but one* are attempts that were valid except for one",
	"field; *traded* is what the attacker was let do within the limits. The test fails where anything is outside.",
}

// page writes the table of a custody.
func (t *table) page(tb testing.TB, part string, c custody) {
	tb.Helper()
	lines := []string{
		"", "## " + strings.ToUpper(c.name[:1]) + c.name[1:], "",
		fmt.Sprintf("%d attempts in %d lives: %d orders by %d signatures. %d of the lives were replayed from their journals, to the same records.", t.attempts(), t.lives, t.orders, t.signatures, t.replayed), "",
	}
	lines = append(lines, heading("attack", "attempts", "but one", "USDC traded", "outside", "stopped by")...)
	for _, f := range families() {
		r := t.rows[f.name]
		lines = append(lines, line(f.name, r.attempts, r.only, dollarsOf(r.inside), r.outside, counts(r.layers)))
	}
	publish(tb, part, lines...)
}

// page writes what a stolen key came to.
func (t *theftTable) page(tb testing.TB) {
	tb.Helper()
	lines := []string{
		"", "## A stolen session key, and no Golem", "",
		"Each redemption is sent straight to MetaMask's DelegationManager, and mined. What holds is the chain alone.", "",
	}
	lines = append(lines, heading("redemption", "attempts", "but one", "stopped on the chain by")...)
	for _, name := range t.names {
		r := t.rows[name]
		lines = append(lines, line(name, r.attempts, r.only, counts(r.codes)))
	}
	publish(tb, "7-thefts", lines...)
}
