package play

import (
	"slices"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

// leg is one asset of a basket on its way to its share: sold or bought, never both in one pass.
type leg struct {
	share, band rule.PPM
	sells       bool
}

// legs are a task for each asset of a basket that is further off its share than the band: first
// those that are sold, then those that are bought, the furthest off first. Where there is none, it
// says so.
func legsOf(t *task, d desk) (all []*task, stays []string) {
	b := t.action.Basket
	off := map[*task]uint256.Int{}
	for _, w := range b.Weights {
		a, ok := d.wallet.r.Named(w.Asset)
		if !ok || a.Rate.IsZero() {
			stays = append(stays, "nothing tells what "+w.Asset+" is worth; it stays as it is")
			continue
		}
		one := t.copy()
		one.every, one.token, one.leg = false, a.Token, &leg{share: w.Share, band: b.Band}
		above, below := d.off(a.Token, w.Share)
		band := d.band(b.Band)
		switch {
		case above.Gt(&band):
			one.leg.sells, off[&one] = true, above
		case below.Gt(&band):
			off[&one] = below
		default:
			continue
		}
		all = append(all, &one)
	}
	slices.SortStableFunc(all, func(x, y *task) int {
		if x.leg.sells != y.leg.sells {
			if x.leg.sells {
				return -1
			}
			return 1
		}
		a, b := off[x], off[y]
		return b.Cmp(&a)
	})
	if len(all)+len(stays) == 0 {
		stays = []string{"every share is within " + b.Band.String() + " of the basket's"}
	}
	return all, stays
}

// band is how far off a share may be, in the numeraire.
func (d desk) band(b rule.PPM) uint256.Int {
	equity := d.wallet.equity()
	return shareOf(&equity, b)
}

// off is what there is of a token above a share of equity, and what there lacks to it, wherever
// the token is.
func (d desk) off(token turn.Token, share rule.PPM) (above, below uint256.Int) {
	w := Weigh(d.wallet.r, token, share)
	return less(&w.Have, &w.Want), less(&w.Want, &w.Have)
}

// Weighed is what a basket goes by for one of its assets, in raw units of the numeraire: everything but
// the native coin, what there is of the asset wherever it lies, and what its share comes to.
type Weighed struct{ Equity, Have, Want uint256.Int }

// Weigh returns what a reading shows of a token that is to be a share of equity.
func Weigh(r *turn.Reading, token turn.Token, share rule.PPM) Weighed {
	w := walletOf(r)
	equity := w.equity()
	return Weighed{Equity: equity, Have: w.everywhere(token), Want: shareOf(&equity, share)}
}

// everywhere is what a token comes to in the wallet, in liquidity with its fees, and lent less
// owed.
func (w wallet) everywhere(token turn.Token) uint256.Int {
	units, owed := w.r.Everywhere(token.Address)
	units = less(&units, &owed)
	return w.value(token, &units)
}

// even proposes what brings the asset of a leg to its share: an order of one token of the
// numeraire at least, so that no fee is paid for less, and none inside the band.
func (t *task) even(d desk) step {
	if t.over() {
		return step{}
	}
	above, below := d.off(t.token, t.leg.share)
	off, band := below, d.band(t.leg.band)
	if t.leg.sells {
		off = above
	}
	if !t.proposed && !off.Gt(&band) {
		return end("%s has come to its share", t.token.Symbol)
	}
	if t.leg.sells {
		return shedOf(t, d, off)
	}
	return fillOf(t, d, off)
}

// shed sells what is above the share, as far as it is in the wallet.
func shedOf(t *task, d desk, above uint256.Int) step {
	held := d.wallet.r.Held(t.token.Address)
	value, why := d.wallet.value(t.token, &held), ""
	units := held
	if above.Lt(&value) {
		units, value = muldiv(&held, &above, &value), above
	} else if value.Lt(&above) {
		why = ", all that is in the wallet"
	}
	if value.Lt(d.wallet.whole()) {
		return end("%s is above its share by less than 1 %s in the wallet", t.token.Symbol, d.wallet.numeraire().Symbol)
	}
	w, err := boundOf(t, &d, t.token, d.wallet.numeraire(), &units)
	if err != nil {
		return end("%v", err)
	}
	units = t.part(&d, w.narrow(d.wallet), units, value)
	s := d.trade(t, w, "", t.token, d.wallet.numeraire(), &units)
	s.say += why
	return s
}

// fill buys what lacks to the share, as far as the limits and the cash reach.
func fillOf(t *task, d desk, below uint256.Int) step {
	if d.shut != "" {
		return end("%s is not bought: %s", t.token.Symbol, d.shut)
	}
	w, err := boundOf(t, &d, d.wallet.numeraire(), t.token, &below)
	if err != nil {
		return end("%v", err)
	}
	c, have := countedBy(&d), d.wallet.everywhere(t.token)
	a := ask{amount: w.withFees(d.wallet.numeraire(), &below), purse: d.wallet.cash(), counts: countsOf(&d, w, t.token)}
	held, position := d.wallet.r.Held(t.token.Address), bpsOf(&c.Equity, d.bounds.MaxPosition)
	if value := c.Value(t.token, &held); value.Gt(&have) {
		have = value
	}
	fits := d.fit(a, limit{room: a.counts.spend(less(&position, &have)), name: "max_position"})
	if fits.why != "" {
		return end("%s stays below its share: %s", t.token.Symbol, fits.why)
	}
	amount := t.part(&d, w.narrow(d.wallet), fits.amount, fits.amount)
	return d.trade(t, w, "", d.wallet.numeraire(), t.token, &amount).sized(fits, d.wallet.numeraire())
}

// part is what of a leg's order goes now. What is worth ten parts of one token of the numeraire
// at most goes at once.
func (t *task) part(d *desk, m market, units, value uint256.Int) uint256.Int {
	least := new(uint256.Int).Mul(d.wallet.whole(), uint256.NewInt(mostParts))
	if t.order.left == 0 && !value.Gt(least) {
		t.order.sent = units
		return units
	}
	return t.cut(d, m, units, value)
}
