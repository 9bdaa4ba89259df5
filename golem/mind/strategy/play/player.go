package play

import (
	"context"
	"fmt"
	"sort"
	"strings"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

// ModelName is how the rule deliberator names itself in a thought.
const ModelName = "rules"

// Source is where a player finds the strategy in force and the bounds that hold;
// strategy.Keeper is one. Activate is called at the first step of every tick with
// thought, so that a reloaded strategy comes into force where heartbeat §16 wants
// it.
type Source interface {
	Active() *strategy.Strategy
	Bounds() strategy.Bounds
	Activate(tier turn.Tier) (strategy.Event, bool)
}

// Player plays rules. It keeps the plan of the tick in progress and whether the
// owner paused entries. Not safe for concurrent use: it belongs to the tick.
type Player struct {
	source Source
	paused bool
	jobs   []*job
	waits  bool // the last decision proposed something
	notes  []string
	skips  []Skip
}

// Skip is a trigger that led to no proposal, or whose plan ended early, and why.
type Skip struct{ Rule, Reason string }

// New returns a player without a plan.
func New(source Source) *Player { return &Player{source: source} }

// Paused reports whether the owner paused entries.
func (p *Player) Paused() bool { return p.paused }

// Pause sets whether entries are paused; a restarted Golem restores it so.
func (p *Player) Pause(paused bool) { p.paused = paused }

// Skips returns the triggers of this tick that were not played to the end.
func (p *Player) Skips() []Skip { return p.skips }

// Deliberate answers one step of thought (heartbeat §3). Step 0 makes the plan of
// the tick from its steers and triggers; later steps continue it on what
// Brief.Done says. The error is always nil: what cannot be done is said in the
// thought.
func (p *Player) Deliberate(_ context.Context, b turn.Brief) (turn.Decision, error) {
	p.notes = nil
	if b.Step == 0 {
		p.begin(b)
	} else if p.waits && len(b.Done) > 0 {
		p.note(b.Done[len(b.Done)-1])
	}
	p.waits = false
	for len(p.jobs) > 0 {
		j := p.jobs[0]
		step := j.next(desk{pool: &b.Seen.Reading.Pool, r: &b.Seen.Reading, bounds: p.source.Bounds()})
		if step.body == nil {
			p.finish(j, step.say)
			continue
		}
		p.waits, j.proposed = true, true
		p.say(j.name + ": " + step.say)
		return p.decide([]string{j.cause}, &turn.Proposal{Body: step.body, Origin: j.origin, Cause: j.cause}), nil
	}
	return p.decide(causes(b), nil), nil
}

func (p *Player) decide(causes []string, proposal *turn.Proposal) turn.Decision {
	if len(p.notes) == 0 {
		p.say("nothing left to do")
	}
	return turn.Decision{Proposal: proposal, Thought: turn.Thought{
		Model: ModelName, Summary: strings.Join(p.notes, "; "), Causes: causes, Confidence: 1, Recommends: proposal != nil,
	}}
}

func causes(b turn.Brief) []string {
	var out []string
	for _, s := range b.Steers {
		out = append(out, s.ID)
	}
	for _, t := range b.Triggers {
		out = append(out, t.Rule)
	}
	return out
}

func (p *Player) say(text string) { p.notes = append(p.notes, text) }

func (p *Player) skip(cause, name, reason string) {
	p.skips = append(p.skips, Skip{cause, reason})
	p.say(name + ": " + reason)
}

// finish drops a job that has nothing more to propose. why is empty where it is
// simply done.
func (p *Player) finish(j *job, why string) {
	p.jobs = p.jobs[1:]
	if why != "" {
		p.skip(j.cause, j.name, why)
	}
}

// begin makes the plan of a tick.
func (p *Player) begin(b turn.Brief) {
	p.jobs, p.skips = nil, nil
	if e, ok := p.source.Activate(b.Tier); ok {
		p.say(fmt.Sprintf("revision %d of the strategy is in force", e.Revision))
	}
	hold := p.steers(b.Steers)
	var plan []*job
	for _, t := range b.Triggers {
		r, ok := p.source.Active().RuleByID(t.Rule)
		switch {
		case !ok:
			p.skip(t.Rule, t.Rule, "no longer in the strategy in force")
		case hold != "":
			p.skip(t.Rule, nameOf(r), hold)
		case p.paused && r.Kind == rule.Entry:
			p.skip(t.Rule, nameOf(r), "the owner paused entries")
		default:
			plan = append(plan, jobsOf(r)...)
		}
	}
	sort.SliceStable(plan, func(i, j int) bool { return plan[i].kind < plan[j].kind })
	p.jobs = append(p.jobs, plan...)
	p.dropEntriesAfterExits()
}

// dropEntriesAfterExits keeps a tick from buying back what it closes.
func (p *Player) dropEntriesAfterExits() {
	closes := false
	kept := p.jobs[:0]
	dropped := ""
	for _, j := range p.jobs {
		closes = closes || j.kind < rule.Manage && j.action.Verb != rule.Hold
		if !closes || j.kind != rule.Entry {
			kept = append(kept, j)
		} else if j.cause != dropped {
			dropped = j.cause
			p.skip(j.cause, j.name, "nothing is opened in a tick that closes something")
		}
	}
	p.jobs = kept
}

// note takes what became of the last proposal. A step that was not executed ends
// the plan of its rule; one that is pending ends the tick, because nobody knows
// yet what the wallet holds.
func (p *Player) note(done turn.Action) {
	if done.Status == turn.StatusExecuted || len(p.jobs) == 0 {
		return
	}
	j := p.jobs[0]
	why := fmt.Sprintf("stopped: the last step was %s%s", done.Status, refusal(done))
	kept := []*job{}
	for _, other := range p.jobs {
		if done.Status != turn.StatusPending && other.cause != j.cause {
			kept = append(kept, other)
		}
	}
	if done.Status == turn.StatusPending {
		p.say("a step is pending; nothing more is done in this tick")
	}
	p.jobs = kept
	p.skip(j.cause, j.name, why)
}

func refusal(a turn.Action) string {
	r := a.Preview.Refusal
	if a.Execution != nil && a.Execution.Refusal != nil {
		r = a.Execution.Refusal
	}
	if r == nil {
		return ""
	}
	return fmt.Sprintf(" by %s (%s)", r.Layer, r.Code)
}
