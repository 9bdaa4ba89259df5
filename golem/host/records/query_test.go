package records

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
)

// asked are the ticks that a query finds, and those that it should.
func asked(t rapid.TB, s *Store, q Query) (got, want []uint64, c *Selection) {
	for r, err := range s.Settled() {
		check(t, err)
		if q.holds(r) {
			want = append(want, r.Tick)
		}
	}
	c = s.Select(context.Background(), q)
	for r, err := range c.Settled() {
		check(t, err)
		got = append(got, r.Tick)
	}
	return got, want, c
}

// Whatever is asked, the index finds what reading every record finds: while a process writes
// and the index lags, and when it is over.
func TestTheIndexFindsWhatReadingEverythingFinds(t *testing.T) {
	const n = 1_500
	dir := filepath.Join(t.TempDir(), "3 % a year?", "#1") // any name is one
	s := open(t, dir, Options{})
	for tick := range uint64(n) {
		check(t, s.Write(record(tick)))
		if tick%50 == 9 {
			check(t, s.Outcome(Outcome{Tick: tick - 1, PermitID: "p", Source: "receipt"}))
		}
		if tick == 1_200 {
			check(t, s.Flush())
		}
	}
	check(t, s.Show())
	tiers := []turn.Tier{turn.T0, turn.T1, turn.T2}
	verify := func(lags bool) {
		t.Helper()
		r := open(t, dir, Options{ReadOnly: true})
		rapid.Check(t, func(rt *rapid.T) {
			q := Query{
				From: rapid.Int64Range(0, n*60_000).Draw(rt, "from"), To: rapid.Int64Range(0, n*60_000).Draw(rt, "to"),
				Regime: rapid.SampledFrom([]string{"", "volatile", "range_bound", "no such"}).Draw(rt, "regime"), Acted: rapid.Bool().Draw(rt, "acted"),
			}
			if i := rapid.IntRange(-1, 2).Draw(rt, "tier"); i >= 0 {
				q.Tier = &tiers[i]
			}
			got, want, c := asked(rt, r, q)
			if !slices.Equal(got, want) {
				rt.Fatalf("%+v finds %d ticks, want %d", q, len(got), len(want))
			}
			if c.Fault != nil || (c.Behind > 0) != lags {
				rt.Fatalf("%d entries behind, %v", c.Behind, c.Fault)
			}
		})
	}
	verify(true)
	check(t, s.Close())
	verify(false)
}

// Without an index, or with one that cannot be read, everything is read; nothing is changed.
func TestAnIndexThatCannotBeAskedIsPassed(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{})
	for tick := range uint64(30) {
		check(t, s.Write(record(tick)))
	}
	check(t, s.Close())
	path := filepath.Join(dir, IndexName)
	for _, spoil := range []func() error{
		func() error { return os.WriteFile(path, bytes.Repeat([]byte("no database"), 999), 0o600) },
		func() error { return os.Remove(path) },
	} {
		check(t, spoil())
		got, want, c := asked(t, open(t, dir, Options{ReadOnly: true}), Query{Acted: true})
		if !slices.Equal(got, want) || len(got) != 8 || c.Fault == nil || c.Behind != 30 {
			t.Errorf("%v, %d behind, %v", got, c.Behind, c.Fault)
		}
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a reader made an index")
	}
}

func TestAnIndexThatLiesIsNamed(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{})
	for tick := range uint64(30) {
		check(t, s.Write(record(tick)))
	}
	check(t, s.Close())
	db, err := sql.Open("sqlite", filepath.Join(dir, IndexName))
	check(t, err)
	_, err = db.Exec("UPDATE cycle_index SET has_action = 1 WHERE tick = 17")
	check(t, err)
	check(t, db.Close())
	var met error
	for _, err := range open(t, dir, Options{ReadOnly: true}).Select(t.Context(), Query{Acted: true}).Settled() {
		met = err
	}
	if !errors.Is(met, ErrIndex) {
		t.Errorf("%v", met)
	}
}
