package oracle

// habit learns which of three classes follows which, and says what follows now: the
// most frequent one, persistence where nothing is known. Old counts fade, so that a
// market that changed is believed within a day or so of minutes.
type habit struct{ seen [3][3]float64 }

const (
	fading = 0.999
	prior  = 3.0 // observations that persistence is worth
)

// follows returns the class after now and how likely it is.
func (h *habit) follows(now uint8) (next uint8, likely float64) {
	row := h.seen[now]
	row[now] += prior
	total := row[0] + row[1] + row[2]
	next = now
	for class, n := range row {
		if n > row[next] {
			next = uint8(class)
		}
	}
	return next, row[next] / total
}

// learn takes that next came after before.
func (h *habit) learn(before, next uint8) {
	for i := range h.seen[before] {
		h.seen[before][i] *= fading
	}
	h.seen[before][next]++
}
