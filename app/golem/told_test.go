package golem

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"bardo.run/bardo/app/bardo"
	"bardo.run/bardo/life/report"
)

// The owner's commands open a folder that another process writes, and show what is there so
// far: nothing that is false, and not nothing.
func TestALivingLifeIsTold(t *testing.T) {
	t.Parallel()
	m := market(t)
	dir := settings(t, m, m.Chain().Server.Endpoint(), "")
	tells := func(args []string, want ...string) string {
		var out, errs bytes.Buffer
		code := bardo.Main(t.Context(), args, &out, &errs)
		for _, words := range want {
			if code != 0 || !strings.Contains(out.String(), words) {
				t.Errorf("bardo %v: exit %d, and it does not say %q: %s%s", args, code, words, &out, &errs)
			}
		}
		return out.String()
	}
	code, said := spoken(t, dir, "trade 2", func() {
		report := tells([]string{"report", dir}, "restless: ", "live on chain 31337", "trades        ", "bardo trades ")
		if strings.Contains(report, "WRONG") || strings.Contains(report, "trades        0") || strings.Contains(report, "seed") {
			t.Errorf("it says %s", report)
		}
		tells([]string{"why", dir, "--trade", "1"}, "trade 1, tick ", "permit:", "rule:entry-in")
		tells([]string{"ledger", dir}, "rule:entry-in", "rule:exit-out", "executed", "sum of USDC    ", "gas in USDC")
		tells([]string{"replay", dir}, " equal, ", "its process lives")
		listed := tells([]string{"trades", dir, "--json", "--side", "sell"}, "[")
		if trades := parsed(t, listed); len(trades) == 0 || trades[0].Buy || trades[0].Base <= 0 {
			t.Errorf("sales: %s", listed)
		}
	})
	if code != exitOK {
		t.Errorf("exit %d: %s", code, said)
	}
	if code, said := ask(t, "destroy", "--data-dir", dir); code != exitUsage || !strings.Contains(said, "holds     ") || !strings.Contains(said, " WETH") {
		t.Errorf("destroy: exit %d: %s", code, said)
	}
}

func parsed(t *testing.T, text string) (trades []report.Trade) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &trades); err != nil {
		t.Errorf("%v: %s", err, text)
	}
	return trades
}
