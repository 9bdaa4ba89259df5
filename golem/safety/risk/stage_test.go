package risk

import (
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// spec: safety §16.5, heartbeat §15: one below, at, and one above each condition.
func TestEachConditionOfAStageAtItsEdge(t *testing.T) {
	const hours = 3_600_000
	sent := Beta{30, 2}
	for name, c := range map[string]struct {
		at      turn.Stage
		with    Signs
		vouched bool
		by      int
	}{
		"shadow at 48 hours":           {turn.StageShadow, Signs{Time: 48 * hours, Ticks: 100}, false, 1},
		"shadow a millisecond before":  {turn.StageShadow, Signs{Time: 48*hours - 1, Ticks: 100}, false, 0},
		"shadow after a tick less":     {turn.StageShadow, Signs{Time: 48 * hours, Ticks: 99}, false, 0},
		"shadow, three orders failed":  {turn.StageShadow, Signs{Failures: 3, Breakers: 9}, false, 0},
		"shadow, a tenth of its life":  {turn.StageShadow, Signs{Time: 4_000, Lifespan: 40_009, Ticks: 100}, false, 1},
		"shadow, nearly a tenth":       {turn.StageShadow, Signs{Time: 3_999, Lifespan: 40_009, Ticks: 100}, false, 0},
		"shadow, in a long life":       {turn.StageShadow, Signs{Time: 48*hours - 1, Lifespan: 480*hours + 10, Ticks: 100}, false, 0},
		"shadow, in a life of a blink": {turn.StageShadow, Signs{Lifespan: 1, Ticks: 100}, false, 1},
		"shadow, all of a drawdown":    {turn.StageShadow, Signs{Time: 48 * hours, Ticks: 100, Drawdown: 1}, false, 0},
		"shadow, less of one":          {turn.StageShadow, Signs{Time: 48 * hours, Ticks: 100, Drawdown: 0.99}, false, 1},
		"micro at a week":              {turn.StageMicro, Signs{Time: 168 * hours, Ticks: 500, Confidence: 0.2, Lately: 1}, false, 1},
		"micro a millisecond before":   {turn.StageMicro, Signs{Time: 168*hours - 1, Ticks: 500, Confidence: 0.2}, false, 0},
		"micro after a tick less":      {turn.StageMicro, Signs{Time: 168 * hours, Ticks: 499, Confidence: 0.2}, false, 0},
		"micro, two breakers":          {turn.StageMicro, Signs{Breakers: 2, Time: 168 * hours, Ticks: 500, Confidence: 0.2, Lately: 2}, false, 0},
		"micro, three breakers":        {turn.StageMicro, Signs{Breakers: 3}, false, -1},
		"micro, of scaled's drawdown":  {turn.StageMicro, Signs{Time: 168 * hours, Ticks: 500, Confidence: 0.2, Drawdown: 0.8}, false, 0},
		"micro, just below it":         {turn.StageMicro, Signs{Time: 168 * hours, Ticks: 500, Confidence: 0.2, Drawdown: 0.79}, false, 1},
		"micro, all of a drawdown":     {turn.StageMicro, Signs{Drawdown: 7}, false, 0},
		"scaled at two weeks":          {turn.StageScaled, Signs{Time: 336 * hours, Ticks: 2_000, Confidence: 0.4, Lately: 2}, false, 1},
		"scaled a millisecond before":  {turn.StageScaled, Signs{Time: 336*hours - 1, Ticks: 2_000, Confidence: 0.4}, false, 0},
		"scaled after a tick less":     {turn.StageScaled, Signs{Time: 336 * hours, Ticks: 1_999, Confidence: 0.4}, false, 0},
		"scaled, three breakers":       {turn.StageScaled, Signs{Time: 336 * hours, Ticks: 2_000, Confidence: 0.4, Lately: 3}, false, 0},
		"scaled, four breakers":        {turn.StageScaled, Signs{Breakers: 4}, false, 0},
		"scaled, five breakers":        {turn.StageScaled, Signs{Breakers: 5}, false, -1},
		"scaled, a drawdown":           {turn.StageScaled, Signs{Drawdown: 0.8}, false, -1},
		"scaled, less of one":          {turn.StageScaled, Signs{Drawdown: 0.79}, false, 0},
		"scaled, confidence falls":     {turn.StageScaled, Signs{Highest: 0.9}, false, 0},
		"full for ever":                {turn.StageFull, Signs{Time: 1 << 60, Ticks: 1 << 60, Confidence: 1}, false, 0},
		"full, breakers":               {turn.StageFull, Signs{Breakers: 50}, false, 0},
		"full, confidence falls":       {turn.StageFull, Signs{Highest: 0.5, Confidence: 0.25}, false, -1},
		"full, it falls less":          {turn.StageFull, Signs{Highest: 0.5, Confidence: 0.251}, false, 0},
		"two orders failed":            {turn.StageFull, Signs{Failures: 2}, false, 0},
		"three orders failed":          {turn.StageMicro, Signs{Failures: 3}, true, -1},
		"against, earned":              {turn.StageFull, Signs{Against: true}, false, 0},
		"against, vouched":             {turn.StageFull, Signs{Against: true}, true, -1},
	} {
		x := c.with
		x.Observations, x.Sized, x.Operational = 30, true, sent
		if by, why := step(c.at, x, c.vouched); by != c.by {
			t.Errorf("%s: moved by %d (%s)", name, by, why)
		}
	}
	for s, want := range map[turn.Stage]money.BPS{turn.StageShadow: 0, turn.StageMicro: 100, turn.StageScaled: 1_000, turn.StageFull: 10_000} {
		if Cap(s) != want {
			t.Errorf("%s deploys %s", s, Cap(s))
		}
	}
}

// spec: heartbeat §15 layer 3: seven of ten at Full, half at Scaled, three of ten at Micro;
// against an owner's word only once there were twenty, behind a prior of four.
func TestAStageIsLostWhereOrdersSucceedTooSeldom(t *testing.T) {
	for _, c := range []struct {
		at      turn.Stage
		orders  Beta
		vouched bool
		by      int
	}{
		{turn.StageFull, Beta{7, 3}, false, 0},
		{turn.StageFull, Beta{6.9, 3.1}, false, -1},
		{turn.StageScaled, Beta{5, 5}, false, 0},
		{turn.StageScaled, Beta{4.9, 5.1}, false, -1},
		{turn.StageMicro, Beta{3, 7}, false, 0},
		{turn.StageMicro, Beta{2.9, 7.1}, false, -1},
		{turn.StageFull, Beta{3, 20.9}, true, 0},
		{turn.StageFull, Beta{3, 21}, true, -1},
	} {
		if by, why := step(c.at, Signs{Operational: c.orders}, c.vouched); by != c.by {
			t.Errorf("at %s with %v: moved by %d (%s)", c.at, c.orders, by, why)
		}
	}
	for n, want := range map[int]int{29: 0, 30: -1} {
		if by, _ := step(turn.StageFull, Signs{Observations: n, Highest: 0.5, Operational: Beta{30, 2}}, false); by != want {
			t.Errorf("confidence that falls with %d trades moves by %d", n, by)
		}
	}
}

// The reason stands in the audit, and is what the owner is told.
func TestAStepTellsWhy(t *testing.T) {
	if _, why := step(turn.StageShadow, Signs{Time: 180_000_000, Ticks: 100, Observations: 30, Sized: true, Operational: Even()}, false); why != "50.0 hours and 100 ticks at shadow, 30 trades followed, confidence 0.00, 0 breakers" {
		t.Error(why)
	}
	well := Beta{30, 2}
	for why, x := range map[string]Signs{
		"3 orders failed one behind the other": {Failures: 3, Operational: well}, "the drawdown is 90 % of its limit": {Drawdown: 0.9, Operational: well},
		"orders succeed in 60 %, full needs 70 %": {Operational: Beta{6, 4}}, "confidence fell from 0.50 to 0.20": {Highest: 0.5, Confidence: 0.2, Observations: 30, Operational: well},
		"31 trades speak against the strategy": {Observations: 31, Against: true, Operational: well},
	} {
		if _, got := step(turn.StageFull, x, x.Against); got != why {
			t.Errorf("%q, want %q", got, why)
		}
	}
}
