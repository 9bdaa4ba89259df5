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

// Emergency is the name of the trigger that closes everything. It is no rule of any
// STRATEGY.md, whose rules have other names.
const Emergency = "emergency"

// Source is where a player finds the strategy in force and the bounds that hold;
// strategy.Keeper is one. Activate is called at the first step of every tick with
// thought, so that a reloaded strategy comes into force where heartbeat §16 wants
// it.
type Source interface {
	Active() *strategy.Strategy
	Bounds() turn.Bounds
	Activate(tier turn.Tier) (strategy.Event, bool)
}

// Narrower is a Source that lets rules which open something stake less than the bounds
// that hold for leaving it.
type Narrower interface {
	Entering(turn.Bounds) turn.Bounds
}

// Ranger is a Narrower that lets liquidity between two ticks take less than what else is
// opened.
type Ranger interface {
	Ranging(b turn.Bounds, lower, upper int32) turn.Bounds
}

// Barrer is a Source that says why a plan of a verb is not begun: its last step would be
// refused, and its first one would have been made for nothing. Empty lets it begin.
type Barrer interface {
	Bars(v rule.Verb) string
}

// Player plays rules. It keeps the plan of the tick in progress and whether the
// owner paused entries. Not safe for concurrent use: it belongs to the tick.
type Player struct {
	source Source
	paused bool
	jobs   []*job
	// carried are plans put aside until the next part of an order is due, in order.
	carried []*job
	asked   *job // the first job as it was before its last proposal; nil: none is open
	done    int  // actions there were when it proposed
	heard   []string
	notes   []string
	skips   []skip // of this tick

	refused []string // what was to be closed and did not go in earlier ticks, the oldest first
	fresh   []string // likewise in this one
	closing string   // the steer by which the owner closes everything, until that is done
	unmet   bool     // and the tick was too short for it
	flights []flight
	serial  int  // of the newest of them
	alone   bool // nobody behind the rules has a say in this tick
}

// skip is a trigger that led to no proposal, or whose plan ended early, and why.
type skip struct{ Rule, Reason string }

// New returns a player without a plan.
func New(source Source) *Player { return &Player{source: source} }

// Deliberate answers one step of thought (heartbeat §3). Step 0 makes the plan of
// the tick from its steers and triggers; later steps continue it on what
// Brief.Done says. The error is always nil: what cannot be done is said in the
// thought. While the owner paused entries, and in a tick that closes something or waits
// for an order, the decision is the last one.
func (p *Player) Deliberate(_ context.Context, b turn.Brief) (turn.Decision, error) {
	p.notes = nil
	if b.Step == 0 {
		p.begin(b)
	} else {
		p.resume(b.Done, b.Now)
	}
	p.listen(b.Steers)
	p.keepOrder()
	for len(p.jobs) > 0 {
		j := p.jobs[0]
		if j.waits(b.Now) {
			p.park(j.cause)
			continue
		}
		before := j.copy()
		step := j.numbered(j.next(p.desk(j, b)))
		if step.body == nil {
			p.finish(j, step.say)
			continue
		}
		j.proposed = true
		p.asked, p.done = before, len(b.Done)
		p.say(j.name + ": " + step.say)
		return p.decide([]string{j.cause}, &turn.Proposal{Body: step.body, Origin: j.origin, Cause: j.cause}), nil
	}
	return p.decide(causes(b), nil), nil
}

// desk is what a job computes on at one step.
func (p *Player) desk(j *job, b turn.Brief) desk {
	d := deskOf(&b.Seen.Reading)
	d.barred, d.bounds, d.pace, d.now, d.refused = p.barred(j), p.bounds(j, d.pool), p.pace(j), b.Now, p.refused
	return d
}

// barred says why a job is not begun.
func (p *Player) barred(j *job) string {
	if b, ok := p.source.(Barrer); ok && !j.begun {
		return b.Bars(j.action.Verb)
	}
	return ""
}

// bounds are what hold for a job: the way out is never narrowed.
func (p *Player) bounds(j *job, in pool) turn.Bounds {
	b := p.source.Bounds()
	if !j.opens() {
		return b
	}
	if n, ok := p.source.(Narrower); ok {
		b = n.Entering(b)
	}
	if n, ok := p.source.(Ranger); ok && (j.action.Verb == rule.Provide || j.action.Verb == rule.Recentre) {
		if lower, upper, err := in.around(j.action.Width); err == nil {
			return n.Ranging(b, lower, upper)
		}
	}
	return b
}

// pace is what holds for the size of one order of a job.
func (p *Player) pace(j *job) Pace {
	if s, ok := p.source.(Pacer); ok {
		return s.Pace(j.opens())
	}
	return Pace{}
}

func (p *Player) decide(causes []string, proposal *turn.Proposal) turn.Decision {
	switch {
	case len(p.notes) > 0:
	case len(causes) == 0:
		p.say("no rule became true")
	default:
		p.say("nothing left to do")
	}
	return turn.Decision{Proposal: proposal, Thought: turn.Thought{
		Model: ModelName, Summary: strings.Join(p.notes, "; "), Causes: causes, Confidence: 1, Recommends: proposal != nil,
	}, Last: p.alone || p.paused || p.closing != ""}
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
	p.skips = append(p.skips, skip{cause, reason})
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
	p.unfinished(anyJob)
	p.jobs, p.asked, p.heard, p.skips, p.unmet, p.alone = nil, nil, nil, nil, false, false
	p.remember(b)
	if e, ok := p.source.Activate(b.Tier); ok {
		p.say(fmt.Sprintf("revision %d of the strategy is in force", e.Revision))
	}
	for _, t := range b.Triggers {
		if _, rest := Rested(t.Rule); rest {
			p.goOn(t.Rule, b.Now)
			continue
		}
		p.giveUp(func(j *job) bool { return t.Rule == Emergency || restName(j.cause) == restName(t.Rule) }) // it begins anew
		if t.Rule == Emergency {
			for _, j := range p.everything(t.Rule, turn.OriginRule) {
				j.halved = halvings(t)
				p.jobs = append(p.jobs, j)
			}
			p.say("an emergency: every position is closed")
			continue
		}
		if t.Rule == Reduction {
			p.jobs = append(p.jobs, reducing(t))
			continue
		}
		if r, ok := p.source.Active().RuleOf(t); ok {
			p.jobs = append(p.jobs, jobsOf(t.Rule, r)...)
		} else {
			p.skip(t.Rule, t.Rule, "no longer in the strategy in force")
		}
	}
	sort.SliceStable(p.jobs, func(i, j int) bool { return p.jobs[i].kind < p.jobs[j].kind })
}

// resume takes what became of the last proposal. One that never became an action
// (a steer came between) is as if it had not been made. A step that was not
// executed ends the plan of its rule; one that is pending ends the tick, because
// nobody knows yet what the wallet holds.
func (p *Player) resume(done []turn.Action, now int64) {
	asked := p.asked
	p.asked = nil
	if asked == nil || len(p.jobs) == 0 {
		return
	}
	if len(done) <= p.done {
		p.jobs[0] = asked
		return
	}
	last := done[len(done)-1]
	if last.Status == turn.StatusExecuted {
		p.jobs[0].order.tries = 0
		p.went(p.jobs[0].doing())
		p.sold(p.jobs[0])
		p.unmet = p.unmet || asked.closes // what came out of it is to be sold
		return
	}
	if asked.closes && last.Status != turn.StatusPending {
		p.passOver(asked, last, now)
		return
	}
	why := fmt.Sprintf("stopped: the last step was %s%s", last.Status, refusal(last))
	switch {
	case last.Status == turn.StatusPending: // the part counts as sent: it may yet be
		p.flies(last)
		p.unfinished(anyJob)
		p.alone = true
	case p.again(asked, last, now):
		p.say(asked.name + ": tried again: the last step was " + string(last.Status) + refusal(last))
	}
	p.drop(func(j *job) bool { return j.cause == asked.cause }, why)
	if last.Status == turn.StatusPending {
		p.drop(anyJob, "not begun: a step of this tick is pending")
	}
}

// keepOrder drops the entries that may not be played: all while the owner paused
// them, and those of a tick that closes something, which would buy back what it
// sold.
func (p *Player) keepOrder() {
	if p.paused {
		p.giveUp(isEntry)
		p.drop(isEntry, "the owner paused entries")
	}
	for _, j := range p.jobs {
		if j.kind < rule.Manage && (j.action.Verb != rule.Hold || j.excess != nil) {
			p.alone = true
			p.giveUp(isEntry)
			p.drop(isEntry, "nothing is opened in a tick that closes something")
			return
		}
	}
}

// drop takes the jobs that match off the plan, with one reason for each cause.
func (p *Player) drop(matches func(*job) bool, why string) {
	var kept []*job
	said := map[string]bool{}
	for _, j := range p.jobs {
		if !matches(j) {
			kept = append(kept, j)
			continue
		}
		if !said[j.cause] {
			said[j.cause] = true
			p.skip(j.cause, j.name, why)
		}
	}
	p.jobs = kept
}

func refusal(a turn.Action) string {
	r := reason(a)
	if r == nil {
		return ""
	}
	return fmt.Sprintf(" by %s (%s)", r.Layer, r.Code)
}
