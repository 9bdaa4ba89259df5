package determinism_test

import (
	"encoding/json"
	"strings"
	"testing"

	"bardo.run/bardo/life/why"
)

// Every trade of a life is explained, and every id of every explanation is one that
// bardo show shows.
func TestEveryTradeIsExplained(t *testing.T) {
	t.Parallel()
	l, err := why.Open(life(t))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	trades, err := l.Trades()
	if err != nil || trades < 20 {
		t.Fatalf("the life made %d trades: %v", trades, err)
	}
	rules, shown := map[string]bool{}, map[string]bool{}
	for n := 1; n <= trades; n++ {
		answer, err := l.Trade(n)
		if err != nil {
			t.Fatalf("trade %d: %v", n, err)
		}
		had := map[string]bool{}
		for _, link := range answer.Links {
			had[link.What] = true
			if link.What == "rule" {
				rules[link.ID] = true
			}
			if shown[link.ID] {
				continue
			}
			shown[link.ID] = true
			if text, err := l.Show(link.ID); err != nil || !json.Valid([]byte(text)) || link.Text == "" {
				t.Errorf("trade %d: %s %s: %v\n%s", n, link.What, link.ID, err, text)
			}
		}
		for _, what := range []string{"block", "transaction", "permit", "simulation", "observation"} {
			if !had[what] {
				t.Errorf("trade %d has no %s", n, what)
			}
		}
		if !had["death"] && (!had["rule"] || !had["probe"] || !had["gate"]) {
			t.Errorf("trade %d has no cause: %+v", n, answer.Links)
		}
	}
	for _, rule := range []string{"entry-in", "exit-out", "entry-open", "manage-follow", "manage-collect", "stop-close"} {
		found := false
		for id := range rules {
			found = found || strings.HasPrefix(id, "rule:"+rule+"@")
		}
		if !found {
			t.Errorf("no trade was caused by %s; only %v", rule, rules)
		}
	}
}

// bardo why and bardo show say on a command line what the life answers.
func TestIdsOfAnExplanationAreShownByTheCommand(t *testing.T) {
	t.Parallel()
	dir := life(t)
	code, out, said := run("why", "--json", dir, "--trade", "2")
	var answer why.Answer
	if err := json.Unmarshal([]byte(out), &answer); code != 0 || err != nil || len(answer.Links) < 8 {
		t.Fatalf("why ended with %d (%v):\n%s%s", code, err, out, said)
	}
	_, text, _ := run("why", dir, "--trade", "2")
	for _, link := range answer.Links {
		if !strings.Contains(text, link.ID) || !strings.Contains(text, link.Text) {
			t.Errorf("the text lacks %s:\n%s", link.ID, text)
		}
		if code, out, said := run("show", dir, link.ID); code != 0 || !json.Valid([]byte(out)) {
			t.Errorf("show %s ended with %d:\n%s%s", link.ID, code, out, said)
		}
	}
}
