package play

import (
	"slices"

	"bardo.run/bardo/golem/host/turn"
)

// later is how long lies between two tries to close what the owner wants closed, in
// milliseconds, where all that was left was refused.
const later = 5 * 60_000

// flight is a part of an order that was sent, and of which nothing is known yet.
type flight struct {
	permit string
	job    *job // as it was then
}

// Ended takes in what a tick came to: the player hears of its last step nowhere else, where
// nothing was asked behind it. What is unfinished of orders in parts is put aside, so that
// Rest tells of it. To be called at the end of every tick.
func (p *Player) Ended(done []turn.Action, now int64) {
	p.resume(done, now)
	p.unfinished(anyJob)
	p.persist(now)
	p.jobs = nil
}

// Resolved takes in what became of an action that was pending. A part of a way out that was
// not executed is to be sent again; one that opens a risk never is.
func (p *Player) Resolved(act turn.Action) {
	i := slices.IndexFunc(p.flights, func(f flight) bool { return f.permit == act.Preview.PermitID })
	if i < 0 || act.Status == turn.StatusPending {
		return
	}
	f := p.flights[i]
	p.flights = slices.Delete(p.flights, i, i+1)
	if act.Status == turn.StatusExecuted {
		p.sold(f.job)
	}
	if act.Status == turn.StatusExecuted || f.job.opens() {
		return
	}
	j := p.aside(f.job)
	j.order.left++
	j.order.open.Add(&j.order.open, &f.job.order.sent)
}

// aside is the job of a flight among those put aside, where it is put if all of it was sent.
func (p *Player) aside(flown *job) *job {
	for _, j := range p.carried {
		if j.serial == flown.serial {
			return j
		}
	}
	j := flown.copy()
	j.order.left = 0
	j.order.open.Clear()
	p.carried = append(p.carried, j)
	return j
}

// flies remembers the part that is under way.
func (p *Player) flies(last turn.Action) {
	j := p.jobs[0]
	if p.unmet = p.unmet || j.closes; j.order.n == 0 {
		return
	}
	if j.serial == 0 {
		p.serial++
		j.serial = p.serial
	}
	p.flights = append(p.flights, flight{last.Preview.PermitID, j.copy()})
}

// persist closes what is left of what the owner wants closed with a later tick, until that
// is nothing.
func (p *Player) persist(now int64) {
	ofIt := func(j *job) bool { return restName(j.cause) == restName(p.closing) }
	if p.closing == "" || slices.ContainsFunc(p.carried, ofIt) {
		return
	}
	wait := int64(later)
	switch {
	case p.unmet || slices.ContainsFunc(p.jobs, ofIt):
		wait = apart
	case len(p.refused)+len(p.fresh) == 0:
		p.closing = ""
		return
	}
	for _, j := range p.everything(p.closing, turn.OriginSteer) {
		j.later, j.order.due = true, now+wait
		p.carried = append(p.carried, j)
	}
}

// keepsRest ends what persist goes on with: the owner opens again.
func (p *Player) keepsRest() {
	ofIt := func(j *job) bool { return j.closes && j.origin == turn.OriginSteer }
	p.giveUp(ofIt)
	p.drop(ofIt, "the owner opens again")
	p.closing = ""
}
