package mortality

import (
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/internal/seed"
)

// spec: mortality §4.1 — the table, to its printed digits.
func TestTheHazardIsThatOfTheTable(t *testing.T) {
	for ticks, row := range map[uint64][3]string{
		2_160:   {"1.011e-06", "2.022e-06", "3.033e-06"},
		30_240:  {"1.045e-06", "2.091e-06", "3.136e-06"},
		64_800:  {"1.255e-06", "2.511e-06", "3.766e-06"},
		99_360:  {"2.437e-06", "4.875e-06", "7.312e-06"},
		129_600: {"7.520e-06", "1.504e-05", "2.256e-05"},
		194_400: {"1.675e-04", "3.349e-04", "5.024e-04"},
		240_000: {"1.000e-03", "1.000e-03", "1.000e-03"},
	} {
		for i, fitness := range []float64{1, 0.5, 0} {
			if got := fmt.Sprintf("%.3e", DefaultHazard().Of(ticks, fitness)); got != row[i] {
				t.Errorf("%d ticks, fitness %v: %s, want %s", ticks, fitness, got, row[i])
			}
		}
	}
}

// spec: mortality §4.1 — where age weighs as much as chance, how fast it doubles,
// where the cap is.
func TestAgeDoublesAndMeetsTheCap(t *testing.T) {
	h := DefaultHazard()
	age := h
	age.Base = 0
	first := func(reached func(uint64) bool) uint64 {
		for n := uint64(0); ; n++ {
			if reached(n) {
				return n
			}
		}
	}
	if got := first(func(n uint64) bool { return age.Of(n, 1) >= h.Base }); got != 92_104 && got != 92_103 {
		t.Errorf("age equals the base at %d", got)
	}
	if got := first(func(n uint64) bool { return age.Of(n, 1) >= 2*age.Of(0, 1) }); got != 13_863 {
		t.Errorf("age doubles in %d", got)
	}
	if got := first(func(n uint64) bool { return h.Of(n, 1) >= h.Max }); got != 230_238 && got != 230_239 {
		t.Errorf("the cap is reached at %d", got)
	}
}

// spec: mortality §4.1 — survival with full fitness.
func TestTheSurvivalIsThatOfTheTable(t *testing.T) {
	want := map[uint64]string{64_800: "0.9327", 129_600: "0.7712", 194_400: "0.0295"}
	h, survival := DefaultHazard(), 1.0
	for tick := range uint64(194_401) {
		if text, due := want[tick]; due {
			if got := fmt.Sprintf("%.4f", survival); got != text {
				t.Errorf("at %d: %s, want %s", tick, got, text)
			}
		}
		survival *= 1 - h.Of(tick, 1)
	}
}

// spec: mortality §4.2 — the vectors.
func TestTheRollsAreThoseOfTheVectors(t *testing.T) {
	var secret [32]byte
	if got := Cast(&secret, "golem-test", 1); got != 0xc107ce4d9e418e9a {
		t.Errorf("tick 1 hashes to %016x", uint64(got))
	}
	for tick, want := range []string{1: "0.7540253581521539", 2: "0.19441821210722418", 3: "0.3398502465695727"} {
		if want == "" {
			continue
		}
		if got := strconv.FormatFloat(Cast(&secret, "golem-test", uint64(tick)).Fraction(), 'g', -1, 64); got != want {
			t.Errorf("tick %d rolls %s, want %s", tick, got, want)
		}
	}
	commitment := Commit(&secret)
	if got := hex.EncodeToString(commitment[:]); got != "290decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e563" {
		t.Errorf("the commitment is %s", got)
	}
}

// spec: mortality §4.2 — a roll is never 1.
func TestARollIsBelowOne(t *testing.T) {
	if f := Roll(math.MaxUint64).Fraction(); f >= 1 || f < 0.9999999 {
		t.Errorf("the highest roll is %v", f)
	}
	if f := Roll(0).Fraction(); f != 0 {
		t.Errorf("the lowest roll is %v", f)
	}
}

// spec: mortality §4.2 — no tick is drawn twice, and the survival never rises.
func TestATickIsDrawnOnce(t *testing.T) {
	c := Chance{Survival: 1}
	for tick := range uint64(3) {
		if alive, err := c.Draw(tick, 0.25, math.MaxUint64); !alive || err != nil {
			t.Fatalf("tick %d: %v, %v", tick, alive, err)
		}
	}
	before := c
	for _, again := range []uint64{0, 1, 2} {
		if alive, err := c.Draw(again, 1, 0); !alive || !errors.Is(err, ErrDrawn) || c != before {
			t.Errorf("tick %d was drawn again: %v, %v", again, alive, err)
		}
	}
	if c.Survival != 0.421875 || c.MedianLeft() != 3 {
		t.Errorf("survival %v, median %d", c.Survival, c.MedianLeft())
	}
	if alive, err := c.Draw(3, 0.25, 0); alive || err != nil || !c.Failed {
		t.Errorf("the lowest roll lived: %v, %v", alive, err)
	}
}

// spec: mortality §4.2 — with the secret of a testament anybody can check every roll.
func TestAFairLifeVerifiesAndAnyOtherDoesNot(t *testing.T) {
	secret := seed.Seed(7).Bytes("secret")
	commitment := Commit(&secret)
	rolls := map[uint64]Roll{}
	for tick := range uint64(50) {
		rolls[2*tick] = Cast(&secret, "golem-a", 2*tick)
	}
	in := func(all map[uint64]Roll, order []uint64) func(func(uint64, Roll) bool) {
		return func(yield func(uint64, Roll) bool) {
			for _, tick := range order {
				if !yield(tick, all[tick]) {
					return
				}
			}
		}
	}
	order := slices.Sorted(maps.Keys(rolls))
	if err := Verify(commitment, secret, "golem-a", in(rolls, order)); err != nil {
		t.Fatalf("a fair life: %v", err)
	}
	other := seed.Seed(8).Bytes("secret")
	forged := maps.Clone(rolls)
	forged[42]++
	for name, err := range map[string]error{
		"another secret":   Verify(commitment, other, "golem-a", in(rolls, order)),
		"another Golem":    Verify(commitment, secret, "golem-b", in(rolls, order)),
		"a forged roll":    Verify(commitment, secret, "golem-a", in(forged, order)),
		"a tick twice":     Verify(commitment, secret, "golem-a", in(rolls, append(slices.Clone(order), 98))),
		"a tick too early": Verify(commitment, secret, "golem-a", in(rolls, []uint64{4, 2})),
	} {
		if !errors.Is(err, ErrUnfair) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// fast are the terms of the default hazard, so many times as fast that a life takes
// tens of ticks; the cap is out of the way.
func fast(times float64) Hazard {
	return Hazard{Base: 1e-6 * times, Age: 1e-8 * times, Rate: 5e-5 * times, Multiplier: 3, Max: 0.9}
}

// distance is how far the survival curve of so many lives is from the formula's, at
// the tick where it is farthest, and the band that 99 % of such samples stay in, at
// every tick at once (Dvoretzky, Kiefer, Wolfowitz with Massart's constant).
func distance(t *testing.T, lives int, h Hazard, fitness float64, die func(life int) func(tick uint64) Roll) (worst, band float64) {
	t.Helper()
	const longest = 200
	var died [longest + 1]int
	for n := range lives {
		roll, c, tick := die(n), Chance{Survival: 1}, uint64(0)
		for ; ; tick++ {
			if alive, err := c.Draw(tick, h.Of(tick, fitness), roll(tick)); err != nil {
				t.Fatal(err)
			} else if !alive {
				break
			}
		}
		died[min(tick, longest)]++
	}
	alive, survival := lives, 1.0
	for tick := range longest {
		survival *= 1 - h.Of(uint64(tick), fitness)
		alive -= died[tick]
		worst = max(worst, math.Abs(float64(alive)/float64(lives)-survival))
	}
	return worst, math.Sqrt(math.Log(2/0.01) / (2 * float64(lives)))
}

// spec: mortality §4.1 — the survival curve of 100,000 lives lies in the 99 % band of
// the formula.
func TestAHundredThousandLivesDieByTheFormula(t *testing.T) {
	for _, fitness := range []float64{1, 0.5, 0} {
		worst, band := distance(t, 100_000, fast(5_000), fitness, func(life int) func(uint64) Roll {
			stream := seed.Seed(life).Stream("die")
			return func(uint64) Roll { return Roll(stream.Uint64()) }
		})
		t.Logf("fitness %v: off by %.5f at most, the 99 %% band is %.5f", fitness, worst, band)
		if worst > band || worst == 0 {
			t.Errorf("fitness %v: off by %.5f, the band is %.5f", fitness, worst, band)
		}
	}
}

// spec: mortality §4.2 — and so does that of lives whose rolls are the keyed hashes of
// secrets of their own; 100,000 of them with BARDO_LONG=1.
func TestLivesThatRollByTheirSecretsDieByTheFormula(t *testing.T) {
	lives := 5_000
	if os.Getenv("BARDO_LONG") != "" {
		lives = 100_000
	}
	worst, band := distance(t, lives, fast(10_000), 1, func(life int) func(uint64) Roll {
		secret := seed.Seed(life).Bytes("curve")
		return func(tick uint64) Roll { return Cast(&secret, "golem", tick) }
	})
	t.Logf("%d lives: off by %.5f at most, the 99 %% band is %.5f", lives, worst, band)
	if worst > band || worst == 0 {
		t.Errorf("%d lives: off by %.5f, the band is %.5f", lives, worst, band)
	}
}

func TestAHazardIsAChanceWhateverTheAge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := DefaultHazard().Of(rapid.Uint64().Draw(t, "ticks"), rapid.Float64Range(0, 1).Draw(t, "fitness"))
		if !(h > 0 && h <= 0.001) {
			t.Fatalf("a hazard of %v", h)
		}
	})
}

// spec: mortality §4.2 — dice give the rolls of their secret, and forget it.
func TestDiceForgetTheirSecret(t *testing.T) {
	hidden := seed.Seed(7).Bytes("secret")
	want := hidden
	d := NewDice(&hidden, "golem-a")
	if hidden != [32]byte{} {
		t.Error("the caller still has the secret")
	}
	roll, err := d.Roll(9)
	if told, _ := d.Commitment(); err != nil || roll != Cast(&want, "golem-a", 9) || told != Commit(&want) {
		t.Errorf("rolled %x, committed to %x: %v", roll, told, err)
	}
	if text := fmt.Sprintf("%v %+v %s", d, d, d.secret); strings.Contains(text, hex.EncodeToString(want[:4])) {
		t.Errorf("dice print as %s", text)
	}
	if got, err := d.Reveal(); err != nil || got != want {
		t.Errorf("revealed %x, %v", got, err)
	}
	d.Destroy()
	if _, err := d.Roll(10); err == nil {
		t.Error("rolled without a secret")
	}
}
