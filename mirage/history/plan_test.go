package history

import (
	"testing"
	"time"

	"bardo.run/bardo/internal/seed"

	"github.com/holiman/uint256"
	"pgregory.net/rapid"
)

// drawMinute is any minute that a file may hold, near a tick.
func drawMinute(t *rapid.T, near int) Minute {
	tick := func(name string) int { return near + rapid.IntRange(-300, 300).Draw(t, name) }
	m := Minute{
		Time: time.Unix(60*rapid.Int64Range(0, 1e8).Draw(t, "minute"), 0).UTC(),
		Open: tick("open"), Close: tick("close"),
		Liquidity: uint256.NewInt(rapid.Uint64Range(1e12, 1e19).Draw(t, "liquidity")),
	}
	m.Low = min(m.Open, m.Close) - rapid.IntRange(0, 200).Draw(t, "below")
	m.High = max(m.Open, m.Close) + rapid.IntRange(0, 200).Draw(t, "above")
	if rapid.Bool().Draw(t, "still") {
		m.Open, m.Low, m.High, m.Close = near, near, near, near
	}
	m.In0 = uint256.NewInt(rapid.Uint64Range(0, 1e13).Draw(t, "in0"))
	m.In1 = new(uint256.Int).Mul(uint256.NewInt(rapid.Uint64Range(0, 1e13).Draw(t, "in1")), uint256.NewInt(1e8))
	return m
}

func drawSpec(t *rapid.T) Spec {
	s := defaultSpec()
	s.Quote = rapid.IntRange(0, 1).Draw(t, "quote")
	s.Fee = rapid.SampledFrom([]uint32{100, 500, 3000, 10000}).Draw(t, "fee")
	return s
}

// DESIGN §5: a tick is visited at its nearest edge, open, extremes, close.
func TestPlanVisitsEveryTickAtItsNearestEdge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		near := rapid.IntRange(-250_000, 250_000).Draw(t, "near")
		m := drawMinute(t, near)
		from := visit(sqrtAt(near), near+rapid.IntRange(-300, 300).Draw(t, "from"))
		p := Planner{Spec: drawSpec(t), Seed: seed.Seed(rapid.Uint64().Draw(t, "seed"))}
		plan := p.Plan(from, m)
		if plan.Ticks[PhaseOpen] != m.Open || plan.Ticks[PhaseClose] != m.Close ||
			min(plan.Ticks[PhaseFirst], plan.Ticks[PhaseSecond]) != m.Low || max(plan.Ticks[PhaseFirst], plan.Ticks[PhaseSecond]) != m.High {
			t.Fatalf("phases visit %v of %+v", plan.Ticks, m)
		}
		if lowFirst := plan.Ticks[PhaseFirst] == m.Low; m.Low != m.High && m.Open != m.Close && lowFirst != (m.Close > m.Open) {
			t.Fatalf("phases visit %v: the longer way", plan.Ticks)
		}
		at := from
		for i, tick := range plan.Ticks {
			got, err := tickAt(plan.Path[i])
			if err != nil || got != tick {
				t.Fatalf("phase %d stands in tick %d (%v), want %d", i, got, err, tick)
			}
			inside, _ := tickAt(at)
			switch to := plan.Path[i]; {
			case inside == tick && !at.Eq(sqrtAt(tick)) && !to.Eq(at):
				t.Fatalf("phase %d moves from %s to %s inside its tick", i, at, to)
			case inside < tick && !to.Eq(bottomOf(tick)), inside > tick && !to.Eq(topOf(tick)):
				t.Fatalf("phase %d goes to %s, not the nearest edge of %d", i, to, tick)
			}
			if plan.Moves[i] != !plan.Path[i].Eq(at) {
				t.Fatalf("phase %d says it moves: %v", i, plan.Moves[i])
			}
			at = plan.Path[i]
		}
	})
}

// costOf is the value of walking a plan at a liquidity.
func costOf(s Spec, from *uint256.Int, p Plan, m Minute, liquidity *uint256.Int) *uint256.Int {
	in0, in1 := new(uint256.Int), new(uint256.Int)
	for _, to := range p.Path {
		a, b := inflow(from, to, liquidity, s.Fee)
		in0.Add(in0, a)
		in1.Add(in1, b)
		from = to
	}
	return s.valuer(m.Close).of(in0, in1)
}

// DESIGN §5: where the walk needs more than was recorded, liquidity is what the recorded
// inflow implies; else it is the recorded one and the rest is traded to and fro.
func TestWalkAndToAndFroTradeTheRecordedInflow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const near = 201_000
		m, s := drawMinute(t, near), drawSpec(t)
		from := visit(sqrtAt(near), near+rapid.IntRange(-300, 300).Draw(t, "from"))
		plan := Planner{Spec: s}.Plan(from, m)
		walk := costOf(s, from, plan, m, plan.Walk)
		floor := new(uint256.Int).Div(m.Liquidity, uint256.NewInt(WalkFloor))
		switch {
		case plan.Walk.IsZero():
			t.Fatal("a walk without liquidity")
		case !plan.Short && (!plan.Walk.Eq(m.Liquidity) || walk.Gt(plan.Recorded)):
			t.Fatalf("walks at %s for %s of %s", plan.Walk, walk, plan.Recorded)
		case plan.Floored && (!plan.Short || !plan.Walk.Eq(max1(floor))), !plan.Floored && plan.Walk.Lt(floor):
			t.Fatalf("walks at %s, the floor is %s: floored is %v", plan.Walk, floor, plan.Floored)
		case plan.Short && !plan.Floored && !near6(walk, plan.Recorded, s.valuer(m.Close)):
			t.Fatalf("a short walk costs %s, recorded are %s", walk, plan.Recorded)
		case plan.Silent != (plan.Short && plan.Recorded.IsZero()):
			t.Fatalf("silent is %v", plan.Silent)
		}
		if plan.Short {
			return
		}
		due := new(uint256.Int).Sub(plan.Recorded, walk)
		at := plan.Path[PhaseClose]
		cost, here := new(uint256.Int), at
		visits := s.toAndFro(at, m, m.Liquidity, due, s.valuer(m.Close))
		for i, to := range visits {
			a, b := inflow(here, to, m.Liquidity, s.Fee)
			cost.Add(cost, s.valuer(m.Close).of(a, b))
			if tick, err := tickAt(to); err != nil || tick < m.Low || tick > m.High {
				t.Fatalf("visit %d goes to tick %d (%v), outside %d to %d", i, tick, err, m.Low, m.High)
			}
			here = to
		}
		if !here.Eq(at) {
			t.Fatalf("to and fro ends at %s, not at %s", here, at)
		}
		if len(visits) < 2*maxTrips && !near6(cost, due, s.valuer(m.Close)) {
			t.Fatalf("to and fro costs %s, due are %s", cost, due)
		}
	})
}

// max1 returns n, at least 1.
func max1(n *uint256.Int) *uint256.Int {
	if n.IsZero() {
		return uint256.NewInt(1)
	}
	return n
}

// near6 reports whether two values differ by at most a millionth, or by some raw units
// of either token, to which each swap rounds.
func near6(a, b *uint256.Int, v valuer) bool {
	units := uint256.NewInt(1000)
	allowed := new(uint256.Int).Div(b, uint256.NewInt(1_000_000))
	return !distance(a, b).Gt(allowed.Add(allowed, v.of(units, units)))
}

func TestTiesOfTheExtremesAreDecidedByTheSeed(t *testing.T) {
	m := Minute{Open: 5, Low: 1, High: 9, Close: 5, In0: new(uint256.Int), In1: new(uint256.Int), Liquidity: uint256.NewInt(1)}
	high, differs := 0, 0
	for i := range 200 {
		m.Time = time.Unix(int64(60*i), 0)
		a, b := Planner{Seed: 1}, Planner{Seed: 2}
		if a.highFirst(m) {
			high++
		}
		if a.highFirst(m) != b.highFirst(m) {
			differs++
		}
		if a.highFirst(m) != (Planner{Seed: 1}).highFirst(m) {
			t.Fatal("the same seed decided otherwise")
		}
	}
	if high < 60 || high > 140 || differs < 60 || differs > 140 {
		t.Errorf("the high comes first in %d of 200 ties; seeds differ in %d", high, differs)
	}
}

func TestSteepFeeOfAnInflowIsUniswaps(t *testing.T) {
	// 1,000,000 in at 0.05 % leave 999,500 for the swap.
	if got := withFee(uint256.NewInt(999_500), 500); got.Uint64() != 1_000_000 {
		t.Errorf("gross is %s", got)
	}
}

func TestMarketTransactionsFitTheirGas(t *testing.T) {
	if stepsPerChunk(0) != chunkSteps {
		t.Errorf("%d steps among nobody's positions", stepsPerChunk(0))
	}
	for positions := range 120 {
		n := stepsPerChunk(positions)
		if n < 1 || n*(swapGas+positionGas*positions) > marketGas {
			t.Errorf("%d steps among %d positions", n, positions)
		}
	}
}
