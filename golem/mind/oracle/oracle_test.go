package oracle

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"bardo.run/bardo/golem/host/turn"
)

// walk shows an oracle a random market, a sight a minute, with the predictions of a
// tick each, and returns everything its ledger said.
func walk(o *Oracle, minutes int, seed uint64) turn.Foresight {
	return drift(o, minutes, seed, func(int) float64 { return 0 })
}

// drift is a walk whose price also moves by a share every minute.
func drift(o *Oracle, minutes int, seed uint64, by func(int) float64) (f turn.Foresight) {
	now, _ := o.market.Ago(0)
	s := turn.Sight{Time: now.Time, Price: 2_000, Liquidity: 1e6, Gas: 2}
	if now.Price > 0 {
		s = now
	}
	random := rand.New(rand.NewPCG(seed, uint64(s.Time)))
	for i := range minutes {
		s.Time += minute
		s.Price *= 1 + by(i) + 0.0006*random.NormFloat64()
		s.Liquidity = 1e6 * (1 + 0.05*random.NormFloat64())
		s.FeeQuote += 1e-4 * (0.5 + random.Float64())
		s.Gas = 2 * (1 + 0.1*random.NormFloat64())
		o.Look(s)
		o.Predict(1, turn.RegimeUnknown)
		got := o.Drain()
		f.Made, f.Resolved, f.Expired, f.Open = append(f.Made, got.Made...), append(f.Resolved, got.Resolved...), append(f.Expired, got.Expired...), got.Open
	}
	return f
}

func rates(f turn.Foresight) (rate, persistence [turn.Categories]float64, n [turn.Categories]int) {
	for _, r := range f.Resolved {
		n[r.Category]++
		rate[r.Category] += share(r.Correct)
		persistence[r.Category] += share(r.Persisted)
	}
	for c := range rate {
		rate[c] /= float64(n[c])
		persistence[c] /= float64(n[c])
	}
	return rate, persistence, n
}

// spec: heartbeat §11.3 — ranges cover what they aim for.
func TestRangesHoldAsOftenAsTheyAimFor(t *testing.T) {
	o := New()
	rate, persistence, n := rates(walk(o, 6_000, 3))
	for _, c := range []turn.Category{turn.PriceRange, turn.LiquidityDepth, turn.FeeGeneration, turn.GasPrice} {
		t.Logf("%s: %.3f of %d, persistence %.3f", c, rate[c], n[c], persistence[c])
		if n[c] < 5_000 || math.Abs(rate[c]-target) > 0.08 {
			t.Errorf("%s held in %.3f of %d", c, rate[c], n[c])
		}
	}
}

// Persistence claims as wide as what is compared with it, correction and all: who claims
// wider does not win by that.
func TestPersistenceClaimsTheSameWidth(t *testing.T) {
	f := walk(New(), 3_000, 5)
	made := map[uint64]turn.Prediction{}
	for _, p := range f.Made {
		made[p.ID] = p
	}
	wider := 0
	for _, r := range f.Resolved {
		p := made[r.ID]
		if p.Claim.Kind != turn.InRange {
			continue
		}
		half := (p.Claim.B - p.Claim.A) / 2
		if math.Abs(half-(p.Draft.B-p.Draft.A)/2) > 1e-9*half {
			wider++
		}
		if off := math.Abs(r.Observed - p.Now); math.Abs(off-half) > 1e-9*half && r.Persisted != (off <= half) {
			t.Fatalf("%s: %v off by %v with claims of ±%v, persistence %v", p.Category, r.Observed, off, half, r.Persisted)
		}
	}
	if wider < 1_000 {
		t.Errorf("%d claims were corrected", wider)
	}
}

// In a market whose direction holds for hours, the oracle comes to know it; in one
// without memory it says what is most frequent, and beats persistence with that.
func TestDirectionIsForeseenWhereThereIsSomethingToForesee(t *testing.T) {
	for name, c := range map[string]struct {
		by   func(int) float64
		want float64
	}{
		"hours of one direction": {func(i int) float64 { return []float64{0.0002, -0.0002}[i/600%2] }, 0.65},
		"no memory":              {func(int) float64 { return 0 }, 0.34},
	} {
		rate, persistence, n := rates(drift(New(), 12_000, 4, c.by))
		got := rate[turn.PriceDirection]
		t.Logf("%s: %.3f of %d, persistence %.3f", name, got, n[turn.PriceDirection], persistence[turn.PriceDirection])
		if n[turn.PriceDirection] < 11_000 || got < c.want || got < persistence[turn.PriceDirection]-0.01 {
			t.Errorf("%s: %.3f, persistence %.3f", name, got, persistence[turn.PriceDirection])
		}
	}
}

// spec: heartbeat §11.2
func TestAfterARestartWhatIsDueResolvesWithinTwoReadsAndOnce(t *testing.T) {
	o := New()
	made := walk(o, 200, 5)
	if o.Open() < 300 {
		t.Fatalf("%d open", o.Open())
	}
	for o.Open() < 1_000 {
		o.Predict(1, turn.RegimeUnknown)
	}
	made.Made = append(made.Made, o.Drain().Made...)
	now, _ := o.market.Ago(0)
	var resolved []turn.Resolution
	for i := range int64(2) {
		s := now
		s.Time += turn.Horizon + 10*minute + i*10_000
		o.Look(s)
		resolved = append(resolved, o.Drain().Resolved...)
	}
	times := map[uint64]int{}
	for _, r := range append(made.Resolved, resolved...) {
		times[r.ID]++
	}
	for _, p := range made.Made {
		if times[p.ID] != 1 {
			t.Fatalf("prediction %d of %s was resolved %d times", p.ID, p.Category, times[p.ID])
		}
	}
	if o.Open() != 0 || len(resolved) < 1_000 {
		t.Errorf("%d are open, %d were resolved", o.Open(), len(resolved))
	}
}

// spec: heartbeat §11.2
func TestAClaimNobodyCanLookAtExpiresAndCountsNowhere(t *testing.T) {
	o := New()
	walk(o, 100, 6)
	now, _ := o.market.Ago(0)
	open, total := o.Open(), o.total
	due := 0
	for _, w := range o.ledger.open {
		if w.ResolveAt == o.ledger.open[0].ResolveAt {
			due++
		}
	}
	first := o.ledger.open[0].ResolveAt
	for _, c := range []struct {
		after int64
		want  int
	}{{5*minute - 1, 0}, {5 * minute, 0}, {10 * minute, 0}, {15*minute - 1, 0}, {15 * minute, due}} {
		o.Missed(first + c.after)
		if got := open - o.Open(); got < c.want || c.want == 0 && got != 0 {
			t.Errorf("%d ms after: %d expired", c.after, got)
		}
	}
	expired := o.Drain().Expired
	s := now
	s.Time = first + 16*minute
	o.Look(s)
	late := 0
	for _, r := range o.Drain().Resolved {
		if r.Late {
			late++
		}
	}
	if len(expired) < due || late < len(expired) || o.total-total >= uint64(open) {
		t.Errorf("%d expired, %d late, %d counted", len(expired), late, o.total-total)
	}
}

// spec: heartbeat §11.3 — 15,000 resolutions a day, from a tick every half minute; what
// one costs is BenchmarkResolve's to say.
func TestADayOfTicksResolves15000Predictions(t *testing.T) {
	o := New()
	walk(o, 120, 7)
	s, _ := o.market.Ago(0)
	n := 0
	for range 24 * 60 * 2 {
		s.Time, s.FeeQuote = s.Time+30_000, s.FeeQuote+1e-4
		o.Look(s)
		o.Predict(1, turn.RegimeUnknown)
		n += len(o.Drain().Resolved)
	}
	if n < 15_000 || o.Open() > 1_000 {
		t.Errorf("%d resolutions, %d open", n, o.Open())
	}
}

func BenchmarkResolve(b *testing.B) {
	o := New()
	walk(o, 300, 8)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		n += len(walk(o, 1, 9).Resolved)
	}
	b.ReportMetric(float64(n)/float64(b.N), "resolutions/op")
}

func TestTheSameSightsGiveTheSameLedger(t *testing.T) {
	if a, b := walk(New(), 500, 10), walk(New(), 500, 10); !reflect.DeepEqual(a, b) {
		t.Error("two oracles differ")
	}
}

// What is not a number, or not later, changes nothing.
func TestABrokenReadChangesNothing(t *testing.T) {
	o := New()
	walk(o, 100, 11)
	now, _ := o.market.Ago(0)
	open := o.Open()
	for _, change := range []func(*turn.Sight){
		func(s *turn.Sight) { s.Price = math.NaN() },
		func(s *turn.Sight) { s.Price = 0 },
		func(s *turn.Sight) { s.Price = math.Inf(1) },
		func(s *turn.Sight) { s.Liquidity = -1 },
		func(s *turn.Sight) { s.Gas = math.NaN() },
		func(s *turn.Sight) { s.FeeBase = math.Inf(1) },
		func(s *turn.Sight) { s.Time = -1 },
		func(s *turn.Sight) { s.Time -= 365 * 24 * hour },
	} {
		s := now
		s.Time += turn.Horizon
		change(&s)
		if o.Look(s); o.Open() != open {
			t.Fatalf("%+v resolved something", s)
		}
	}
}

// A clock that jumps a year ahead and back leaves an oracle that goes on.
func TestAJumpOfAYearLosesNothingTwice(t *testing.T) {
	o := New()
	walk(o, 200, 12)
	s, _ := o.market.Ago(0)
	s.Time += 365 * 24 * hour
	o.Look(s)
	if o.Open() != 0 {
		t.Errorf("%d open", o.Open())
	}
	if f := walk(o, 200, 13); len(f.Resolved) == 0 || len(f.Made) == 0 {
		t.Error("nothing was predicted afterwards")
	}
}

// spec: heartbeat §11.3
func TestARegimeThatBeginsAnewIsLearnedAnew(t *testing.T) {
	o := New()
	walk(o, 200, 14)
	c := &o.knows(turn.PriceRange, turn.RegimeUnknown).corrector
	if c.n == 0 {
		t.Fatal("nothing was learned")
	}
	o.Predict(1, turn.RegimeVolatile)
	if c.n == 0 {
		t.Error("the regime that was left is forgotten")
	}
	o.Predict(1, turn.RegimeUnknown)
	if c.n != 0 || c.Lifetime == 0 {
		t.Errorf("%d residuals of the last time, lifetime %d", c.n, c.Lifetime)
	}
}

func TestTheDomainsAreComparedEveryTenMinutes(t *testing.T) {
	o := New()
	drift(o, 12_000, 15, func(i int) float64 { return []float64{0.0003, -0.0003}[i/600%2] })
	pairs := o.Pairs()
	if len(pairs) < 1_100 || len(o.Pairs()) != 0 {
		t.Fatalf("%d pairs", len(pairs))
	}
	var hits [Domains]float64
	for _, p := range pairs {
		for i := range p.Predicted {
			hits[i] += share(p.Predicted[i] == p.Observed[i]) / float64(len(pairs))
		}
	}
	t.Logf("hit rates of the domains: %.2f", hits)
	if math.Abs(hits[DomainProtocol]-1) > 1e-9 || hits[DomainDirection] < 0.6 {
		t.Errorf("%v", hits)
	}
}
