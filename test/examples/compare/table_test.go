package main

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

const report = `{"acts":{"trades":[{"number":1,"tick":5,"buy":true,"in":"0.5 WETH","out":"900.25 USDC"},{"number":4,"tick":9,"in":"905 USDC","out":"0.5 WETH"}],
	"liquidity":[{"number":2,"tick":5,"kind":"add_liquidity","paid":"0.1 WETH + 180 USDC"},{"number":3,"tick":7,"kind":"remove_liquidity","received":"0.1 WETH + 181 USDC"}]}}`

func deedsOf(t *testing.T, text string) []deed {
	t.Helper()
	var a answer
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		t.Fatal(err)
	}
	return a.deeds()
}

func TestDeedsAreListedInTheirOrder(t *testing.T) {
	var told []string
	for _, d := range deedsOf(t, report) {
		told = append(told, d.What)
	}
	if got := strings.Join(told, ", "); got != "buy, add liquidity, remove liquidity, sell" {
		t.Error(got)
	}
}

// What one of two lives did at another time, in another size, or alone, is marked and counted; what
// comes after it still stands beside its like.
func TestEveryDifferenceIsMarked(t *testing.T) {
	base := deedsOf(t, report)
	for name, c := range map[string]struct {
		old, new string
		lines    int
	}{
		"the same":             {"", "", 0},
		"a unit more":          {"900.25", "900.250001", 1},
		"the other side":       {`"buy":true,`, "", 1},
		"a tick later":         {`"tick":7`, `"tick":8`, 2},
		"another token":        {"0.1 WETH + 181", "0.1 WBTC + 181", 1},
		"a deed is gone":       {`{"number":4,"tick":9,"in":"905 USDC","out":"0.5 WETH"}`, `{"number":4,"tick":5,"in":"1 USDC","out":"1 WETH"}`, 2},
		"a unit of ether more": {`"in":"905 USDC"`, `"in":"905.000000000001 USDC"`, 1},
	} {
		var out strings.Builder
		head := deedsOf(t, strings.ReplaceAll(report, c.old, c.new))
		if c.old == "" {
			head = deedsOf(t, report)
		}
		l := [2]lived{{base, time.Second}, {head, 3 * time.Second}}
		if n := list(&out, name, l); n != c.lines || strings.Count(out.String(), "≠") != n {
			t.Errorf("%s: %d lines differ, want %d\n%s", name, n, c.lines, out.String())
		}
		table(&out, []sum{{name, l, c.lines}})
		for _, want := range []string{"900.25 USDC", "0.1 WETH + 180 USDC", "3.000"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: %q is missing in\n%s", name, want, out.String())
			}
		}
	}
}
