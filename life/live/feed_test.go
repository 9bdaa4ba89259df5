package live

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/life/replay"
	"bardo.run/bardo/life/why"
)

// spec: safety §16.8 — under a grant a devnet has price feeds for the cage, and the life
// has its second source there; elsewhere it has none, and its assessments say so.
func TestALifeUnderAGrantHasASecondSourceOfPrices(t *testing.T) {
	fed := busy(t, grant.Delegation)
	interrupted(t, fed, 40)
	_, all := stood(t, fed.Out)
	for _, r := range all {
		f := r.Seen.Reading.Assets[1].Feed
		if f == nil || f.Unread != "" || f.Age(r.Seen.Reading.Block.Time) != 0 || math.Abs(f.Price/r.Seen.Reading.Primary().Price-1) > 0.005 {
			t.Fatalf("tick %d: %+v, the pool says %v", r.Tick, f, r.Seen.Reading.Primary().Price)
		}
	}
	bare := chop(t)
	bare.Config.Oracle.Enabled, bare.Strategy = false, filepath.Join("..", "..", "test", "script", "testdata", "metronome.md")
	interrupted(t, bare, 40)
	for out, want := range map[string]string{fed.Out: "off the price feed", bare.Out: "no price feed is configured"} {
		said := 0
		_, all := stood(t, out)
		for _, r := range all {
			for _, a := range r.Actions {
				if x := a.Preview.Risk; x != nil && len(x.Layers) == 5 && strings.Contains(x.Layers[4].Detail, want) {
					said++
				}
			}
		}
		if said == 0 {
			t.Errorf("no assessment says %q", want)
		}
		if r, err := replay.Run(t.Context(), out, replay.Options{}); err != nil || r.Equal != r.Ticks || r.Ticks < 40 {
			t.Errorf("replayed %+v: %v", r, err)
		}
	}
	w, err := why.Open(fed.Out)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	answer, err := w.Trade(1)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range answer.Links {
		if l.What == "observation" && strings.Contains(l.Text, "price feed ") && strings.Contains(l.Text, " s old") {
			return
		}
	}
	t.Errorf("why says %+v", answer.Links)
}
