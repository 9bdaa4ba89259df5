package play

import (
	"fmt"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/internal/money"
)

// lend proposes to supply what the rule says: to the lending market that it names, or else to the
// first one where the asset earns anything: what is collateral and nothing else earns nothing.
func (t *task) lend(d desk) step {
	token, ok := d.lends(t.action)
	if !ok {
		return end("%s was not read", t.action.Asset)
	}
	if t.action.On == rule.Best {
		return t.rotate(d, token)
	}
	if l, ok := d.named(t.action.On, token); ok {
		return t.once(d.supply(t.action, l, token, nil))
	}
	if t.action.On != "" {
		return end("no market of %s is configured that lends %s", t.action.On, token.Symbol)
	}
	return end("no lending market is configured that takes %s", token.Symbol)
}

// named is the lending market of a handle that lends a token, or else the first one of the protocol of
// that name; of no name the first one of all.
func (d desk) named(on string, token turn.Token) (first turn.Lending, ok bool) {
	for _, l := range d.wallet.r.Lending {
		if _, has := l.Reserve(token.Address); !has || !l.Lends(token.Address) {
			continue
		}
		if l.Handle == on {
			return l, true
		}
		if !ok && (on == "" || on == l.Protocol) {
			first, ok = l, true
		}
	}
	return first, ok
}

// lends is the token that a Lend means.
func (d desk) lends(a rule.Action) (turn.Token, bool) {
	if a.Asset == "" {
		return d.wallet.numeraire(), true
	}
	asset, ok := d.wallet.r.Named(a.Asset)
	if !ok {
		return turn.Token{}, false
	}
	return asset.Token, true
}

// supply proposes one, with what was moved for it on top of what the rule asks for; moved is nil
// where nothing can have been.
func (d desk) supply(a rule.Action, to turn.Lending, token turn.Token, moved *uint256.Int) step {
	amount, fits := d.loan(a, token, moved)
	if fits.why != "" {
		return step{say: fits.why}
	}
	return step{
		body: lendBody("supply", to.Handle, token, amount.Dec()),
		say:  fmt.Sprintf("supply %s %s to %s", money.FormatUnits(&amount, token.Decimals), token.Symbol, to.Handle),
	}.sized(fits, d.wallet.numeraire())
}

// loan returns how many units may be lent, and what that comes to: a supply is a position, and paid out
// of the wallet. What is no cash is at risk already.
func (d desk) loan(a rule.Action, token turn.Token, moved *uint256.Int) (uint256.Int, size) {
	c, purse := countedBy(&d), d.wallet.r.Held(token.Address)
	position := bpsOf(&c.Equity, d.bounds.MaxPosition)
	position = less(&position, &c.Lent)
	room := limit{room: less(&position, uint256.NewInt(receipts)), name: "max_position"}
	if token.Address != d.wallet.numeraire().Address {
		return depositOf(&d, a, token, purse, room)
	}
	equity := d.wallet.equity()
	amount := d.asked(a, &equity, &purse)
	if moved != nil {
		amount.Add(&amount, moved)
		amount = smallest(amount, purse)
	}
	fits := d.fit(ask{amount: amount, purse: purse, receipts: receipts}, limit{room: amount, name: "the rule"}, room)
	return fits.amount, fits
}

// depositOf is what may be lent of what is no cash.
func depositOf(d *desk, a rule.Action, token turn.Token, purse uint256.Int, room limit) (uint256.Int, size) {
	units := shareOf(&purse, a.Share)
	value, c := d.wallet.value(token, &units), countsOf(d, way{}, token)
	room.room = c.spend(room.room)
	fits := size{amount: value, asked: value}
	if value.Lt(d.wallet.whole()) {
		fits.why = fmt.Sprintf("the rule leaves less than 1 %s", d.wallet.numeraire().Symbol)
		return units, fits
	}
	for _, l := range append([]limit{room}, spendable(d, c, 1)...) {
		if l.room.Lt(&fits.amount) {
			fits.amount, fits.cut = l.room, l.name
		}
	}
	if fits.amount.Lt(d.wallet.whole()) {
		fits.why = fmt.Sprintf("%s leaves less than 1 %s", fits.cut, d.wallet.numeraire().Symbol)
		return units, fits
	}
	if fits.amount.Lt(&value) {
		units = muldiv(&units, &fits.amount, &value)
	}
	return units, worthy(d, fits)
}

// recall repays what is owed as far as the wallet reaches, then takes everything out.
func (t *task) recall(d desk) step {
	for _, l := range d.wallet.r.Lending {
		for _, r := range l.Reserves {
			held := d.wallet.r.Held(r.Token.Address)
			if !r.Owed.IsZero() && !held.IsZero() && t.takes(d, repaying(l, r)) {
				return step{body: lendBody("repay", l.Handle, r.Token, payable(&r.Owed, &held)), say: "repay " + r.Token.Symbol + " to " + l.Handle}
			}
		}
		for _, r := range l.Reserves {
			if !r.Supplied.IsZero() && !d.wallet.trickles(r) && t.takes(d, recalling(l, r)) {
				return step{body: lendBody("withdraw", l.Handle, r.Token, "all"), say: "withdraw all " + r.Token.Symbol + " from " + l.Handle}
			}
		}
	}
	return t.nothing("nothing is lent")
}

// repaying and recalling name what a task does with a reserve.
func repaying(l turn.Lending, r turn.Reserve) string { return "repay " + l.Handle + r.Token.Symbol }

func recalling(l turn.Lending, r turn.Reserve) string {
	return "withdraw " + l.Handle + r.Token.Symbol
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

func lendBody(kind, market string, token turn.Token, amount string) []byte {
	return body(kind, `"market":`+quoted(market)+`,"asset":`+quoted(token.Handle())+`,"amount":"`+amount+`"`)
}
