package cortex

import "sync/atomic"

// Mood is how the Golem feels: pleasure, arousal and dominance, each in [-1, 1], and
// the strongest emotion.
type Mood struct {
	pleasure, arousal, dominance float
	emotion                      atomic.Uint32
}

// Pleasure is in [-1, 1].
func (m *Mood) Pleasure() float32 { return m.pleasure.load() }

// Arousal is in [-1, 1].
func (m *Mood) Arousal() float32 { return m.arousal.load() }

// Dominance is in [-1, 1].
func (m *Mood) Dominance() float32 { return m.dominance.load() }

// PrimaryEmotion is the strongest of the eight emotions.
func (m *Mood) PrimaryEmotion() Emotion { return Emotion(m.emotion.Load()) }

// MoodValues is a copy of a Mood.
type MoodValues struct {
	Pleasure, Arousal, Dominance float32
	PrimaryEmotion               Emotion
}

// Values copies the signals, one at a time.
func (m *Mood) Values() MoodValues {
	return MoodValues{m.Pleasure(), m.Arousal(), m.Dominance(), m.PrimaryEmotion()}
}

// DaimonWriter writes the mood.
type DaimonWriter struct {
	guard *guard
	mood  *Mood
}

// SetPleasure clamps to [-1, 1].
func (w *DaimonWriter) SetPleasure(v float32) { w.guard.set(&w.mood.pleasure, 1, v, -1, 1) }

// SetArousal clamps to [-1, 1].
func (w *DaimonWriter) SetArousal(v float32) { w.guard.set(&w.mood.arousal, 2, v, -1, 1) }

// SetDominance clamps to [-1, 1].
func (w *DaimonWriter) SetDominance(v float32) { w.guard.set(&w.mood.dominance, 3, v, -1, 1) }

// SetPrimaryEmotion clamps to the last emotion.
func (w *DaimonWriter) SetPrimaryEmotion(e Emotion) {
	w.mood.emotion.Store(uint32(min(e, Anticipation)))
}

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
