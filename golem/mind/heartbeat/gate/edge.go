package gate

// phaseEdges are the lower bounds of the phases above Terminal (runtime §2).
var phaseEdges = [...]float64{0.70, 0.50, 0.30, 0.10}

const (
	edgeNear   = 0.02 // how near counts as imminent
	edgeSilent = 50   // ticks before the same edge counts again
)

// Edges notices that a worse phase is imminent (heartbeat §6.2 step 1): the
// composite vitality lies within 0.02 above a phase's lower bound and falls. It
// answers at most once per edge and 50 ticks.
type Edges struct {
	last  float64
	known bool
	told  [len(phaseEdges)]uint64 // tick of the last answer, plus one
}

// Near takes the composite vitality of a tick and reports an imminent transition.
func (e *Edges) Near(tick uint64, composite float64) bool {
	falling := e.known && composite < e.last
	e.last, e.known = composite, true
	if !falling {
		return false
	}
	for i, edge := range phaseEdges {
		if composite < edge || composite > edge+edgeNear {
			continue
		}
		if e.told[i] == 0 || tick+1-e.told[i] >= edgeSilent {
			e.told[i] = tick + 1
			return true
		}
	}
	return false
}
