package probe

import (
	"errors"
	"math"
	"reflect"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
)

func newSet(t *testing.T) *Set {
	t.Helper()
	s, err := New(Defaults())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func reading(price float64) *turn.Reading {
	r := turntest.Pool{
		QuoteIsZero: true, Price: 2_000,
		Token0: turn.Token{Address: common.Address{1}, Symbol: "USDC", Decimals: 6}, Token1: turn.Token{Address: common.Address{2}, Symbol: "WETH", Decimals: 18},
	}.Seen(uint256.NewInt(1_000e6), nil)
	r.Markets[0].Price, r.Assets[1].Price = price, price
	r.GasPrice = *uint256.NewInt(1e9)
	return &r
}

// find runs the set and returns the named finding.
func find(t *testing.T, s *Set, name string, in Input) (turn.ProbeResult, bool) {
	t.Helper()
	for _, r := range s.Run(nil, in) {
		if r.Probe == name {
			return r, true
		}
	}
	return turn.ProbeResult{}, false
}

// spec: heartbeat §4, "price_delta at exactly 50 bps ⇒ Low, 49 ⇒ none, 200 ⇒ High".
func TestPriceDeltaIsGradedAtItsExactLimits(t *testing.T) {
	for _, c := range []struct {
		price float64
		want  turn.Severity
	}{{10_000, turn.None}, {10_049, turn.None}, {10_050, turn.Low}, {9_950, turn.Low}, {10_199, turn.Low}, {10_200, turn.High}, {5_000, turn.High}} {
		s := newSet(t)
		if first, _ := find(t, s, PriceDelta, Input{Now: 1, Reading: reading(10_000)}); first.Severity != turn.None {
			t.Fatalf("the first tick found %+v", first)
		}
		got, _ := find(t, s, PriceDelta, Input{Now: 2, Reading: reading(c.price)})
		if got.Severity != c.want {
			t.Errorf("10,000 to %v: %+v, want %v", c.price, got, c.want)
		}
	}
}

func TestPositionHealthIsGradedByTheLowest(t *testing.T) {
	for _, c := range []struct {
		health []float64
		want   turn.Severity
		absent bool
	}{{nil, 0, true}, {[]float64{0}, 0, true}, {[]float64{1.5}, turn.None, false}, {[]float64{2, 1.49}, turn.Low, false}, {[]float64{1.19, 2, 0}, turn.High, false}, {[]float64{1.2}, turn.Low, false}} {
		r := reading(100)
		for _, h := range c.health {
			r.Positions = append(r.Positions, turn.Position{Health: h})
		}
		got, there := find(t, newSet(t), PositionHealth, Input{Reading: r})
		if there == c.absent || got.Severity != c.want {
			t.Errorf("%v: %+v (present %v), want %v", c.health, got, there, c.want)
		}
	}
}

// spec: heartbeat §4 (health factor below 1.5 Low, below 1.2 High)
func TestPositionHealthIsThatOfTheDebtToo(t *testing.T) {
	owing := func(debt, health uint64) turn.Lending {
		l := turn.Lending{Protocol: "aave-v3"}
		l.Account.Debt.SetUint64(debt)
		l.Account.Health.SetUint64(health)
		return l
	}
	for name, c := range map[string]struct {
		lending []turn.Lending
		want    turn.Severity
		absent  bool
	}{
		"nothing owed":             {[]turn.Lending{owing(0, 0)}, 0, true},
		"at the milder limit":      {[]turn.Lending{owing(1, 15e17)}, turn.None, false},
		"below it":                 {[]turn.Lending{owing(1, 15e17-1e15)}, turn.Low, false},
		"at the graver limit":      {[]turn.Lending{owing(1, 12e17)}, turn.Low, false},
		"below it too":             {[]turn.Lending{owing(1, 12e17-1e15)}, turn.High, false},
		"a debt without a cover":   {[]turn.Lending{owing(1, 0)}, turn.High, false},
		"the worse of two markets": {[]turn.Lending{owing(1, 2e18), owing(1, 11e17)}, turn.High, false},
	} {
		r := reading(100)
		r.Lending = c.lending
		got, there := find(t, newSet(t), PositionHealth, Input{Reading: r})
		if there == c.absent || got.Severity != c.want {
			t.Errorf("%s: %+v (present %v), want %v", name, got, there, c.want)
		}
	}
}

func TestCreditIsGradedByTheTotalAndTheEmptiestPartition(t *testing.T) {
	for _, c := range []struct {
		credit Credit
		want   turn.Severity
		detail string
	}{
		{Credit{0.30, 0.20}, turn.None, ""},
		{Credit{0.29, 0.20}, turn.Low, ""},
		{Credit{0.14, 0.50}, turn.High, ""},
		{Credit{0.90, 0.19}, turn.Low, "partition"},
		{Credit{0.29, 0.09}, turn.High, "partition"},
		{Credit{math.NaN(), 1}, turn.Low, Failed},
	} {
		got, there := find(t, newSet(t), CreditBalance, Input{Reading: reading(1), Credit: &c.credit})
		if !there || got.Severity != c.want || got.Detail != c.detail {
			t.Errorf("%+v: %+v, want %v %q", c.credit, got, c.want, c.detail)
		}
	}
	if got, there := find(t, newSet(t), CreditBalance, Input{Reading: reading(1)}); there {
		t.Errorf("without a ledger: %+v, want it absent", got)
	}
}

// spec: heartbeat §4, "a failing probe returns Low with detail probe_error,
// except kill_switch and circuit_breaker which return High".
func TestFailingProbesFailSafe(t *testing.T) {
	broken := errors.New("unreadable")
	nan := reading(math.NaN())
	nan.Assets[0].Value = math.NaN()
	nan.Positions = []turn.Position{{ID: "1", Market: "weth-usdc-0", Health: math.Inf(1), Liquidity: *uint256.NewInt(1)}}
	for name, want := range map[string]turn.Severity{
		PriceDelta: turn.Low, PositionHealth: turn.Low, CreditBalance: turn.Low,
		CircuitBreaker: turn.High, KillSwitch: turn.High,
	} {
		got, there := find(t, newSet(t), name, Input{Reading: nan, CreditErr: broken, KilledErr: broken})
		if !there || got.Severity != want || got.Detail != Failed {
			t.Errorf("%s: %+v, want %v with %s", name, got, want, Failed)
		}
	}
}

func TestAPanickingProbeIsAFailedOne(t *testing.T) {
	s := newSet(t)
	bad := row{"bad", turn.High, func(*Set, Input) (turn.ProbeResult, bool) { panic("bug") }}
	if got, there := s.one(&bad, Input{}); !there || got.Severity != turn.High || got.Detail != Failed {
		t.Fatalf("got %+v", got)
	}
}

func TestTheKillSwitchIsHighWhenSetAndAbsentWithoutASource(t *testing.T) {
	set, unset := true, false
	if got, _ := find(t, newSet(t), KillSwitch, Input{Reading: reading(1), Killed: &set}); got.Severity != turn.High {
		t.Errorf("set: %+v", got)
	}
	if got, there := find(t, newSet(t), KillSwitch, Input{Reading: reading(1), Killed: &unset}); !there || got.Severity != turn.None {
		t.Errorf("unset: %+v", got)
	}
	if _, there := find(t, newSet(t), KillSwitch, Input{Reading: reading(1)}); there {
		t.Error("present without a source")
	}
}

func TestGasIsComparedWithTheLastHour(t *testing.T) {
	for _, c := range []struct {
		gwei float64
		want turn.Severity
	}{{2, turn.None}, {2.1, turn.Low}, {5, turn.Low}, {5.1, turn.High}} {
		s := newSet(t)
		for i := range int64(90) {
			find(t, s, GasSpike, Input{Now: i * minute, Reading: reading(1)})
		}
		r := reading(1)
		r.GasPrice = *uint256.NewInt(uint64(c.gwei * 1e9))
		if got, _ := find(t, s, GasSpike, Input{Now: 90 * minute, Reading: r}); got.Severity != c.want {
			t.Errorf("%v times the average: %+v, want %v", c.gwei, got, c.want)
		}
	}
}

func TestGasForgetsAfterAnHour(t *testing.T) {
	var g gasHistory
	g.add(0, 1_000)
	for m := int64(1); m < 60; m++ {
		g.add(m*minute, 1)
	}
	if got, _ := g.mean(59 * minute); math.Abs(got-(1_000+59)/60.0) > 1e-9 {
		t.Fatalf("mean of the hour: %v", got)
	}
	if got, _ := g.mean(60 * minute); got != 1 {
		t.Fatalf("mean an hour later: %v, want 1", got)
	}
	if _, known := g.mean(200 * minute); known {
		t.Fatal("an average of nothing")
	}
}

func TestTheBreakerComparesWithThePeakOfADay(t *testing.T) {
	at := func(value float64) *turn.Reading { r := reading(1); r.Assets[0].Value = value; return r }
	for _, c := range []struct {
		value float64
		want  turn.Severity
	}{{1_100, turn.None}, {870, turn.None}, {869, turn.Low}, {800, turn.Low}, {799, turn.High}} {
		s := newSet(t)
		find(t, s, CircuitBreaker, Input{Now: 0, Reading: at(1_000)})
		if got, _ := find(t, s, CircuitBreaker, Input{Now: 23 * hour, Reading: at(c.value)}); got.Severity != c.want {
			t.Errorf("1,000 to %v within a day: %+v, want %v", c.value, got, c.want)
		}
		s = newSet(t)
		find(t, s, CircuitBreaker, Input{Now: 0, Reading: at(1_000)})
		if got, _ := find(t, s, CircuitBreaker, Input{Now: 24 * hour, Reading: at(c.value)}); got.Severity != turn.None {
			t.Errorf("1,000 to %v after a day: %+v, want none", c.value, got)
		}
	}
}

func TestImpermanentLossIsMeasuredAgainstTheFirstSight(t *testing.T) {
	position := func(usdc, weth uint64, liquidity uint64) *turn.Reading {
		r := reading(2_000)
		p := turn.Position{ID: "7", Market: "weth-usdc-0", Quote: *uint256.NewInt(usdc), Base: *uint256.NewInt(weth), Liquidity: *uint256.NewInt(liquidity)}
		r.Positions = []turn.Position{p}
		return r
	}
	s := newSet(t)
	find(t, s, ILThreshold, Input{Now: 1, Reading: position(1_000e6, 5e17, 9)})
	for _, c := range []struct {
		usdc uint64
		want turn.Severity
	}{{1_000e6, turn.None}, {961e6, turn.None}, {959e6, turn.Low}, {899e6, turn.High}} {
		if got, _ := find(t, s, ILThreshold, Input{Now: 2, Reading: position(c.usdc, 5e17, 9)}); got.Severity != c.want {
			t.Errorf("%d raw USDC left: %+v, want %v", c.usdc, got, c.want)
		}
	}
	if got, _ := find(t, s, ILThreshold, Input{Now: 3, Reading: position(899e6, 5e17, 8)}); got.Severity != turn.None {
		t.Errorf("after the liquidity changed: %+v, want a new start", got)
	}
	if _, there := find(t, s, ILThreshold, Input{Now: 4, Reading: reading(2_000)}); there || len(s.entries) != 0 {
		t.Errorf("without positions: present %v, %d remembered", there, len(s.entries))
	}
}

// closes feeds one tick into each candle and returns the results of the last.
func closes(s *Set, prices []float64) []turn.ProbeResult {
	var out []turn.ProbeResult
	for i, p := range prices {
		out = s.Run(out[:0], Input{Now: int64(i) * Defaults().Candle, Reading: reading(p)})
	}
	return out
}

// The straightforward recomputation of both indicators, as their definitions
// read, over closed candles.
func naive(prices []float64) (rsi, histogram float64) {
	var gain, loss float64
	fast, slow, signal := prices[0], prices[0], 0.0
	for i := 1; i < len(prices); i++ {
		up, down := math.Max(prices[i]-prices[i-1], 0), math.Max(prices[i-1]-prices[i], 0)
		if i <= 14 {
			gain, loss = gain+up/14, loss+down/14
		} else {
			gain, loss = (13*gain+up)/14, (13*loss+down)/14
		}
		fast = prices[i]*2/13 + fast*11/13
		slow = prices[i]*2/27 + slow*25/27
		signal = (fast-slow)*2/10 + signal*8/10
	}
	return 100 - 100/(1+gain/loss), fast - slow - signal
}

func TestIndicatorsEqualTheirDefinitions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		prices := rapid.SliceOfN(rapid.Float64Range(90, 110), 40, 120).Draw(t, "prices")
		s, err := New(Defaults())
		if err != nil {
			t.Fatal(err)
		}
		out := closes(s, prices)
		rsi, histogram := naive(prices[:len(prices)-1])
		seen := 0
		for _, r := range out {
			want := map[string]float64{RSIExtreme: rsi, MACDCross: histogram * 10_000 / prices[len(prices)-1]}
			if w, ok := want[r.Probe]; ok {
				seen++
				if math.Abs(r.Value-w) > 1e-6 {
					t.Fatalf("%s = %v, want %v", r.Probe, r.Value, w)
				}
			}
		}
		if seen != 2 {
			t.Fatalf("%d of 2 indicators after %d candles", seen, len(prices)-1)
		}
	})
}

func TestExtremesOfStrengthAreGraded(t *testing.T) {
	for _, c := range []struct {
		index float64
		want  turn.Severity
	}{{50, turn.None}, {70, turn.None}, {70.1, turn.Low}, {29.9, turn.Low}, {20, turn.Low}, {19.9, turn.High}, {80.1, turn.High}} {
		if got, _ := Defaults().RSI.above(math.Abs(c.index - 50)); got != c.want {
			t.Errorf("RSI %v: %v, want %v", c.index, got, c.want)
		}
	}
	rise := make([]float64, 30)
	for i := range rise {
		rise[i] = 100 + float64(i)
	}
	out := closes(newSet(t), rise)
	if got := find1(out, RSIExtreme); got.Severity != turn.High || got.Threshold != 80 {
		t.Errorf("a steady rise: %+v", got)
	}
}

func TestASignalCrossIsLowOnceAndADivergenceHigh(t *testing.T) {
	s := newSet(t)
	lows, highs := 0, 0
	var out []turn.ProbeResult
	for i := range int64(200) {
		price := 100 + 0.3*math.Sin(float64(i)/8)
		if i >= 180 {
			price = 80
		}
		for look := range int64(3) { // three ticks in each candle
			out = s.Run(out[:0], Input{Now: i*Defaults().Candle + look*60_000, Reading: reading(price)})
			switch find1(out, MACDCross).Severity {
			case turn.Low:
				lows++
			case turn.High:
				highs++
			}
		}
	}
	if lows < 4 || lows > 8 || highs < 3 {
		t.Errorf("%d crosses in four waves and %d looks at the crash", lows, highs)
	}
}

func find1(results []turn.ProbeResult, name string) turn.ProbeResult {
	for _, r := range results {
		if r.Probe == name {
			return r
		}
	}
	return turn.ProbeResult{}
}

func TestResultsAreFiniteAndInTableOrder(t *testing.T) {
	rank := map[string]int{}
	for i, name := range Names() {
		rank[name] = i
	}
	rapid.Check(t, func(t *rapid.T) {
		s, err := New(Defaults())
		if err != nil {
			t.Fatal(err)
		}
		for i := range int64(50) {
			r := reading(rapid.Float64().Draw(t, "price"))
			r.Assets[0].Value = rapid.Float64().Draw(t, "value")
			r.Positions = []turn.Position{{ID: "1", Health: rapid.Float64().Draw(t, "health"), Liquidity: *uint256.NewInt(1), Market: "weth-usdc-0", Quote: *uint256.NewInt(5)}}
			last := -1
			for _, p := range s.Run(nil, Input{Now: i * 300_000, Reading: r}) {
				if !finite(p.Value) || !finite(p.Threshold) {
					t.Fatalf("not finite: %+v", p)
				}
				if rank[p.Probe] <= last {
					t.Fatalf("%s out of order", p.Probe)
				}
				last = rank[p.Probe]
			}
		}
	})
}

func TestEqualInputsGiveEqualResults(t *testing.T) {
	run := func() (all []turn.ProbeResult) {
		s := newSet(t)
		for i := range int64(300) {
			all = s.Run(all, Input{Now: i * 60_000, Reading: reading(100 + 10*math.Sin(float64(i)))})
		}
		return all
	}
	if a, b := run(), run(); !reflect.DeepEqual(a, b) {
		t.Fatal("two runs differ")
	}
}

func TestWrongThresholdsAreRefused(t *testing.T) {
	bad := Defaults()
	bad.Health = Limit{1, 2}
	bad.Gas = Limit{5, 2}
	bad.Candle = 1
	if _, err := New(bad); err == nil || len(errors.Unwrap(err).(interface{ Unwrap() []error }).Unwrap()) != 3 {
		t.Fatalf("got %v, want three faults", err)
	}
}

func TestARunCostsNoAllocation(t *testing.T) {
	s := newSet(t)
	r := reading(100)
	out := make([]turn.ProbeResult, 0, 16)
	now := int64(0)
	if n := testing.AllocsPerRun(200, func() { now += 60_000; out = s.Run(out[:0], Input{Now: now, Reading: r}) }); n != 0 {
		t.Fatalf("%v allocations", n)
	}
}

// spec: tools-archetypes §5.7 (Morpho: LTV/LLTV below 80 % safe, 80 to 90 % a warning,
// above 90 % danger): the one factor that all debts are graded by is never milder.
func TestADebtOnMorphoIsGradedAtLeastByItsBand(t *testing.T) {
	for use, least := range map[uint64]turn.Severity{60: turn.None, 79: turn.None, 80: turn.Low, 90: turn.Low, 91: turn.High, 100: turn.High, 150: turn.High} {
		l := turn.Lending{Protocol: "morpho-blue"}
		l.Account.Debt.SetUint64(1)
		l.Account.Health.SetUint64(1e18 / use * 100)
		r := reading(100)
		r.Lending = []turn.Lending{l}
		if got, there := find(t, newSet(t), PositionHealth, Input{Reading: r}); !there || got.Severity < least {
			t.Errorf("at %d %%: %+v, at least %v", use, got, least)
		}
	}
}
