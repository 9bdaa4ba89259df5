package crash

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/life/accounts"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"
)

// A life whose orders go over two markets is killed between the moves, and at writes before and behind
// them: the same command ends it with the moves of a life that was never killed, each made once.
// With BARDO_LONG=1 it is killed at every one of its writes.
//
// spec: runtime §15.4, DESIGN §4
func TestAnOrderOverTwoMarketsSurvivesBeingKilled(t *testing.T) {
	if _, err := artifact.Find(); err != nil {
		t.Fatalf("a life needs a devnet: %v", err)
	}
	t.Setenv(strategyIn, "hop.md")
	data, first := distant(t), filepath.Join(t.TempDir(), "whole")
	_, operations := start(t, data, first, 1<<40)
	want := moved(t, first)
	t.Logf("%d operations: %v", operations, want)
	for i, prefix := range []string{"usdc over weth to aave, second false:", "usdc over weth to aave, second true:", "aave over weth to usdc, second false:", "a sale:"} {
		if len(want) < 5 || !strings.HasPrefix(want[i], prefix) {
			t.Fatalf("the undisturbed life made %v: want two moves there and two back", want)
		}
	}
	step := max(operations/3, 1)
	if os.Getenv("BARDO_LONG") != "" {
		step = 1
	}
	killed, between := 0, 0
	for at := step; at <= operations; at += step {
		out := filepath.Join(t.TempDir(), "killed")
		if was, _ := start(t, data, out, at); !was {
			continue // it needed fewer operations this time
		}
		killed++
		if n := underway(t, out); n == 3 { // allowance, swap, and the allowance back
			between++
		}
		if was, _ := start(t, data, out, 1<<40); was {
			t.Fatal("the life was killed twice")
		}
		if got := moved(t, out); !slices.Equal(got, want) {
			t.Errorf("killed at operation %d of %d: %v, want %v", at, operations, got, want)
		}
		sound(t, out)
		if t.Failed() {
			return
		}
	}
	t.Logf("killed %d times, %d of them between two moves", killed, between)
	if killed < 2 || step == 1 && between == 0 {
		t.Errorf("killed %d times, %d of them between two moves", killed, between)
	}
}

// sound holds a finished life to replay, audit and files, and its books to the chain.
func sound(t *testing.T, out string) {
	t.Helper()
	same(t, out)
	sent(t, out)
	if books, err := accounts.Of(out); err != nil || !books.Sound() || !books.Dead {
		t.Errorf("the books are %+v (%v)", books, err)
	}
}

// moved are the moves over two markets that a finished life made, in their order, those of its death
// behind them, and what it left.
func moved(t *testing.T, out string) []string {
	t.Helper()
	all := moves(t, filepath.Join(out, home.CyclesDir))
	text, err := os.ReadFile(filepath.Join(out, home.TestamentFile))
	if err != nil {
		t.Fatal(err)
	}
	var will thanatopsis.Testament
	if err := json.Unmarshal(text, &will); err != nil {
		t.Fatal(err)
	}
	for _, a := range will.Settlement.Proposed() {
		if a.Status == turn.StatusExecuted {
			all = append(all, told(a))
		}
	}
	for _, held := range will.Wallet.Balances {
		all = append(all, held.Units+" "+held.Token)
	}
	return all
}

// underway is how many transactions a killed life had sent.
func underway(t *testing.T, out string) (n int) {
	t.Helper()
	r, err := journal.Read(filepath.Join(out, home.JournalDir))
	if err != nil {
		return 0 // it was killed before there was one
	}
	defer r.Close()
	for e, err := range r.Entries(0) {
		if err != nil {
			break // the last one is torn
		}
		if e.Kind == journal.KindSend {
			n++
		}
	}
	return n
}

// moves are those of its records.
func moves(t *testing.T, dir string) (all []string) {
	t.Helper()
	store, err := records.Open(dir, records.Options{ReadOnly: true})
	if err != nil {
		return nil // it was killed before the first
	}
	defer store.Close()
	for e, err := range store.All() {
		if err != nil {
			t.Fatal(err)
		}
		if e.Record == nil {
			continue
		}
		for _, a := range e.Record.Actions {
			if a.Proposal.Route != nil && a.Status == turn.StatusExecuted {
				all = append(all, told(a))
			}
		}
	}
	return all
}

func told(a turn.Action) string {
	said := "a sale:"
	if r := a.Proposal.Route; r != nil {
		said = fmt.Sprintf("%s over %s to %s, second %v:", r.From, r.Over, r.To, r.First != "")
	}
	for _, d := range a.Execution.Deltas {
		said += fmt.Sprintf(" %v %s", d.Out, d.Units.Dec())
	}
	return said
}

// distant are four minutes of a world of two markets, and an asset that only two of them trade for dollars.
func distant(t *testing.T) string {
	t.Helper()
	c, err := world.Compose("basket", 7, 1)
	if err != nil {
		t.Fatal(err)
	}
	c.Markets = slices.DeleteFunc(c.Markets, func(m history.Market) bool {
		return m.Spec.Handle() != "weth-usdc-5" && m.Spec.Handle() != "aave-weth-30"
	})
	for i := range c.Markets {
		c.Markets[i].Minutes = c.Markets[i].Minutes[:4]
	}
	c.Followers, c.Lenders = nil, nil
	dir := t.TempDir()
	if err := history.ExportWorld(dir, c); err != nil {
		t.Fatal(err)
	}
	return dir
}
