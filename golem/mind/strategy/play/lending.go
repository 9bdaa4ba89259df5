package play

import (
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
)

// recall repays what is owed as far as the wallet reaches, then takes everything out.
func (t *task) recall(d desk) step {
	for _, l := range d.wallet.r.Lending {
		for _, r := range l.Reserves {
			held := d.wallet.holding(r.Token).Units
			if !r.Owed.IsZero() && !held.IsZero() && t.takes(d, repaying(l, r)) {
				return step{lendBody("repay", l.Protocol, r.Token, payable(&r.Owed, &held)), "repay " + r.Token.Symbol + " to " + l.Protocol}
			}
		}
		for _, r := range l.Reserves {
			if !r.Supplied.IsZero() && t.takes(d, recalling(l, r)) {
				return step{lendBody("withdraw", l.Protocol, r.Token, "all"), "withdraw all " + r.Token.Symbol + " from " + l.Protocol}
			}
		}
	}
	return t.nothing("nothing is lent")
}

// repaying and recalling name what a task does with a reserve.
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
