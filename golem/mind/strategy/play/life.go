package play

import (
	"fmt"
	"slices"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

// stage is where a job stands.
type stage uint8

const (
	made      stage = iota // nobody plays it yet
	planned                // it belongs to the tick in progress
	proposed               // its step was proposed, and nothing is known of that
	aside                  // it waits for a later tick
	underWay               // it is a part that was sent, and nothing is known of that
	done                   // nothing of it is left
	stopped                // it ended early, and the thought says why
	forgotten              // it ended early, without a word
	stages
)

// event is what happens to a job.
type event uint8

const (
	begins      event = iota // its trigger or the owner's word is there
	postponed                // it is for a later tick
	early                    // its turn came before its next part may go
	asks                     // its turn came, and it made a proposal
	spent                    // its turn came, and its first task has nothing more to propose
	emptied                  // it has no task left
	interrupted              // the tick ends for it, and parts of an order are still to be sent
	cleared                  // the tick ends for it, and nothing is to be kept
	withheld                 // it may not be played in this tick
	overtaken                // its proposal never became an action
	cancelled                // a steer came between, where all is closed
	executed                 // its step was
	passedOver               // its step was not, and what closes all goes on with the next thing
	unsold                   // likewise a sale, which has no next thing
	tooLarge                 // its step was not, and a smaller one may be
	untimely                 // its step was not, and at another moment it may be
	astray                   // its step was not, and goes without a route
	refused                  // its step was not
	apartly                  // its step was not, and the other assets of its basket do not depend on it
	sent                     // its step is pending, and parts are still to be sent
	sentLast                 // its step is pending, and that was all
	due                      // its next part may go
	lapsed                   // the rest of what opens is too old
	givenUp                  // something else takes its place
	landed                   // the part was executed
	returned                 // the part was not, and the rest of its order waits
	revived                  // the part was not, and nothing else of its order waits
	lost                     // the part was not, and what opens is never sent again
	events
)

// row is what an event makes of a job, and what is done.
type row struct {
	from stage
	on   event
	to   stage
	do   func(*Player, *job, fact)
}

// life is the life of a job. There are no other rows: none leads out of done, stopped and
// forgotten.
var life = []row{
	{made, begins, planned, nil},
	{made, postponed, aside, nil},

	{planned, early, aside, nil},
	{planned, asks, proposed, nil},
	{planned, spent, planned, nextTask},
	{planned, emptied, done, nil},
	{planned, interrupted, aside, nil},
	{planned, cleared, forgotten, nil},
	{planned, withheld, stopped, withhold},

	{proposed, overtaken, planned, takeBack},
	{proposed, cancelled, planned, tryNow},
	{proposed, executed, planned, settle},
	{proposed, passedOver, planned, goPast},
	{proposed, unsold, planned, goPastSale},
	{proposed, tooLarge, aside, trySmaller},
	{proposed, untimely, aside, tryLater},
	{proposed, astray, planned, goStraight},
	{proposed, refused, stopped, stop},
	{proposed, apartly, planned, goPastLeg},
	{proposed, sent, aside, launch},
	{proposed, sentLast, stopped, launchLast},
	{proposed, interrupted, aside, nil}, // nobody said that the tick ended
	{proposed, cleared, forgotten, nil},

	{aside, due, planned, takeUp},
	{aside, lapsed, aside, dropLapsed},
	{aside, emptied, done, nil},
	{aside, givenUp, forgotten, abandonAll},

	{underWay, landed, done, land},
	{underWay, returned, done, giveBack},
	{underWay, revived, aside, revive},
	{underWay, lost, forgotten, forgo},
	{underWay, givenUp, forgotten, nil},
}

// fact is what is known of an event.
type fact struct {
	last turn.Action // what became of the step
	now  int64       // unix milliseconds
	why  string
}

// fire makes of a job what the table says. An event that the table does not know stops it: a
// job of which nobody knows where it stands proposes nothing more.
func (p *Player) fire(j *job, e event, f fact) {
	i := slices.IndexFunc(life, func(r row) bool { return r.from == j.stage && r.on == e })
	if i < 0 {
		p.say(fmt.Sprintf("%s: stopped: event %d in stage %d is not foreseen", j.duty.name, e, j.stage))
		p.agenda.move(j, stopped)
		return
	}
	if life[i].do != nil {
		life[i].do(p, j, f)
	}
	p.agenda.move(j, life[i].to)
	if len(j.tasks) == 0 && (j.stage == planned || j.stage == aside) {
		p.fire(j, emptied, f)
	}
}

// outcome is the event that the end of a proposed step is.
func (j *job) outcome(last turn.Action) event {
	t, before := j.tasks[0], &j.before.order
	leaves, between := !j.duty.opens(), t.hop.stage == inward
	switch {
	case last.Status == turn.StatusExecuted:
		return executed
	case last.Status == turn.StatusPending && j.unfinished():
		return sent
	case last.Status == turn.StatusPending:
		return sentLast
	case j.duty.closes && last.Status == turn.StatusCancelled:
		return cancelled
	case t.hop.between() && t.hop.route.Direct != "" && (last.Status == turn.StatusBlocked || last.Status == turn.StatusFailed):
		return astray
	case j.duty.closes && t.action.Verb != rule.Sell:
		return passedOver
	case leaves && TooMuch(last) && t.order.halvable:
		return tooLarge
	case (before.left > 0 || between) && (before.tries < mostRetries || leaves && passes(last)) && (leaves || momentary(last)):
		return untimely
	case j.duty.closes:
		return unsold
	case t.leg != nil && t.hop.stage != inward && len(j.tasks) > 1 && ofSize(last):
		return apartly
	}
	return refused
}
