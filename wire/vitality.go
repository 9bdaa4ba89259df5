package wire

// VitalityUpdate reports the clocks; CreditBalance is in USD.
type VitalityUpdate struct {
	Composite          float64 `json:"composite"`
	Economic           float64 `json:"economic"`
	Epistemic          float64 `json:"epistemic"`
	Stochastic         float64 `json:"stochastic"`
	Phase              string  `json:"phase"`
	CreditBalance      float64 `json:"credit_balance"`
	ProjectedLifeHours float64 `json:"projected_life_hours"`
}

// Type implements Payload.
func (VitalityUpdate) Type() Type { return TypeVitalityUpdate }

// VitalityPhaseTransition reports a new phase of life.
type VitalityPhaseTransition struct {
	From                 string  `json:"from"`
	To                   string  `json:"to"`
	Trigger              string  `json:"trigger"`
	VitalityAtTransition float64 `json:"vitality_at_transition"`
}

// Type implements Payload.
func (VitalityPhaseTransition) Type() Type { return TypeVitalityPhaseTransition }

// VitalityClockAlarm warns that one clock runs low.
type VitalityClockAlarm struct {
	Clock     string  `json:"clock"`
	Value     float64 `json:"value"`
	Threshold float64 `json:"threshold"`
}

// Type implements Payload.
func (VitalityClockAlarm) Type() Type { return TypeVitalityClockAlarm }

// VitalityDeathInitiated announces that death has begun.
type VitalityDeathInitiated struct {
	Cause           string  `json:"cause"`
	VitalityAtDeath float64 `json:"vitality_at_death"`
	TicksLived      uint64  `json:"ticks_lived"`
}

// Type implements Payload.
func (VitalityDeathInitiated) Type() Type { return TypeVitalityDeathInitiated }

// VitalityThanatopsisPhase reports a phase of death.
type VitalityThanatopsisPhase struct {
	Phase  string           `json:"phase"`
	Detail Optional[string] `json:"detail,omitzero"`
}

// Type implements Payload.
func (VitalityThanatopsisPhase) Type() Type { return TypeVitalityThanatopsisPhase }
