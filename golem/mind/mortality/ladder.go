package mortality

// Rung is a threshold on the share of the credit (mortality §2.6).
type Rung uint8

// The rungs, from the top.
const (
	// RungSaving stops the dear thoughts and doubles the interval.
	RungSaving Rung = iota
	// RungSnapshots begins the death snapshots.
	RungSnapshots
	// RungSurvival leaves only writes that keep the Golem alive.
	RungSurvival
	// RungLegacy sets half of the credit aside for the death and warns the owner.
	RungLegacy
	// RungEnd begins the death.
	RungEnd
	rungs
)

var rungNames = [rungs]string{"saving", "snapshots", "survival", "legacy", "end"}

// String returns the rung's name.
func (r Rung) String() string {
	if r < rungs {
		return rungNames[r]
	}
	return "invalid"
}

// Ladder fires each rung once per downward crossing. The zero value stands above
// all of them.
type Ladder struct {
	Below [rungs]bool
}

// thresholds are the shares of the rungs under an owner's limits.
func (l Limits) thresholds() [rungs]float64 {
	return [rungs]float64{l.Saving, 0.25, 0.20, 0.15, l.Ending}
}

// Step takes the share that is left and returns the rungs that were just passed
// on the way down, from the top.
func (l *Ladder) Step(economic float64, at [rungs]float64) []Rung {
	var fired []Rung
	for r := range rungs {
		below := economic < at[r]
		if below && !l.Below[r] {
			fired = append(fired, r)
		}
		l.Below[r] = below
	}
	return fired
}
