package worstday_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/worstday"
	"bardo.run/bardo/golem/safety/worstday/worstdaytest"
	"bardo.run/bardo/internal/money"
)

var update = flag.Bool("update", false, "rewrite the tables of docs/custody.md")

func worstTable(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintln(&b, "| custody | against | account | computed | reached | what the owner reads |\n|---|---|---:|---:|---:|---|")
	for _, c := range worstdaytest.Custodies {
		for _, a := range worstday.Attackers() {
			for _, n := range worstdaytest.Sizes {
				l := worstdaytest.Shipped(c.Custody, n)
				f := l.Worst(a)
				reached := worstdaytest.Reached(t, worstdaytest.Cell{Custody: c.Custody, Attacker: a, Dollars: n})
				if reached == "" {
					t.Errorf("no attack reached anything of %s, %s, %d", c.Custody, a, n)
				}
				fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", c.Name, a, worstday.Dollars(l.Worth), worstday.Dollars(f.Amount), reached, f.Sentence())
			}
		}
	}
	return b.String()
}

// unfed is the sentence where no feed is configured.
func unfed() string {
	l := worstdaytest.Shipped(worstday.OwnKey, 10_000)
	l.Fed = false
	return l.Worst(worstday.Mind).Sentence() + "\n"
}

func example() string {
	p, l := cage.FromConfig(config.Default(), nil, nil), worstdaytest.Shipped(worstday.Delegation, 10_000)
	f := l.Worst(worstday.Key)
	return fmt.Sprintf("An account of %s, all of it cash, under the defaults in delegation custody:\n\n"+
		"    day's limit   %5d bps of %s = %s\n    sales beyond  %5d bps of %s, which is %d bps of %s = %s\n    the key       %s\n    in any 24 h   %s\n",
		worstday.Dollars(l.Worth), p.Loss.Day, worstday.Dollars(l.Worth), worstday.Dollars(f.Parts[0].Amount),
		l.ExitLoss, worstday.Dollars(l.Worth*money.USDC(l.MaxConcentration)/10_000), l.MaxConcentration, worstday.Dollars(l.Worth), worstday.Dollars(f.Parts[1].Amount),
		worstday.Dollars(f.Parts[2].Amount), worstday.Dollars(f.Amount))
}

// The page's tables, sentences and the example are those of the code.
func TestTheCustodyPageIsUpToDate(t *testing.T) {
	worstdaytest.Page(t, *update, map[string]string{"worst": worstTable(t), "unfed": unfed(), "example": example()})
}
