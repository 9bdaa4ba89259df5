package play

import (
	"slices"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// wallet is what a reading shows of what is held, lent and owed, with what it is worth.
type wallet struct{ r *turn.Reading }

func walletOf(r *turn.Reading) wallet { return wallet{r} }

// AtRisk is what a reading has at risk in the numeraire: liquidity, what is lent, and every
// asset but the numeraire, whatever is owed.
func AtRisk(r turn.Reading) float64 {
	sum := walletOf(&r).exposed()
	return money.Float(&sum, r.Numeraire().Decimals)
}

// base is what there is of a market's base token, cash of the numeraire.
func (w wallet) base(m market) uint256.Int { return w.r.Held(m.Base.Address) }
func (w wallet) cash() uint256.Int         { return w.r.Held(w.numeraire().Address) }

// exposures are the assets but the numeraire, and what is held of them.
func (w wallet) exposures() []turn.Asset {
	if len(w.r.Assets) == 0 {
		return nil
	}
	return w.r.Assets[1:]
}

// positions are all there are, within those in one market.
func (w wallet) positions() (all []*turn.Position) {
	for i := range w.r.Positions {
		all = append(all, &w.r.Positions[i])
	}
	return all
}

func (w wallet) within(m market) []*turn.Position {
	return slices.DeleteFunc(w.positions(), func(p *turn.Position) bool { return p.Market != m.Handle })
}

// worthOf returns the value of positions with their fees.
func (w wallet) worthOf(positions []*turn.Position) (sum uint256.Int) {
	for _, p := range positions {
		value := w.valueOf(p)
		sum.Add(&sum, &value)
	}
	return sum
}

// lent returns what lies in lending markets and what is owed there.
func (w wallet) lent() (lent, owed uint256.Int) {
	for _, l := range w.r.Lending {
		for _, r := range l.Reserves {
			supplied, debt := w.value(r.Token, &r.Supplied), w.value(r.Token, &r.Owed)
			lent.Add(&lent, &supplied)
			owed.Add(&owed, &debt)
		}
	}
	return lent, owed
}

// deployed is what lies in positions, lending markets and every asset but the numeraire,
// whatever is owed.
func (w wallet) deployed() uint256.Int {
	sum := w.worthOf(w.positions())
	for _, a := range w.exposures() {
		value := w.value(a.Token, &a.Units)
		sum.Add(&sum, &value)
	}
	lent, _ := w.lent()
	return *sum.Add(&sum, &lent)
}

// equity is everything but the native coin, which is there for gas.
func (w wallet) equity() uint256.Int {
	sum, cash := w.deployed(), w.cash()
	_, owed := w.lent()
	return less(sum.Add(&sum, &cash), &owed)
}

// holding is one thing at risk, with what it is worth: a position, a reserve of a lending
// market, or, where both are nil, an asset.
type holding struct {
	value    uint256.Int
	position *turn.Position
	lender   *turn.Lending
	reserve  turn.Reserve
	asset    turn.Asset
}

// holdings are all that is at risk and worth a transaction, the largest first.
func (w wallet) holdings() (all []holding) {
	for i := range w.r.Positions {
		p := &w.r.Positions[i]
		all = append(all, holding{value: w.valueOf(p), position: p})
	}
	for i := range w.r.Lending {
		l := &w.r.Lending[i]
		for _, r := range l.Reserves {
			all = append(all, holding{value: w.value(r.Token, &r.Supplied), lender: l, reserve: r})
		}
	}
	for _, a := range w.exposures() {
		all = append(all, holding{value: w.value(a.Token, &a.Units), asset: a})
	}
	all = slices.DeleteFunc(all, func(h holding) bool { return h.value.Lt(w.whole()) })
	slices.SortStableFunc(all, func(a, b holding) int { return b.value.Cmp(&a.value) })
	return all
}

// exposed counts what AtRisk does.
func (w wallet) exposed() (sum uint256.Int) {
	for _, h := range w.holdings() {
		sum.Add(&sum, &h.value)
	}
	return sum
}

// closable says that there still is what was refused under a name.
func (w wallet) closable(id string) bool {
	for _, l := range w.r.Lending {
		for _, r := range l.Reserves {
			if id == repaying(l, r) && !r.Owed.IsZero() || id == recalling(l, r) && !r.Supplied.IsZero() && !w.trickles(r) {
				return true
			}
		}
	}
	for _, a := range w.exposures() {
		if value := w.value(a.Token, &a.Units); id == selling(a.Token) && !value.Lt(w.half()) {
			return true
		}
	}
	return slices.ContainsFunc(w.r.Positions, func(p turn.Position) bool { return p.ID == id })
}

// trickles reports whether a market holds back part of what was supplied, and what it pays out now is
// worth no transaction: that waits until more of it is paid.
func (w wallet) trickles(r turn.Reserve) bool {
	value := w.value(r.Token, &r.Supplied)
	return !r.Barred.IsZero() && value.Lt(w.whole())
}
