package tape

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/internal/seed"
)

func dice(n seed.Seed) *mortality.Dice {
	secret := n.Bytes("secret")
	return mortality.NewDice(&secret, "golem-1")
}

// spec: mortality §4.2 — a roll is thrown once, and the journal holds rolls and, until
// the death, no secret.
func TestARollIsWrittenDownAndItsSecretIsNot(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "journal")
	secret := seed.Seed(7).Bytes("secret")
	j := open(t, dir, journal.Record)
	for tick := range uint64(5) {
		j.Begin(tick)
		if roll, err := (Fate{j, dice(7)}).Roll(tick); err != nil || roll != mortality.Cast(&secret, "golem-1", tick) {
			t.Fatalf("tick %d: %x, %v", tick, roll, err)
		}
	}
	check(t, j.Close())
	if holds(t, dir, secret[:]) {
		t.Error("the secret is in the journal")
	}

	j = open(t, dir, journal.Resume)
	for tick := range uint64(6) { // other dice, which only the sixth roll is of
		j.Begin(tick)
		other := seed.Seed(8).Bytes("secret")
		want := mortality.Cast(&secret, "golem-1", tick)
		if tick == 5 {
			want = mortality.Cast(&other, "golem-1", tick)
		}
		if roll, err := (Fate{j, dice(8)}).Roll(tick); err != nil || roll != want {
			t.Fatalf("resumed, tick %d: %x, %v", tick, roll, err)
		}
	}
	revealed := seed.Seed(8).Bytes("secret")
	if got, err := (Fate{j, dice(8)}).Reveal(); err != nil || got != revealed {
		t.Errorf("revealed %x, %v", got, err)
	}
	check(t, j.Close())
	if !holds(t, dir, revealed[:]) {
		t.Error("what was revealed is not in the journal")
	}
}

func holds(t *testing.T, dir string, bytesOf []byte) (found bool) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		check(t, err)
		found = found || bytes.Contains(text, bytesOf)
	}
	return found
}

// Without dice nothing is rolled, and nothing crashes.
func TestWithoutDiceARollFails(t *testing.T) {
	j := open(t, filepath.Join(t.TempDir(), "journal"), journal.Record)
	defer j.Close()
	var failed *journal.Failure
	if _, err := (Fate{Journal: j}).Roll(1); !errors.As(err, &failed) {
		t.Errorf("rolled without dice: %v", err)
	}
	gone := dice(7)
	gone.Destroy()
	if _, err := (Fate{j, gone}).Reveal(); !errors.As(err, &failed) {
		t.Errorf("revealed what is gone: %v", err)
	}
}
