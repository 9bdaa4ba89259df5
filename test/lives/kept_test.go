package lives

import (
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// kept is a store of records that remembers what an account of the life is made of.
type kept struct {
	*records.Digester
	ticks  uint64
	born   float64
	orders map[string]spent
	last   turn.Mortality
	before turn.Mortality // the last but one
	end    uint64         // the entry behind the last tick
	parts  int            // swaps that were one of several
	rests  int            // of them in a later tick than the first
	large  float64        // the largest swap, as a share of half the pool
	failed int            // orders that reverted
	late   int            // orders of which a later tick told
}

// spent is what one order came to.
type spent struct {
	cost     money.USDC
	wei      uint256.Int
	executed bool
	pending  bool
}

func newKept() *kept { return &kept{Digester: records.NewDigester(), orders: map[string]spent{}} }

func (k *kept) Write(r *turn.Record) error {
	k.ticks++
	if k.born == 0 {
		k.born = r.Seen.Reading.Equity()
	}
	k.before, k.last, k.end = k.last, r.Mortality, r.Entries[1]
	parts, rests := inParts(r)
	k.parts, k.rests, k.large = k.parts+parts, k.rests+rests, max(k.large, largest(r))
	for _, a := range r.Actions {
		k.ran(a.Execution)
	}
	return k.Digester.Write(r)
}

func (k *kept) Outcome(o records.Outcome) error {
	if o.Source == records.SourceReceipt {
		k.late++
		k.ran(o.Execution)
	}
	return k.Digester.Outcome(o)
}

// ran takes what an order came to, in its tick or later.
func (k *kept) ran(x *turn.Execution) {
	if x != nil && x.Status == turn.StatusFailed {
		k.failed++
	}
	if x != nil && x.PermitID != "" {
		k.orders[x.PermitID] = spent{x.Cost, x.GasWei, x.Status == turn.StatusExecuted, x.Status == turn.StatusPending}
	}
}
