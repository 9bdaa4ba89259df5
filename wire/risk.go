package wire

// RiskLayer is the verdict of one of the five risk layers (heartbeat §15).
type RiskLayer struct {
	Layer      uint64            `json:"layer"` // 1 to 5
	Passed     bool              `json:"passed"`
	Details    string            `json:"details"`
	Adjustment Optional[float64] `json:"adjustment,omitzero"`
}

// RiskAssessment is the verdict of the five layers; AdjustedSize is in USD.
type RiskAssessment struct {
	Approved     bool            `json:"approved"`
	AdjustedSize float64         `json:"adjusted_size"`
	Layers       List[RiskLayer] `json:"layers"`
	Warnings     List[string]    `json:"warnings"`
}

// Type implements Payload.
func (RiskAssessment) Type() Type { return TypeRiskAssessment }

// RiskTaintViolationBlocked names what may not flow where; never the value.
type RiskTaintViolationBlocked struct {
	Label string `json:"label"`
	Sink  string `json:"sink"`
}

// Type implements Payload.
func (RiskTaintViolationBlocked) Type() Type { return TypeRiskTaintViolationBlocked }

// RiskDrawdownWarning compares a drawdown to its limit, both as fractions.
type RiskDrawdownWarning struct {
	Current float64 `json:"current"`
	Max     float64 `json:"max"`
}

// Type implements Payload.
func (RiskDrawdownWarning) Type() Type { return TypeRiskDrawdownWarning }

// RiskDegradationChanged is, like the halt and the anomaly, an event of safety §21 under the name
// of risk: clients subscribe by the categories of runtime §9.2, which has none of safety.
// It tells of another level of degradation (safety §15.3), L0 to L3,
// and of its cause; none at L0.
type RiskDegradationChanged struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Cause string `json:"cause"`
}

// Type implements Payload.
func (RiskDegradationChanged) Type() Type { return TypeRiskDegradationChanged }

// RiskHalt tells of a halt that somebody asked for, or that an emergency led to: none,
// stop_opening, freeze or L3 (safety §15.1). Source is owner or emergency.
type RiskHalt struct {
	Level  string `json:"level"`
	Source string `json:"source"`
}

// Type implements Payload.
func (RiskHalt) Type() Type { return TypeRiskHalt }

// RiskAnomaly tells that the Golem trades as it did not before (safety §16.7), and again
// when that is over. Score is 0 to 1.
type RiskAnomaly struct {
	Score float64 `json:"score"`
	Over  bool    `json:"over"`
}

// Type implements Payload.
func (RiskAnomaly) Type() Type { return TypeRiskAnomaly }

// RiskForcedReduction lists what the drawdown rule closed.
type RiskForcedReduction struct {
	Drawdown        float64      `json:"drawdown"`
	PositionsClosed List[string] `json:"positions_closed"`
}

// Type implements Payload.
func (RiskForcedReduction) Type() Type { return TypeRiskForcedReduction }
