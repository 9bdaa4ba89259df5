package wire

// FabricLagged tells a subscriber how many of its events were dropped before the next one.
type FabricLagged struct {
	Missed uint64 `json:"missed"`
}

// Type implements Payload.
func (FabricLagged) Type() Type { return TypeFabricLagged }
