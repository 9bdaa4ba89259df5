package risk

import (
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// spec: heartbeat §15 layer 5, safety §16.8 — the mean against a feed: above 2 % half,
// above 5 % nothing; a feed older than an hour leaves three quarters; above Standard a
// missing second source blocks.
func TestAPriceFeedIsHeldAgainstTheMean(t *testing.T) {
	for name, c := range map[string]struct {
		price    float64
		age      int64 // seconds
		unread   string
		elevated bool
		code     wire.Code
		share    float64 // of one position
	}{
		"it agrees":                 {2_000, 0, "", false, "", 1},
		"it agrees, above Standard": {2_000, 0, "", true, "", 1},
		"1.99 % off":                {2_000 / 1.0199, 0, "", true, "", 1},
		"2.1 % off":                 {2_000 / 1.021, 0, "", true, wire.CodeSafetyRiskSize, 0.5},
		"2.1 % below":               {2_000 / 0.979, 0, "", false, wire.CodeSafetyRiskSize, 0.5},
		"4.99 % off":                {2_000 / 1.0499, 0, "", false, wire.CodeSafetyRiskSize, 0.5},
		"5.1 % off":                 {2_000 / 1.051, 0, "", false, wire.CodeSafetyPriceDeviation, 0.5},
		"5.1 % below":               {2_000 / 0.949, 0, "", false, wire.CodeSafetyPriceDeviation, 0.5},
		"an hour old":               {2_000, 3_600, "", true, "", 1},
		"older":                     {2_000, 3_601, "", false, wire.CodeSafetyRiskSize, 0.75},
		"older and far off":         {1_000, 3_601, "", false, wire.CodeSafetyRiskSize, 0.75},
		"older, above Standard":     {2_000, 3_601, "", true, wire.CodeSafetyPriceMissing, 0.75},
		"not to be read, which trims as an old one does (S-10)": {0, 0, "it has no answer", false, wire.CodeSafetyRiskSize, 0.75},
		"not to be read above Standard":                         {0, 0, "it has no answer", true, wire.CodeSafetyPriceMissing, 0.75},
	} {
		g := newborn(turn.StageFull, 30)
		g.feed = func(at int64) *turn.Feed {
			if c.unread != "" {
				return &turn.Feed{Unread: c.unread}
			}
			return &turn.Feed{Price: c.price, Updated: at - c.age, Holds: 3_600}
		}
		g.lives(10)
		o := g.buys(2_500)
		o.Elevated = c.elevated
		said, r := g.Assess(o)
		if codeOf(r) != c.code {
			t.Errorf("%s: %+v, %+v", name, r, said)
		}
		if c.code == wire.CodeSafetyRiskSize && usd(said.Adjusted) != c.share*2_500 {
			t.Errorf("%s: %s of 2,500 would pass", name, said.Adjusted)
		}
		if c.unread != "" && !strings.Contains(said.Layers[4].Detail, c.unread) {
			t.Errorf("%s: %+v", name, said)
		}
		if b := g.Entering(turn.Bounds{MaxPosition: 2_500}); float64(b.MaxPosition) != c.share*2_500 {
			t.Errorf("%s: a rule may stake %s", name, b.MaxPosition)
		}
	}
}

// What can be asked for passes: a rule is told the size that the desk will allow.
func TestARuleAsksForWhatAPriceFeedLeaves(t *testing.T) {
	g := newborn(turn.StageFull, 30)
	g.feed = func(at int64) *turn.Feed { return &turn.Feed{Price: 2_060, Updated: at, Holds: 3_600} }
	g.lives(10)
	b := g.Entering(turn.Bounds{MaxPosition: 2_500})
	if _, r := g.Assess(g.buys(int64(b.MaxPosition))); b.MaxPosition != 1_250 || r != nil { // of 10,000 USDC
		t.Errorf("a rule stakes %s: %+v", b.MaxPosition, r)
	}
}

func TestWithoutAFeedTheAssessmentSaysSo(t *testing.T) {
	g := tenMinutesOld(turn.StageFull, 30)
	o := g.buys(1_000)
	o.Elevated = true
	said, r := g.Assess(o)
	if r != nil || said.Adjusted != 1_000*money.One || !strings.Contains(said.Layers[4].Detail, "no price feed is configured") {
		t.Errorf("%+v, %+v", r, said)
	}
}

// spec: chain §2, heartbeat §15 layer 5
func TestAHeadInTheFutureFreezesNoMean(t *testing.T) {
	g := newborn(turn.StageFull, 30)
	seen := g.seen()
	seen.Block.Time, seen.Lag.Ahead = seen.Block.Time+86_400, 86_400
	g.Look(Look{Now: g.now, Reading: &seen, Regime: g.regime, Limit: 1_300, Gas: 1})
	g.price = 2_100
	g.lives(10)
	if mean, ok := g.market().prices.Mean(); !ok || mean != 2_100 {
		t.Errorf("the mean is %v", mean)
	}
}
