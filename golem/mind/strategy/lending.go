package strategy

import "bardo.run/bardo/golem/host/turn"

// lending is what rules see of the lending markets: values in the numeraire, and the
// lowest health factor.
type lending struct {
	lent, owed, health float64
	used, owes         bool
}

func lendingOf(r *turn.Reading) (sum lending) {
	for i := range r.Lending {
		l := &r.Lending[i]
		sum.used = sum.used || !l.Idle()
		for j := range l.Reserves {
			reserve := &l.Reserves[j]
			sum.lent += worth(r, reserve.Token, &reserve.Supplied)
			sum.owed += worth(r, reserve.Token, &reserve.Owed)
		}
		if h, owes := l.Account.Factor(); owes && (!sum.owes || h < sum.health) {
			sum.health, sum.owes = h, true
		}
	}
	return sum
}
