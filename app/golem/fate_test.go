package golem

import (
	"bytes"
	"encoding/hex"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/core/secret"
	"bardo.run/bardo/golem/custody"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/internal/money"
)

// unborn is a life with a key of its own, which is told too.
func unborn(t *testing.T) (*life, string) {
	t.Helper()
	h, err := home.Open(filepath.Join(t.TempDir(), "life"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	l := &life{config: config.Default(), home: h, log: slog.New(slog.DiscardHandler)}
	l.config.Golem.Network, l.config.Golem.CustodyMode = "devnet", "localkey"
	digits := hex.EncodeToString(crypto.FromECDSA(key))
	l.opens(t, digits)
	return l, digits
}

// opens opens the keys of the next process, by a key of the environment; empty: by none.
func (l *life) opens(t *testing.T, digits string) {
	t.Helper()
	s := l.settings()
	s.Paper, s.Config.Custody.LocalKey.Address = true, "0x00000000000000000000000000000000000000aa"
	if digits != "" {
		s.Config.Custody.LocalKey.Address = ""
		s.Config.Custody.LocalKey.PrivateKey = secret.New([]byte(digits))
	}
	keys, err := custody.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(keys.Close)
	l.keys, l.fate = keys, fate{l.config, keys, l.log, nil}
}

// settledBy is a boot entry as the configuration has it.
func settledBy(l *life, who turn.Identity) agent.Boot {
	return agent.Boot{Identity: who, Mortality: mortality.Terms{Clocks: clocks(l.config)}}
}

func birthOf(t *testing.T, l *life) agent.Boot {
	t.Helper()
	b := settledBy(l, turn.Identity{GolemID: "golem-a"})
	if err := l.fate.draw(&b); err != nil {
		t.Fatal(err)
	}
	return b
}

// spec: mortality §4.2 — the secret of a real life is drawn at its birth, kept under
// the wallet's seal, and the same after a restart; no two are alike.
func TestARealLifeKeepsTheSecretOfItsRollsUnderSeal(t *testing.T) {
	l, digits := unborn(t)
	b := birthOf(t, l)
	first, err := l.fate.dice.Roll(7)
	if err != nil || !b.Mortality.Clocks.Stochastic || b.Mortality.Clocks.Commitment == ([32]byte{}) {
		t.Fatalf("born with %+v, rolled %x: %v", b.Mortality.Clocks, first, err)
	}
	hidden, err := l.fate.dice.Reveal()
	if err != nil || mortality.Commit(&hidden) != b.Mortality.Clocks.Commitment {
		t.Fatalf("committed to another secret: %v", err)
	}
	file, err := os.ReadFile(l.home.Path(home.IdentityFile))
	if info, _ := os.Stat(l.home.Path(home.IdentityFile)); err != nil || bytes.Contains(file, hidden[:8]) || info.Mode().Perm() != 0o600 {
		t.Errorf("the file holds %x, %v", file, err)
	}
	again := &life{config: l.config, home: l.home, log: l.log}
	again.opens(t, digits)
	resumed := settledBy(l, b.Identity)
	if err := again.fate.redraw(&resumed, &b); err != nil || resumed.Mortality.Clocks != b.Mortality.Clocks {
		t.Fatalf("resumed with %+v: %v", resumed.Mortality.Clocks, err)
	}
	if roll, err := again.fate.dice.Roll(7); err != nil || roll != first {
		t.Errorf("rolled %x after %x: %v", roll, first, err)
	}
	again.fate.forget()
	if _, err := again.fate.dice.Roll(8); err == nil {
		t.Error("rolled with a secret that was wiped")
	}
	next, _ := unborn(t)
	if other := birthOf(t, next); other.Mortality.Clocks.Commitment == b.Mortality.Clocks.Commitment {
		t.Error("two lives share a secret")
	}
}

// spec: mortality §8, §22 — a damaged, lost or foreign secret is a clear error, and
// nothing is written.
func TestADamagedFateIsAClearErrorAndNothingIsLost(t *testing.T) {
	for name, spoil := range map[string]struct {
		do   func(t *testing.T, l *life, digits string)
		want string
	}{
		"a flipped bit": {func(t *testing.T, l *life, _ string) {
			file, _ := os.ReadFile(l.home.Path(home.IdentityFile))
			file[len(file)/2] ^= 1
			write(t, l, file)
		}, "restore it from a copy"},
		"cut off":     {func(t *testing.T, l *life, _ string) { write(t, l, []byte("x")) }, "restore it from a copy"},
		"gone":        {func(_ *testing.T, l *life, _ string) { os.Remove(l.home.Path(home.IdentityFile)) }, "restore the file"},
		"another key": {func(t *testing.T, l *life, _ string) { l.opens(t, sessionKey) }, "another key"},
		"no key":      {func(t *testing.T, l *life, _ string) { l.opens(t, "") }, "GOLEM_PRIVATE_KEY"},
		"another life's": {func(t *testing.T, l *life, _ string) {
			if err := l.keys.Keep(&[32]byte{1}); err != nil {
				t.Fatal(err)
			}
		}, "this life was born as"},
		"too short": {func(t *testing.T, l *life, digits string) {
			key, err := signer.FromHex(31_337, []byte(digits))
			if err != nil {
				t.Fatal(err)
			}
			sealed, err := key.Seal("identity", make([]byte, 16))
			if err != nil {
				t.Fatal(err)
			}
			write(t, l, sealed)
		}, "restore it from a copy"},
	} {
		l, digits := unborn(t)
		b := birthOf(t, l)
		spoil.do(t, l, digits)
		before, _ := os.ReadFile(l.home.Path(home.IdentityFile))
		again := settledBy(l, b.Identity)
		err := l.fate.redraw(&again, &b)
		after, _ := os.ReadFile(l.home.Path(home.IdentityFile))
		if !errors.Is(err, custody.ErrSecret) || !strings.Contains(err.Error(), spoil.want) || exit(err) != exitStorage || !bytes.Equal(before, after) {
			t.Errorf("%s: exit %d, %v", name, exit(err), err)
		}
	}
}

func write(t *testing.T, l *life, file []byte) {
	t.Helper()
	if err := os.WriteFile(l.home.Path(home.IdentityFile), file, 0o600); err != nil {
		t.Fatal(err)
	}
}

// A life on paper without a key has nothing to seal a secret with, and stays without.
func TestWithoutAKeyThereIsNoStochasticClock(t *testing.T) {
	l, _ := unborn(t)
	l.opens(t, "")
	b := birthOf(t, l)
	if b.Mortality.Clocks.Stochastic || l.fate.dice != nil {
		t.Fatalf("born with %+v", b.Mortality.Clocks)
	}
	resumed := settledBy(l, b.Identity)
	if err := l.fate.redraw(&resumed, &b); err != nil || resumed.Mortality.Clocks != b.Mortality.Clocks {
		t.Errorf("resumed with %+v: %v", resumed.Mortality.Clocks, err)
	}
	l.fate.config.Mortality.Stochastic.Seed = 42
	if seeded := birthOf(t, l); !seeded.Mortality.Clocks.Stochastic || seeded.Mortality.Clocks.Commitment == ([32]byte{}) {
		t.Errorf("with a seed: %+v", seeded.Mortality.Clocks)
	}
}

// spec: mortality §2.3, §20 — the time that a host is paid for is in the clock, and a
// birth that could only die is refused before anything is begun.
func TestABirthThatCouldOnlyDieIsRefusedWithItsConfiguration(t *testing.T) {
	for _, c := range []struct {
		mode    string
		life    time.Duration
		funding money.USDC
		margin  int64
		paid    bool
		want    error
	}{
		{"hosted", 24 * time.Hour, money.One, 600, true, nil},
		{"hosted", 0, money.One, 600, false, nil},
		{"self-hosted", 24 * time.Hour, money.One, 600, false, nil},
		{"hosted", time.Minute, money.One, 600, true, nil},
		{"hosted", 6 * time.Second, money.One, 600, true, nil},
		{"hosted", 5 * time.Second, money.One, 600, true, mortality.ErrShort},
		{"self-hosted", 5 * time.Second, money.One, 600, false, nil},
		{"hosted", 24 * time.Hour, 300_000, 600, true, mortality.ErrUnfunded},
	} {
		g := config.Default()
		g.Golem.Mode, g.Golem.Lifetime, g.Golem.Funding, g.Mortality.Economic.TTLDeathMarginSecs = c.mode, config.Span(c.life), config.USD(c.funding), c.margin
		err := fund(g)
		if !errors.Is(err, c.want) || clocks(g).Paid != c.paid || err != nil && exit(err) != exitConfig {
			t.Errorf("%+v: %v, paid %v", c, err, clocks(g).Paid)
		}
	}
}
