package strategy

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// lending is what rules see of the lending markets: values in quote tokens, and the
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
			price := 1.0
			if reserve.Token.Address == r.Pool.Base().Address {
				price = r.Pool.Price
			}
			sum.lent += money.Float(&reserve.Supplied, reserve.Token.Decimals) * price
			sum.owed += money.Float(&reserve.Owed, reserve.Token.Decimals) * price
		}
		if h, owes := l.Account.Factor(); owes && (!sum.owes || h < sum.health) {
			sum.health, sum.owes = h, true
		}
	}
	return sum
}
