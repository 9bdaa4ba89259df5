package play

import (
	"cmp"
	"slices"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

// sale names the sale of the base tokens among what was refused.
const sale = "sell"

// everything are the jobs that close all there is, for a cause, and sell the base tokens
// then. An emergency finds out by itself what the market takes. What did not go
// in an earlier tick comes behind the rest, so that it keeps nothing else.
func (p *Player) everything(cause string, from turn.Origin) (jobs []*job) {
	add := func(a rule.Action, behind bool) {
		jobs = append(jobs, &job{
			cause: cause, origin: from, name: "close all", kind: rule.Stop, action: a, optional: true,
			undivided: cause == Emergency, closes: true, behind: behind,
		})
	}
	add(rule.Action{Verb: rule.Withdraw}, false)
	add(rule.Action{Verb: rule.Recall}, false)
	add(rule.Action{Verb: rule.Sell, Share: rule.Whole, Of: rule.OfPosition}, false)
	add(rule.Action{Verb: rule.Withdraw}, true)
	add(rule.Action{Verb: rule.Recall}, true)
	return jobs
}

// leaving are the positions that a job leaves, in its order: the dearest first, because
// anybody can send a wallet some that are worth nothing; behind the rest the one that was
// refused longest ago.
func (j *job) leaving(d desk) (all []*turn.Position) {
	for i := range d.wallet.r.Positions {
		all = append(all, &d.wallet.r.Positions[i])
	}
	order := func(a, b *turn.Position) int {
		x, y := d.pool.valueOf(a), d.pool.valueOf(b)
		return y.Cmp(&x)
	}
	if j.behind {
		order = func(a, b *turn.Position) int {
			return cmp.Compare(slices.Index(d.refused, a.ID), slices.Index(d.refused, b.ID))
		}
	}
	slices.SortStableFunc(all, order)
	return j.worthy(d, all)
}

// worthy leaves out what is worth no transaction, unless there is nothing else: no other
// position, and for who closes everything nothing else at all.
func (j *job) worthy(d desk, all []*turn.Position) []*turn.Position {
	dear := slices.DeleteFunc(slices.Clone(all), func(p *turn.Position) bool {
		value := d.pool.valueOf(p)
		return value.Lt(d.pool.whole())
	})
	if !j.proposed {
		j.dust = len(dear) == 0 && (!j.closes || len(d.wallet.holdings()) == 0)
	}
	if j.dust {
		return all
	}
	return dear
}

// takes reports, once for each id, that it is this job's.
func (j *job) takes(d desk, id string) bool {
	if j.closes && slices.Contains(d.refused, id) != j.behind {
		return false
	}
	return j.first(id)
}

// passOver goes on with the next of what is to be closed, where a step was not executed. The
// sale alone has no next one.
func (p *Player) passOver(asked *job, last turn.Action, now int64) {
	j := p.jobs[0]
	p.say(j.name + ": passed over: the last step was " + string(last.Status) + refusal(last))
	p.unmet = p.unmet || passes(last)
	switch {
	case last.Status == turn.StatusCancelled: // a steer came between, nothing was refused
		p.jobs[0] = asked
	case j.action.Verb != rule.Sell:
		p.refuse(j.doing())
	case !p.again(asked, last, now):
		p.refuse(sale)
		p.finish(j, "")
	}
}

// doing names what the job's last step was about.
func (j *job) doing() string {
	if j.action.Verb == rule.Sell {
		return sale
	}
	return j.at
}

// refuse notes that something did not go, and went that it did.
func (p *Player) refuse(id string) {
	p.went(id)
	p.fresh = append(p.fresh, id)
}

func (p *Player) went(id string) {
	is := func(x string) bool { return x == id }
	p.refused, p.fresh = slices.DeleteFunc(p.refused, is), slices.DeleteFunc(p.fresh, is)
}

// remember takes what the last tick refused behind what was before, and forgets what there
// is no more.
func (p *Player) remember(b turn.Brief) {
	r := &b.Seen.Reading
	w := walletOf(r)
	p.refused = slices.DeleteFunc(append(p.refused, p.fresh...), func(id string) bool { return !w.closable(id) })
	p.fresh = nil
}
