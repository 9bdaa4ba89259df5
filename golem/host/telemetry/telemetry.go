// Package telemetry counts and logs what happens in a Golem. Meter is the
// extension "telemetry", the last stage of every tick; Logbook is the extension
// "observability". Neither ever reaches a record: what they measure may differ
// between two runs of one life.
package telemetry

import (
	"context"
	"fmt"
	"io"
	"log/slog"

	"github.com/VictoriaMetrics/metrics"

	"bardo.run/bardo/golem/host/turn"
)

// Meter counts ticks, calls and costs in a set of its own, so that two Golems of
// one process do not mix.
type Meter struct {
	set  *metrics.Set
	gain gain
}

// NewMeter returns a Meter at zero.
func NewMeter() *Meter { return &Meter{set: metrics.NewSet()} }

// OnToolCall counts a proposed call; it never refuses.
func (m *Meter) OnToolCall(_ context.Context, c *turn.ToolCall) (*turn.Refusal, error) {
	m.set.GetOrCreateCounter(fmt.Sprintf(`golem_tool_calls_total{tool=%q}`, c.Tool)).Inc()
	return nil, nil
}

// OnAfterTurn counts a tick and what it cost, and shows how well the Golem is: 4 is
// the phase Thriving, 0 Terminal (mortality §1).
func (m *Meter) OnAfterTurn(_ context.Context, at *turn.AfterTurn) error {
	r := at.Record
	m.set.GetOrCreateCounter(fmt.Sprintf(`golem_ticks_total{tier=%q}`, r.Gating.Tier)).Inc()
	m.set.GetOrCreateCounter(`golem_faults_total`).Add(len(r.Faults))
	m.set.GetOrCreateFloatCounter(`golem_gas_usdc_total`).Add(float64(r.Cost.Gas) / 1e6)
	m.set.GetOrCreateGauge(`golem_vitality`, nil).Set(r.Mortality.Composite)
	m.set.GetOrCreateGauge(`golem_economic_vitality`, nil).Set(r.Mortality.Economic)
	m.set.GetOrCreateGauge(`golem_phase`, nil).Set(float64(turn.Terminal) - float64(min(r.Mortality.Phase, turn.Terminal)))
	m.set.GetOrCreateGauge(`golem_credit_usdc`, nil).Set(float64(r.Mortality.Remaining) / 1e6)
	for _, a := range r.Actions {
		m.set.GetOrCreateCounter(fmt.Sprintf(`golem_actions_total{status=%q}`, a.Status)).Inc()
	}
	return nil
}

// WritePrometheus writes all figures in the Prometheus text format.
func (m *Meter) WritePrometheus(w io.Writer) { m.set.WritePrometheus(w) }

// Logbook writes errors of hooks and stages to the log.
type Logbook struct{ Log *slog.Logger }

// OnError logs one failure. Moment and extension are our own words; the error
// may quote a contract, so it is an attribute and bounded by its makers.
func (l Logbook) OnError(_ context.Context, f turn.Failure) error {
	l.Log.Error("hook failed", "moment", f.Moment, "extension", f.Extension, "tick", f.Tick, "error", f.Err)
	return nil
}
