package golem

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/internal/money"
)

func unborn(t *testing.T) *life {
	t.Helper()
	h, err := home.Open(filepath.Join(t.TempDir(), "life"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	key, err := signer.Generate(31337)
	if err != nil {
		t.Fatal(err)
	}
	return &life{config: config.Default(), home: h, key: key, seal: key, log: slog.New(slog.DiscardHandler)}
}

func birthOf(t *testing.T, l *life) agent.Boot {
	t.Helper()
	b := agent.Boot{Identity: turn.Identity{GolemID: "golem-a"}}
	if err := l.draw(&b); err != nil {
		t.Fatal(err)
	}
	return b
}

// spec: mortality §4.2 — the secret of a real life is drawn at its birth, kept under
// the wallet's seal, and the same after a restart; no two are alike.
func TestARealLifeKeepsTheSecretOfItsRollsUnderSeal(t *testing.T) {
	l := unborn(t)
	b := birthOf(t, l)
	first, err := l.dice.Roll(7)
	if err != nil || !b.Mortality.Clocks.Stochastic || b.Mortality.Clocks.Commitment == ([32]byte{}) {
		t.Fatalf("born with %+v, rolled %x: %v", b.Mortality.Clocks, first, err)
	}
	hidden, err := l.dice.Reveal()
	if err != nil || mortality.Commit(&hidden) != b.Mortality.Clocks.Commitment {
		t.Fatalf("committed to another secret: %v", err)
	}
	file, err := os.ReadFile(l.home.Path(home.FateFile))
	if info, _ := os.Stat(l.home.Path(home.FateFile)); err != nil || bytes.Contains(file, hidden[:8]) || info.Mode().Perm() != 0o600 {
		t.Errorf("the file holds %x, %v", file, err)
	}
	again := &life{config: l.config, home: l.home, key: l.key, seal: l.seal, log: l.log}
	resumed := agent.Boot{Identity: b.Identity}
	if err := again.redraw(&resumed, &b); err != nil || resumed.Mortality.Clocks != b.Mortality.Clocks {
		t.Fatalf("resumed with %+v: %v", resumed.Mortality.Clocks, err)
	}
	if roll, err := again.dice.Roll(7); err != nil || roll != first {
		t.Errorf("rolled %x after %x: %v", roll, first, err)
	}
	again.forget()
	if _, err := again.dice.Roll(8); err == nil {
		t.Error("rolled with a secret that was wiped")
	}
	if other := birthOf(t, unborn(t)); other.Mortality.Clocks.Commitment == b.Mortality.Clocks.Commitment {
		t.Error("two lives share a secret")
	}
}

// spec: mortality §8, §22 — a damaged, lost or foreign secret is a clear error, and
// nothing is written.
func TestADamagedFateIsAClearErrorAndNothingIsLost(t *testing.T) {
	for name, spoil := range map[string]struct {
		do   func(*testing.T, *life)
		want string
	}{
		"a flipped bit": {func(t *testing.T, l *life) {
			file, _ := os.ReadFile(l.home.Path(home.FateFile))
			file[len(file)/2] ^= 1
			write(t, l, file)
		}, "restore it from a copy"},
		"cut off":     {func(t *testing.T, l *life) { write(t, l, []byte("x")) }, "restore it from a copy"},
		"gone":        {func(_ *testing.T, l *life) { os.Remove(l.home.Path(home.FateFile)) }, "restore the file"},
		"another key": {func(t *testing.T, l *life) { l.seal = unborn(t).seal }, "another key"},
		"no key":      {func(_ *testing.T, l *life) { l.key, l.seal = nil, nil }, "GOLEM_PRIVATE_KEY"},
		"another life's": {func(t *testing.T, l *life) {
			sealed, err := l.seal.Seal(sealedFor, make([]byte, 32))
			if err != nil {
				t.Fatal(err)
			}
			write(t, l, sealed)
		}, "not what this life was committed to"},
		"too short": {func(t *testing.T, l *life) {
			sealed, err := l.seal.Seal(sealedFor, make([]byte, 16))
			if err != nil {
				t.Fatal(err)
			}
			write(t, l, sealed)
		}, "restore it from a copy"},
	} {
		l := unborn(t)
		b := birthOf(t, l)
		spoil.do(t, l)
		before, _ := os.ReadFile(l.home.Path(home.FateFile))
		err := l.redraw(&agent.Boot{Identity: b.Identity}, &b)
		after, _ := os.ReadFile(l.home.Path(home.FateFile))
		if !errors.Is(err, errFate) || !strings.Contains(err.Error(), spoil.want) || exit(err) != exitStorage || !bytes.Equal(before, after) {
			t.Errorf("%s: exit %d, %v", name, exit(err), err)
		}
	}
}

func write(t *testing.T, l *life, file []byte) {
	t.Helper()
	if err := os.WriteFile(l.home.Path(home.FateFile), file, 0o600); err != nil {
		t.Fatal(err)
	}
}

// A life on paper without a key has nothing to seal a secret with, and stays without.
func TestWithoutAKeyThereIsNoStochasticClock(t *testing.T) {
	l := unborn(t)
	l.key, l.seal = nil, nil
	b := birthOf(t, l)
	if b.Mortality.Clocks.Stochastic || l.dice != nil {
		t.Fatalf("born with %+v", b.Mortality.Clocks)
	}
	resumed := agent.Boot{Identity: b.Identity}
	if err := l.redraw(&resumed, &b); err != nil || resumed.Mortality.Clocks != b.Mortality.Clocks {
		t.Errorf("resumed with %+v: %v", resumed.Mortality.Clocks, err)
	}
	l.config.Mortality.Stochastic.Seed = 42
	if seeded := birthOf(t, l); !seeded.Mortality.Clocks.Stochastic || seeded.Mortality.Clocks.Commitment == ([32]byte{}) {
		t.Errorf("with a seed: %+v", seeded.Mortality.Clocks)
	}
}

// spec: mortality §2.3, §20 — the time that a host is paid for is in the clock, and a
// birth that could only die is refused before anything is begun.
func TestABirthThatCouldOnlyDieIsRefusedWithItsConfiguration(t *testing.T) {
	for _, c := range []struct {
		mode    string
		hours   uint64
		funding money.USDC
		margin  int64
		paid    bool
		want    error
	}{
		{"hosted", 24, money.One, 600, true, nil},
		{"hosted", 0, money.One, 600, false, nil},
		{"self-hosted", 24, money.One, 600, false, nil},
		{"hosted", 1, money.One, 3600, true, mortality.ErrShort},
		{"self-hosted", 1, money.One, 3600, false, nil},
		{"hosted", 24, 300_000, 600, true, mortality.ErrUnfunded},
	} {
		g := config.Default()
		g.Golem.Mode, g.Golem.LifetimeHours, g.Golem.Funding, g.Mortality.Economic.TTLDeathMarginSecs = c.mode, c.hours, config.USD(c.funding), c.margin
		err := fund(g)
		if !errors.Is(err, c.want) || clocks(g).Paid != c.paid || err != nil && exit(err) != exitConfig {
			t.Errorf("%+v: %v, paid %v", c, err, clocks(g).Paid)
		}
	}
}
