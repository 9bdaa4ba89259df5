package wire

// ToolStart announces a call.
type ToolStart struct {
	ToolName   string           `json:"tool_name"`
	ActionKind Optional[string] `json:"action_kind,omitzero"`
	ParamsHash string           `json:"params_hash"`
	RiskTier   string           `json:"risk_tier"`
	PermitID   Optional[string] `json:"permit_id,omitzero"`
}

// Type implements Payload.
func (ToolStart) Type() Type { return TypeToolStart }

// ToolUpdate reports progress; Progress is in [0, 1].
type ToolUpdate struct {
	ToolName     string            `json:"tool_name"`
	Progress     Optional[float64] `json:"progress,omitzero"`
	Step         Optional[string]  `json:"step,omitzero"`
	Intermediate Optional[string]  `json:"intermediate,omitzero"`
}

// Type implements Payload.
func (ToolUpdate) Type() Type { return TypeToolUpdate }

// ToolEnd closes a call.
type ToolEnd struct {
	ToolName    string           `json:"tool_name"`
	Result      string           `json:"result"`
	TxHash      Optional[string] `json:"tx_hash,omitzero"`
	GasUsed     Optional[uint64] `json:"gas_used,omitzero"`
	DurationMS  uint64           `json:"duration_ms"`
	BlockReason Optional[string] `json:"block_reason,omitzero"`
}

// Type implements Payload.
func (ToolEnd) Type() Type { return TypeToolEnd }

// ToolVerified reports that the chain agrees, or not.
type ToolVerified struct {
	ToolName              string `json:"tool_name"`
	TxHash                string `json:"tx_hash"`
	BlockNumber           uint64 `json:"block_number"`
	StateChangeConfirmed  bool   `json:"state_change_confirmed"`
	VerificationLatencyMS uint64 `json:"verification_latency_ms"`
}

// Type implements Payload.
func (ToolVerified) Type() Type { return TypeToolVerified }
