package thanatopsis

import (
	"context"
	"fmt"

	"bardo.run/bardo/golem/host/lifecycle"
)

// Sections are what a life learned, in nine lists (mortality §10). They are filled
// from its numbers by formula: no model is asked. A list without inputs is empty.
type Sections struct {
	Learned  []Learned `json:"learned"`
	Wrong    []Wrong   `json:"got_wrong"`
	Confused []string  `json:"confused_by"`
	Untested []string  `json:"never_tested"`
	Killed   []Killed  `json:"what_killed_me"`
	Change   []Advice  `json:"would_change"`
	Suspect  []string  `json:"suspect"`
	Causes   []string  `json:"strongest_causal_edges"`
	Topology []string  `json:"emotional_topology"`
}

// Learned is something the life found to hold.
type Learned struct {
	Insight    string  `json:"insight"`
	Confidence float64 `json:"confidence"` // 0 to 1
	Evidence   uint64  `json:"evidence_count"`
	Source     string  `json:"source"`
}

// Wrong is something it believed and should not have.
type Wrong struct {
	Misconception string `json:"misconception"`
	Held          string `json:"why_held"`
	Evidence      uint64 `json:"evidence_count"`
}

// Killed is what ended it.
type Killed struct {
	Primary     lifecycle.Cause `json:"primary_cause"`
	Factors     []string        `json:"factors"`
	Preventable bool            `json:"preventable"`
	Market      string          `json:"market_conditions"`
	Change      string          `json:"change"`
}

// Advice is for who comes after.
type Advice struct {
	Text     string `json:"text"`
	Priority string `json:"priority"` // critical, important or nice_to_have
}

const (
	// evidence is how many claims must have come due before anything is said of them.
	evidence = 50
	// margin is by how much, as a share, a hit rate must differ to mean something.
	margin = 0.02
	// slack is how far the share of ranges that held may be from what was meant.
	slack = 0.05
)

// reflection is what a life says of itself at its end.
type reflection struct {
	plain bool // it says nothing
	seen  *sight
	left  *remains

	insight Sections
}

// reflect is phase II. It reads the chain a last time, where that can still be done.
func (r *reflection) reflect(ctx context.Context, life func() Life, cause lifecycle.Cause) error {
	err := r.seen.glance(ctx)
	if r.seen.known { // an order that was under way may have come behind the last step
		r.left.complete("it came behind the last step of the settlement")
	}
	if r.insight = blank(); !r.plain {
		r.review(life(), cause)
	}
	return err
}

func blank() Sections {
	return Sections{
		Learned: []Learned{}, Wrong: []Wrong{}, Confused: []string{}, Untested: []string{}, Killed: []Killed{}, Change: []Advice{},
		Suspect: []string{}, Causes: []string{}, Topology: []string{},
	}
}

func (r *reflection) review(life Life, cause lifecycle.Cause) {
	s := &r.insight
	for _, l := range life.Lessons {
		s.lesson(l)
	}
	s.Killed = []Killed{killed(life, cause)}
	s.Change = r.advise(life, cause)
}

// lesson says how well one thing was predicted, beside who expects no change.
func (s *Sections) lesson(l Lesson) {
	if l.Resolved < evidence {
		s.Untested = append(s.Untested, fmt.Sprintf("%s: %d predictions came due, too few to judge", l.Category, l.Resolved))
		return
	}
	n := float64(l.Resolved)
	right, persisted := float64(l.Right)/n, float64(l.Persisted)/n
	text := fmt.Sprintf("%s: %.1f %% of %d predictions held, %.1f %% would have by persistence", l.Category, 100*right, l.Resolved, 100*persisted)
	if l.Aim > 0 {
		s.ranges(l, right)
		return
	}
	switch {
	case right > persisted+margin:
		s.Learned = append(s.Learned, Learned{Insight: text, Confidence: right, Evidence: l.Resolved, Source: "novel"})
	case right < persisted-margin:
		s.Wrong = append(s.Wrong, Wrong{Misconception: text, Held: "its claims were corrected from their own residuals", Evidence: l.Resolved})
	default:
		s.Suspect = append(s.Suspect, text)
	}
}

// ranges judges claims that can be as wide as one likes: by whether as many held as were
// meant to.
func (s *Sections) ranges(l Lesson, right float64) {
	text := fmt.Sprintf("%s: %.1f %% of %d ranges held, %.0f %% were meant to", l.Category, 100*right, l.Resolved, 100*l.Aim)
	switch {
	case right < l.Aim-slack:
		s.Wrong = append(s.Wrong, Wrong{Misconception: text, Held: "its ranges were too narrow", Evidence: l.Resolved})
	case right > l.Aim+slack:
		s.Suspect = append(s.Suspect, text+"; its ranges were wider than need be")
	default:
		s.Learned = append(s.Learned, Learned{Insight: text, Confidence: right, Evidence: l.Resolved, Source: "novel"})
	}
}

func killed(life Life, cause lifecycle.Cause) Killed {
	k := Killed{Primary: cause, Factors: []string{}, Preventable: preventable(cause), Market: life.Regime}
	k.Factors = append(k.Factors, fmt.Sprintf("lowest clock %s, vitality %.3f", life.Death.Clock, life.Death.Composite))
	for _, f := range life.Death.Failing {
		k.Factors = append(k.Factors, "failing domain "+f)
	}
	switch cause {
	case lifecycle.CreditExhaustion:
		k.Change = "feed it before a twentieth of its credit is left, or let it burn less a tick"
	case lifecycle.PaidTimeOver:
		k.Change = "extend its paid time before the end"
	case lifecycle.EpistemicSenescence:
		k.Change = "begin another with what still held, in the domains that did not fail"
	}
	return k
}

// advise is what the settlement and the end suggest to who begins the next life.
func (r *reflection) advise(life Life, cause lifecycle.Cause) (advice []Advice) {
	advice = []Advice{}
	for _, l := range r.left.told(life.Recovery) {
		advice = append(advice, Advice{fmt.Sprintf("%s worth %s was left behind (%s): %s", l.What, l.Value, l.Reason, l.Advice), "critical"})
	}
	if change := killed(life, cause).Change; change != "" {
		advice = append(advice, Advice{change, "important"})
	}
	if lost := life.Start + life.Sent - life.end(r.seen.last); life.Start > 0 && lost > 0 {
		advice = append(advice, Advice{fmt.Sprintf("it lost %.2f of %.2f: try the strategy on paper in this market first", lost, life.Start), "nice_to_have"})
	}
	return advice
}
