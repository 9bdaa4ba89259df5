package play

import (
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Halved is the value of an emergency's and a reduction's trigger that says how often a sale
// was refused for its size: so often what goes at once is halved.
const Halved = "halved"

func halvings(t turn.Trigger) uint { return counted(t, Halved) }

// counted is a value of a trigger that counts tries.
func counted(t turn.Trigger, name string) uint {
	for _, v := range t.Values {
		if v.Name == name && v.Value > 0 {
			return uint(min(v.Value, 255))
		}
	}
	return 0
}

// mostSlices bounds in how many parts what ends a risk goes: there is no other bound than
// that a part is worth a transaction. The ten parts of safety §17 bound what opens. Ten parts
// of a holding too large for them would be refused for ever, and a market that shrinks is when
// one has to get out.
const mostSlices = 1 << 30

// room is how much, in the numeraire, moves the price of a market no further than one order
// may; ok is false where nothing is known of the market, or of a limit.
func (d desk) room(m market) (room uint256.Int, ok bool) {
	liquidity := d.wallet.depth(m)
	if d.pace.Impact == 0 || liquidity.IsZero() {
		return room, false
	}
	room = muldiv(&liquidity, uint256.NewInt(9*uint64(d.pace.Impact)), uint256.NewInt(10*4*uint64(money.Whole)))
	if room.Lt(d.wallet.whole()) {
		room = *d.wallet.whole()
	}
	return room, true
}

// bite is how much of a value is sold at once: what there is room for, halved so often, but
// one token of the numeraire at least.
func (d desk) bite(m market, value uint256.Int, halved uint) uint256.Int {
	most := value
	if room, ok := d.room(m); ok {
		most = smallest(value, room)
	}
	if most.Rsh(&most, halved); most.Lt(d.wallet.whole()) {
		most = *d.wallet.whole()
	}
	return smallest(value, most)
}

// spare is what of a sale is left. The wallet has the last word: an order that is said to
// have failed may have moved the tokens all the same, where a node shows it late.
func (o *order) spare(held *uint256.Int, amount uint256.Int) uint256.Int {
	if o.left == 0 {
		o.floor = less(held, &amount)
		return amount
	}
	return smallest(smallest(amount, o.open), less(held, &o.floor))
}

// slice is what of an order that ends a risk goes now. Unlike cut it looks at the market
// anew for each part, and sends as many as it takes.
func (o *order) slice(d *desk, m market, units, value uint256.Int) uint256.Int {
	if o.left > 0 && units.Gt(&o.open) {
		value = muldiv(&value, &o.open, &units)
		units = o.open
	}
	n := o.slices(d, m, &value)
	if n == 1 && o.n == 0 {
		o.sent = units
		return units
	}
	if o.n == 0 {
		o.since = d.now
	}
	o.n, o.left = o.n-o.left+n, n-1
	o.size = muldiv(&units, uint256.NewInt(1), uint256.NewInt(uint64(n))) //nolint:gosec // not below one
	o.size.AddUint64(&o.size, 1)
	o.sent = smallest(units, o.size)
	o.open.Sub(&units, &o.sent)
	o.due, o.least = d.now+max(apart, d.pace.Apart), 0
	d.bounds.Slippage = min(d.bounds.Slippage, calm)
	return o.sent
}

// slices is in how many parts what is left goes, and notes whether they could be smaller.
func (o *order) slices(d *desk, m market, value *uint256.Int) int {
	if o.halvable = false; d.pace.Impact == 0 {
		return 1
	}
	n := max(o.left, o.least)
	if liquidity := d.wallet.depth(m); o.n == 0 {
		n = max(n, Parts(value, &liquidity))
	}
	if room, ok := d.room(m); ok {
		n = max(n, times(value, &room))
	}
	most := times(value, d.wallet.whole())
	n = max(min(n, most), 1)
	o.halvable = most >= 2*n
	return n
}

// times is x÷y rounded up, and no more slices than there may be.
func times(x, y *uint256.Int) int {
	var n, rest uint256.Int
	if n.DivMod(x, y, &rest); !rest.IsZero() {
		n.AddUint64(&n, 1)
	}
	if !n.LtUint64(mostSlices) {
		return mostSlices
	}
	return int(n.Uint64()) //nolint:gosec // bounded above
}
