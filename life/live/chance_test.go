package live

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/life/live/birth"
	"bardo.run/bardo/life/replay"
)

// spec: mortality §4.2, §7, §20 — a life whose owner made it frail dies of chance, all
// four phases, the same in a replay; its testament holds the secret that every roll of
// its journal follows from.
func TestAFrailLifeDiesOfChanceAndCanBeChecked(t *testing.T) {
	o := frail(t)
	r, err := Run(t.Context(), o)
	if err != nil || r.Cause != lifecycle.Stochastic {
		t.Fatalf("died of %q: %v", r.Cause, err)
	}
	again, err := replay.Run(t.Context(), o.Out, replay.Options{})
	if err != nil || again.Testament != "equal" || again.Equal != again.Ticks || again.Ticks != falls(o)+1 {
		t.Errorf("replayed %+v, the die falls at tick %d: %v", again, falls(o), err)
	}
	last := (&keeper{t: t, options: o}).records()
	if m := last[len(last)-1].Mortality; m.Phase != turn.Terminal || m.Clocks.Trigger != "stochastic" || len(m.Absent) != 0 {
		t.Errorf("the last record says %+v", m)
	}
	checked(t, o.Out, again.Ticks)
	if again.Rolls != again.Ticks {
		t.Errorf("a replay checked %d rolls of %d ticks", again.Rolls, again.Ticks)
	}
	// Whoever claims another secret at birth is found out.
	_, err = replay.Run(t.Context(), o.Out, replay.Options{Change: func(b *agent.Boot) { b.Mortality.Clocks.Commitment[7] ^= 1 }})
	if !errors.Is(err, mortality.ErrUnfair) && !errors.Is(err, replay.ErrDiffers) && !errors.Is(err, journal.ErrDiverged) {
		t.Errorf("with another commitment: %v", err)
	}
}

// frail is a life whose die falls before its day is over.
func frail(t *testing.T) Options {
	t.Helper()
	o := newKeeper(t, pacedBy("60s", "price > 0")).options
	o.Realtime = false
	h := &o.Config.Mortality.Stochastic
	h.BaseHazardRate, h.AgeHazardCoefficient, h.AgingRate, h.MaxHazardRate = 1e-4, 1e-3, 1e-3, 0.01
	for h.Seed = 1; ; h.Seed++ {
		if at := falls(o); at > 60 && at < 120 {
			return o
		}
	}
}

// spec: mortality §20 — an immortal rolls no die, stays in Thriving, and lives to the
// end of its history.
func TestAnImmortalLifeRollsNoDie(t *testing.T) {
	o := frail(t)
	o.Config.Golem.Mode, o.Config.Mortality.Immortal = "self-hosted", true
	r, err := Run(t.Context(), o)
	if err != nil || r.Cause != lifecycle.PaidTimeOver {
		t.Fatalf("died of %q: %v", r.Cause, err)
	}
	all := (&keeper{t: t, options: o}).records()
	if uint64(len(all)) <= falls(o) {
		t.Fatalf("only %d records", len(all))
	}
	for _, x := range all {
		if m := x.Mortality; m.Phase != turn.Thriving || m.Composite != 1 || m.Clocks.Reserve != 0 || m.Clocks.Survival != 1 {
			t.Fatalf("tick %d: %+v", x.Tick, m)
		}
	}
	j, err := journal.Read(filepath.Join(o.Out, home.JournalDir))
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	for e, err := range j.Entries(0) {
		if err != nil || e.Kind == journal.KindRoll {
			t.Fatalf("entry %d of tick %d is a %s: %v", e.Seq, e.Tick, e.Kind, err)
		}
	}
}

// falls is the tick in which the die of a life falls.
func falls(o Options) (tick uint64) {
	dice, hazard := birth.Terms{Seed: o.Seed, Config: o.Config}.Dice(), mortality.FromConfig(o.Config, false).Hazard
	for ; tick < 10_000; tick++ {
		if roll, err := dice.Roll(tick); err != nil || roll.Fraction() < hazard.Of(tick, 1) {
			break
		}
	}
	return tick
}

// checked verifies the rolls of a folder as a stranger would.
func checked(t *testing.T, dir string, ticks uint64) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, home.TestamentFile))
	if err != nil {
		t.Fatal(err)
	}
	var will thanatopsis.Testament
	if err := json.Unmarshal(text, &will); err != nil {
		t.Fatal(err)
	}
	secret, err := hex.DecodeString(will.Death.Clocks.Secret)
	if err != nil || len(secret) != 32 {
		t.Fatalf("revealed %q", will.Death.Clocks.Secret)
	}
	b, err := agent.BirthIn(filepath.Join(dir, home.JournalDir))
	if err != nil || hex.EncodeToString(b.Mortality.Clocks.Commitment[:]) != will.Death.Clocks.Commitment {
		t.Fatalf("born with %x, died with %s: %v", b.Mortality.Clocks.Commitment, will.Death.Clocks.Commitment, err)
	}
	n, err := replay.Fair(filepath.Join(dir, home.JournalDir), b, [32]byte(secret))
	if err != nil || n != ticks {
		t.Errorf("%d rolls in %d ticks: %v", n, ticks, err)
	}
	secret[0] ^= 1
	if _, err := replay.Fair(filepath.Join(dir, home.JournalDir), b, [32]byte(secret)); !errors.Is(err, mortality.ErrUnfair) {
		t.Errorf("with another secret: %v", err)
	}
}
