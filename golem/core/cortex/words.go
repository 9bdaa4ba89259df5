package cortex

// Emotion is one of the eight primary emotions.
type Emotion uint8

// The emotions in their numbering of runtime §8.
const (
	Joy Emotion = iota
	Trust
	Fear
	Surprise
	Sadness
	Disgust
	Anger
	Anticipation
)

// String returns the emotion's name.
func (e Emotion) String() string {
	return word(uint8(e), "joy", "trust", "fear", "surprise", "sadness", "disgust", "anger", "anticipation")
}

// Phase is a phase of life; mortality decides it.
type Phase uint8

// The phases, from the best to the last.
const (
	Thriving Phase = iota
	Stable
	Conservation
	Declining
	Terminal
)

// String returns the phase's name.
func (p Phase) String() string {
	return word(uint8(p), "thriving", "stable", "conservation", "declining", "terminal")
}

// DreamPhase is a phase of sleep.
type DreamPhase uint8

// The phases of sleep.
const (
	Waking DreamPhase = iota
	Hypnagogic
	NREM
	REM
	Integration
)

// String returns the phase's name.
func (p DreamPhase) String() string {
	return word(uint8(p), "waking", "hypnagogic", "nrem", "rem", "integration")
}

func word(i uint8, words ...string) string {
	if int(i) < len(words) {
		return words[i]
	}
	return "unknown"
}
