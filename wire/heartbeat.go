package wire

// HeartbeatMarketObservation reports what a tick observed.
type HeartbeatMarketObservation struct {
	Regime     string       `json:"regime"`
	Anomalies  List[string] `json:"anomalies"`
	ProbeCount uint64       `json:"probe_count"`
}

// Type implements Payload.
func (HeartbeatMarketObservation) Type() Type { return TypeHeartbeatMarketObservation }

// HeartbeatTick announces a tick whose tier is chosen; Cost is in USD.
type HeartbeatTick struct {
	Tier      string  `json:"tier"`
	PE        float64 `json:"pe"`
	Threshold float64 `json:"threshold"`
	Cost      float64 `json:"cost"`
}

// Type implements Payload.
func (HeartbeatTick) Type() Type { return TypeHeartbeatTick }

// HeartbeatComplete closes a tick; DurationMS is in the time of the life's clock, TotalCost in USD.
type HeartbeatComplete struct {
	DurationMS   uint64  `json:"duration_ms"`
	ActionsTaken uint64  `json:"actions_taken"`
	TotalCost    float64 `json:"total_cost"`
}

// Type implements Payload.
func (HeartbeatComplete) Type() Type { return TypeHeartbeatComplete }

// HeartbeatTierSelected says why a tier was chosen.
type HeartbeatTierSelected struct {
	Tier      string  `json:"tier"`
	Rationale string  `json:"rationale"`
	PE        float64 `json:"pe"`
	Threshold float64 `json:"threshold"`
	Vitality  float64 `json:"vitality"`
	Arousal   float64 `json:"arousal"`
}

// Type implements Payload.
func (HeartbeatTierSelected) Type() Type { return TypeHeartbeatTierSelected }

// HeartbeatSuppressed says why a tick did not think: all_clear, cost_cap, conservation_mode, dreaming or dying.
type HeartbeatSuppressed struct {
	Reason string `json:"reason"`
}

// Type implements Payload.
func (HeartbeatSuppressed) Type() Type { return TypeHeartbeatSuppressed }

// HeartbeatQueueWarning warns that ticks are waiting.
type HeartbeatQueueWarning struct {
	Depth uint64 `json:"depth"`
}

// Type implements Payload.
func (HeartbeatQueueWarning) Type() Type { return TypeHeartbeatQueueWarning }

// HeartbeatTickDropped names a tick that was given up.
type HeartbeatTickDropped struct {
	DroppedTick uint64 `json:"dropped_tick"`
	Reason      string `json:"reason"`
}

// Type implements Payload.
func (HeartbeatTickDropped) Type() Type { return TypeHeartbeatTickDropped }

// HeartbeatSteerReceived acknowledges an owner's steer.
type HeartbeatSteerReceived struct {
	SteerID  string `json:"steer_id"`
	FSMState string `json:"fsm_state"`
	Severity string `json:"severity"`
}

// Type implements Payload.
func (HeartbeatSteerReceived) Type() Type { return TypeHeartbeatSteerReceived }
