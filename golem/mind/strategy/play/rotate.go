package play

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/internal/money"
)

// horizon is how long what is moved to another lending market is taken to lie there.
const horizon = 30.0 / 365

// Lender is a lending market that lends a token.
type Lender struct {
	Handle string
	Rate   float64 // what it pays in a year
	Full   bool    // it holds back something of the wallet's, and takes no more
}

// Lenders are the lending markets of a reading that lend a token, the one that pays the most first, and
// those that take no more last.
func Lenders(r *turn.Reading, token turn.Token) (all []Lender) {
	for i := range r.Lending {
		l := &r.Lending[i]
		if reserve, ok := l.Reserve(token.Address); ok && l.Lends(token.Address) {
			pays, _ := reserve.Rates()
			all = append(all, Lender{l.Handle, pays, l.Bars()})
		}
	}
	slices.SortStableFunc(all, func(a, b Lender) int {
		if a.Full != b.Full {
			if b.Full {
				return -1
			}
			return 1
		}
		return cmp.Compare(b.Rate, a.Rate)
	})
	return all
}

// best is the lending market that pays the most for a token, the first of those that pay the
// same. One that holds back something of the wallet's is none.
func (d desk) best(token turn.Token) (best *turn.Lending, rate float64) {
	all := Lenders(d.wallet.r, token)
	if len(all) == 0 || all[0].Full {
		return nil, 0
	}
	l, _ := d.wallet.r.Lender(all[0].Handle)
	return &l, all[0].Rate
}

// rotate takes out what lies where the best lending market pays more than the margin over it,
// then supplies that, and what the rule says beside it, to the best. What would be refused there is
// not taken out.
func (t *task) rotate(d desk, token turn.Token) step {
	to, rate := d.best(token)
	held := d.wallet.r.Held(token.Address)
	if t.span.begun {
		if l, ok := d.wallet.r.Lender(t.span.to); ok {
			to = &l
		}
	}
	if to == nil {
		return end("no lending market is configured that takes %s", token.Symbol)
	}
	if !t.span.begun {
		t.span = span{begun: true, had: held, to: to.Handle}
	}
	if t.span.swapped {
		return step{}
	}
	var stays []string
	for _, l := range d.wallet.r.Lending {
		r, ok := l.Reserve(token.Address)
		if !ok || l.Handle == to.Handle || to.Handle != t.span.to || !l.Lends(token.Address) || !paysMore(t, d, l, r, rate) || !t.tour.first(recalling(l, r)) {
			continue
		}
		if why := stuck(t, d, l, r, *to); why != "" {
			stays = append(stays, token.Symbol+" stays in "+l.Handle+": "+why)
			continue
		}
		return step{body: lendBody("withdraw", l.Handle, token, "all"), say: "withdraw all " + token.Symbol + " from " + l.Handle + ", for " + to.Handle + " pays more"}
	}
	t.span.swapped = true
	moved := less(&held, &t.span.had)
	last := d.supply(t.action, *to, token, &moved)
	last.say = strings.Join(append(stays, last.say), "; ")
	return last
}

// stuck says why what lies in a lending market is not moved: once it is taken out, less of it could be
// supplied to the other one, or that would be refused, by all that is known now. Empty where it is moved.
func stuck(t *task, d desk, from turn.Lending, r turn.Reserve, to turn.Lending) string {
	then := taken(d.wallet.r, from.Handle, r)
	d.wallet = walletOf(&then)
	held := then.Held(r.Token.Address)
	moved := less(&held, &t.span.had)
	amount, fits := d.loan(t.action, r.Token, &moved)
	switch least := muldiv(&moved, uint256.NewInt(999), uint256.NewInt(1000)); {
	case fits.why != "":
		return "of it nothing could be supplied to " + to.Handle + ": " + fits.why
	case amount.Lt(&least):
		return fmt.Sprintf("the limits would let only %s %s of it be supplied to %s", money.FormatUnits(&amount, r.Token.Decimals), r.Token.Symbol, to.Handle)
	case d.foretell == nil:
		return ""
	}
	if why := d.foretell(lendBody("supply", to.Handle, r.Token, amount.Dec()), then); why != "" {
		return "its supply to " + to.Handle + " would be refused: " + why
	}
	return ""
}

// taken is a reading as it will be once all of a reserve is taken out.
func taken(now *turn.Reading, from string, r turn.Reserve) turn.Reading {
	then := *now
	then.Assets, then.Lending = slices.Clone(now.Assets), slices.Clone(now.Lending)
	for i := range then.Assets {
		if a := &then.Assets[i]; a.Token.Address == r.Token.Address {
			a.Units.Add(&a.Units, &r.Supplied)
		}
	}
	for i := range then.Lending {
		l := &then.Lending[i]
		if l.Handle != from {
			continue
		}
		l.Reserves = slices.Clone(l.Reserves)
		for j := range l.Reserves {
			if l.Reserves[j].Token.Address == r.Token.Address {
				l.Reserves[j].Supplied.Clear()
			}
		}
	}
	return then
}

// paysMore says that what lies in a lending market earns more elsewhere than the margin, and in the
// horizon more than the gas of the two moves. What stands behind a debt stays.
func paysMore(t *task, d desk, from turn.Lending, r turn.Reserve, rate float64) bool {
	value := d.wallet.value(r.Token, &r.Supplied)
	now, _ := r.Rates()
	more := rate - now
	switch {
	case value.Lt(d.wallet.whole()) || !from.Account.Debt.IsZero():
		return false
	case more <= float64(t.action.Margin)/float64(rule.Whole):
		return false
	}
	return money.Float(&value, d.wallet.numeraire().Decimals)*more*horizon > 2*strategy.GasUSD(d.wallet.r)
}
