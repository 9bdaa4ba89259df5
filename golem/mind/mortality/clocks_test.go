package mortality

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/term"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

const (
	day0  = int64(1_772_323_200_000)
	month = int64(30 * 86_400_000)
)

// owner are the limits of the default configuration.
var owner = Limits{Saving: 0.3, Ending: 0.05}

func born() Birth {
	return Birth{Credit: 10 * usd, Time: lasting(day0, month), Foreseen: true}
}

func begin(t rapid.TB, s Settings, b Birth) *Clocks {
	t.Helper()
	c, err := NewClocks(s, owner, b)
	check(t, err)
	return c
}

// fair is a tick in which nothing is spent and nothing goes wrong.
func fair(tick uint64) Input {
	return Input{Tick: tick, Now: day0 + int64(tick)*1000, Balance: 10 * usd, Roll: math.MaxUint64, Rolled: true, Regime: calm}
}

// spec: mortality §5 — the table, to its printed digits, and its phases.
func TestTheVitalityIsThatOfTheTable(t *testing.T) {
	for _, row := range []struct {
		economic, fitness float64
		ticks             uint64
		want              string
		phase             turn.Phase
	}{
		{1.0, 1.0, 0, "0.9909", turn.Thriving},
		{1.0, 0.5, 0, "0.6893", turn.Stable},
		{0.5, 0.6, 0, "0.7328", turn.Thriving},
		{0.3, 0.8, 0, "0.4804", turn.Conservation},
		{0.9, 0.2, 0, "0.1676", turn.Declining},
		{0.05, 1.0, 0, "0.0752", turn.Terminal},
		{1.0, 1.0, 200_000, "0.6937", turn.Stable},
		{0.5, 0.8, 100_000, "0.7194", turn.Thriving},
	} {
		parts := DefaultCurve().Of(Axes{Economic: row.economic, Fitness: row.fitness, Judged: true, Ramp: 1, Ticks: row.ticks})
		v := parts.Composite(false)
		if got := fmt.Sprintf("%.4f", v); got != row.want || phaseOf(v, 0) != row.phase {
			t.Errorf("%+v: %s, %s", row, got, phaseOf(v, 0))
		}
	}
}

// spec: mortality §5 — death by phase comes at about 0.08 of the credit, before the hard
// stop at 0.05.
func TestThePhaseEndsALifeBeforeTheHardStop(t *testing.T) {
	for economic, terminal := range map[float64]bool{0.082: false, 0.080: true} {
		v := DefaultCurve().Of(Axes{Economic: economic, Fitness: 1, Judged: true, Ramp: 1}).Composite(false)
		if (phaseOf(v, 0) == turn.Terminal) != terminal {
			t.Errorf("at %v: %v", economic, v)
		}
	}
}

// spec: mortality §5, §6.1 — the newborn trap: who is funded begins in Thriving, and
// stays there while it learns.
func TestAFundedNewbornThrives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := born()
		b.Credit = money.USDC(rapid.Int64Range(int64(usd), 1_000_000*int64(usd)).Draw(t, "credit"))
		c := begin(t, DefaultSettings(), b)
		for tick := range uint64(49) {
			in := fair(tick)
			in.Balance, in.Pairs = b.Credit, []Pair{wrong(tick)}
			if v := c.Tick(in); v.Phase != turn.Thriving || v.Cause != "" || !v.Learning || v.Fitness != 0.5 {
				t.Fatalf("tick %d: %+v", tick, v)
			}
		}
	})
}

// spec: mortality §5, §6.1 — whoever may be born at all, with whatever credit and for
// however long, begins in Thriving; who is refused could only have died.
func TestWhoeverMayBeBornBeginsInThriving(t *testing.T) {
	births := map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		s := DefaultSettings()
		s.Paid, s.Stochastic = rapid.Bool().Draw(t, "paid"), rapid.Bool().Draw(t, "stochastic")
		b := born()
		b.Credit = money.USDC(rapid.OneOf(rapid.Int64Range(0, 2*int64(s.Reserve.Floor)), rapid.Int64Range(2*int64(s.Reserve.Floor), math.MaxInt64)).Draw(t, "credit"))
		b.Time = lasting(day0, rapid.OneOf(rapid.Int64Range(1, 2*leastDying), rapid.Int64Range(2*leastDying, 20*s.Margin), rapid.Int64Range(20*s.Margin, 100*month)).Draw(t, "time"))
		b.Foreseen = rapid.Bool().Draw(t, "foreseen")
		refused := s.Check(b)
		births[refused == nil]++
		if refused != nil {
			if !errors.Is(refused, ErrUnfunded) && !errors.Is(refused, ErrShort) {
				t.Fatal(refused)
			}
			return
		}
		in := Input{Now: day0, Balance: b.Credit, Roll: math.MaxUint64, Rolled: s.Stochastic, Regime: calm}
		if v := begin(t, s, b).Tick(in); v.Phase != turn.Thriving || v.Cause != "" {
			t.Fatalf("born with %s until %d: %+v", b.Credit, b.Time.Until()-day0, v)
		}
	})
	if births[true] < 10 || births[false] < 10 {
		t.Errorf("%d were born and %d refused", births[true], births[false])
	}
}

// spec: mortality §2.3 — a death begins a tenth of the time bought before its end, at least five
// seconds and at most the margin; and an extension moves both ends.
func TestADeathHasATenthOfTheTimeThatWasBought(t *testing.T) {
	s := DefaultSettings()
	for bought, want := range map[int64]int64{1: 5_000, 49_999: 5_000, 50_000: 5_000, 60_000: 6_000, 3_600_000: 360_000, 6_000_000: 600_000, 6_000_001: 600_000, month: 600_000} {
		if got := s.Dying(bought); got != want {
			t.Errorf("of %d ms a death has %d, want %d", bought, got, want)
		}
	}
	if s.Margin = 5_000; s.Dying(month) != 5_000 {
		t.Errorf("with the least margin a death has %d", s.Dying(month))
	}
	b := born()
	b.Time = lasting(day0, 60_000)
	c := begin(t, DefaultSettings(), b)
	if c.ends() != day0+54_000 {
		t.Errorf("it ends %d ms after its birth", c.ends()-day0)
	}
	if err := b.Time.Extend(3_540_000, 0); err != nil {
		t.Fatal(err)
	}
	if c.ends() != day0+3_240_000 {
		t.Errorf("extended to an hour it ends %d ms after its birth", c.ends()-day0)
	}
}

// spec: mortality §2.4, §20 — a birth that could only die is refused.
func TestABirthThatCouldOnlyDieIsRefused(t *testing.T) {
	for _, credit := range []money.USDC{-1, 0, 1, 300_000} {
		b := born()
		b.Credit = credit
		if _, err := NewClocks(DefaultSettings(), owner, b); !errors.Is(err, ErrUnfunded) {
			t.Errorf("born with %s: %v", credit, err)
		}
	}
	b := born()
	for _, credit := range []money.USDC{300_001, math.MaxInt64} {
		if b.Credit = credit; begin(t, DefaultSettings(), b).Tick(Input{Now: day0, Balance: credit}).Phase != turn.Thriving {
			t.Errorf("born with %s: not thriving", credit)
		}
	}
	b = born()
	b.Time = lasting(day0, 5_000)
	if _, err := NewClocks(DefaultSettings(), owner, b); !errors.Is(err, ErrShort) {
		t.Errorf("born with less time than dying takes: %v", err)
	}
	b = born()
	b.Credit = 0
	free := DefaultSettings()
	free.Economic, free.Paid = false, false
	if v := begin(t, free, b).Tick(Input{Now: day0}); v.Phase != turn.Thriving || v.Economic != 1 {
		t.Errorf("without an economic clock and without credit: %+v", v)
	}
}

// death lives until a cause is called.
func death(t *testing.T, c *Clocks, each func(in *Input)) (Verdict, uint64) {
	t.Helper()
	for tick := range uint64(20_000) {
		in := fair(tick)
		each(&in)
		if v := c.Tick(in); v.Cause != "" {
			return v, tick
		}
	}
	t.Fatal("it does not die")
	return Verdict{}, 0
}

// spec: mortality §7 — each cause of death can occur.
func TestEachCauseOfDeathOccurs(t *testing.T) {
	for name, c := range map[string]struct {
		want   lifecycle.Cause
		limits Limits
		each   func(*Input)
	}{
		"the credit burns down":     {lifecycle.CreditExhaustion, owner, func(in *Input) { in.Balance -= money.USDC(in.Tick) * 10_000 }},
		"the credit is gone":        {lifecycle.CreditExhaustion, Limits{}, func(in *Input) { in.Balance = 0 }},
		"only the reserve is left":  {lifecycle.CreditExhaustion, Limits{}, func(in *Input) { in.Balance = 300_000 }},
		"an hour a tick":            {lifecycle.PaidTimeOver, owner, func(in *Input) { in.Now = day0 + int64(in.Tick)*3_600_000 }},
		"ten minutes are left":      {lifecycle.PaidTimeOver, Limits{}, func(in *Input) { in.Now = day0 + month - 600_000 }},
		"it is always wrong":        {lifecycle.EpistemicSenescence, owner, func(in *Input) { in.Pairs = []Pair{wrong(in.Tick)} }},
		"the die fails":             {lifecycle.Stochastic, owner, func(in *Input) { in.Roll = Roll(math.MaxUint64 / (1 + in.Tick*in.Tick)) }},
		"the owner kills":           {lifecycle.OwnerKill, owner, func(in *Input) { in.Order = lifecycle.OwnerKill }},
		"the owner destroys":        {lifecycle.OwnerDestroy, owner, func(in *Input) { in.Order = lifecycle.OwnerDestroy }},
		"the kill switch is pulled": {lifecycle.KillSwitch, owner, func(in *Input) { in.Order = lifecycle.KillSwitch }},
		"it has lived its ticks":    {lifecycle.HayflickLimit, Limits{Ticks: 1440}, func(*Input) {}},
	} {
		clocks, err := NewClocks(DefaultSettings(), c.limits, born())
		check(t, err)
		v, tick := death(t, clocks, c.each)
		if v.Cause != c.want {
			t.Errorf("%s: died of %s at tick %d in %s", name, v.Cause, tick, v.Phase)
		}
		if c.limits.Ticks > 0 && tick != c.limits.Ticks-1 {
			t.Errorf("%s at tick %d", name, tick)
		}
	}
}

// spec: mortality §7 — the first trigger that fires names the cause.
func TestTheFirstTriggerNamesTheCause(t *testing.T) {
	in := fair(0)
	in.Order, in.Roll, in.Balance, in.Now = lifecycle.OwnerKill, 0, 0, day0+month
	for _, want := range []struct {
		cause lifecycle.Cause
		undo  func()
	}{
		{lifecycle.OwnerKill, func() { in.Order = "" }},
		{lifecycle.Stochastic, func() { in.Roll = math.MaxUint64 }},
		{lifecycle.PaidTimeOver, func() { in.Now = day0 }},
		{lifecycle.CreditExhaustion, func() { in.Balance = 10 * usd }},
		{lifecycle.HayflickLimit, nil},
	} {
		c, err := NewClocks(DefaultSettings(), Limits{Saving: 0.3, Ending: 0.05, Ticks: 1}, born())
		check(t, err)
		if v := c.Tick(in); v.Cause != want.cause {
			t.Errorf("died of %s, want %s", v.Cause, want.cause)
		}
		if want.undo != nil {
			want.undo()
		}
	}
}

// spec: mortality §3.4 — who is always wrong passes all stages, and dies by the ramp.
func TestWhoIsAlwaysWrongGrowsOldBeforeItDies(t *testing.T) {
	c := begin(t, DefaultSettings(), born())
	seen := map[Stage]uint64{}
	v, tick := death(t, c, func(in *Input) {
		in.Pairs = []Pair{wrong(in.Tick)}
		if s := c.senescence.Stage; seen[s] == 0 {
			seen[s] = in.Tick
		}
	})
	if v.Cause != lifecycle.EpistemicSenescence || v.Phase != turn.Terminal || v.Trigger != ClockEpistemic {
		t.Errorf("died of %s in %s by %s", v.Cause, v.Phase, v.Trigger)
	}
	if seen[StageWarning] < 49 || seen[StageConfirmed] < seen[StageWarning]+499 && v.Stage == StageDeath || tick <= seen[StageWarning] {
		t.Errorf("stages began at %v, death at %d", seen, tick)
	}
}

// spec: mortality §3.2 — in a regime that was hardly ever seen nothing moves.
func TestANewRegimeIsAGrace(t *testing.T) {
	c := begin(t, DefaultSettings(), born())
	for tick := range uint64(400) {
		in := fair(tick)
		in.Pairs = []Pair{right(tick)}
		c.Tick(in)
	}
	before := c.epistemic
	wild := MarketRegime{Volatility: 5, Trend: 1}
	for n := range uint64(40) {
		in := fair(400 + n)
		in.Pairs, in.Regime = []Pair{wrong(400 + n)}, wild
		c.Tick(in)
		if moved := c.epistemic != before; moved != (n >= 19) {
			t.Fatalf("after %d pairs of the regime it moved: %v", n+1, moved)
		}
	}
}

// spec: mortality §2.4 — positions raise the reserve every 500 ticks; fewer do not
// lower it.
func TestTheReserveFollowsThePositionsUpwards(t *testing.T) {
	c := begin(t, DefaultSettings(), born())
	for tick := range uint64(1600) {
		in := fair(tick)
		if in.Positions = 10; tick > 700 {
			in.Positions = 0
		}
		want := money.USDC(300_000)
		if tick >= 500 {
			want = 420_000
		}
		if v := c.Tick(in); v.Reserve != want || v.Spendable != in.Balance-want {
			t.Fatalf("tick %d keeps %s, want %s", tick, v.Reserve, want)
		}
	}
}

// path draws how a credit moves: it stands still for a while, now and then it jumps.
func path(t *rapid.T) (shares []float64) {
	for range rapid.IntRange(1, 40).Draw(t, "plateaus") {
		share := rapid.Float64Range(0.02, 1).Draw(t, "share")
		for range rapid.IntRange(1, 25).Draw(t, "ticks") {
			shares = append(shares, share)
		}
	}
	return shares
}

// spec: mortality §6.1 — whatever the credit does: down at once, up after ten ticks
// with margin only, and Terminal never reverts.
func TestNoPhaseFlapsWhateverTheCreditDoes(t *testing.T) {
	rises, deaths := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		s := DefaultSettings()
		s.Paid, s.Stochastic = false, false
		c := begin(t, s, born())
		last, rose, above := turn.Thriving, -hold10, 0
		for i, share := range path(t) {
			in := fair(uint64(i))
			in.Balance = 300_000 + money.USDC(share*9_700_000)
			v := c.Tick(in)
			if worst := max(phaseOf(v.Composite, 0), owner.best(v.Economic)); v.Phase < worst {
				t.Fatalf("tick %d: %s at %v", i, v.Phase, v.Composite)
			}
			if above++; max(phaseOf(v.Composite, 0.05), owner.best(v.Economic)) >= last {
				above = 0
			}
			if v.Phase < last {
				if last == turn.Terminal || above < hold10 || i-rose < hold10 {
					t.Fatalf("tick %d rose from %s to %s after %d ticks above", i, last, v.Phase, above)
				}
				rose, rises = i, rises+1
			}
			if (v.Phase == turn.Terminal) != (v.Cause != "") {
				t.Fatalf("tick %d: %s, dying of %q", i, v.Phase, v.Cause)
			}
			if last = v.Phase; last == turn.Terminal {
				deaths++
			}
		}
	})
	if rises < 10 || deaths < 10 {
		t.Errorf("only %d rises and %d ticks in Terminal were seen", rises, deaths)
	}
}

const hold10 = 10

// spec: mortality §2.7 — a feed after Terminal revives nobody.
func TestAFeedAfterTerminalRevivesNobody(t *testing.T) {
	c := begin(t, DefaultSettings(), born())
	in := fair(0)
	in.Balance = 300_001
	if v := c.Tick(in); v.Phase != turn.Terminal {
		t.Fatalf("with nothing to spend: %s", v.Phase)
	}
	for tick := uint64(1); tick < 100; tick++ {
		in := fair(tick)
		in.Balance = 1000 * usd
		if v := c.Tick(in); v.Phase != turn.Terminal || v.Cause == "" {
			t.Fatalf("fed at tick %d: %s, %q", tick, v.Phase, v.Cause)
		}
	}
}

// spec: mortality §2.7, §6.1 — a feed before Terminal raises the phase, with its
// hysteresis.
func TestAFeedBeforeTerminalIsFeltAfterTenTicks(t *testing.T) {
	c := begin(t, DefaultSettings(), born())
	poor := fair(0)
	poor.Balance = 2_200_000
	if v := c.Tick(poor); v.Phase != turn.Declining {
		t.Fatalf("with a fifth left: %s", v.Phase)
	}
	for n := uint64(1); n <= 10; n++ {
		if v := c.Tick(fair(n)); (v.Phase == turn.Thriving) != (n == 10) {
			t.Errorf("%d ticks after the feed: %s", n, v.Phase)
		}
	}
}

// spec: mortality §2.3, §2.6 — short time makes a Golem save and die, and divides no
// credit: time can be paid for again, the terminal allocation is for ever.
func TestShortTimeIsFeltAndDividesNoCredit(t *testing.T) {
	c := begin(t, DefaultSettings(), born())
	var phases []turn.Phase
	v, _ := death(t, c, func(in *Input) { in.Now = day0 + int64(in.Tick)*month/200 })
	if v.Cause != lifecycle.PaidTimeOver || v.Credit != 1 || v.Paid > 0.1 || v.Economic != v.Paid {
		t.Errorf("died of %+v", v)
	}
	c = begin(t, DefaultSettings(), born())
	for tick := range uint64(150) {
		in := fair(tick)
		in.Now = day0 + int64(tick)*month/200
		v := c.Tick(in)
		if len(v.Rungs) > 0 {
			t.Fatalf("with %v of the time left: %v", v.Paid, v.Rungs)
		}
		if len(phases) == 0 || phases[len(phases)-1] != v.Phase {
			phases = append(phases, v.Phase)
		}
	}
	if want := []turn.Phase{turn.Thriving, turn.Stable, turn.Conservation}; !slices.Equal(phases, want) {
		t.Errorf("phases %v, want %v", phases, want)
	}
}

// spec: mortality §22 — bad input is logged and keeps what was.
func TestAClockThatJumpsBackStandsStill(t *testing.T) {
	for _, back := range []int64{3_600_000, 365 * 86_400_000} {
		c := begin(t, DefaultSettings(), born())
		first := c.Tick(fair(1000))
		in := fair(1001)
		in.Now -= back
		if v := c.Tick(in); v.Paid != first.Paid || v.Cause != "" || len(v.Faults) != 1 {
			t.Errorf("back by %d ms: %+v", back, v)
		}
		if v := c.Tick(fair(1002)); v.Paid >= first.Paid || len(v.Faults) != 0 {
			t.Errorf("and on again: %+v", v)
		}
	}
	for ahead, want := range map[int64]lifecycle.Cause{3_600_000: "", 365 * 86_400_000: lifecycle.PaidTimeOver} {
		c := begin(t, DefaultSettings(), born())
		in := fair(1)
		in.Now += ahead
		if v := c.Tick(in); v.Cause != want {
			t.Errorf("ahead by %d ms: dying of %q", ahead, v.Cause)
		}
	}
}

func TestBadInputIsAFaultAndKillsNobody(t *testing.T) {
	c := begin(t, DefaultSettings(), born())
	c.Tick(fair(7))
	before := c.chance
	in := fair(7) // drawn before
	in.Cost, in.Roll, in.Positions = -1, 0, math.MinInt
	v := c.Tick(in)
	if v.Cause != "" || v.Phase != turn.Thriving || c.chance != before || len(v.Faults) != 2 ||
		!errors.Is(v.Faults[0], ErrTickCost) || !errors.Is(v.Faults[1], ErrDrawn) {
		t.Errorf("%+v", v)
	}
}

// DESIGN §4 — the same inputs give the same verdicts, to the last bit.
func TestTheClocksAreAFunctionOfTheirInputs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := born()
		one, two := begin(t, DefaultSettings(), b), begin(t, DefaultSettings(), b)
		tick := uint64(0)
		for range rapid.IntRange(1, 60).Draw(t, "ticks") {
			tick += rapid.Uint64Range(1, 300).Draw(t, "step")
			in := fair(tick)
			in.Balance = money.USDC(rapid.Int64Range(-1, 11_000_000).Draw(t, "balance"))
			in.Cost = money.USDC(rapid.Int64Range(-5, 100_000).Draw(t, "cost"))
			in.Roll, in.Positions = Roll(rapid.Uint64().Draw(t, "roll")), rapid.IntRange(0, 20).Draw(t, "positions")
			in.Pairs = []Pair{right(tick), wrong(tick)}
			a, b := one.Tick(in), two.Tick(in)
			if a.Faults, b.Faults = nil, nil; !reflect.DeepEqual(a, b) {
				t.Fatalf("%+v and %+v", a, b)
			}
			if !(a.Composite >= 0 && a.Composite <= 1) {
				t.Fatalf("a composite of %v", a.Composite)
			}
		}
	})
}

// spec: mortality §20 — an immortal stays in Thriving, draws nothing, and knows what
// it would have died of; its owner's word holds.
func TestAnImmortalIsSparedAndSaysOfWhat(t *testing.T) {
	s := DefaultSettings()
	s.Immortal, s.Paid = true, false
	c := begin(t, s, born())
	for tick := range uint64(2000) {
		in := fair(tick)
		in.Balance -= money.USDC(tick) * 10_000
		in.Roll = 0
		if v := c.Tick(in); v.Phase != turn.Thriving || v.Cause != "" || v.Composite != 1 || v.Reserve != 0 || len(v.Rungs) > 0 {
			t.Fatalf("tick %d: %+v", tick, v)
		}
	}
	if c.spared.Cause != lifecycle.CreditExhaustion || c.spared.Tick == 0 || c.spared.Tick > 1000 || c.chance.Drawn {
		t.Errorf("spared of %+v, drawn %v", c.spared, c.chance.Drawn)
	}
	in := fair(2000)
	in.Order = lifecycle.OwnerDestroy
	if v := c.Tick(in); v.Cause != lifecycle.OwnerDestroy {
		t.Errorf("its owner's word led to %q", v.Cause)
	}
}

// spec: mortality §7 — the whole sequence takes less than a millisecond.
func BenchmarkATickOfTheClocks(b *testing.B) {
	c, err := NewClocks(DefaultSettings(), owner, born())
	check(b, err)
	pairs := []Pair{right(0)}
	b.ReportAllocs()
	for tick := uint64(0); b.Loop(); tick++ {
		in := fair(tick % 1000)
		in.Tick, in.Pairs = tick, pairs
		c.Tick(in)
	}
}

// lasting is paid time from a moment, so many milliseconds long.
func lasting(from, long int64) *term.Term {
	t, err := term.New(from, from+long, 0)
	if err != nil {
		panic(err)
	}
	return t
}

// check ends the test at an error.
func check(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
