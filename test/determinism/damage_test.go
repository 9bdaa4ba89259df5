package determinism_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/seglog"
	"bardo.run/bardo/life/replay"
	"bardo.run/bardo/life/why"
)

// frame is one entry of a journal and the bytes it takes in its segment.
type frame struct {
	entry    journal.Entry
	payload  []byte
	from, to int64
}

// frames reads a journal of one segment.
func frames(t *testing.T, life string) []frame {
	t.Helper()
	dir := filepath.Join(life, home.JournalDir)
	log, err := seglog.Open(dir, seglog.Options{Chained: true, ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	var all []frame
	for f, err := range log.Frames(0) {
		if err != nil {
			t.Fatal(err)
		}
		if n := len(all); n > 0 {
			all[n-1].to = f.Offset
		}
		all = append(all, frame{payload: bytes.Clone(f.Payload), from: f.Offset, to: grown(life)})
	}
	r, err := journal.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for e, err := range r.Entries(0) {
		if err != nil || all[e.Seq].entry.Kind != "" {
			t.Fatalf("entry %d: %v", e.Seq, err)
		}
		all[e.Seq].entry = e
	}
	return all
}

// One changed byte of the journal is detected and named: file, entry and tick.
func TestAFlippedByteIsNamed(t *testing.T) {
	t.Parallel()
	dir := life(t)
	segment := filepath.Join(dir, home.JournalDir, "000001.seg")
	whole, err := os.ReadFile(segment)
	if err != nil {
		t.Fatal(err)
	}
	all, random := frames(t, dir), drawn(t)
	for range 8 {
		f := all[random.IntN(len(all))]
		at := f.from + random.Int64N(f.to-f.from)
		bad := bytes.Clone(whole)
		bad[at] ^= 1 << random.IntN(8)
		if err := os.WriteFile(segment, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"replay", dir}, {"why", dir, "--trade", "1"}, {"why", dir, "--tick", "0"}, {"show", dir, "tick:0"}} {
			code, out, said := run(args...)
			// The tick lies inside the damage; it is told as far as it can be believed.
			want := fmt.Sprintf("%s: entry %d (tick ", segment, f.entry.Seq)
			if code != 22 || out != "" || !strings.Contains(said, want) || !named(said, f.entry.Tick) {
				t.Errorf("byte %d of entry %d (tick %d): %s ended with %d:\n%s%s", at, f.entry.Seq, f.entry.Tick, args[0], code, out, said)
			}
		}
	}
	header := bytes.Clone(whole)
	header[random.Int64N(all[0].from)] ^= 1
	if err := os.WriteFile(segment, header, 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, said := run("replay", dir); code != 22 || !strings.Contains(said, "000001.seg: entry 0 (tick 0) at byte 0") {
		t.Errorf("a changed header: replay ended with %d:\n%s", code, said)
	}
}

// named reports whether the tick, or the one before it, is told.
func named(said string, tick uint64) bool {
	return strings.Contains(said, fmt.Sprintf("(tick %d)", tick)) || tick > 0 && strings.Contains(said, fmt.Sprintf("(tick %d)", tick-1))
}

// forge writes the journal again, with a sound chain, without the frames that drop
// chooses.
func forge(t *testing.T, life string, all []frame, drop func(frame) bool) (dropped int) {
	t.Helper()
	dir := filepath.Join(life, home.JournalDir)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	log, err := seglog.Open(dir, seglog.Options{Chained: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		if drop(f) {
			dropped++
			continue
		}
		if _, err := log.Append(f.payload); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(log.Sync(), log.Close()); err != nil {
		t.Fatal(err)
	}
	return dropped
}

// firstTrade returns the record of the tick that made the first trade.
func firstTrade(t *testing.T, life string) turn.Record {
	t.Helper()
	store, err := records.Open(filepath.Join(life, home.CyclesDir), records.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for e, err := range store.All() {
		if err != nil {
			t.Fatal(err)
		}
		if e.Record != nil && len(e.Record.Actions) > 0 && e.Record.Actions[0].Status == turn.StatusExecuted {
			return *e.Record
		}
	}
	t.Fatal("the life has no trade")
	return turn.Record{}
}

// A cause that is gone is missed, also where the chain was made sound again.
func TestADeletedCauseIsMissed(t *testing.T) {
	t.Parallel()
	whole := life(t)
	all, trade := frames(t, whole), firstTrade(t, whole)
	if code, out, said := run("why", whole, "--trade", "1"); code != 0 || !strings.Contains(out, "rule:entry-in@") {
		t.Fatalf("of the whole life: %d\n%s%s", code, out, said)
	}
	of := func(kind journal.Kind) func(frame) bool {
		return func(f frame) bool {
			return f.entry.Kind == kind && f.entry.Seq >= trade.Entries[0] && f.entry.Seq < trade.Entries[1]
		}
	}
	for _, c := range []struct {
		name string
		drop func(frame) bool
		want string
	}{
		{"the receipt", of(journal.KindReceipt), "the receipt of transaction 0x"},
		{"the send", of(journal.KindSend), "the send of transaction 0x"},
		{"the simulation", of(journal.KindSimulation), "simulation 0x"},
		{"the observation", of(journal.KindReading), fmt.Sprintf("the observation of tick %d", trade.Tick)},
		{"all from the trade on", func(f frame) bool { return f.entry.Seq >= trade.Entries[0] }, fmt.Sprintf("tick %d took entries", trade.Tick)},
	} {
		if n := forge(t, whole, all, c.drop); n == 0 {
			t.Fatalf("%s: nothing was deleted", c.name)
		}
		code, out, said := run("why", whole, "--trade", "1")
		if code != 22 || out != "" || !strings.Contains(said, "the cause is missing from the journal: "+c.want) {
			t.Errorf("without %s: %d\n%s%s", c.name, code, out, said)
		}
		if _, err := replay.Run(t.Context(), whole, replay.Options{}); err == nil {
			t.Errorf("without %s the life replays", c.name)
		}
	}
}

// A journal that was cut before the trade is not taken for a shorter life.
func TestACutJournalIsNoShorterLife(t *testing.T) {
	t.Parallel()
	dir := life(t)
	all, trade := frames(t, dir), firstTrade(t, dir)
	if err := os.Truncate(filepath.Join(dir, home.JournalDir, "000001.seg"), all[trade.Entries[0]].from); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"why", dir, "--trade", "1"}, {"replay", dir}} {
		code, out, said := run(args...)
		if code != 22 || out != "" || !strings.Contains(said, fmt.Sprintf("000001.seg: entry %d (tick ", trade.Entries[0])) {
			t.Errorf("%s: %d\n%s%s", args[0], code, out, said)
		}
	}
}

// What is damaged behind the last tick is damage too: a death that the journal does
// not lead to is none, whatever papers lie in the folder.
func TestADeathWithoutItsJournalIsNoDeath(t *testing.T) {
	t.Parallel()
	dir := life(t)
	all, died := frames(t, dir), dying(t, dir)
	if all[died].entry.Kind != journal.KindSimulation {
		t.Fatalf("the first simulation of the settlement is a %s", all[died].entry.Kind)
	}
	for _, c := range []struct {
		name string
		drop func(frame) bool
		want error
	}{
		{"the first simulation of the settlement", func(f frame) bool { return f.entry.Seq == died }, journal.ErrDiverged},
		{"all from there on", func(f frame) bool { return f.entry.Seq >= died }, replay.ErrDiffers},
		{"the last entry", func(f frame) bool { return f.entry.Seq == all[len(all)-1].entry.Seq }, replay.ErrDiffers},
	} {
		if n := forge(t, dir, all, c.drop); n == 0 {
			t.Fatalf("%s: nothing was deleted", c.name)
		}
		if r, err := replay.Run(t.Context(), dir, replay.Options{}); !errors.Is(err, c.want) {
			t.Errorf("without %s: %v, want %v, after %+v", c.name, err, c.want, r)
		}
	}
	if err := os.RemoveAll(filepath.Join(dir, home.DeathDir)); err != nil {
		t.Fatal(err)
	}
	forge(t, dir, all, func(f frame) bool { return f.entry.Seq >= died })
	if r, err := replay.Run(t.Context(), dir, replay.Options{}); err != nil || !r.CutOff || r.Cause != "" || r.Testament != "none" {
		t.Errorf("a life that was killed while it died: %+v, %v", r, err)
	}
	forge(t, dir, all, func(f frame) bool { return f.entry.Seq >= died*3/4 }) // records left the process before the journal did
	if r, err := replay.Run(t.Context(), dir, replay.Options{}); err != nil || !r.CutOff || r.Equal == 0 {
		t.Errorf("a life that was killed with entries of its journal in memory: %+v, %v", r, err)
	}
}

// dying returns the number of the settlement's first simulation.
func dying(t *testing.T, life string) uint64 {
	t.Helper()
	store, err := records.Open(filepath.Join(life, home.CyclesDir), records.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	var end uint64
	for e, err := range store.All() {
		if err != nil {
			t.Fatal(err)
		}
		if e.Record != nil {
			end = e.Record.Entries[1]
		}
	}
	for _, f := range frames(t, life) {
		if f.entry.Seq >= end && f.entry.Kind == journal.KindSimulation {
			return f.entry.Seq
		}
	}
	t.Fatal("nothing was settled")
	return 0
}

// rewrite stores the life's records again, each after change.
func rewrite(t *testing.T, life string, change func(*turn.Record)) {
	t.Helper()
	dir := filepath.Join(life, home.CyclesDir)
	old, err := records.Open(dir, records.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	forged, err := records.Open(dir+".forged", records.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for e, err := range old.All() {
		if err != nil {
			t.Fatal(err)
		}
		if e.Record != nil {
			change(e.Record)
			if err := forged.Write(e.Record); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := errors.Join(forged.Close(), os.RemoveAll(dir), os.Rename(dir+".forged", dir)); err != nil {
		t.Fatal(err)
	}
}

// Promise 1 of DESIGN §1: the rule of an explanation is the one that stands in the
// text the journal holds, not the words a record claims.
func TestARuleThatIsNotInTheTextIsMissed(t *testing.T) {
	t.Parallel()
	trade := firstTrade(t, life(t))
	for name, change := range map[string]func(*turn.Trigger){
		"other words":   func(g *turn.Trigger) { g.Text = "when true do sell all" },
		"another line":  func(g *turn.Trigger) { g.Line++ },
		"another kind":  func(g *turn.Trigger) { g.Kind = "stop" },
		"another order": func(g *turn.Trigger) { g.Text = strings.Replace(g.Text, "5%", "6%", 1) },
	} {
		dir := life(t)
		changed := false
		rewrite(t, dir, func(r *turn.Record) {
			if r.Tick != trade.Tick {
				return
			}
			for i := range r.Strategy.Triggers {
				before := fmt.Sprint(r.Strategy.Triggers[i])
				change(&r.Strategy.Triggers[i])
				changed = changed || before != fmt.Sprint(r.Strategy.Triggers[i])
			}
		})
		code, out, said := run("why", dir, "--trade", "1")
		if !changed || code != 22 || out != "" || !strings.Contains(said, "the cause is missing from the journal: STRATEGY.md ") {
			t.Errorf("%s (%v): %d\n%s%s", name, changed, code, out, said)
		}
	}
}

// A testament is a file that anybody can edit: one that lacks a part is no crash.
func TestATestamentWithAHoleIsMissed(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"execution", "simulation"} {
		dir := life(t)
		path := filepath.Join(dir, filepath.FromSlash(home.TestamentFile))
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text = bytes.ReplaceAll(text, []byte(`"`+part+`": {`), []byte(`"was": {`))
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		l, err := why.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		trades, err := l.Trades()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Trade(trades); !errors.Is(err, why.ErrMissing) {
			t.Errorf("without the %s: %v, want that the cause is missing", part, err)
		}
	}
}
