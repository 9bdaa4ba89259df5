package wire

// NecrocracyGolemDied is the last word of a life.
type NecrocracyGolemDied struct {
	Generation    uint64 `json:"generation"`
	TicksLived    uint64 `json:"ticks_lived"`
	Cause         string `json:"cause"`
	TestamentHash string `json:"testament_hash"`
}

// Type implements Payload.
func (NecrocracyGolemDied) Type() Type { return TypeNecrocracyGolemDied }
