package wire

// Sidecar is the health of one sidecar process.
type Sidecar struct {
	State    string `json:"state"`
	LastOKMS int64  `json:"last_ok_ms"` // Unix milliseconds
	Restarts uint64 `json:"restarts"`
}

// SystemHealthStatus is the state of the process, every 30 s.
type SystemHealthStatus struct {
	Sidecars   Sidecars `json:"sidecars"`
	MemoryMB   uint64   `json:"memory_mb"`
	Goroutines uint64   `json:"goroutines"`
	FSMState   string   `json:"fsm_state"`
}

// Type implements Payload.
func (SystemHealthStatus) Type() Type { return TypeSystemHealthStatus }

// SystemConfigReloaded lists changed keys that need a restart.
type SystemConfigReloaded struct {
	Changes List[string] `json:"changes"`
}

// Type implements Payload.
func (SystemConfigReloaded) Type() Type { return TypeSystemConfigReloaded }

// SystemExtensionRegistered names an extension of this Golem.
type SystemExtensionRegistered struct {
	Name  string `json:"name"`
	Layer uint64 `json:"layer"`
}

// Type implements Payload.
func (SystemExtensionRegistered) Type() Type { return TypeSystemExtensionRegistered }

// SystemResourceUsage reports what the process uses.
type SystemResourceUsage struct {
	MemoryMB uint64  `json:"memory_mb"`
	CPUPct   float64 `json:"cpu_pct"`
}

// Type implements Payload.
func (SystemResourceUsage) Type() Type { return TypeSystemResourceUsage }

// SystemCommandAck answers an owner's command.
type SystemCommandAck struct {
	RequestID   string           `json:"request_id"`
	CommandType string           `json:"command_type"`
	Status      string           `json:"status"`
	Reason      Optional[string] `json:"reason,omitzero"`
}

// Type implements Payload.
func (SystemCommandAck) Type() Type { return TypeSystemCommandAck }

// SystemObservationFailure reports that the chain could not be read.
type SystemObservationFailure struct {
	Attempts uint64 `json:"attempts"`
	Error    string `json:"error"`
}

// Type implements Payload.
func (SystemObservationFailure) Type() Type { return TypeSystemObservationFailure }

// SystemActionFailure reports an action that reverted.
type SystemActionFailure struct {
	PermitID     string           `json:"permit_id"`
	TxHash       Optional[string] `json:"tx_hash,omitzero"`
	RevertReason string           `json:"revert_reason"`
}

// Type implements Payload.
func (SystemActionFailure) Type() Type { return TypeSystemActionFailure }

// SystemGateRejection names the gate that refused an action.
type SystemGateRejection struct {
	Gate   string `json:"gate"`
	Reason string `json:"reason"`
}

// Type implements Payload.
func (SystemGateRejection) Type() Type { return TypeSystemGateRejection }
