package play

import (
	"cmp"
	"fmt"
	"math"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/internal/money"
)

// market is one that a task trades in, at its exact price in the pinned block.
type market struct{ *turn.Market }

// value returns what base units are worth there in quote units, rounded down.
func (m market) value(base *uint256.Int) uint256.Int { return turn.Valued(base, &m.Rate) }

// worth returns the base units that a value buys at the price, without fee.
func (m market) worth(value *uint256.Int) uint256.Int { return turn.Bought(value, &m.Rate) }

// withFee returns what must go into the market of a token so that x is left after its fee.
func (m market) withFee(in turn.Token, x *uint256.Int) uint256.Int {
	return muldiv(x, million, uint256.NewInt(uint64(1_000_000-min(m.Fee(in.Address), 999_999))))
}

// primary is the strategy's first market: what a rule trades in that names none.
func (w wallet) primary() market { return market{w.r.Primary()} }

// named is the market that a rule means which names no asset: the first one of a protocol that
// trades the primary's two tokens, or the one of a handle that trades its base for the numeraire;
// empty is the primary.
func (w wallet) named(on string) (market, bool) {
	first := w.primary()
	if on == "" {
		return first, true
	}
	for i := range w.r.Markets {
		m := &w.r.Markets[i]
		if on == m.Handle && m.Quote.Address == w.numeraire().Address || on == m.Protocol && m.Trades(first.Base.Address, first.Quote.Address) {
			return market{m}, true
		}
	}
	return market{}, false
}

// ranged is the market that a range is opened in; empty is the primary.
func (w wallet) ranged(on string) market {
	if m, ok := w.r.Market(on); ok {
		return market{m}
	}
	if on == "" {
		return w.primary()
	}
	return market{&turn.Market{Handle: on}} // without a range
}

// Deepest is the market with the most around its price of those that trade a token against the
// numeraire; nil: none does.
func Deepest(r *turn.Reading, token turn.Token) *turn.Market { return deepest(r, token, "") }

// deepest is Deepest of those of a protocol or a handle; empty is any.
func deepest(r *turn.Reading, token turn.Token, on string) (found *turn.Market) {
	var most uint256.Int
	for i := range r.Markets {
		m := &r.Markets[i]
		if !m.Trades(token.Address, r.Numeraire().Address) || on != "" && on != m.Protocol && on != m.Handle {
			continue
		}
		if depth := walletOf(r).depth(market{m}); found == nil || depth.Gt(&most) {
			found, most = m, depth
		}
	}
	return found
}

// place is where a rule's purchase or sale is made, and of what; or why it is not.
func (d *desk) place(a rule.Action) (market, turn.Token, step) {
	if a.Asset == "" {
		m, ok := d.wallet.named(a.On)
		if !ok {
			return m, d.wallet.primary().Base, noExchange(a.On)
		}
		return m, m.Base, step{}
	}
	asset, ok := d.wallet.r.Named(a.Asset)
	if !ok {
		return market{}, turn.Token{}, end("%s was not read", a.Asset)
	}
	m := deepest(d.wallet.r, asset.Token, a.On)
	if m == nil && a.On != "" {
		return market{}, asset.Token, end("no market of %s trades %s for %s", a.On, asset.Token.Symbol, d.wallet.numeraire().Symbol)
	}
	if m == nil {
		return market{}, asset.Token, end("no market trades %s for %s", asset.Token.Symbol, d.wallet.numeraire().Symbol)
	}
	return market{m}, asset.Token, step{}
}

// depth is what a market holds around its price, both tokens together, in the numeraire.
func (w wallet) depth(m market) uint256.Int { return w.value(m.Quote, &m.Depth) }

// exit is where all that is held of a token is sold.
func (d *desk) exit(token turn.Token) (market, error) {
	m := Deepest(d.wallet.r, token)
	if m == nil {
		return market{}, fmt.Errorf("no market trades %s for %s", token.Symbol, d.wallet.numeraire().Symbol)
	}
	return market{m}, nil
}

// on is how a step says where it swaps: nothing of the primary market.
func (d *desk) on(m market, name string) string {
	if m.Handle == d.wallet.primary().Handle {
		return ""
	}
	return " on " + cmp.Or(name, m.Handle)
}

// value is what units of a token are worth in the numeraire, rounded down: nothing, where
// nobody can tell.
func (w wallet) value(t turn.Token, units *uint256.Int) uint256.Int {
	value, _ := w.r.Value(t.Address, units)
	return value
}

// valueOf is what a position is worth with its fees. Of one in a market that was not read
// the reading's own word is all there is.
func (w wallet) valueOf(q *turn.Position) uint256.Int {
	m, ok := w.r.Market(q.Market)
	if !ok {
		return w.units(q.Value)
	}
	base, quote := w.r.Composed(q)
	value, more := w.value(m.Base, base.Add(&base, &q.BaseFees)), w.value(m.Quote, quote.Add(&quote, &q.QuoteFees))
	return *value.Add(&value, &more)
}

func (w wallet) numeraire() turn.Token { return w.r.Numeraire() }

// whole is one token of the numeraire, the least worth a transaction; half is half of it.
func (w wallet) whole() *uint256.Int { return pow10(w.numeraire().Decimals) }

func (w wallet) half() *uint256.Int { return new(uint256.Int).Rsh(w.whole(), 1) }

// units are tokens of the numeraire in raw units, rounded down to a millionth of one.
func (w wallet) units(amount float64) uint256.Int {
	if !(amount > 0) {
		return uint256.Int{}
	}
	return muldiv(uint256.NewInt(uint64(min(amount*1e6, math.MaxInt64))), w.whole(), million)
}

// ofDollars are so many dollars in raw units of the numeraire, rounded down.
func (w wallet) ofDollars(v money.USDC) uint256.Int {
	return muldiv(uint256.NewInt(uint64(max(v, 0))), w.whole(), million) //nolint:gosec // not below zero
}

// portion is how many of the units that are worth a value must go, for over of it to go;
// all of them where less than one token of the numeraire would stay.
func (w wallet) portion(units, over, value *uint256.Int) uint256.Int {
	if left := less(value, over); left.Lt(w.whole()) {
		return *units
	}
	return muldiv(units, over, value)
}
