package strategy

import (
	"fmt"
	"sort"
	"strings"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

// EventKind says what a reload came to.
type EventKind string

// The events of a reload. A new text is accepted first and activated later.
const (
	EventAccepted EventKind = "strategy.reload_accepted"
	EventReloaded EventKind = "strategy.reloaded"
	EventFailed   EventKind = "strategy.compile_failed"
	EventDropped  EventKind = "strategy.reload_withdrawn" // the old text is back before the new one was activated
)

// Event is one step of a reload. Err holds the Problems of a text that does not
// compile; Changes say what is different, a line each, and Rules in a few words which rules came,
// went and changed.
type Event struct {
	Kind     EventKind
	Hash     string
	Revision uint32
	Changes  []string
	Rules    string
	Warnings []Problem
	Err      error
}

// Reloader carries new texts of STRATEGY.md to activation (heartbeat §16). It is
// a state machine without a clock or a file: who reads the file offers its text,
// who ticks activates. Not safe for concurrent use.
type Reloader struct {
	policy   Policy
	active   *Strategy
	pending  *Strategy
	revision uint32
	last     string // hash of the last text offered
}

// NewReloader starts with a compiled strategy as revision 1.
func NewReloader(first *Strategy, policy Policy) *Reloader {
	return &Reloader{policy: policy, active: first, revision: 1, last: first.Hash}
}

// Active returns the strategy in force.
func (r *Reloader) Active() *Strategy { return r.active }

// Revision counts the strategies that have been in force, from 1.
func (r *Reloader) Revision() uint32 { return r.revision }

// Bounds returns the limits in force: those of the active strategy and, at once,
// whatever a pending one tightens. What a pending one loosens waits with it.
func (r *Reloader) Bounds() turn.Bounds {
	if r.pending == nil {
		return r.active.Bounds
	}
	return r.active.Bounds.Tighter(r.pending.Bounds)
}

// Mark names the strategy in force for a record.
func (r *Reloader) Mark() turn.StrategyMark {
	return turn.StrategyMark{Hash: r.active.Hash, Revision: r.revision}
}

// Offer takes the file's text. The same text twice is no event. A text that does
// not compile changes nothing: the active strategy and a pending one stay.
func (r *Reloader) Offer(text []byte) (Event, bool) {
	hash := Hash(text)
	if hash == r.last {
		return Event{}, false
	}
	r.last = hash
	if hash == r.active.Hash {
		return r.withdraw()
	}
	s, err := Compile(text, r.policy)
	if err != nil {
		return Event{Kind: EventFailed, Hash: hash, Revision: r.revision, Err: err}, true
	}
	r.pending = s
	return Event{Kind: EventAccepted, Hash: hash, Revision: r.revision, Changes: Diff(r.active, s), Rules: rulesSince(r.active, s), Warnings: s.Warnings}, true
}

func (r *Reloader) withdraw() (Event, bool) {
	if r.pending == nil {
		return Event{}, false
	}
	r.pending = nil
	return Event{Kind: EventDropped, Hash: r.active.Hash, Revision: r.revision}, true
}

// Activate puts a pending strategy into force on a tick of T1 or T2; a tick
// without thought activates nothing, so that nothing acts on a text that was not
// seen.
func (r *Reloader) Activate(tier turn.Tier) (Event, bool) {
	if r.pending == nil || tier == turn.T0 {
		return Event{}, false
	}
	changes, rules := Diff(r.active, r.pending), rulesSince(r.active, r.pending)
	r.active, r.pending = r.pending, nil
	r.revision++
	return Event{Kind: EventReloaded, Hash: r.active.Hash, Revision: r.revision, Changes: changes, Rules: rules, Warnings: r.active.Warnings}, true
}

// Diff says what b has different from a, a line each, sorted: rules added,
// removed or changed, limits, objective, assets, protocols and parameters.
func Diff(a, b *Strategy) []string {
	var out []string
	before, after := a.facts(), b.facts()
	for k, v := range after {
		switch was, had := before[k]; {
		case !had:
			out = append(out, fmt.Sprintf("%s added: %s", k, v))
		case was != v:
			out = append(out, fmt.Sprintf("%s: %s, was %s", k, v, was))
		}
	}
	for k := range before {
		if _, has := after[k]; !has {
			out = append(out, k+" removed")
		}
	}
	sort.Strings(out)
	return out
}

// rulesSince says which rules of b came, went and changed, in the order of the files; empty where
// none did. That none is left, or none that closes anything, is said too.
func rulesSince(a, b *Strategy) string {
	var came, went, changed, out []string
	for _, r := range b.Rules {
		switch was, had := a.ruleLike(r); {
		case !had:
			came = append(came, b.title(r))
		case was.Text != r.Text:
			changed = append(changed, b.title(r))
		}
	}
	for _, r := range a.Rules {
		if _, has := b.ruleLike(r); !has {
			went = append(went, a.title(r))
		}
	}
	for _, of := range []struct {
		word  string
		rules []string
	}{{"new ", came}, {"gone ", went}, {"changed ", changed}} {
		if len(of.rules) > 0 {
			out = append(out, of.word+list(of.rules))
		}
	}
	switch {
	case len(b.Rules) == 0 && len(a.Rules) > 0:
		out = append(out, "no rule is left, and what is held stays until the owner or a limit closes it")
	case len(a.closing()) > 0 && len(b.closing()) == 0:
		out = append(out, "no rule is left that closes anything")
	}
	return strings.Join(out, ", ")
}

// ruleLike is the rule of the same kind and name.
func (s *Strategy) ruleLike(like *rule.Rule) (*rule.Rule, bool) {
	for _, r := range s.Rules {
		if r.Kind == like.Kind && r.Name == like.Name {
			return r, true
		}
	}
	return nil, false
}

// closing are the titles of the exits and stops.
func (s *Strategy) closing() (all []string) {
	for _, r := range s.Rules {
		if r.Kind <= rule.Exit {
			all = append(all, s.title(r))
		}
	}
	return all
}

func (s *Strategy) facts() map[string]string {
	f := map[string]string{
		"objective": s.Objective, "start_stage": s.StartStage, "gate": s.Gate, "tick_interval": fmt.Sprint(s.TickInterval),
		"assets": fmt.Sprint(s.Assets), "protocols": fmt.Sprint(s.Protocols), "notes": Hash([]byte(s.Notes))[:8],
	}
	for _, b := range boundKeys {
		f[b.key] = short(*b.field(&s.Bounds))
	}
	for _, p := range s.Parameters {
		f["parameter "+p.Name] = p.Value
	}
	for _, r := range s.Rules {
		name := r.Kind.String()
		if r.Name != "" {
			name += " " + r.Name
		}
		f["rule "+name] = r.Text
	}
	return f
}
