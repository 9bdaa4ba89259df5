package gate

import "math"

// The bounds of the threshold (heartbeat §6.1).
const (
	lowest  = 0.05
	highest = 0.8
)

// NewbornConfidence is the context confidence of a Golem that has learned
// nothing yet, the mean of Beta(2,2) (heartbeat §6.1, §12.4).
const NewbornConfidence = 0.5

// Threshold returns θ of heartbeat §6.1. Confidence and vitality are clamped to
// [0, 1] and arousal to [−1, 1]; what is not a number counts as 0.
func Threshold(base, confidence, vitality, arousal float64) float64 {
	stirred := math.Abs(arousal)
	t := number(base) * (1 + 0.5*share(confidence)) * (1 - 0.3*(1-share(vitality))) * (1 - 0.2*share(stirred))
	return min(max(t, lowest), highest)
}
