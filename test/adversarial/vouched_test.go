package adversarial

import (
	"encoding/json"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/safety/audit"
)

// chronicle keeps the audit of a life in memory.
type chronicle struct {
	records []audit.Record
	events  []event
	of      map[string][]int  // events of a permit
	signed  map[string]string // permits of transactions
}

// event is what the checker reads of a record.
type event struct {
	Type, Action, To, Refused, Status string
	Permit                            string `json:"permit_id"`
	Tx                                string `json:"tx_hash"`
}

// Append implements audit.Keeper. A record whose place or hash is wrong is no record.
func (c *chronicle) Append(r audit.Record, _ bool) error {
	var before audit.Hash
	if n := len(c.records); n > 0 {
		before = c.records[n-1].Hash
	}
	if r.Seq != uint64(len(c.records)) || r.Prev != before || r.Hash != r.Sum() {
		return fmt.Errorf("record %d does not follow", r.Seq)
	}
	var e event
	if err := json.Unmarshal(r.Event, &e); err != nil {
		return err
	}
	c.records, c.events = append(c.records, r), append(c.events, e)
	c.finds(e)
	return nil
}

// finds makes an event easy to find: a long life has many.
func (c *chronicle) finds(e event) {
	if c.of == nil {
		c.of, c.signed = map[string][]int{}, map[string]string{}
	}
	c.of[e.Permit] = append(c.of[e.Permit], len(c.events)-1)
	if _, known := c.signed[e.Tx]; e.Type == audit.TypeTransaction && !known {
		c.signed[e.Tx] = e.Permit
	}
}

// created is where the permit of a transaction was created; the end, where there is none.
func (c *chronicle) created(tx common.Hash) int {
	for _, i := range c.of[c.permitOf(tx)] {
		if c.events[i].Type == audit.TypePermitCreated {
			return i
		}
	}
	return len(c.events)
}

func (c *chronicle) permitOf(tx common.Hash) string {
	if id, ok := c.signed[tx.Hex()]; ok {
		return id
	}
	return "none"
}

// vouched holds every order to the audit: one permit that was created, committed, given
// a capability which was used, and then this transaction, in this order, and no other
// with it.
func (s *stage) vouched(v *verdict) {
	used := map[string]common.Hash{}
	for i, o := range v.orders {
		id := s.chain.permitOf(o.swap)
		if other, twice := used[id]; twice && other != o.swap {
			v.violated(o.amount, "permit %s carried %s and %s", id, other, o.swap)
		}
		used[id] = o.swap
		if at := s.chain.way(id, o.swap, steps); at != len(steps) {
			v.violated(o.amount, "order %d (%s) has no %s in the audit, under permit %s", i, o.swap, steps[at], id)
		}
	}
}

// steps are those of a permit to its transaction.
var steps = []string{audit.TypePermitCreated, audit.TypePermitTransition, audit.TypeCapabilityMinted, audit.TypePermitConsumed, audit.TypeTransaction}

// ownSteps are those of an order of the Golem's own, which nobody proposes.
var ownSteps = []string{audit.TypePermitCreated, audit.TypeCapabilityMinted, audit.TypePermitConsumed, audit.TypeTransaction}

// way is how many of the steps the audit holds, in their order.
func (c *chronicle) way(id string, tx common.Hash, steps []string) (n int) {
	for _, i := range c.of[id] {
		e := c.events[i]
		if n == len(steps) || e.Type != steps[n] {
			continue
		}
		switch {
		case e.Type == audit.TypePermitTransition && e.To != "committed", e.Type == audit.TypePermitConsumed && e.Refused != "", e.Type == audit.TypeTransaction && e.Tx != tx.Hex():
			continue
		}
		n++
	}
	return n
}

// nothing is no unit.
var nothing = new(big.Int)
