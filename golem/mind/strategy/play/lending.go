package play

import (
	"fmt"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/internal/money"
)

// lend supplies quote tokens to the lending market that the rule names, or else to the
// first one where they earn anything.
func (j *job) lend(d desk) step {
	if j.proposed {
		return step{}
	}
	quote := d.pool.Quote()
	for _, l := range d.r.Lending {
		if _, ok := l.Reserve(quote.Address); !ok || !l.Lends(quote.Address) || j.action.On != "" && j.action.On != l.Protocol {
			continue
		}
		amount, why := d.loan(j.action)
		if why != "" {
			return step{say: why}
		}
		return step{
			lendBody("supply", l.Protocol, quote, amount.Dec()),
			fmt.Sprintf("supply %s %s to %s", money.FormatUnits(&amount, quote.Decimals), quote.Symbol, l.Protocol),
		}
	}
	if j.action.On != "" {
		return end("no market of %s is configured that lends %s", j.action.On, quote.Symbol)
	}
	return end("no lending market is configured that takes %s", quote.Symbol)
}

// loan returns what may be lent, or why nothing may: a supply is a position, and paid
// in cash.
func (d desk) loan(a rule.Action) (uint256.Int, string) {
	equity, cash := d.equity(), d.cash()
	amount := d.asked(a, &equity, &cash.Units)
	lent, _ := d.lent()
	base, deployed := d.base(), d.liquidity()
	value := d.value(&base.Units)
	deployed.Add(&deployed, &value).Add(&deployed, &lent)
	maxPosition, maxDeployed, reserve := bpsOf(&equity, d.bounds.MaxPosition), d.most(&equity, d.bounds.MaxDeployed), bpsOf(&equity, d.bounds.Reserve)
	for _, limit := range []struct {
		room uint256.Int
		name string
	}{
		{amount, "the rule"},
		{less(&maxPosition, &lent), "max_position"},
		{less(&maxDeployed, &deployed), "max_deployed"},
		{less(&cash.Units, &reserve), "the wallet less the reserve"},
	} {
		if amount = smallest(amount, limit.room); amount.Lt(d.whole()) {
			return amount, fmt.Sprintf("%s leaves less than 1 %s", limit.name, d.pool.Quote().Symbol)
		}
	}
	return amount, ""
}

// lent returns what lies in lending markets and what is owed there.
func (d desk) lent() (lent, owed uint256.Int) {
	for _, l := range d.r.Lending {
		for _, r := range l.Reserves {
			supplied, debt := r.Supplied, r.Owed
			if r.Token.Address == d.pool.Base().Address {
				supplied, debt = d.value(&supplied), d.value(&debt)
			}
			lent.Add(&lent, &supplied)
			owed.Add(&owed, &debt)
		}
	}
	return lent, owed
}

// recall repays what is owed as far as the wallet reaches, then takes everything out.
func (j *job) recall(d desk) step {
	for _, l := range d.r.Lending {
		for _, r := range l.Reserves {
			held := d.holding(r.Token).Units
			if !r.Owed.IsZero() && !held.IsZero() && j.takes(d, repaying(l, r)) {
				return step{lendBody("repay", l.Protocol, r.Token, payable(&r.Owed, &held)), "repay " + r.Token.Symbol + " to " + l.Protocol}
			}
		}
		for _, r := range l.Reserves {
			if !r.Supplied.IsZero() && j.takes(d, recalling(l, r)) {
				return step{lendBody("withdraw", l.Protocol, r.Token, "all"), "withdraw all " + r.Token.Symbol + " from " + l.Protocol}
			}
		}
	}
	return j.nothing("nothing is lent")
}

// repaying and recalling name what a job does with a reserve.
func repaying(l turn.Lending, r turn.Reserve) string { return "repay " + l.Protocol + r.Token.Symbol }

func recalling(l turn.Lending, r turn.Reserve) string {
	return "withdraw " + l.Protocol + r.Token.Symbol
}

// payable is how much of a debt the wallet can pay: all of it where it also holds the
// interest of the next minutes.
func payable(owed, held *uint256.Int) string {
	most := new(uint256.Int).Div(owed, uint256.NewInt(1_000))
	if most.Add(most.AddUint64(most, 1), owed); !held.Lt(most) {
		return "all"
	}
	part := smallest(*owed, *held)
	return part.Dec()
}

func lendBody(kind, protocol string, token turn.Token, amount string) []byte {
	return body(kind, `"protocol":"`+protocol+`","asset":"`+token.Address.Hex()+`","amount":"`+amount+`"`)
}
