package gate

import "math"

// Surprise is what the prediction error is made of. The zero value is a tick
// without any surprise.
type Surprise struct {
	Price         float64 // primary price
	Expected      float64 // what the causal model expected; 0 or less where there is none
	RegimeChanged bool
	IntoCrisis    bool    // the change was into a crisis
	HealthTerm    float64 // Σ over positions of HealthTerm(Δ)
	HealthMax     float64 // largest |Δhealth|
	Threat        float64 // largest threat reading, 0 to 1
	FollowUps     int     // pending follow-ups
	Anomalies     int     // probes at Low or High, and stale sources
	Probes        int     // probes evaluated
}

// HealthTerm returns what one position's change of health adds to the error:
// 0.2·min(|Δ|, 0.5) once |Δ| exceeds 0.1 (heartbeat §5).
func HealthTerm(delta float64) float64 {
	d := math.Abs(delta)
	if !(d > 0.1) {
		return 0
	}
	return 0.2 * min(d, 0.5)
}

// PredictionError returns the error of heartbeat §5, 0 to 1.
func PredictionError(s Surprise) float64 {
	e := 0.3*divergence(s.Price, s.Expected) + number(s.HealthTerm) +
		0.15*share(s.Threat) +
		0.1*float64(min(max(s.FollowUps, 0), 3)) +
		0.05*float64(min(max(s.Anomalies, 0), 5))
	if s.RegimeChanged {
		e += 0.4
	}
	return share(e)
}

// WithoutOracle returns the error that is used while the Oracle is switched off
// by configuration: the largest single surprise (heartbeat §5).
func WithoutOracle(s Surprise) float64 {
	e := max(share(s.HealthMax), share(s.Threat))
	if s.Probes > 0 {
		e = max(e, share(float64(s.Anomalies)/float64(s.Probes)))
	}
	switch {
	case s.IntoCrisis:
		e = max(e, 0.8)
	case s.RegimeChanged:
		e = max(e, 0.4)
	}
	return e
}

// divergence is |p − p̂|/p̂, at most 1; 0 where nothing was expected.
func divergence(price, expected float64) float64 {
	if !(expected > 0) || !(price >= 0) || math.IsInf(price, 0) || math.IsInf(expected, 0) {
		return 0
	}
	return min(math.Abs(price-expected)/expected, 1)
}

// share clamps to [0, 1]; what is not a number counts as nothing.
func share(v float64) float64 {
	if !(v > 0) {
		return 0
	}
	return min(v, 1)
}

func number(v float64) float64 {
	if !(v > 0) || math.IsInf(v, 0) {
		return 0
	}
	return v
}
