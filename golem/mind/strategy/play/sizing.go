package play

import (
	"fmt"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/internal/money"
)

// dear is how many times its gas an order has to be worth that a limit has cut: of less, gas would take
// more than 1 %.
const dear = 100

// limit is how much something lets in, in units of the numeraire. One that is shared is a sum, of which every
// transaction of a plan takes its own.
type limit struct {
	room   uint256.Int
	name   string
	shared bool
}

// ask is an order that has no size yet, in units of the numeraire.
type ask struct {
	amount uint256.Int
	purse  uint256.Int // that it is paid out of
	counts counts
	moves  uint64 // transactions that may each take as much; 0: one

	receipts uint64 // units by which it may be counted for more
}

// size is what an order may be, and what cut it. Why says that nothing is left.
type size struct {
	amount, asked uint256.Int
	cut, why      string
}

// fit cuts an order to its own limits and to those that hold for all that opens something, by what the limits
// themselves count.
func (d desk) fit(a ask, own ...limit) size {
	c, equity := countedBy(&d), d.wallet.equity()
	most, reserve := bpsOf(&c.Equity, d.bounds.MaxDeployed), bpsOf(&equity, d.bounds.Reserve)
	most = less(&most, &c.Risk)
	limits := append(own,
		limit{room: a.counts.spend(less(&most, uint256.NewInt(a.receipts))), name: "max_deployed"},
		limit{room: less(&a.purse, &reserve), name: "the wallet less the reserve"})
	limits = append(limits, spendable(&d, a.counts, max(a.moves, 1))...)
	s := size{amount: a.amount, asked: a.amount}
	for _, l := range limits {
		if l.room.Lt(&s.amount) {
			s.amount, s.cut = l.room, l.name
		}
		if s.amount.Lt(d.wallet.whole()) {
			s.why = fmt.Sprintf("%s leaves less than 1 %s", l.name, d.wallet.numeraire().Symbol)
			return s
		}
	}
	return worthy(&d, s)
}

// worthy leaves an order alone that was cut so far that gas would eat it up. A cut by less than a thousandth is
// none that anybody has to hear of.
func worthy(d *desk, s size) size {
	almost := muldiv(&s.asked, uint256.NewInt(999), uint256.NewInt(1000))
	if !s.amount.Lt(&almost) {
		s.cut = ""
		return s
	}
	gas := d.wallet.units(strategy.GasUSD(d.wallet.r))
	if least := muldiv(&gas, uint256.NewInt(dear), uint256.NewInt(1)); s.amount.Lt(&least) {
		unit := d.wallet.numeraire()
		s.why = fmt.Sprintf("%s leaves %s of %s %s, of which gas would take more than 1 %%", s.cut,
			money.FormatUnits(&s.amount, unit.Decimals), money.FormatUnits(&s.asked, unit.Decimals), unit.Symbol)
	}
	return s
}

// of says what an order was cut from, to what, and by what; empty where it was not.
func (s size) of(unit turn.Token) string {
	if s.cut == "" {
		return ""
	}
	return fmt.Sprintf("from %s %s to %s by %s", money.FormatUnits(&s.asked, unit.Decimals), unit.Symbol, money.FormatUnits(&s.amount, unit.Decimals), s.cut)
}

// sized says of a proposal what cut it.
func (s step) sized(z size, unit turn.Token) step {
	if how := z.of(unit); how != "" && s.body != nil {
		s.cut, s.say = how, s.say+", cut "+how
	}
	return s
}

// spendable are the limits on spending, for an order of so many transactions.
func spendable(d *desk, c counts, moves uint64) (all []limit) {
	for _, l := range d.left {
		if l.room = c.spend(l.room); l.shared {
			l.room.Div(&l.room, uint256.NewInt(moves))
		}
		all = append(all, l)
	}
	return all
}
