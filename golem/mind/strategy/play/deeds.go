package play

import (
	"slices"

	"bardo.run/bardo/golem/host/turn"
)

// What is done to a job when an event moves it; the table in life.go says which.

// nextTask ends the first task, with the reason where there is one.
func nextTask(p *Player, j *job, f fact) {
	if f.why != "" {
		sayWhy(p, j, f)
	}
	abandon(p, j.cause, j.tasks[0])
	j.tasks = j.tasks[1:]
}

// abandon sells what a purchase that does not go on left between its moves.
func abandon(p *Player, cause string, t *task) {
	if stranded(t) || t.span.bought && !t.span.minted {
		p.agenda.move(t.undo(cause), aside)
	}
}

// abandonAll does it for all of a job.
func abandonAll(p *Player, j *job, f fact) {
	for _, t := range j.tasks {
		abandon(p, j.cause, t)
	}
}

// withhold ends a job that may not be played, and says why.
func withhold(p *Player, j *job, f fact) {
	sayWhy(p, j, f)
	abandonAll(p, j, f)
}

// goStraight goes on without a route, the first move of which was refused.
func goStraight(p *Player, j *job, f fact) {
	sayLast(p, j, f, "not over two markets")
	takeBack(p, j, f)
	j.tasks[0].direct = true
}

func sayWhy(p *Player, j *job, f fact) { p.say(j.duty.name + ": " + f.why) }

// sayLast says what the last step came to, and so what is done.
func sayLast(p *Player, j *job, f fact, so string) {
	p.say(j.duty.name + ": " + so + ": the last step was " + string(f.last.Status) + refusal(f.last))
}

// stop ends a job. What it bought for a range that is not opened now is sold again.
func stop(p *Player, j *job, f fact) {
	sayLast(p, j, f, "stopped")
	t := j.tasks[0]
	switch {
	case f.last.Status == turn.StatusPending:
	case stranded(t) && t.broken(): // the moment that was against it is over then
		abandon(p, j.cause, t)
	case t.broken():
		p.agenda.move(t.undo(j.cause), planned)
	}
	if t.hop.stage == inward && !t.duty.opens() && f.last.Status != turn.StatusPending {
		p.say(j.duty.name + ": what was to be sold is " + t.hop.over.Symbol + " now, and stays that")
	}
}

// goPastLeg goes on with the next asset of a basket: what is in the wallet decides how much of it is bought.
func goPastLeg(p *Player, j *job, f fact) {
	sayLast(p, j, f, j.tasks[0].token.Symbol+" is passed over")
	j.tasks = j.tasks[1:]
}

// takeBack makes of the proposal one that was never made.
func takeBack(_ *Player, j *job, _ fact) { *j.tasks[0] = j.before }

func tryNow(p *Player, j *job, f fact) {
	sayLast(p, j, f, "passed over")
	takeBack(p, j, f)
}

// settle takes an executed step in. What came out of a position that was closed is to be sold.
func settle(p *Player, j *job, f fact) {
	t := j.tasks[0]
	t.order.tries = 0
	t.span.bought, t.span.buying = t.span.bought || t.span.buying, false
	p.closing.went(t.doing())
	p.agenda.sold(t, t)
	if t.hop.made(f.last.Preview.PermitID); t.hop.stage == inward {
		t.hop = hop{}
	}
	p.closing.unmet = p.closing.unmet || j.duty.closes
}

// goPast goes on with the next of what is to be closed.
func goPast(p *Player, j *job, f fact) {
	sayLast(p, j, f, "passed over")
	p.closing.unmet = p.closing.unmet || passes(f.last)
	p.closing.refuse(j.tasks[0].doing())
}

func goPastSale(p *Player, j *job, f fact) {
	goPast(p, j, f)
	j.tasks = j.tasks[1:]
}

// tryLater takes the proposal back until a later tick. What only the moment speaks against
// costs a way out none of its tries.
func tryLater(p *Player, j *job, f fact) {
	putOff(p, j, f)
	if o := &j.tasks[0].order; j.duty.opens() || !passes(f.last) {
		o.tries++
	}
}

// trySmaller lets what is left go in twice as many parts.
func trySmaller(p *Player, j *job, f fact) {
	least := 2 * (j.tasks[0].order.left + 1)
	putOff(p, j, f)
	o := &j.tasks[0].order
	o.least, o.later = least, true
}

func putOff(p *Player, j *job, f fact) {
	so := "tried again"
	if j.duty.closes {
		so, p.closing.unmet = "passed over", p.closing.unmet || passes(f.last)
	}
	sayLast(p, j, f, so)
	takeBack(p, j, f)
	j.tasks[0].order.due = f.now + apart
}

// launch remembers the part that is under way, as it was sent. The order counts it as sent:
// what was sold too little can be sold later, what was sold twice cannot be undone. Of what
// does not go in parts nothing is remembered.
func launch(p *Player, j *job, f fact) {
	p.closing.unmet = p.closing.unmet || j.duty.closes
	if t := j.tasks[0]; t.order.n > 0 || t.broken() || t.span.buying || t.hop.stage != straight {
		t.hop.made(f.last.Preview.PermitID)
		part := t.copy()
		p.agenda.flights = append(p.agenda.flights, &job{
			cause: j.cause, duty: j.duty, tasks: []*task{&part}, stage: underWay, permit: f.last.Preview.PermitID, of: j.tasks[0],
		})
	}
}

func launchLast(p *Player, j *job, f fact) {
	launch(p, j, f)
	stop(p, j, f)
}

// takeUp goes on under the name of the rest.
func takeUp(_ *Player, j *job, _ fact) {
	j.cause = j.restName()
	for _, t := range j.tasks {
		t.order.later = false
	}
}

func dropLapsed(p *Player, j *job, f fact) {
	j.tasks = slices.DeleteFunc(j.tasks, func(t *task) bool {
		if !t.lapsed(f.now) {
			return false
		}
		sayWhy(p, j, f)
		return true
	})
}

// forgo ends a part that opens: it is not sent again, and what was bought for its range is sold.
func forgo(p *Player, j *job, _ fact) {
	if t := j.tasks[0]; t.broken() && !p.agenda.waits(j.of) {
		p.agenda.move(t.undo(j.cause), aside)
	}
}

// land takes in that a part was executed. What it bought for a range that nobody opens any more is sold again.
func land(p *Player, j *job, _ fact) {
	t := j.tasks[0]
	p.agenda.sold(j.of, t)
	if t.span.buying && !p.agenda.waits(j.of) {
		p.agenda.move(t.undo(j.cause), aside)
	}
}

// giveBack adds the part to what is left of its order.
func giveBack(_ *Player, j *job, _ fact) {
	if h := &j.tasks[0].hop; h.stage == inward { // what lies between is still to be carried on
		j.of.hop, j.of.hop.stage = *h, outward
		return
	}
	j.of.hop = hop{}
	o := &j.of.order
	o.left++
	o.n = max(o.n, o.left)
	o.open.Add(&o.open, &j.tasks[0].order.sent)
}

// revive makes of the part all that is left of its order. Other parts that are under way are
// of it then.
func revive(p *Player, j *job, _ fact) {
	t := j.tasks[0]
	if t.hop.stage == inward {
		t.hop.stage = outward
	} else {
		t.hop, t.order.left, t.order.open = hop{}, 1, t.order.sent
		t.order.n = max(t.order.n, 1)
	}
	for _, f := range all(func(f *job) bool { return f.of == j.of }, p.agenda.flights) {
		f.of = t
	}
	j.permit, j.of = "", nil
}
