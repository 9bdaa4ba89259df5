package play

import (
	"slices"
	"strings"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

// duty is what a trigger, or a word of the owner, asks for. It never changes.
type duty struct {
	origin    turn.Origin
	name      string
	kind      rule.Kind
	optional  bool    // having nothing to act on is no news
	undivided bool    // never goes in parts
	closes    bool    // closes all there is, and goes on past what is refused
	halved    uint    // how often its sale was refused for its size, where that is not divided
	passed    uint    // markets that refused its sale, likewise
	excess    *excess // of a reduction, which has no action
}

// opens says that a duty takes a risk, and does not end one.
func (d *duty) opens() bool { return d.kind >= rule.Manage }

// job is a duty with its tasks, of which the first is played first. Its life is a table.
type job struct {
	cause string
	duty  *duty
	tasks []*task
	stage stage

	before task // the first task as it was before its last proposal
	heard  int  // actions there were when it was made

	permit string // of a part that is under way
	of     *task  // it is a part of
}

func newJob(cause string, d duty, actions ...rule.Action) *job {
	j := &job{cause: cause, duty: &d}
	for _, a := range actions {
		every := a.Verb == rule.Rebalance || a.Verb == rule.Recentre && a.On == ""
		j.tasks = append(j.tasks, &task{duty: j.duty, action: a, every: every})
	}
	return j
}

// jobOf is the job of a rule under the name that triggered: after a reload the rule may
// stand at another line.
func jobOf(cause string, r *rule.Rule) *job {
	name := r.Kind.String()
	if r.Name != "" {
		name += " " + r.Name
	}
	return newJob(cause, duty{origin: turn.OriginRule, name: name, kind: r.Kind, optional: len(r.Do) > 1}, r.Do...)
}

// restName is the trigger under which what is left of a job goes on.
func (j *job) restName() string { return restOf + strings.TrimPrefix(j.cause, restOf) }

// unfinished says that parts of an order, or the second move of one, are still to be sent.
func (j *job) unfinished() bool {
	return slices.ContainsFunc(j.tasks, func(t *task) bool { return t.order.left > 0 || t.hop.between() })
}

// leaves says that a job ends a risk, and may do something.
func (j *job) leaves() bool {
	return !j.duty.opens() && slices.ContainsFunc(j.tasks, func(t *task) bool { return t.action.Verb != rule.Hold || j.duty.excess != nil })
}

func isEntry(j *job) bool { return j.duty.kind == rule.Entry }

// buysLater says that what is left of a job would buy back what something else closed.
func buysLater(j *job) bool {
	return isEntry(j) || slices.ContainsFunc(j.tasks, func(t *task) bool { return t.leg != nil })
}

func ofRule(j *job) bool { return j.duty.origin == turn.OriginRule }

func anyJob(*job) bool { return true }
