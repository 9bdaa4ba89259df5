package wire

// CorticalSignalUpdated reports a changed signal.
type CorticalSignalUpdated struct {
	SignalName string  `json:"signal_name"`
	OldValue   float64 `json:"old_value"`
	NewValue   float64 `json:"new_value"`
	Source     string  `json:"source"`
}

// Type implements Payload.
func (CorticalSignalUpdated) Type() Type { return TypeCorticalSignalUpdated }

// CorticalThresholdCrossed reports a crossing; Direction is rising or falling.
type CorticalThresholdCrossed struct {
	SignalName string  `json:"signal_name"`
	Threshold  float64 `json:"threshold"`
	Direction  string  `json:"direction"`
	Value      float64 `json:"value"`
}

// Type implements Payload.
func (CorticalThresholdCrossed) Type() Type { return TypeCorticalThresholdCrossed }
