package play

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"bardo.run/bardo/golem/host/turn"
)

// ModelName is how the rule deliberator names itself in a thought.
const ModelName = "rules"

// Emergency is the name of the trigger that closes everything. It is no rule of any
// STRATEGY.md, whose rules have other names.
const Emergency = "emergency"

// Passed is the value of that trigger that says how many of the markets that buy an asset are passed
// over, because they refused it.
const Passed = "passed"

// Player plays rules. It keeps the jobs of the tick in progress, and those that outlast it.
// Not safe for concurrent use: it belongs to the tick.
type Player struct {
	source  Source
	agenda  agenda
	closing closing
	paused  bool     // the owner paused entries
	alone   bool     // nobody behind the rules has a say in this tick
	heard   []string // steers of this tick
	notes   []string // of this step
}

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
	for len(p.agenda.plan) > 0 {
		j := p.agenda.plan[0]
		t := j.tasks[0]
		if waits(t, b.Now) {
			p.fire(j, early, fact{})
			continue
		}
		d := deskFor(p.source, t, b, p.closing.refused)
		d.shut = p.shut()
		if t.every {
			p.spread(j, d)
			continue
		}
		if why := doubted(d, t); why != "" && ofRule(j) {
			p.source.Defer(j.cause)
			p.fire(j, spent, fact{why: why})
			continue
		}
		j.before, j.heard = t.copy(), len(b.Done)
		step := t.numbered(t.next(d))
		if step.body == nil {
			if d.passes && ofRule(j) {
				p.source.Defer(j.cause)
			}
			p.fire(j, spent, fact{why: step.say})
			continue
		}
		t.proposed = true
		p.fire(j, asks, fact{})
		p.say(j.duty.name + ": " + step.say)
		return p.decide([]string{j.cause}, &turn.Proposal{Body: step.body, Origin: j.duty.origin, Cause: j.cause, Route: t.hop.told(), Cut: step.cut}), nil
	}
	return p.decide(causes(b), nil), nil
}

// spread puts in the place of a job's first task one for each asset.
func (p *Player) spread(j *job, d desk) {
	all, stays := spreadOf(j.tasks[0], d)
	for _, why := range stays {
		p.say(j.duty.name + ": " + why)
	}
	j.tasks = append(all, j.tasks[1:]...)
	if len(j.tasks) == 0 {
		p.fire(j, emptied, fact{})
	}
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
	}, Last: p.alone || p.paused || p.closing.steer != ""}
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

// say notes a text, once in a tick's thought.
func (p *Player) say(text string) {
	if !slices.Contains(p.notes, text) {
		p.notes = append(p.notes, text)
	}
}

// begin makes the plan of a tick.
func (p *Player) begin(b turn.Brief) {
	p.putAside(anyJob)
	p.clear()
	p.heard, p.alone = nil, false
	p.closing.remember(walletOf(&b.Seen.Reading))
	if e, ok := p.source.Activate(b.Tier); ok {
		p.say(fmt.Sprintf("revision %d of the strategy is in force%s", e.Revision, among(e.Rules)))
	}
	for _, t := range b.Triggers {
		if _, rest := Rested(t.Rule); rest {
			p.goOn(t.Rule, b.Now)
			continue
		}
		rest := restOf + t.Rule
		p.giveUp(func(j *job) bool { return t.Rule == Emergency || j.restName() == rest })
		p.take(t)
	}
	slices.SortStableFunc(p.agenda.plan, func(a, b *job) int { return int(a.duty.kind) - int(b.duty.kind) })
}

// among puts what changed in brackets.
func among(rules string) string {
	if rules == "" {
		return ""
	}
	return " (" + rules + ")"
}

// take begins the job of a trigger.
func (p *Player) take(t turn.Trigger) {
	r, ok := p.source.Active().RuleOf(t)
	switch {
	case t.Rule == Emergency:
		j := closeAll(t.Rule, turn.OriginRule, halvings(t))
		j.duty.passed = counted(t, Passed)
		p.fire(j, begins, fact{})
		p.say("an emergency: every position is closed")
	case t.Rule == Reduction:
		p.fire(reducing(t), begins, fact{})
	case ok:
		p.fire(jobOf(t.Rule, r), begins, fact{})
	default:
		p.say(t.Rule + ": no longer in the strategy in force")
	}
}

// resume takes in what became of the last proposal. One that is pending ends the tick,
// because nobody knows yet what the wallet holds.
func (p *Player) resume(actions []turn.Action, now int64) {
	if len(p.agenda.plan) == 0 || p.agenda.plan[0].stage != proposed {
		return
	}
	j := p.agenda.plan[0]
	if len(actions) <= j.heard {
		p.fire(j, overtaken, fact{})
		return
	}
	last := actions[len(actions)-1]
	p.fire(j, j.outcome(last), fact{last: last, now: now})
	if last.Status == turn.StatusPending {
		p.alone = true
		p.putAside(anyJob)
		p.drop(anyJob, "not begun: a step of this tick is pending")
	}
}

// keepOrder drops the entries that may not be played: all while the owner paused
// them, and those of a tick that closes something, which would buy back what it
// sold.
func (p *Player) keepOrder() {
	if p.paused {
		p.giveUp(buysLater)
		p.deferAll(isEntry)
		p.drop(isEntry, "the owner paused entries")
	}
	if slices.ContainsFunc(p.agenda.plan, (*job).leaves) {
		p.alone = true
		p.giveUp(buysLater)
		p.drop(isEntry, "nothing is opened in a tick that closes something")
	}
}

// each fires an event at jobs, in order.
func (p *Player) each(jobs []*job, e event, f fact) {
	for _, j := range jobs {
		p.fire(j, e, f)
	}
}

// shut says why nothing is bought in this tick, though what sells goes on; empty: it is.
func (p *Player) shut() string {
	switch {
	case p.paused:
		return "the owner paused entries"
	case p.alone:
		return "nothing is opened in a tick that closes something"
	}
	return ""
}

// drop stops the jobs of the plan that match.
func (p *Player) drop(matches func(*job) bool, why string) {
	p.each(all(matches, p.agenda.plan), withheld, fact{why: why})
}

// deferAll gives the rules that match and have not begun their turn back: what the owner holds
// up is not missed.
func (p *Player) deferAll(matches func(*job) bool) {
	for _, j := range p.agenda.plan {
		if matches(j) && ofRule(j) && !j.unfinished() {
			p.source.Defer(j.cause)
		}
	}
}

// putAside keeps what is unfinished of orders in parts from a tick that ends for the jobs that
// match.
func (p *Player) putAside(matches func(*job) bool) {
	p.each(all(func(j *job) bool { return matches(j) && j.unfinished() }, p.agenda.plan), interrupted, fact{})
}

// clear ends the tick for what is left of the plan.
func (p *Player) clear() { p.each(slices.Clone(p.agenda.plan), cleared, fact{}) }

// giveUp forgets what was put aside, or is under way, and matches.
func (p *Player) giveUp(matches func(*job) bool) {
	p.each(all(matches, p.agenda.aside, p.agenda.flights), givenUp, fact{})
}
