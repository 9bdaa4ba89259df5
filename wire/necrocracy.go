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

// NecrocracyKnowledgeBequeathed reports an inheritance.
type NecrocracyKnowledgeBequeathed struct {
	EntriesCount     uint64           `json:"entries_count"`
	WarningsCount    uint64           `json:"warnings_count"`
	CausalEdgesCount uint64           `json:"causal_edges_count"`
	SuccessorID      Optional[string] `json:"successor_id,omitzero"`
}

// Type implements Payload.
func (NecrocracyKnowledgeBequeathed) Type() Type { return TypeNecrocracyKnowledgeBequeathed }

// NecrocracyLetheContribution reports what was given to all.
type NecrocracyLetheContribution struct {
	EntriesCount uint64 `json:"entries_count"`
	Anonymized   bool   `json:"anonymized"`
}

// Type implements Payload.
func (NecrocracyLetheContribution) Type() Type { return TypeNecrocracyLetheContribution }
