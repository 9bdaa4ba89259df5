package shutdown

import "time"

// Total is what a shutdown may take; the platform's kill timeout must not be
// shorter. ReserveFrom is when phase 6 begins at the latest: from then on the
// time belongs to the manifest and the seal.
const (
	Total       = 30 * time.Second
	ReserveFrom = 27 * time.Second
)

// Phase is one row of the order. Budget is its share of the total; Why is the
// reason for its place.
type Phase struct {
	Number int // from 1
	Name   string
	Budget time.Duration
	Why    string

	deadline time.Duration // after the trigger: all budgets so far
	least    time.Duration // it has at least this, even when its time has passed; 0: then it is left out
}

// The numbers of the phases (runtime §12).
const (
	StopWork = 1 + iota
	CancelTools
	Flush
	Triage
	Settle
	Manifest
	Seal
	Sync
	Wipe
	Exit

	count = Exit
)

// order is the table of runtime §12. The second that the budgets leave goes to
// the last two phases, which are expected to need none.
var order = [count]Phase{
	{StopWork, "stop new work", 1 * time.Second, "what begins now could not be finished and would take time from what must be", 1 * time.Second, 0},
	{CancelTools, "cancel tools in flight", 2 * time.Second, "only a Golem whose hands are still has a state that can be written down", 3 * time.Second, 0},
	{Flush, "flush memory", 3 * time.Second, "the end hooks may still learn something that the triage and the manifest need", 6 * time.Second, 0},
	{Triage, "settlement triage", 10 * time.Second, "nothing is settled before it is known what cannot wait", 16 * time.Second, 0},
	{Settle, "critical settlements", 8 * time.Second, "the last use of the key; what is left over is deferred and goes into the manifest", 24 * time.Second, 0},
	{Manifest, "write the manifest", 2 * time.Second, "it says where the Golem stands, so it comes after everything that moves it", 26 * time.Second, 2 * time.Second},
	{Seal, "seal the journal", 1 * time.Second, "nothing is recorded after the manifest that names the last entry", 27 * time.Second, 1 * time.Second},
	{Sync, "sync to the relay", 2 * time.Second, "best effort, so it may cost nothing that is durable here", 29 * time.Second, 0},
	{Wipe, "wipe secrets", 0, "no phase after it may need a key", 29*time.Second + 500*time.Millisecond, 500 * time.Millisecond},
	{Exit, "exit", 0, "the folder is released when nobody writes to it any more", Total, 500 * time.Millisecond},
}

// Phases returns the ten phases in order.
func Phases() []Phase { return append([]Phase(nil), order[:]...) }
