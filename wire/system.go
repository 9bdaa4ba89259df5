package wire

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
