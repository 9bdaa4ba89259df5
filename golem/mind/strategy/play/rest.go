package play

import (
	"slices"
	"strings"

	"bardo.run/bardo/golem/host/turn"
)

// restOf begins the name of the trigger under which the rest of an order goes on, in a later
// tick: waiting for the next part inside a tick would hold up whatever else the market asks
// for. As a trigger the rest is told by the records like any other, and a replay of the
// journal brings it back without a file. No rule of a STRATEGY.md has such a name.
const restOf = "rest:"

// Rested is the name of what a trigger goes on with; ok is false where it is no such one.
func Rested(trigger string) (cause string, ok bool) { return strings.CutPrefix(trigger, restOf) }

// Rest returns a trigger for each order of which the next part is due, the oldest first.
// The player keeps the rest until such a trigger is played.
//
// spec: safety §17
func (p *Player) Rest(now int64) (triggers []turn.Trigger) {
	for _, j := range p.agenda.aside {
		t := j.tasks[0]
		o := &t.order
		if waits(t, now) || t.hop.between() && p.agenda.flies(t) {
			continue
		}
		if t.hop.between() {
			triggers = append(triggers, turn.Trigger{
				Rule: j.restName(), Kind: j.duty.kind.String(), Text: "the second move of an order over two markets",
				Values: []turn.Value{{Name: "move", Value: 2}, {Name: "of", Value: 2}},
			})
			continue
		}
		triggers = append(triggers, turn.Trigger{
			Rule: j.restName(), Kind: j.duty.kind.String(), Text: "the rest of an order in parts (safety §17)",
			Values: []turn.Value{{Name: "part", Value: float64(o.n - o.left + 1)}, {Name: "of", Value: float64(max(o.n, o.least))}},
		})
	}
	return triggers
}

// goOn takes up what was put aside under the name of a trigger.
func (p *Player) goOn(trigger string, now int64) {
	for _, j := range all(func(j *job) bool { return j.restName() == trigger }, p.agenda.aside) {
		if slices.ContainsFunc(j.tasks, func(t *task) bool { return t.lapsed(now) }) {
			p.fire(j, lapsed, fact{now: now, why: "the rest of the order was not sent in time"})
		}
		if j.stage == aside {
			p.fire(j, due, fact{})
		}
	}
}

// Ended takes in what a tick came to: the player hears of its last step nowhere else, where
// nothing was asked behind it. What is unfinished of orders in parts is put aside, so that
// Rest tells of it. To be called at the end of every tick.
func (p *Player) Ended(actions []turn.Action, now int64) {
	p.resume(actions, now)
	p.putAside(anyJob)
	p.persist(now)
	p.clear()
}

// persist closes what is left of what the owner wants closed with a later tick, until that
// is nothing.
func (p *Player) persist(now int64) {
	name := restOf + p.closing.steer
	ofIt := func(j *job) bool { return j.restName() == name }
	if p.closing.steer == "" || slices.ContainsFunc(p.agenda.aside, ofIt) {
		return
	}
	wait, ok := p.closing.again(slices.ContainsFunc(p.agenda.plan, ofIt))
	if !ok {
		p.closing.steer = ""
		return
	}
	j := closeAll(p.closing.steer, turn.OriginSteer, 0)
	for _, t := range j.tasks {
		t.order.later, t.order.due = true, now+wait
	}
	p.fire(j, postponed, fact{})
}

// Resolved takes in what became of an action that was pending. A part of a way out that was
// not executed is to be sent again; one that opens a risk never is, nor is a first move of a
// reduction, which is asked for anew by what is at risk then.
func (p *Player) Resolved(act turn.Action) {
	i := slices.IndexFunc(p.agenda.flights, func(j *job) bool { return j.permit == act.Preview.PermitID })
	if i < 0 || act.Status == turn.StatusPending {
		return
	}
	j, e := p.agenda.flights[i], revived
	switch {
	case act.Status == turn.StatusExecuted:
		e = landed
	case j.duty.excess != nil && j.tasks[0].hop.stage == outward:
		p.giveUp(func(o *job) bool { return o == j || slices.Contains(o.tasks, j.of) })
		return
	case j.duty.opens():
		e = lost
	case p.agenda.waits(j.of):
		e = returned
	}
	p.fire(j, e, fact{})
}
