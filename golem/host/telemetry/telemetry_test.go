package telemetry

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
)

func TestTwoMetersOfOneProcessDoNotMix(t *testing.T) {
	a, b := NewMeter(), NewMeter()
	r := &turn.Record{Gating: turn.Gating{Tier: turn.T1}, Actions: []turn.Action{{Status: turn.StatusFailed}}}
	r.Mortality = turn.Mortality{Composite: 0.25, Economic: 0.2, Phase: turn.Declining, Remaining: 2_500_000}
	for range 3 {
		if err := a.OnAfterTurn(t.Context(), &turn.AfterTurn{Record: r}); err != nil {
			t.Fatal(err)
		}
	}
	var ofA, ofB bytes.Buffer
	a.WritePrometheus(&ofA)
	b.WritePrometheus(&ofB)
	for _, want := range []string{
		`golem_ticks_total{tier="T1"} 3`, `golem_actions_total{status="failed"} 3`,
		"golem_vitality 0.25\n", "golem_economic_vitality 0.2\n", "golem_phase 1\n", "golem_credit_usdc 2.5\n",
	} {
		if !strings.Contains(ofA.String(), want) {
			t.Errorf("%q is not in\n%s", want, ofA.String())
		}
	}
	if ofB.Len() != 0 {
		t.Errorf("the other meter counted %s", ofB.String())
	}
}

func TestTheLogbookNamesMomentAndExtension(t *testing.T) {
	var out bytes.Buffer
	log := Logbook{slog.New(slog.NewTextHandler(&out, nil))}
	if err := log.OnError(t.Context(), turn.Failure{Moment: "after_turn", Extension: "lifespan", Tick: 7, Err: errors.New("stopped")}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"moment=after_turn", "extension=lifespan", "tick=7", "error=stopped"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in %s", want, out.String())
		}
	}
}
