package play

import (
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// leeway is what a purchase leaves of a limit, as a share of itself, where the price can move between the reading
// and the simulation: the chain is in another process. In the same one none moves, and the market's fee is what is left.
const leeway money.BPS = 10

// receipts are the units by which what stands for a deposit may be rounded up.
const receipts = 2

// Estate is what a reading comes to as the limits count it: at the price of each asset's feed where
// there is one, and not at the markets', by which a rule counts. Risk is everything but cash, whatever is owed.
type Estate struct {
	Equity, Risk, Lent uint256.Int
	Value              func(turn.Token, *uint256.Int) uint256.Int
}

// countedBy is that of the desk's reading. While something that is held has no price the limits count nothing and
// nothing is opened; sizes are the rules' own then.
func countedBy(d *desk) Estate {
	if d.count != nil {
		if e, ok := d.count(*d.wallet.r); ok {
			return e
		}
	}
	lent, _ := d.wallet.lent()
	return Estate{d.wallet.equity(), d.wallet.deployed(), lent, d.wallet.value}
}

// counts says that what is paid counts as so much under the limits. The zero value counts as what it is.
type counts struct{ paid, worth uint256.Int }

// spend is what may be paid for a room under a limit.
func (c counts) spend(room uint256.Int) uint256.Int {
	if !c.worth.Gt(&c.paid) {
		return room
	}
	return muldiv(&room, &c.paid, &c.worth)
}

// countsOf is how what is paid of the numeraire for a token counts, if it goes a way: by what it brings there without
// fees, at the dearer one of the limits' price and the reading's. What is bought below these is worth
// more than it cost. Without a market it is bought at the reading's price.
func countsOf(d *desk, w way, token turn.Token) counts {
	c := counts{paid: *new(uint256.Int).Mul(d.wallet.whole(), million)}
	units := c.paid
	switch a, ok := d.wallet.r.Asset(token.Address); {
	case token.Address == d.wallet.numeraire().Address, !ok || a.Rate.IsZero():
		return counts{}
	case w.routed():
		units = w.onward(d.wallet.numeraire(), &units)
	case w.Market != nil && w.Trades(token.Address, d.wallet.numeraire().Address):
		units = w.across(d.wallet.numeraire(), &units)
	default:
		units = turn.Bought(&units, &a.Rate)
	}
	here := d.wallet.value(token, &units)
	if c.worth = countedBy(d).Value(token, &units); here.Gt(&c.worth) {
		c.worth = here
	}
	if d.outside {
		c.worth = muldiv(&c.worth, uint256.NewInt(uint64(money.Whole+leeway)), uint256.NewInt(uint64(money.Whole)))
	}
	return c
}

// across is what units of a token are turned into at the market's price, without its fee.
func (m market) across(in turn.Token, units *uint256.Int) uint256.Int {
	if in.Address == m.Base.Address {
		return m.value(units)
	}
	return m.worth(units)
}

// most is what may be put into a token for a share of equity, if it goes a way.
func (d desk) most(share money.BPS, token turn.Token, w way) uint256.Int {
	c := countedBy(&d)
	return countsOf(&d, w, token).spend(bpsOf(&c.Equity, share))
}

// onward is that over both markets of a route.
func (w way) onward(in turn.Token, units *uint256.Int) uint256.Int {
	between := w.across(in, units)
	return w.second.across(w.over, &between)
}
