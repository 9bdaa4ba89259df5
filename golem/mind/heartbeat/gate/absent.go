package gate

// Absent returns the names of the terms whose parts do not exist yet, sorted, as
// they stand in Gating.Absent. The slice is shared by all records: read only.
func Absent() []string { return absent }

var absent = []string{"arousal", "causal_expectation", "context_confidence", "pheromone_threat"}
