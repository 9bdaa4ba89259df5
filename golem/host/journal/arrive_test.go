package journal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/internal/seglog"
)

// word is what may arrive.
type word struct {
	Cause string
	Late  bool
}

// door is where words arrive: at each poll of the map one is there.
type door struct {
	words map[uint64]word
	polls int
}

func (d *door) at(poll uint64) func() (word, bool, error) {
	return func() (word, bool, error) {
		d.polls++
		w, there := d.words[poll]
		if w.Cause == "broken" {
			return w, there, errRPC
		}
		return w, there, nil
	}
}

// heard is a life that polls twice a tick, before and after a reading, and says what
// arrived when. A word ends it, as an order does.
func heard(j *Journal, d *door, w *world, ticks int) (string, error) {
	var said strings.Builder
	poll := uint64(0)
	for tick := range uint64(ticks) {
		j.Begin(tick)
		for half := range 2 {
			if half == 1 {
				_, err := Take(j, KindReading, tick, w.reading)
				if f := (*Failure)(nil); err != nil && !errors.As(err, &f) {
					return said.String(), err
				}
			}
			poll++
			got, there, err := Arrived(j, KindWord, poll, d.at(poll))
			if f := (*Failure)(nil); err != nil && !errors.As(err, &f) {
				return said.String(), err
			}
			if there || err != nil {
				fmt.Fprintf(&said, "%d.%d %+v %v\n", tick, half, got, err)
			}
		}
		if err := j.End(); err != nil {
			return said.String(), err
		}
	}
	return said.String(), nil
}

func entries(t testing.TB, dir string, kind Kind) (seqs []uint64) {
	t.Helper()
	r, err := Read(dir)
	check(t, err)
	defer r.Close()
	for e, err := range r.Entries(0) {
		check(t, err)
		if e.Kind == kind {
			seqs = append(seqs, e.Seq)
		}
	}
	return seqs
}

func TestWhatArrivedIsReplayedWhereItArrivedAndNobodyIsAsked(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "life")
		check(t, err)
		d := &door{words: map[uint64]word{}}
		for _, poll := range rapid.SliceOfNDistinct(rapid.Uint64Range(1, 24), 0, 6, rapid.ID[uint64]).Draw(rt, "polls") {
			d.words[poll] = word{rapid.SampledFrom([]string{"owner_kill", "owner_kill", "broken"}).Draw(rt, "cause"), poll%2 == 0}
		}
		j := open(t, dir, Options{Policy: History})
		said, err := heard(j, d, &world{}, 12)
		check(t, err)
		check(t, j.Close())
		if n := len(entries(t, dir, KindWord)); n != len(d.words) || strings.Count(said, "\n") != n || d.polls != 24 {
			rt.Fatalf("%d words, %d entries, asked %d times: %s", len(d.words), n, d.polls, said)
		}
		j = open(t, dir, Options{Mode: Replay})
		again, err := heard(j, d, nil, 12)
		if err != nil || again != said || d.polls != 24 || j.Err() != nil {
			rt.Fatalf("asked %d times, %v: replayed\n%s\nlived\n%s", d.polls, err, again, said)
		}
		check(t, j.Close())
	})
}

// A life killed at any disk operation and resumed hears each word once: what was not
// written down is still there to be heard, because nobody acted on it.
func TestAWordIsHeardOnceWhereverTheLifeIsKilled(t *testing.T) {
	const ticks = 8
	words := map[uint64]word{5: {Cause: "owner_kill"}, 6: {Cause: "kill_switch", Late: true}, 15: {Cause: "broken"}}
	for _, policy := range []Policy{Live, History} {
		whole := open(t, t.TempDir(), Options{Policy: policy})
		said, err := heard(whole, &door{words: words}, &world{}, ticks)
		check(t, err)
		kills := 0
		for n := 0; n < 200; n++ {
			dir := t.TempDir()
			if mortally(dir, policy, &door{words: words}, seglog.FailFrom(n, errors.New("killed")), ticks) == nil {
				break
			}
			kills++
			d := &door{words: words}
			j := open(t, dir, Options{Mode: Resume, Policy: policy, Redo: []Kind{KindReading}})
			again, err := heard(j, d, &world{}, ticks)
			check(t, err)
			check(t, j.Close())
			if again != said || len(entries(t, dir, KindWord)) != len(words) {
				t.Fatalf("killed at operation %d, heard\n%s\nnot\n%s", n, again, said)
			}
			j = open(t, dir, Options{Mode: Replay})
			again, err = heard(j, nil, nil, ticks)
			if err != nil || again != said {
				t.Fatalf("replay of a life killed at operation %d: %v\n%s", n, err, again)
			}
			check(t, j.Close())
		}
		if kills < 5 || strings.Count(said, "\n") != len(words) {
			t.Fatalf("only %d kills, heard %s", kills, said)
		}
	}
}

func mortally(dir string, p Policy, d *door, f seglog.Fault, ticks int) error {
	j, err := Open(dir, Options{Mode: Resume, Policy: p, Fault: f})
	if err != nil {
		return err
	}
	_, err = heard(j, d, &world{}, ticks)
	return errors.Join(err, j.Close())
}

// A resumed life asks again where its journal ends, and not before.
func TestAResumedLifeAsksFromTheEndOfItsJournalOn(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir, Options{})
	_, err := heard(j, &door{}, &world{}, 3)
	check(t, err)
	check(t, j.Close())
	d, lived := &door{words: map[uint64]word{2: {Cause: "too early"}, 6: {Cause: "owner_kill"}}}, 0
	j = open(t, dir, Options{Mode: Resume, OnLive: func() error { lived++; return nil }})
	said, err := heard(j, d, &world{}, 3)
	if err != nil || said != "2.1 {Cause:owner_kill Late:false} <nil>\n" || lived != 1 || d.polls != 1 || j.Epoch() != 2 {
		t.Fatalf("asked %d times, heard %q, %v", d.polls, said, err)
	}
}

// Behind the end of a replay nothing arrives, and it is the next question that fails.
func TestNothingArrivesBehindTheEndOfAReplay(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir, Options{})
	_, err := Take(j, KindReading, 1, func() (int, error) { return 5, nil })
	check(t, err)
	check(t, j.Close())
	j = open(t, dir, Options{Mode: Replay})
	_, err = Take(j, KindReading, 1, never[int])
	check(t, err)
	for poll := range 3 {
		if _, there, err := Arrived(j, KindWord, poll, func() (int, bool, error) { panic("a replay asks nobody") }); there || err != nil {
			t.Fatalf("arrived %v, %v", there, err)
		}
	}
	if _, err := Take(j, KindReading, 2, never[int]); !errors.Is(err, ErrEnd) {
		t.Fatalf("got %v", err)
	}
	if _, _, err := Arrived(j, KindWord, 9, (&door{}).at(9)); !errors.Is(err, ErrEnd) {
		t.Fatalf("it went on: %v", err)
	}
}

// What arrived is part of the life: a replay that does not poll for it diverges.
func TestAWordThatIsNotAskedForIsADivergence(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir, Options{})
	_, there, err := Arrived(j, KindWord, 1, func() (int, bool, error) { return 5, true, nil })
	if check(t, err); !there {
		t.Fatal("nothing arrived")
	}
	_, err = Take(j, KindReading, 1, func() (int, error) { return 5, nil })
	check(t, err)
	check(t, j.Close())
	j = open(t, dir, Options{Mode: Replay})
	if _, there, err := Arrived(j, KindWord, 2, (&door{}).at(2)); there || err != nil {
		t.Fatalf("another poll heard it: %v", err)
	}
	var d *Diverged
	if _, err := Take(j, KindReading, 1, never[int]); !errors.As(err, &d) || d.Entry != 1 || !strings.HasPrefix(d.Stored, "word, ") {
		t.Fatalf("got %v", err)
	}
}

func TestACancelledPollEndsTheLifeAndArrivesNowhere(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir, Options{})
	_, there, err := Arrived(j, KindWord, 1, func() (int, bool, error) { return 1, true, fmt.Errorf("ask: %w", context.Canceled) })
	if there || !errors.Is(err, ErrInterrupted) || !errors.Is(j.Err(), ErrInterrupted) {
		t.Fatalf("arrived %v, %v", there, err)
	}
	check(t, j.Close())
	if n := entries(t, dir, KindWord); len(n) != 0 {
		t.Fatalf("entries %v", n)
	}
}

// A changed byte of what arrived is named, and nothing is believed.
func TestADamagedWordIsNamedAndNotHeard(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir, Options{})
	_, err := heard(j, &door{words: map[uint64]word{4: {Cause: "owner_kill"}}}, &world{}, 3)
	check(t, err)
	check(t, j.Close())
	want := entries(t, dir, KindWord)[0]
	path := filepath.Join(dir, "000001.seg")
	whole, err := os.ReadFile(path)
	check(t, err)
	at := bytes.Index(whole, []byte("owner_kill"))
	whole[at] ^= 0x08
	check(t, os.WriteFile(path, whole, 0o600))
	j = open(t, dir, Options{Mode: Replay})
	var d *Damaged
	said, err := heard(j, nil, nil, 3)
	if !errors.As(err, &d) || d.Entry != want || said != "" {
		t.Fatalf("heard %q, %v, want entry %d", said, err, want)
	}
	if _, there, err := Arrived(j, KindWord, 9, (&door{}).at(9)); there || !errors.Is(err, ErrDamaged) {
		t.Fatalf("it went on: %v", err)
	}
}
