package heartbeat_test

import (
	"slices"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/probe"
	"bardo.run/bardo/golem/mind/mortality"
)

// spec: mortality §6.2 — from Conservation on five probes are active; what they leave
// out is looked at again when life is better, with every price in between.
func TestAPoorGolemLooksAtWhatItCanLose(t *testing.T) {
	vital := []string{probe.PriceDelta, probe.PositionHealth, probe.CreditBalance, probe.CircuitBreaker, probe.KillSwitch}
	if got := mortality.EffectsOf(turn.Conservation).Probes; got != len(vital) {
		t.Fatalf("the table has %d probes", got)
	}
	w := newWorld(t)
	look := func(n int) []string {
		w.Market.Reading.Primary().Price = 2_000 + float64(n%37)
		w.Market.Reading.Positions = []turn.Position{{ID: "1", Health: 3}}
		return names(tick(t, w))
	}
	w.Alive(0.4, turn.Conservation)
	for n := range 600 {
		if few := look(n); !slices.Equal(few, vital) {
			t.Fatalf("tick %d: a poor one looks at %v", n, few)
		}
	}
	w.Alive(0.9, turn.Thriving)
	if all := look(600); !slices.Contains(all, probe.RSIExtreme) || !slices.Contains(all, probe.GasSpike) {
		t.Errorf("back in Thriving it looks at %v", all)
	}
}

func names(r turn.Record) (all []string) {
	for _, p := range r.Seen.Probes {
		all = append(all, p.Probe)
	}
	return all
}
