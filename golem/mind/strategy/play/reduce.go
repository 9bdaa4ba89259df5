package play

import (
	"fmt"
	"slices"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/internal/money"
)

// Reduction is the name of the trigger that takes off what is too much at risk, from the
// largest holding, one step a tick. Like Emergency it is no rule of any STRATEGY.md.
const Reduction = "reduction"

// The values of that trigger beside Halved: what may be at risk, in the numeraire, and how
// many of the largest holdings are passed over, because they could not be reduced.
const (
	Most = "most"
	Rank = "rank"
)

// excess is what one trigger of a reduction asks for.
type excess struct {
	most float64 // that may be at risk, in the numeraire
	rank int

	halved uint // how often a sale was refused for its size
}

// reducing is the job of a reduction.
func reducing(t turn.Trigger) *job {
	x := excess{halved: halvings(t)}
	for _, v := range t.Values {
		switch v.Name {
		case Most:
			x.most = v.Value
		case Rank:
			x.rank = int(v.Value)
		}
	}
	return newJob(t.Rule, duty{origin: turn.OriginRule, name: Reduction, kind: rule.Stop, excess: &x}, rule.Action{})
}

// reduce proposes one step, on what is at risk now.
func (x excess) reduce(t *task, d desk) step {
	all, sum, most := d.reducible(), d.wallet.exposed(), d.wallet.units(x.most)
	over := less(&sum, &most)
	if len(all) == 0 || over.Lt(d.wallet.whole()) {
		return end("no more is at risk than may be")
	}
	h := all[x.rank%len(all)]
	over = smallest(over, h.value)
	switch {
	case h.position != nil:
		return d.removePart(h, &over)
	case h.lender != nil:
		return d.recallPart(h, &over)
	}
	w, err := boundOf(t, &d, h.asset.Token, d.wallet.numeraire(), &h.asset.Units)
	if err != nil {
		return end("%v", err)
	}
	over = d.bite(w.narrow(d.wallet), over, x.halved)
	amount := d.wallet.portion(&h.asset.Units, &over, &h.value)
	return d.trade(t, w, "", h.asset.Token, d.wallet.numeraire(), &amount)
}

// reducible are the holdings less the assets that nobody buys.
func (d desk) reducible() []holding {
	return slices.DeleteFunc(d.wallet.holdings(), func(h holding) bool {
		return h.position == nil && h.lender == nil && !d.sellable(h.asset)
	})
}

// removePart proposes to take over of a position's value off, rounded up to a hundredth.
func (d desk) removePart(h holding, over *uint256.Int) step {
	percent := d.wallet.portion(uint256.NewInt(100), over, &h.value)
	share := min(percent.Uint64()+1, 100)
	return step{body: removePartBody(h.position.ID, share, d.bounds.Slippage), say: fmt.Sprintf("remove %d %% of position %s", share, h.position.ID)}
}

// recallPart repays what is owed to the market as far as the wallet reaches, or else takes
// out: a deposit may stand behind a debt.
func (d desk) recallPart(h holding, over *uint256.Int) step {
	for _, debt := range h.lender.Reserves {
		if text := d.payment(debt, over); text != "" {
			return step{body: lendBody("repay", h.lender.Handle, debt.Token, text), say: "repay " + debt.Token.Symbol + " to " + h.lender.Handle}
		}
	}
	amount := d.wallet.portion(&h.reserve.Supplied, over, &h.value)
	text := amount.Dec()
	if amount.Eq(&h.reserve.Supplied) {
		text = "all"
	}
	return step{
		body: lendBody("withdraw", h.lender.Handle, h.reserve.Token, text),
		say:  fmt.Sprintf("withdraw %s %s from %s", money.FormatUnits(&amount, h.reserve.Token.Decimals), h.reserve.Token.Symbol, h.lender.Handle),
	}
}

// payment is what the wallet can pay of a debt for over of it; empty where that is not worth
// a transaction.
func (d desk) payment(debt turn.Reserve, over *uint256.Int) string {
	held := d.wallet.r.Held(debt.Token.Address)
	if debt.Owed.IsZero() || held.IsZero() {
		return ""
	}
	value := d.wallet.value(debt.Token, &held)
	held = d.wallet.portion(&held, over, &value)
	text, paid := payable(&debt.Owed, &held), smallest(debt.Owed, held)
	if value = d.wallet.value(debt.Token, &paid); text != "all" && value.Lt(d.wallet.whole()) {
		return ""
	}
	return text
}
