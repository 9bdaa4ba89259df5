package wire

// PermitCreated announces a permit; ExpiresAt is in Unix milliseconds.
type PermitCreated struct {
	PermitID       string           `json:"permit_id"`
	ActionKind     string           `json:"action_kind"`
	RiskTier       string           `json:"risk_tier"`
	SimulationHash Optional[string] `json:"simulation_hash,omitzero"`
	ExpiresAt      int64            `json:"expires_at"`
}

// Type implements Payload.
func (PermitCreated) Type() Type { return TypePermitCreated }

// PermitCommitted reports that a permit was used.
type PermitCommitted struct {
	PermitID       string           `json:"permit_id"`
	ActionKind     string           `json:"action_kind"`
	RiskTier       string           `json:"risk_tier"`
	SimulationHash Optional[string] `json:"simulation_hash,omitzero"`
	ExpiresAt      int64            `json:"expires_at"`
	TxHash         Optional[string] `json:"tx_hash,omitzero"`
}

// Type implements Payload.
func (PermitCommitted) Type() Type { return TypePermitCommitted }

// PermitExpired reports that nobody used a permit in time.
type PermitExpired struct {
	PermitID       string           `json:"permit_id"`
	ActionKind     string           `json:"action_kind"`
	RiskTier       string           `json:"risk_tier"`
	SimulationHash Optional[string] `json:"simulation_hash,omitzero"`
	ExpiresAt      int64            `json:"expires_at"`
}

// Type implements Payload.
func (PermitExpired) Type() Type { return TypePermitExpired }

// PermitCancelled reports who withdrew a permit.
type PermitCancelled struct {
	PermitID       string           `json:"permit_id"`
	ActionKind     string           `json:"action_kind"`
	RiskTier       string           `json:"risk_tier"`
	SimulationHash Optional[string] `json:"simulation_hash,omitzero"`
	ExpiresAt      int64            `json:"expires_at"`
	Source         string           `json:"source"`
}

// Type implements Payload.
func (PermitCancelled) Type() Type { return TypePermitCancelled }

// PermitBlocked reports why a permit was refused.
type PermitBlocked struct {
	PermitID       string           `json:"permit_id"`
	ActionKind     string           `json:"action_kind"`
	RiskTier       string           `json:"risk_tier"`
	SimulationHash Optional[string] `json:"simulation_hash,omitzero"`
	ExpiresAt      int64            `json:"expires_at"`
	BlockReason    string           `json:"block_reason"`
}

// Type implements Payload.
func (PermitBlocked) Type() Type { return TypePermitBlocked }
