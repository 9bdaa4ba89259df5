package play

import (
	"cmp"
	"slices"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

// tour is what of the positions and reserves a task has been at.
type tour struct {
	touched []string // already closed, collected or repaid
	at      string   // the last of them
	dust    bool     // takes positions that are worth no transaction: there were no others
}

// first reports, once for each id, that it is new.
func (t *tour) first(id string) bool {
	if slices.Contains(t.touched, id) {
		return false
	}
	t.touched, t.at = append(t.touched, id), id
	return true
}

// leaving are the positions that a task leaves, in its order: the dearest first, because
// anybody can send a wallet some that are worth nothing; behind the rest the one that was
// refused longest ago.
func (t *task) leaving(d desk) (all []*turn.Position) {
	if all = d.wallet.positions(); t.action.Verb == rule.Recentre || t.action.On != "" {
		all = d.wallet.within(d.wallet.ranged(t.action.On))
	}
	order := func(a, b *turn.Position) int {
		x, y := d.wallet.valueOf(a), d.wallet.valueOf(b)
		return y.Cmp(&x)
	}
	if t.behind {
		order = func(a, b *turn.Position) int {
			return cmp.Compare(slices.Index(d.refused, a.ID), slices.Index(d.refused, b.ID))
		}
	}
	slices.SortStableFunc(all, order)
	return worthIt(t, d, all)
}

// worthy leaves out what is worth no transaction, unless there is nothing else: no other
// position, and for who closes everything nothing else at all.
func worthIt(t *task, d desk, all []*turn.Position) []*turn.Position {
	dear := slices.DeleteFunc(slices.Clone(all), func(p *turn.Position) bool {
		value := d.wallet.valueOf(p)
		return value.Lt(d.wallet.whole())
	})
	if !t.proposed {
		t.tour.dust = len(dear) == 0 && (!t.duty.closes || len(d.wallet.holdings()) == 0)
	}
	if t.tour.dust {
		return all
	}
	return dear
}

// takes reports, once for each id, that it is this task's.
func (t *task) takes(d desk, id string) bool {
	if t.duty.closes && slices.Contains(d.refused, id) != t.behind {
		return false
	}
	return t.tour.first(id)
}
