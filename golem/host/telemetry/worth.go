package telemetry

import (
	"bardo.run/bardo/golem/host/term"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// gain is what the equity is held against: what there was when the wallet first held anything,
// what came to it from outside since, and what was paid for thinking beside the chain.
type gain struct {
	begun        bool
	start, added float64
	thought      money.USDC
}

// Kept shows what the Golem has and came to by a finished record and the newest reading, both
// in quote tokens, and how long it may live. charged is what its paid time cost so far. It is
// called once for each record, in their order, by the goroutine that ticks.
func (m *Meter) Kept(r *turn.Record, now turn.Reading, charged money.USDC) {
	m.gain.thought += r.Cost.Inference
	if now.Block.Number > 0 {
		m.worth(r, now, charged)
	}
	if until := r.Mortality.PaidUntil; until > 0 && until < term.Forever {
		m.set.GetOrCreateGauge(`golem_paid_time_left_seconds`, nil).Set(float64(max(0, until-r.Time)) / 1e3)
	}
}

func (m *Meter) worth(r *turn.Record, now turn.Reading, charged money.USDC) {
	g := &m.gain
	seen := r.Seen.Reading
	for _, d := range r.Differences {
		switch worth := now.Worth(d.Asset, &d.Units); {
		case g.begun && d.Kind == turn.StrayDeposit:
			g.added += worth
		case g.begun && d.Kind == turn.StrayWithdrawn:
			g.added -= worth
		}
	}
	if !g.begun && seen.Equity() != 0 { // what was booked until then is in it
		g.begun, g.start = true, seen.Equity()
	}
	equity := now.Equity()
	m.set.GetOrCreateGauge(`golem_equity`, nil).Set(equity)
	m.set.GetOrCreateGauge(`golem_result_since_birth`, nil).Set(equity - g.start - g.added - float64(charged+g.thought)/1e6)
	count, value := 0, 0.0
	for i := range now.Positions {
		count, value = count+1, value+now.Positions[i].Value
	}
	for i := range now.Lending {
		if l := &now.Lending[i]; !l.Idle() {
			count, value = count+1, value+l.Value
		}
	}
	m.set.GetOrCreateGauge(`golem_positions`, nil).Set(float64(count))
	m.set.GetOrCreateGauge(`golem_positions_value`, nil).Set(value)
}
