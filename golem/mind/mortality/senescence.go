package mortality

import "math"

// Stage is how far a Golem has grown out of its market (mortality §3.4).
type Stage uint8

// The stages.
const (
	StageNone Stage = iota
	StageWarning
	StageConfirmed
	StageDeath
)

var stageNames = [...]string{"none", "warning", "confirmed", "death"}

// String returns the stage's name.
func (s Stage) String() string {
	if int(s) < len(stageNames) {
		return stageNames[s]
	}
	return "invalid"
}

// regain is how far above the threshold a confirmed one must come.
const regain = 0.10

// recovered is the fitness that a confirmed one must pass, without the last bits that
// a sum of decimals has too few.
func (e Epistemic) recovered() float64 { return math.Round((e.Threshold+regain)*1e9) / 1e9 }

// Senescence counts the ticks below the threshold.
type Senescence struct {
	Stage     Stage
	Below     uint64 // ticks in a row, this one included; since the warning
	Confirmed uint64 // ticks since Stage 2 was entered
}

// Step takes the fitness of a tick. It enters Stage 3 never: that is a matter of
// the composite (Fail).
func (s *Senescence) Step(fitness float64, e Epistemic) {
	switch s.Stage {
	case StageNone, StageWarning:
		s.warn(fitness, e)
	case StageConfirmed:
		s.Below++
		if s.Confirmed++; fitness > e.recovered() {
			*s = Senescence{}
		}
	}
}

func (s *Senescence) warn(fitness float64, e Epistemic) {
	if fitness >= e.Threshold {
		*s = Senescence{}
		return
	}
	s.Stage = StageWarning
	if s.Below++; s.Below >= e.Grace {
		s.Stage = StageConfirmed
	}
}

// Fail enters Stage 3 where Stage 2 has brought the composite down, and reports
// it.
func (s *Senescence) Fail(composite float64) bool {
	if s.Stage == StageConfirmed && composite < floor {
		s.Stage = StageDeath
	}
	return s.Stage == StageDeath
}

// Ramp is what Stage 2 leaves of the epistemic component, from 1 down to 0.
func (s *Senescence) Ramp(ticks uint64) float64 {
	if s.Stage < StageConfirmed {
		return 1
	}
	return 1 - min(1, float64(s.Confirmed)/float64(max(ticks, 1)))
}
