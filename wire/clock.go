package wire

// ClockGammaTick is the fast rhythm.
type ClockGammaTick struct {
	IntervalMS     uint64  `json:"interval_ms"`
	Arousal        float64 `json:"arousal"`
	SignalsSampled uint64  `json:"signals_sampled"`
}

// Type implements Payload.
func (ClockGammaTick) Type() Type { return TypeClockGammaTick }

// ClockThetaTick is the rhythm of decisions.
type ClockThetaTick struct {
	IntervalMS          uint64 `json:"interval_ms"`
	PredictionsResolved uint64 `json:"predictions_resolved"`
	ActionsEvaluated    uint64 `json:"actions_evaluated"`
}

// Type implements Payload.
func (ClockThetaTick) Type() Type { return TypeClockThetaTick }

// ClockDeltaTick is the slow rhythm.
type ClockDeltaTick struct {
	IntervalMS        uint64 `json:"interval_ms"`
	ConsolidationType string `json:"consolidation_type"`
	EntriesProcessed  uint64 `json:"entries_processed"`
}

// Type implements Payload.
func (ClockDeltaTick) Type() Type { return TypeClockDeltaTick }

// ClockFrequencyAdjusted reports a changed interval.
type ClockFrequencyAdjusted struct {
	Scale         string `json:"scale"`
	OldIntervalMS uint64 `json:"old_interval_ms"`
	NewIntervalMS uint64 `json:"new_interval_ms"`
	Trigger       string `json:"trigger"`
}

// Type implements Payload.
func (ClockFrequencyAdjusted) Type() Type { return TypeClockFrequencyAdjusted }
