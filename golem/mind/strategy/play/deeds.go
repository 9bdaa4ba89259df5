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
	j.tasks = j.tasks[1:]
}

func sayWhy(p *Player, j *job, f fact) { p.say(j.duty.name + ": " + f.why) }

// sayLast says what the last step came to, and so what is done.
func sayLast(p *Player, j *job, f fact, so string) {
	p.say(j.duty.name + ": " + so + ": the last step was " + string(f.last.Status) + refusal(f.last))
}

// stop ends a job. What it bought for a range that is not opened now is sold again.
func stop(p *Player, j *job, f fact) {
	sayLast(p, j, f, "stopped")
	if t := j.tasks[0]; t.broken() && f.last.Status != turn.StatusPending {
		p.agenda.move(t.undo(j.cause), planned)
	}
}

// takeBack makes of the proposal one that was never made.
func takeBack(_ *Player, j *job, _ fact) { *j.tasks[0] = j.before }

func tryNow(p *Player, j *job, f fact) {
	sayLast(p, j, f, "passed over")
	takeBack(p, j, f)
}

// settle takes an executed step in. What came out of a position that was closed is to be sold.
func settle(p *Player, j *job, _ fact) {
	t := j.tasks[0]
	t.order.tries = 0
	p.closing.went(t.doing())
	p.agenda.sold(t, t)
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
	if j.tasks[0].order.n > 0 || j.tasks[0].broken() {
		part := j.tasks[0].copy()
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
	if t := j.tasks[0]; t.broken() {
		p.agenda.move(t.undo(j.cause), aside)
	}
}

func land(p *Player, j *job, _ fact) { p.agenda.sold(j.of, j.tasks[0]) }

// giveBack adds the part to what is left of its order.
func giveBack(_ *Player, j *job, _ fact) {
	o := &j.of.order
	o.left++
	o.open.Add(&o.open, &j.tasks[0].order.sent)
}

// revive makes of the part all that is left of its order. Other parts that are under way are
// of it then.
func revive(p *Player, j *job, _ fact) {
	t := j.tasks[0]
	t.order.left, t.order.open = 1, t.order.sent
	for _, f := range all(func(f *job) bool { return f.of == j.of }, p.agenda.flights) {
		f.of = t
	}
	j.permit, j.of = "", nil
}
