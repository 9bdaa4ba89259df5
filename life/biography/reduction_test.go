package biography_test

import (
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/life/replay"
	"bardo.run/bardo/life/report"
	"bardo.run/bardo/life/why"
)

// spec: heartbeat §15 layer 1 — a fall towards the emergency reduces what is at risk, one
// step a tick, and nothing is opened meanwhile; report and why tell of it, and it replays.
func TestAFallTowardsTheEmergencyReducesWhatIsAtRisk(t *testing.T) {
	o := hasty(t)
	o.Config.Safety.EmergencyDrawdown = 60
	until(t, o, 300, nil)
	all := recorded(t, o.Out)
	steps := reduced(t, all)
	if len(steps) < 2 {
		t.Fatalf("%d steps in %d ticks", len(steps), len(all))
	}
	if began, d := steps[0], did(all, 0, steps[0]); d.bought == 0 || did(all, began, uint64(len(all))).bought != 0 {
		t.Errorf("it bought %d times before tick %d, and %+v from then on", d.bought, began, did(all, began, uint64(len(all))))
	}
	if first(all, turn.LevelStopped) != 0 {
		t.Error("it came to an emergency all the same")
	}
	if r, err := replay.Run(t.Context(), o.Out, replay.Options{}); err != nil || r.Equal != r.Ticks || r.Ticks < 300 {
		t.Errorf("replayed %+v: %v", r, err)
	}
	explained(t, o.Out)
}

// reduced are the ticks in which something was taken off, each held to what the trigger
// said: no more stays than may, within what the sale costs and the price moved.
func reduced(t *testing.T, all []turn.Record) (ticks []uint64) {
	t.Helper()
	for i, r := range all {
		n := slices.IndexFunc(r.Strategy.Triggers, func(x turn.Trigger) bool { return x.Rule == play.Reduction })
		if n < 0 {
			continue
		}
		at := func(name string) float64 {
			values := r.Strategy.Triggers[n].Values
			j := slices.IndexFunc(values, func(v turn.Value) bool { return v.Name == name })
			return values[j].Value
		}
		if fall := at("drawdown"); fall <= 48 || fall > 60 || len(r.Actions) != 1 || r.Actions[0].Proposal.Cause != play.Reduction || r.Actions[0].Status != turn.StatusExecuted {
			t.Fatalf("tick %d: %+v did %+v", r.Tick, r.Strategy.Triggers, r.Actions)
		}
		if left := loose(all[i+1].Seen.Reading); left > 1.01*at(play.Most) || at("at_risk") <= at(play.Most) {
			t.Errorf("tick %d: %v of %v stay, %v may", r.Tick, left, at("at_risk"), at(play.Most))
		}
		ticks = append(ticks, r.Tick)
	}
	return ticks
}

func explained(t *testing.T, dir string) {
	t.Helper()
	l := read(t, dir)
	n := slices.IndexFunc(l.Acts.Trades, func(x report.Trade) bool { return x.Cause == play.Reduction })
	if n < 0 {
		t.Fatal("no reduction is in the report")
	}
	w, err := why.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	answer, err := w.Trade(l.Acts.Trades[n].Number)
	if err != nil || !slices.ContainsFunc(answer.Links, func(x why.Link) bool {
		return x.What == "reduction" && strings.Contains(x.Text, "the largest first") && strings.Contains(x.Text, "most = ")
	}) {
		t.Errorf("why: %+v, %v", answer.Links, err)
	}
}
