package risk

import (
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/internal/money"
)

// earned puts a Golem into a stage that it came to by its trades.
func (g *golem) earned(s turn.Stage, e Estimate) {
	g.ladder.stage, g.ladder.vouched, g.trades.estimate = s, false, e
	g.recompute(g.now)
	g.Narrow(cage.Policy{MaxPosition: 2_500, MaxConcentration: 3_000, MaxPositions: 5})
}

// well are thirty trades whose edge over the variance is beyond any size. Nothing else is
// known, so that the confidence is 0.01: Trust leaves 0.102957 of a half, and the guardrails
// stand at 0.208·0.9, that is 3.74 % a trade and 5.61 % in all.
var well = Estimate{N: 30, Mean: 0.002, Variance: 0.0004}

// spec: safety §16.1, §16.4, §16.5
func TestAnEarnedStageMayStakeTheLeastOfItsBounds(t *testing.T) {
	for name, c := range map[string]struct {
		stage              turn.Stage
		e                  Estimate
		position, deployed money.BPS
	}{
		"micro":                        {turn.StageMicro, well, 100, 100},
		"scaled, by the guardrails":    {turn.StageScaled, well, 374, 561},
		"full, by the guardrails":      {turn.StageFull, well, 374, 561},
		"full, too few trades to size": {turn.StageFull, Estimate{N: 29, Mean: 0.1, Variance: 10}, 374, 561},
		"full, by a small edge":        {turn.StageFull, Estimate{N: 30, Mean: 0.00008, Variance: 0.0004}, 200, 561}, // 0.2·0.102957, 2 %
		"full, by a day's risk":        {turn.StageFull, Estimate{N: 30, Mean: 0.02, Variance: 0.04}, 374, 310},      // 0.05/(1.645·√0.96)
		"full, without an edge":        {turn.StageFull, Estimate{N: 30, Variance: 0.04}, 374, 561},
	} {
		g := tenMinutesOld(turn.StageShadow, 200)
		g.earned(c.stage, c.e)
		if a := g.allowed; a.Position != c.position || a.Deployed != c.deployed || a.Shadow || a.Guardrails.Trade != 374 {
			t.Errorf("%s: %+v, want %s and %s", name, a, c.position, c.deployed)
		}
	}
	g := tenMinutesOld(turn.StageShadow, 200)
	for range 1_000 {
		g.trades.known.add(Trading, true)
	}
	g.earned(turn.StageScaled, Estimate{})
	if a := g.allowed; a.Position != 1_000 || a.Deployed != 1_000 || a.Guardrails.Trade < 1_700 {
		t.Errorf("scaled, of one that is known: %+v", a)
	}
}

// A policy and a rule's bounds are only ever narrowed; a policy's slippage stays.
func TestWhatIsAllowedNarrowsAndNeverWidens(t *testing.T) {
	policy := cage.Policy{MaxPosition: 2_500, MaxConcentration: 3_000, MaxPositions: 5, MaxSlippage: 100}
	narrow := cage.Policy{MaxPosition: 30, MaxConcentration: 40, MaxPositions: 1, MaxSlippage: 10, Shadow: true}
	bounds, tight := turn.Bounds{MaxPosition: 2_500, MaxDeployed: 3_000, Slippage: 100}, turn.Bounds{MaxPosition: 30, MaxDeployed: 40, Slippage: 10}
	for name, c := range map[string]struct {
		start    turn.Stage
		earned   bool
		position [2]money.BPS // of one, of all
		shadow   bool
		places   int
		slippage money.BPS
		apart    int64
	}{
		"shadow":          {turn.StageShadow, false, [2]money.BPS{2_500, 3_000}, true, 5, 100, 0},
		"micro, vouched":  {turn.StageMicro, false, [2]money.BPS{100, 100}, false, 5, 100, 0},
		"scaled, vouched": {turn.StageScaled, false, [2]money.BPS{1_000, 1_000}, false, 5, 100, 0},
		"full, vouched":   {turn.StageFull, false, [2]money.BPS{2_500, 3_000}, false, 5, 100, 0},
		"full, earned":    {turn.StageFull, true, [2]money.BPS{374, 561}, false, 1, 50, 200_000},
	} {
		g := tenMinutesOld(c.start, 200)
		if c.earned {
			g.earned(c.start, well)
		}
		if c.start == turn.StageShadow && (g.allowed.Position != 10_000 || g.allowed.Deployed != 10_000) {
			t.Errorf("%s: %+v is a limit of its own", name, g.allowed)
		}
		if b := g.Entering(bounds); b != (turn.Bounds{MaxPosition: c.position[0], MaxDeployed: c.position[1], Slippage: c.slippage}) {
			t.Errorf("%s: a rule may stake %+v", name, b)
		}
		if p := g.Narrow(policy); p.MaxPosition != c.position[0] || p.MaxConcentration != c.position[1] || p.Shadow != c.shadow || p.MaxPositions != c.places || p.MaxSlippage != 100 || g.limit != c.position[0] {
			t.Errorf("%s: the policy is %+v", name, p)
		}
		if p := g.Narrow(narrow); p.MaxPosition != 30 || p.MaxConcentration != 40 || !p.Shadow || p.MaxPositions != 1 || p.MaxSlippage != 10 {
			t.Errorf("%s: a narrow policy is %+v", name, p)
		}
		if b := g.Entering(tight); b != tight {
			t.Errorf("%s: tight bounds are %+v", name, b)
		}
		if move, apart := g.Pace(); move != 100 || apart != c.apart {
			t.Errorf("%s: at a pace of %s, %d ms apart", name, move, apart)
		}
	}
	// A price that is 3 % off its mean leaves a rule half of one position.
	g := tenMinutesOld(turn.StageFull, 200)
	g.market().prices = Prices{seen: []sighting{{0, 50}, {1_000, 51.5}}}
	for most, want := range map[money.BPS]money.BPS{9_000: 1_250, 100: 50} {
		if b := g.Entering(turn.Bounds{MaxPosition: most}); b.MaxPosition != want {
			t.Errorf("of %s a rule may stake %s, want %s", most, b.MaxPosition, want)
		}
	}
	if b := New(Birth{Start: turn.StageFull}).Entering(bounds); b != bounds {
		t.Errorf("before a price was seen a rule may stake %+v", b)
	}
}

// spec: safety §16.4: what is allowed is reckoned every five minutes, and with each change of
// the stage at once.
func TestGuardrailsAreReckonedEveryFiveMinutes(t *testing.T) {
	g := newborn(turn.StageFull, 200)
	look := func(after int64, crisis bool) float64 {
		seen := g.seen()
		seen.Block.Time += after / 1_000
		g.Look(Look{Now: born + after, Reading: &seen, Regime: turn.RegimeTrendingUp, Limit: 1_300, Crisis: crisis})
		return g.allowed.Multiplier
	}
	exactly(t, "at birth", g.allowed.Multiplier, 0.208*0.6*0.3) // nothing was seen: no market and no limit
	exactly(t, "just before", look(299_999, false), 0.208*0.6*0.3)
	exactly(t, "after five minutes", look(300_000, false), 0.208)
	exactly(t, "just before the next", look(599_999, true), 0.208)
	exactly(t, "and then", look(600_000, true), 0.104)
	exactly(t, "again", look(900_000, false), 0.208)
	if last := g.market().prices.seen[len(g.market().prices.seen)-1]; last.at != born+900_000 {
		t.Errorf("a price is of %d ms", last.at)
	}
	for range 3 {
		g.Broke()
	}
	g.ladder.failed = 3
	exactly(t, "at once", look(900_001, true), 0.104)
	if g.ladder.stage != turn.StageScaled || g.computed != born+900_001 || g.ladder.since != born+900_001 || g.ladder.ticks != 0 || len(g.ladder.broken) != 0 || g.ladder.failed != 0 || g.ladder.highest != 0 {
		t.Errorf("it stands at %s since %d", g.ladder.stage, g.ladder.since)
	}
}

// A breaker counts in its stage, and against a promotion as long as that takes.
//
// spec: safety §16.5
func TestABreakerCountsAsLongAsAPromotionTakes(t *testing.T) {
	g := newborn(turn.StageMicro, 20) // a tenth of the life is 48 hours
	for _, at := range []int64{1_000, 1_001, 5_000} {
		g.look.Now = born + at
		g.Broke()
	}
	g.look.Now = born + 48*hour + 1_001
	g.look.Drawdown, g.look.Limit = 650, 1_300
	g.ladder.ticks, g.ladder.failed, g.ladder.highest, g.trades.estimate = 7, 1, 0.5, well
	g.trades.known.add(Trading, true)
	want := Signs{
		Time: 48*hour + 1_001, Lifespan: 480 * hour, Ticks: 7, Breakers: 3, Lately: 2, Failures: 1, Confidence: Beta{2, 3}.Lower(), Highest: 0.5,
		Operational: Even(), Drawdown: 0.5, Observations: 30, Sized: true,
	}
	if got := g.signs(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	g.trades.estimate.Mean = -0.01
	if got := g.signs(); got.Sized || !got.Against {
		t.Errorf("of one that loses: %+v", got)
	}
}

// The trades speak against a strategy where even their luckiest mean of twenty is below nothing.
func TestTradesSpeakAgainstAStrategyAtNinetyFivePercent(t *testing.T) {
	for _, c := range []struct {
		e    Estimate
		want bool
	}{
		{Estimate{N: 30, Mean: -0.1646, Error: 0.01}, true},
		{Estimate{N: 30, Mean: -0.1644, Error: 0.01}, false},
		{Estimate{N: 30}, false},
		{Estimate{N: 29, Mean: -1}, false},
		{Estimate{N: 30, Mean: 0.5}, false},
		{Estimate{N: 30, Mean: -1e-9}, true},
	} {
		g := newborn(turn.StageFull, 20)
		if g.trades.estimate = c.e; g.trades.against() != c.want {
			t.Errorf("%+v: against %v", c.e, g.trades.against())
		}
	}
}

// The highest confidence of a stage is remembered once there are trades to speak of.
func TestTheHighestConfidenceIsRemembered(t *testing.T) {
	g := newborn(turn.StageFull, 20)
	g.trades.estimate = Estimate{N: 29, Mean: 0.002, Variance: 0.0004}
	for range 20 {
		g.trades.known.add(Trading, true)
	}
	g.lives(1)
	if g.ladder.highest != 0 || g.ladder.ticks != 1 {
		t.Errorf("29 trades are remembered at %v, tick %d", g.ladder.highest, g.ladder.ticks)
	}
	g.trades.estimate.N = 30
	g.lives(1)
	exactly(t, "the highest", g.ladder.highest, Beta{21, 3}.Lower())
	g.trades.known.add(Trading, false)
	g.lives(1)
	exactly(t, "the highest still", g.ladder.highest, Beta{21, 3}.Lower())
}

// spec: heartbeat §15 layer 2: a life that ends soon stakes less, from 10,000 minutes on.
func TestASizeShrinksWithWhatIsLeftOfALife(t *testing.T) {
	e := Estimate{N: 30, Mean: 0.0004, Variance: 0.001} // grows fastest at 0.4
	byEdge := 0.4 * Trust(0.01)
	for name, c := range map[string]struct {
		ends, now int64
		want      float64
	}{
		"an end that nobody knows":  {0, born, byEdge},
		"an end before the birth":   {born - 1, born, byEdge},
		"a life of a millisecond":   {born + 1, born + 1, 0},
		"long before":               {born + 20*day, born, byEdge},
		"a twentieth of 10,000 min": {born + 20*day, born + 20*day - 30_000_000, 0.02},
		"a twentieth of five days":  {born + 5*day, born + 5*day - 6*hour, 0.02},
		"over":                      {born + 5*day, born + 5*day, 0},
		"long over":                 {born + 5*day, born + 50*day, 0},
	} {
		g := newborn(turn.StageFull, 20)
		g.birth.Time, g.look.Now, g.trades.estimate = lasting(c.ends), c.now, e
		exactly(t, name, g.fraction(), c.want)
		if span := g.birth.lifespan(); span != max(0, c.ends-born) {
			t.Errorf("%s: a life of %d ms", name, span)
		}
	}
	g := newborn(turn.StageFull, 20)
	g.trades.estimate = Estimate{N: 29, Mean: 1, Variance: 1}
	exactly(t, "29 trades", g.fraction(), 0)
	exactly(t, "a day's deviation", g.trades.daily(), 4.898979485566356) // √24
	for _, c := range []struct {
		drawdown, limit money.BPS
		want            float64
	}{{0, 0, 0}, {-5, 10, 0}, {5, 10, 0.5}, {5, 0, 5}, {1, 2, 0.5}, {3, 1, 3}} {
		g.look.Drawdown, g.look.Limit = c.drawdown, c.limit
		exactly(t, "the drawdown", g.look.fallen(), c.want)
	}
}

// Of another strategy nothing is known: whatever was learnt, followed or sent is forgotten.
func TestNothingIsKeptOfAStrategyBefore(t *testing.T) {
	g := newborn(turn.StageFull, 20)
	g.lives(5)
	g.Committed(g.buys(500))
	g.order(turn.StatusFailed)
	g.Committed(g.buys(500))
	g.trades.estimate, g.trades.won = well, []bool{true}
	g.trades.known.add(Trading, true)
	for start, vouched := range map[turn.Stage]bool{turn.StageMicro: true, turn.StageShadow: false} {
		from, _ := g.Stage()
		g.Begin(start, g.now+7)
		s, v := g.Stage()
		if s != start || v != vouched || g.ladder.since != g.now+7 || g.computed != g.now+7 || g.ladder.ticks != 0 || g.ladder.failed != 0 || g.ladder.highest != 0 || g.ladder.broken != nil {
			t.Errorf("it begins at %s, vouched %v, since %d", s, v, g.ladder.since)
		}
		if len(g.sent) != 0 || g.trades.open != nil || g.trades.won != nil || len(g.trades.last) != 0 || g.trades.estimate != (Estimate{}) || g.trades.known != newConfidence() || g.orders != Even() {
			t.Errorf("it remembers %+v", g.trades.estimate)
		}
		if m := g.ladder.moved[len(g.ladder.moved)-1]; m != (turn.StageChange{From: from, To: start, At: g.now + 7, Reason: "another strategy; the owner set where it starts"}) {
			t.Errorf("%+v", m)
		}
	}
}
