package turn

// Resolved is what became known of an order after the tick that sent it. Round counts
// from 0; an outcome of a later round follows one that a reorg took back.
type Resolved struct {
	Action   Action  // with its execution
	Seen     Reading // that it was judged on
	Tick     uint64  // that sent it
	Round    int
	Vanished bool // a reorg took the outcome back: Action is as it was told before
	Own      bool // of the Golem's own: no record of a tick has it
	// Finality says that Action, told before, became surer. Nothing else is new.
	Finality Finality
}
