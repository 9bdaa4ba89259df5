package play

import (
	"fmt"

	"github.com/holiman/uint256"

	"bardo.run/bardo/internal/money"
)

// What goes in parts, and how (safety §17). Shares are of the liquidity that an order meets.
const (
	single      = 100 // in 1/10,000: the most that goes in one part
	portion     = 50  // in 1/10,000: what each part takes where there are more
	mostParts   = 10
	apart       = 12_000      // milliseconds between two parts, at least
	calm        = 50          // basis points of slippage that a part is given
	lapse       = 30 * 60_000 // milliseconds until the rest of what opens is given up
	mostRetries = 10          // of one part
)

// Pace is how an owner's limits bear on one order.
type Pace struct {
	Impact money.BPS // the furthest it may move the price; 0: nothing is split
	Apart  int64     // milliseconds until the next one
}

// Pacer is a Source whose large swaps go in parts. opens says that the order opens a risk.
type Pacer interface{ Pace(opens bool) Pace }

// Parts is in how many parts an order goes. Both are of one unit; liquidity is all that the
// market holds for it, both tokens together. Where that is nothing, nothing is known, and
// the order stays whole.
//
// spec: safety §17
func Parts(value, liquidity *uint256.Int) int {
	whole := uint256.NewInt(uint64(money.Whole))
	if least := muldiv(value, whole, uint256.NewInt(single)); liquidity.IsZero() || !least.Gt(liquidity) {
		return 1
	}
	return atMost(value, uint256.NewInt(uint64(money.Whole/portion)), liquidity)
}

// within is how many parts it takes so that none moves the price further than impact. An
// order of a share s of the liquidity moves it by about 4s, and a tenth is left for what
// the market does meanwhile.
func within(impact money.BPS, value, liquidity *uint256.Int) int {
	if liquidity.IsZero() {
		return 1
	}
	room := muldiv(liquidity, uint256.NewInt(9*uint64(impact)), uint256.NewInt(10))
	return atMost(value, uint256.NewInt(4*uint64(money.Whole)), &room)
}

// atMost is x·y÷z rounded up, and no more parts than there may be.
func atMost(x, y, z *uint256.Int) int {
	n := muldiv(x, y, z)
	if !n.LtUint64(mostParts) {
		return mostParts
	}
	back := muldiv(&n, z, y)
	if parts := int(n.Uint64()); !back.Lt(x) { //nolint:gosec // below ten
		return max(parts, 1)
	}
	return int(n.Uint64()) + 1 //nolint:gosec // below ten
}

// order is one that goes in parts. The zero value is whole.
type order struct {
	n, left  int         // parts in all, and still to be sent
	size     uint256.Int // of one part, in units of what goes out
	open     uint256.Int // of the whole, still to be sent
	sent     uint256.Int // of it, with the last proposal
	floor    uint256.Int // of the base tokens, below which a sale does not go
	since    int64       // the first was proposed
	due      int64       // the next may go
	later    bool        // waits until then, though nothing of it was sent
	tries    int         // that the next has behind it
	least    int         // parts in which the rest goes, because fewer were refused; 0: any
	halvable bool        // the last part could have been smaller
}

// waits says that the next part may not go yet.
func (o *order) waits(now int64) bool { return (o.left > 0 || o.later) && now < o.due }

// cut is what of an order that opens a risk goes now, in a market. units is what is left of
// it to be sent, value what that is worth.
func (o *order) cut(d *desk, m market, units, value uint256.Int) uint256.Int {
	if o.left == 0 {
		n := 1
		if d.pace.Impact > 0 {
			liquidity := d.wallet.depth(m)
			n = max(Parts(&value, &liquidity), within(d.pace.Impact, &value, &liquidity))
		}
		if n == 1 {
			return units
		}
		size := muldiv(&units, uint256.NewInt(1), uint256.NewInt(uint64(n))) //nolint:gosec // at most ten
		*o = order{n: n, left: n, size: *size.AddUint64(&size, 1), open: units, since: d.now}
	}
	o.left, o.due = o.left-1, d.now+max(apart, d.pace.Apart)
	d.bounds.Slippage = min(d.bounds.Slippage, calm)
	now := smallest(smallest(units, o.size), o.open)
	o.open.Sub(&o.open, &now)
	o.sent = now
	return now
}

// cut is what of the task's order goes now.
func (t *task) cut(d *desk, m market, units, value uint256.Int) uint256.Int {
	switch {
	case t.duty.opens():
		return t.order.cut(d, m, units, value)
	case t.duty.undivided:
		t.order.sent = units
		return units
	}
	return t.order.slice(d, m, units, value)
}

// numbered says which part of an order a step is.
func (t *task) numbered(s step) step {
	if o := t.order; o.n > 1 && s.body != nil {
		s.say += fmt.Sprintf(", part %d of %d", o.n-o.left, o.n)
	}
	return s
}

// waits says that the task's next part may not go yet. What lies between two moves waits for nothing.
func waits(t *task, now int64) bool { return !t.hop.between() && t.order.waits(now) }

// lapsed says that the rest of what opens is too old to be sent.
func (t *task) lapsed(now int64) bool {
	return t.duty.opens() && t.order.n > 1 && !t.hop.between() && now-t.order.since > lapse
}

// over says that all of the task's order was proposed.
func (t *task) over() bool { return t.proposed && t.order.left == 0 }
