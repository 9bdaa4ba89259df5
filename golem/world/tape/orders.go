package tape

import (
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/order"
)

// Owner is who may order a death; order.File looks for the word of one.
type Owner interface {
	// Order returns the last order there is, and whether there is any.
	Order() (order.Order, bool)
}

// Orders is an Owner through the journal: each order is heard once, at the look that
// found it.
type Orders struct {
	journal *journal.Journal
	owner   Owner // nil in a replay, and where nobody can order anything
	looks   uint64
	heard   order.Order
}

// NewOrders returns the orders of an owner.
func NewOrders(j *journal.Journal, owner Owner) *Orders { return &Orders{journal: j, owner: owner} }

// Next looks, and returns an order that was not heard before, and whether there is one.
// An error is the journal's.
func (o *Orders) Next() (order.Order, bool, error) {
	o.looks++
	got, there, err := journal.Arrived(o.journal, journal.KindKill, o.looks, o.ask)
	if there {
		o.heard = got
	}
	return got, there, err
}

func (o *Orders) ask() (order.Order, bool, error) {
	if o.owner == nil {
		return order.Order{}, false, nil
	}
	got, there := o.owner.Order()
	return got, there && got != o.heard, nil
}

// Abandoned looks, and reports whether the owner wants nothing more to be settled. What
// a journal does not answer is for the next who asks it.
func (o *Orders) Abandoned() bool {
	_, _, _ = o.Next() // a final error stays the journal's, and nothing is settled behind it
	return o.heard.Abandon
}
