package cage

import (
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

func TestTheHourOfOrdersSlides(t *testing.T) {
	c := New(limits())
	k := Case{Action: buy(), Seen: seen()}
	for i := range int64(3) {
		k.Now = noon + i*60_000
		if r := c.Before(k); r != nil {
			t.Fatalf("trade %d: %+v", i, r)
		}
		c.Sent(k)
	}
	for after, want := range map[int64]wire.Code{hour - 1: CodeRate, hour: ""} {
		k.Now = noon + after
		says(t, c.Before(k), want, "%d ms after the first of three", after)
	}
	if got := inHour(c.sent, noon+hour+60_000); got != 1 {
		t.Errorf("%d trades in the hour after the second, want 1", got)
	}
}

// spec: safety §7.4
func TestSpendingOverMidnightCountsInTheSlidingDay(t *testing.T) {
	p := limits()
	p.PerTransaction, p.MaxPosition, p.MaxConcentration = 100_000*money.One, money.Whole, money.Whole
	const midnight = noon + day/2
	c := New(p)
	k := Case{Action: buy(), Seen: seen(), Now: midnight - 60_000}
	spend := func(now int64, value money.USDC) wire.Code {
		k.Now = now
		s := spent(1000e6, 5e17)
		s.Value = value
		r := c.judge(k, s)
		if r == nil {
			c.Committed(k, value)
		}
		return code(r)
	}
	for _, step := range []struct {
		at    int64
		value money.USDC
		want  wire.Code
	}{
		{midnight - 60_000, 90_000 * money.One, ""},
		{midnight + 60_000, 90_000 * money.One, CodeSpend},
		{midnight + 60_000, 10_000 * money.One, ""},
		{midnight + 60_000, 1, CodeSpend},
		{midnight - 60_000 + day - 1, 1, CodeSpend},
		{midnight - 60_000 + day, 90_000 * money.One, ""},
		{midnight - 60_000 + day, 1, CodeSpend},
	} {
		if got := spend(step.at, step.value); got != step.want {
			t.Errorf("%s at %d: %q, want %q", step.value, step.at-midnight, got, step.want)
		}
	}
}

func TestOldSpendingIsForgotten(t *testing.T) {
	c := New(limits())
	for i := range int64(100) {
		c.Committed(Case{Action: buy(), Seen: seen(), Now: noon + i*hour}, money.One)
	}
	if len(c.spent.opened) != 24 {
		t.Errorf("%d entries are kept, want those of one day", len(c.spent.opened))
	}
}

func TestATightenedPolicyHoldsAtOnce(t *testing.T) {
	c := New(limits())
	k := Case{Action: buy(), Seen: seen(), Now: noon}
	before := c.Policy().Digest()
	p := limits()
	p.MaxSlippage = 10
	c.Tighten(p)
	if r := c.Before(k); code(r) != CodeSlippage {
		t.Errorf("%+v", r)
	}
	if c.Policy().Digest() == before {
		t.Error("the digest did not change: outstanding permits would live on")
	}
}

// spec: safety §7.2 — max_per_session.
func TestASessionHasItsOwnLimit(t *testing.T) {
	p := limits()
	p.PerSession = 2_000 * money.One
	c := New(p)
	k := Case{Action: buy(), Seen: seen(), Now: noon}
	for day := range int64(3) {
		k.Now = noon + 2*day*86_400_000
		r := c.judge(k, spent(1000e6, 5e17))
		if want := map[bool]wire.Code{true: CodeSpend}[day == 2]; code(r) != want {
			t.Errorf("session of day %d: %+v, want %q", day, r, want)
		}
		c.Committed(k, 1000*money.One)
	}
	if got := c.ValueLimit(k, 1000*money.One); got != 0 {
		t.Errorf("a token of %s behind the limit", got)
	}
	c.NewSession()
	says(t, c.judge(k, spent(1000e6, 5e17)), "", "a new session")
}

// spec: safety §7.2 — max_asset_count.
func TestNoMoreAssetsAreHeldThanAllowed(t *testing.T) {
	p := limits()
	p.MaxAssets = 1
	says(t, New(p).judge(Case{Action: buy(), Seen: seen(), Now: noon}, spent(1000e6, 5e17)), CodeAssets, "a second asset")
	says(t, New(p).judge(Case{Action: provide(), Seen: seen(), Now: noon}, pooled(1000e6)), CodeAssets, "a position")
	says(t, New(p).judge(Case{Action: sell(), Seen: seen(), Now: noon}, spent(1, 1)), "", "a sale")
}

// spec: safety §15.2 (check): 920 bps of drawdown trip the breaker of 1,300 in a volatile
// market, which has 910 there, and not in a calm one.
func TestTheBreakerTripsEarlierInAVolatileMarket(t *testing.T) {
	p := limits()
	p.MaxDrawdown = 1_300
	for regime, trips := range map[turn.Regime]map[money.BPS]bool{
		turn.RegimeVolatile:   {909: false, 910: false, 911: true, 920: true},
		turn.RegimeRangeBound: {920: false, 1_300: false, 1_301: true},
		turn.RegimeUnknown:    {920: false, 1_301: true},
	} {
		for drawdown, want := range trips {
			r := New(p).Before(Case{Action: buy(), Seen: seen(), Now: noon, Drawdown: drawdown, Regime: regime})
			if (code(r) == CodeDrawdown) != want {
				t.Errorf("%s at %s: %+v", drawdown, regime, r)
			}
			says(t, New(p).Before(Case{Action: sell(), Seen: seen(), Now: noon, Drawdown: drawdown, Regime: regime}), "", "a sale at %s", drawdown)
		}
	}
}
