package play

import (
	"slices"
	"strings"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/wire"
)

// restOf begins the name of the trigger under which the rest of an order goes on. No rule
// of a STRATEGY.md has such a name.
const restOf = "rest:"

// Rested is the name of what a trigger goes on with; ok is false where it is no such one.
func Rested(trigger string) (cause string, ok bool) { return strings.CutPrefix(trigger, restOf) }

func restName(cause string) string { return restOf + strings.TrimPrefix(cause, restOf) }

// Rest returns a trigger for each order of which the next part is due, the oldest first.
// The player keeps the rest until such a trigger is played.
//
// spec: safety §17
func (p *Player) Rest(now int64) (due []turn.Trigger) {
	for i, j := range p.carried {
		first := !slices.ContainsFunc(p.carried[:i], func(o *job) bool { return restName(o.cause) == restName(j.cause) })
		if !first || j.waits(now) {
			continue
		}
		o := j.order
		due = append(due, turn.Trigger{
			Rule: restName(j.cause), Kind: j.kind.String(), Text: "the rest of an order in parts (safety §17)",
			Values: []turn.Value{{Name: "part", Value: float64(o.n - o.left + 1)}, {Name: "of", Value: float64(max(o.n, o.least))}},
		})
	}
	return due
}

// park puts the plan of a cause aside, until the next part of its order is due.
func (p *Player) park(cause string) {
	p.jobs = slices.DeleteFunc(p.jobs, func(j *job) bool {
		if j.cause != cause {
			return false
		}
		p.carried = append(p.carried, j)
		return true
	})
}

// unfinished puts aside what a tick that ended early left of orders in parts: of all that
// match, and nothing else of the plan.
func (p *Player) unfinished(matches func(*job) bool) {
	var causes []string
	for _, j := range p.jobs {
		if j.order.left > 0 && matches(j) {
			causes = append(causes, j.cause)
		}
	}
	for _, c := range causes {
		p.park(c)
	}
}

// goOn takes up what was put aside under the name of a trigger.
func (p *Player) goOn(trigger string, now int64) {
	p.carried = slices.DeleteFunc(p.carried, func(j *job) bool {
		if restName(j.cause) != trigger {
			return false
		}
		j.later = false
		if j.cause = trigger; j.opens() && j.order.n > 1 && now-j.order.since > lapse {
			p.skip(trigger, j.name, "the rest of the order was not sent in time")
			return true
		}
		p.jobs = append(p.jobs, j)
		return true
	})
}

// giveUp forgets what was put aside and matches.
func (p *Player) giveUp(matches func(*job) bool) {
	p.carried = slices.DeleteFunc(p.carried, matches)
	p.flights = slices.DeleteFunc(p.flights, func(f flight) bool { return matches(f.job) })
}

// again puts a part behind the first that was not sent aside for another try, with all
// behind it. What opens is tried again where nothing but the moment spoke against it.
func (p *Player) again(asked *job, last turn.Action, now int64) bool {
	leaves := !asked.opens()
	patient := leaves && passes(last)
	switch {
	case leaves && TooMuch(last) && p.jobs[0].halvable:
		asked.order.least, asked.later = 2*(p.jobs[0].order.left+1), true
	case asked.order.left == 0 || asked.order.tries == mostRetries && !patient || asked.opens() && !momentary(last):
		return false
	case !patient:
		asked.order.tries++
	}
	asked.order.due = now + apart
	p.jobs[0] = asked
	p.park(asked.cause)
	return true
}

// momentary says that the next tick may find gone what kept an action from being executed.
func momentary(a turn.Action) bool {
	return a.Status == turn.StatusFailed || fleeting(reason(a))
}

// passes says that nothing but the moment speaks against an action that was never sent.
func passes(a turn.Action) bool { return a.Status == turn.StatusBlocked && fleeting(reason(a)) }

func fleeting(r *turn.Refusal) bool {
	return r != nil && (strategy.Passes(r) || r.Code == wire.CodeSafetyRateLimit)
}

// reason is why an action was refused; nil: it was not.
func reason(a turn.Action) *turn.Refusal {
	if a.Execution != nil && a.Execution.Refusal != nil {
		return a.Execution.Refusal
	}
	return a.Preview.Refusal
}

func isEntry(j *job) bool { return j.kind == rule.Entry }

func anyJob(*job) bool { return true }
