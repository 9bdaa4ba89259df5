package play

import "slices"

// agenda holds the jobs of a player, each list in order. Of the plan only the first may be
// proposed. Two jobs of one name do not wait side by side: the newer one's tasks come behind
// the other's.
type agenda struct {
	plan    []*job // of the tick in progress
	aside   []*job // for later ticks
	flights []*job // parts that are under way
}

// shelf is the list of a stage; nil: none.
func (a *agenda) shelf(s stage) *[]*job {
	switch s {
	case planned, proposed:
		return &a.plan
	case aside:
		return &a.aside
	case underWay:
		return &a.flights
	}
	return nil
}

// move takes a job to a stage.
func (a *agenda) move(j *job, to stage) {
	out, in := a.shelf(j.stage), a.shelf(to)
	if j.stage = to; out == in {
		return
	}
	if out != nil {
		*out = slices.DeleteFunc(*out, func(o *job) bool { return o == j })
	}
	if to == aside {
		if i := slices.IndexFunc(a.aside, func(o *job) bool { return o.restName() == j.restName() }); i >= 0 {
			a.aside[i].tasks = append(a.aside[i].tasks, j.tasks...)
			return
		}
	}
	if in != nil {
		*in = append(*in, j)
	}
}

// all returns the jobs of some lists that match.
func all(matches func(*job) bool, lists ...[]*job) (out []*job) {
	for _, l := range lists {
		for _, j := range l {
			if matches(j) {
				out = append(out, j)
			}
		}
	}
	return out
}

// waits reports whether a task is among those put aside.
func (a *agenda) waits(t *task) bool {
	return slices.ContainsFunc(a.aside, func(j *job) bool { return slices.Contains(j.tasks, t) })
}

// flies reports whether the outcome of a task's step is unknown.
func (a *agenda) flies(t *task) bool {
	return slices.ContainsFunc(a.flights, func(j *job) bool { return j.of == t })
}

// sold lowers what other sales of an asset in parts leave by what a task's part sent.
func (a *agenda) sold(of, part *task) {
	if !part.sells() || part.hop.stage == inward { // its first move was taken in before
		return
	}
	for _, j := range slices.Concat(a.plan, a.aside) {
		for _, other := range j.tasks {
			if other != of && other.token == part.token {
				other.order.floor = less(&other.order.floor, &part.order.sent)
			}
		}
	}
}
