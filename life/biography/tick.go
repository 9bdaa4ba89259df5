package biography

import (
	"context"

	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Tick is a record as bardo ticks lists it. Price and equity are in the token that prices are
// given in, and 0 where the chain could not be read.
type Tick struct {
	Tick      uint64     `json:"tick"`
	Time      int64      `json:"time_ms"`
	Block     uint64     `json:"block"`
	Regime    string     `json:"regime"`
	Tier      string     `json:"tier"`
	Surprise  float64    `json:"prediction_error"`
	Threshold float64    `json:"threshold"`
	Reason    string     `json:"reason"`
	Phase     string     `json:"phase"`
	Level     string     `json:"level"`
	Price     float64    `json:"price"`
	Equity    float64    `json:"equity"`
	Cost      money.USDC `json:"cost_micro_usdc"`
	Triggers  []string   `json:"triggers"`
	Thoughts  []string   `json:"thoughts"`
	Actions   []Act      `json:"actions"`
	Faults    []string   `json:"faults"`
}

// Act is what became of one proposal. Code says why it was refused, before it was sent or on
// the chain.
type Act struct {
	Cause  string `json:"cause"`
	Kind   string `json:"kind"`
	Status string `json:"status"`
	Code   string `json:"code,omitempty"`
	Cut    string `json:"cut,omitempty"` // from what the rule wished to what, and by what limit
	Tx     string `json:"tx,omitempty"`
}

// Wanted says which ticks are listed beside the query of the index: those with a trigger, with
// an action that was carried out, and with one that was refused or failed.
type Wanted struct {
	records.Query
	Triggered, Executed, Refused bool
}

// Ticks shows the ticks of the life in dir that are wanted, in order. found is told what the
// index knew, before anything is read.
func Ticks(ctx context.Context, dir string, w Wanted, found func(*Selection), show func(Tick) error) error {
	w.Acted = w.Executed || w.Refused
	s, err := Select(ctx, dir, w.Query)
	if err != nil {
		return err
	}
	defer s.Close()
	found(s)
	for r, err := range s.Settled() {
		if err != nil {
			return err
		}
		if t := tickOf(r); w.wants(t) {
			if err := show(t); err != nil {
				return err
			}
		}
	}
	return nil
}

func tickOf(r *turn.Record) Tick {
	seen := &r.Seen.Reading
	t := Tick{
		Tick: r.Tick, Time: r.Time, Block: seen.Block.Number, Regime: r.Seen.Regime.String(), Tier: r.Gating.Tier.String(),
		Surprise: r.Gating.PredictionError, Threshold: r.Gating.Threshold, Reason: r.Gating.Reason, Phase: r.Mortality.Phase.String(),
		Level: r.Standing.Level.String(), Price: seen.Primary().Price, Equity: seen.Equity(), Cost: r.Cost.Total,
		Triggers: []string{}, Thoughts: []string{}, Actions: []Act{}, Faults: []string{},
	}
	for _, x := range r.Strategy.Triggers {
		t.Triggers = append(t.Triggers, x.Rule)
	}
	for _, x := range r.Thought {
		t.Thoughts = append(t.Thoughts, x.Summary)
	}
	for i := range r.Actions {
		t.Actions = append(t.Actions, actOf(&r.Actions[i]))
	}
	for _, f := range r.Faults {
		t.Faults = append(t.Faults, f.Stage+": "+f.Kind)
	}
	return t
}

func actOf(a *turn.Action) Act {
	x := Act{Cause: a.Proposal.Cause, Kind: a.Preview.Kind, Status: string(a.Status), Cut: a.Proposal.Cut}
	if r := a.Preview.Refusal; r != nil {
		x.Code = string(r.Code)
	}
	if e := a.Execution; e != nil {
		if e.Refusal != nil {
			x.Code = string(e.Refusal.Code)
		}
		if a.Status != turn.StatusBlocked {
			x.Tx = e.TxHash.Hex()
		}
	}
	return x
}

func (w Wanted) wants(t Tick) bool {
	executed, refused := false, false
	for _, a := range t.Actions {
		executed = executed || a.Status == string(turn.StatusExecuted)
		refused = refused || a.Status == string(turn.StatusBlocked) || a.Status == string(turn.StatusFailed)
	}
	return (len(t.Triggers) > 0 || !w.Triggered) && (executed || !w.Executed) && (refused || !w.Refused)
}
