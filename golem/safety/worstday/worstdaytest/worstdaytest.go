// Package worstdaytest is the table of the worst day for tests that attack: what the shipped
// defaults let be lost, and what attacks reached of it. It owns the file of what was reached,
// and promises that a figure stands there only as long as the attack that the test just carried
// out reaches it, to the cent.
package worstdaytest

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/worstday"
	"bardo.run/bardo/internal/money"
)

//go:embed reached.json
var reached []byte

// file is where they stand, from a package of test/.
var file = filepath.Join("..", "..", "golem", "safety", "worstday", "worstdaytest", "reached.json")

// Daily is what a grant to a local key lets be spent in any 24 hours.
const Daily = 1_000 * money.One

// Custodies are all, with the names that the table has for them.
var Custodies = []struct {
	Custody worstday.Custody
	Name    string
}{
	{worstday.Delegation, "delegation"},
	{worstday.Granted, "local key under a grant"},
	{worstday.OwnKey, "local key without a grant"},
	{worstday.Embedded, "embedded"},
}

// Sizes are the accounts of the table, in dollars.
var Sizes = []int64{1_000, 10_000, 40_000, 1_000_000}

// Shipped are the defaults on an account of so many dollars, whose own coin for gas is worth
// 50 dollars, as much as a session key may hold. It is cash, but for 300,000 dollars of a million.
func Shipped(c worstday.Custody, dollars int64) worstday.Limits {
	p := cage.FromConfig(config.Default(), nil, nil)
	v := worstday.Valuation{Worth: money.USDC(dollars) * money.One, Fed: true}
	if dollars == 1_000_000 {
		v.NotCash = 300_000 * money.One
	}
	l := worstday.New(c, p, v, config.Default().Custody.MaxKeyBalance.USDC(), Daily)
	if c == worstday.Delegation {
		return l.Within(grant.Limits(p, v.Worth))
	}
	return l
}

// Cell is one line of the table against one attacker.
type Cell struct {
	Custody  worstday.Custody
	Attacker worstday.Attacker
	Dollars  int64
}

// String names the cell as reached.json does.
func (c Cell) String() string { return fmt.Sprintf("%s, %s, %d", c.Custody, c.Attacker, c.Dollars) }

// Reached is what the attack on a cell lost, as worstday.Dollars writes it.
func Reached(t testing.TB, c Cell) string {
	t.Helper()
	return parsed(t, reached)[c.String()]
}

// Lost is the same as an amount.
func (c Cell) Lost(t testing.TB) money.USDC {
	t.Helper()
	v, err := money.ParseUSDC(strings.ReplaceAll(Reached(t, c), ",", ""))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Near fails where more was lost than was said, or so little that it was said for nothing: what
// is said is at most one and a half of what is lost.
func Near(t testing.TB, name string, f worstday.Figure, lost money.USDC) {
	t.Helper()
	if lost > f.Amount || 2*f.Amount > 3*lost {
		t.Errorf("%s: %s were lost; %s", name, worstday.Dollars(lost), f.Sentence())
	}
}

// Holds holds what an attack lost to the figure that the owner was told, and both to the table.
// update writes what was lost.
func (c Cell) Holds(t testing.TB, f worstday.Figure, lost money.USDC, update bool) {
	t.Helper()
	Near(t, c.String(), f, lost)
	if want := Shipped(c.Custody, c.Dollars).Worst(c.Attacker).Sentence(); f.Sentence() != want {
		t.Errorf("%s: the owner is told %q, the page says %q", c, f.Sentence(), want)
	}
	if got, was := worstday.Dollars(lost), Reached(t, c); got != was && !update {
		t.Errorf("%s: %s were lost, the page says %s; run this test with -update, and make generate", c, got, was)
	}
	if update {
		c.write(t, worstday.Dollars(lost))
	}
}

func (c Cell) write(t testing.TB, lost string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	all := parsed(t, text)
	all[c.String()] = lost
	if text, err = json.MarshalIndent(all, "", "  "); err == nil {
		err = os.WriteFile(file, append(text, '\n'), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func parsed(t testing.TB, text []byte) map[string]string {
	t.Helper()
	all := map[string]string{}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}
