package play

import (
	"fmt"
	"slices"
	"strings"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/quote"
	"bardo.run/bardo/internal/money"
)

// way is how a task's order goes: straight in one market, or over two.
type way struct {
	market              // the first one
	second market       // none: it goes straight
	over   turn.Token   // what lies between
	direct *turn.Market // that gives most of those that trade both assets; nil: none does
}

// passing is the way of a sale that some markets refused: of those that make it straight what gives most is
// the first that is tried, or the way over two in its place, and after the last it begins again.
func (w way) passing(r *turn.Reading, token turn.Token, amount *uint256.Int, refused uint) way {
	all := quote.Exits(r, token, r.Numeraire(), amount)
	if len(all) == 0 {
		return w
	}
	n := refused % uint(len(all))
	if n == 0 && w.routed() {
		return w
	}
	return way{market: market{all[n]}}
}

// wait is the least that a way over two markets has to give beyond the best market of both: the second
// move is made one or a few blocks behind the first, at a price that nobody was asked for. In twelve
// seconds an asset that moves by 70 % in a year moves by 4 basis points, in one of twenty cases by more
// than 8.
const wait money.BPS = 10

// routed reports whether an order goes over two markets.
func (w way) routed() bool { return w.second.Market != nil }

// allows says which assets may lie between two moves of a strategy's orders, and in which markets
// they are made: those that it names, and whose prices nobody doubts.
func allows(s *strategy.Strategy, r *turn.Reading) func(*turn.Asset, *turn.Market) bool {
	if s == nil {
		return nil
	}
	return func(over *turn.Asset, m *turn.Market) bool {
		return over.Shaky() == "" && !m.Rate.IsZero() && !r.Silent(m.Handle) &&
			(len(s.Assets) == 0 || slices.Contains(s.Assets, strings.ToUpper(over.Token.Handle()))) &&
			(len(s.Protocols) == 0 || slices.Contains(s.Protocols, m.Protocol))
	}
}

// way is how an amount of one asset is best turned into another, where a rule leaves that open:
// straight in the market of both that gives most, its fee counted, or over two others where they give more than any market of both, by more
// than the gas of a second move and what is asked for the wait. An asset of which the price is in doubt is in no route.
func (d *desk) way(t *task, straight market, in, out turn.Token, amount *uint256.Int) way {
	w := way{market: straight}
	if t.direct || d.allows == nil || amount.IsZero() || d.doubtful(in) || d.doubtful(out) {
		return w
	}
	direct, gives := quote.Straight(d.wallet.r, in, out, amount, func(m *turn.Market) bool { return d.allows(d.wallet.risky(in, out), m) })
	if direct != nil {
		w.market = market{direct}
	}
	best, ok := quote.Best(d.wallet.r, in, out, amount, d.allows)
	if !ok || t.duty.opens() && !d.fits(best.Over, amount) {
		return w
	}
	gas := d.wallet.units(strategy.GasUSD(d.wallet.r))
	route, alone := d.wallet.value(out, &best.Gives), d.wallet.value(out, &gives)
	least := muldiv(&alone, uint256.NewInt(uint64(money.Whole+wait)), uint256.NewInt(uint64(money.Whole)))
	if net := less(&route, &gas); !net.Gt(&least) {
		return w
	}
	return way{market: market{best.First}, second: market{best.Second}, over: best.Over, direct: direct}
}

// risky is the asset of an order that is not the numeraire, the one that is bought where both are not.
func (w wallet) risky(in, out turn.Token) *turn.Asset {
	token := out
	if out == w.numeraire() {
		token = in
	}
	a, _ := w.r.Asset(token.Address)
	return a
}

func (d *desk) doubtful(t turn.Token) bool {
	a, ok := d.wallet.r.Asset(t.Address)
	return !ok || a.Doubt != ""
}

// fits reports whether so much of the numeraire may lie in an asset beside what is held of it.
func (d *desk) fits(over turn.Token, amount *uint256.Int) bool {
	if over == d.wallet.numeraire() {
		return true
	}
	held := d.wallet.r.Held(over.Address)
	most, value := d.most(d.bounds.MaxPosition, over, way{}), countedBy(d).Value(over, &held)
	room := less(&most, &value)
	return !room.Lt(amount)
}

// boundOf is how an asset is turned into the numeraire or back, or why it is not: straight where most of
// it is traded, or over two markets.
func boundOf(t *task, d *desk, in, out turn.Token, amount *uint256.Int) (way, error) {
	asset := in
	if in == d.wallet.numeraire() {
		asset = out
	}
	m, err := d.exit(asset)
	w := wayOf(t, d, m, in, out, amount)
	if w.routed() {
		err = nil
	}
	return w, err
}

// withFees returns what must go in of a token so that x is left after the fees on the way.
func (w way) withFees(in turn.Token, x *uint256.Int) uint256.Int {
	if w.routed() {
		more := w.second.withFee(w.over, x)
		return w.withFee(in, &more)
	}
	return w.withFee(in, x)
}

// narrow is the market that takes least of what goes this way.
func (w way) narrow(of wallet) market {
	if !w.routed() {
		return w.market
	}
	first, second := of.depth(w.market), of.depth(w.second)
	if second.Lt(&first) {
		return w.second
	}
	return w.market
}

// trade proposes a swap of an amount the way it goes, under the name that a rule has for the market.
func (d *desk) trade(t *task, w way, name string, in, out turn.Token, amount *uint256.Int) step {
	if !w.routed() {
		return d.swap(w.market, name, in, out, amount)
	}
	t.hop = hop{stage: outward, route: d.route(w, in, out, amount), over: w.over, to: out, had: d.wallet.r.Held(w.over.Address)}
	s := d.swap(w.market, "", in, w.over, amount)
	s.say += fmt.Sprintf(", which goes on into %s on %s", out.Symbol, w.second.Handle)
	return s
}

// route is what an order over two markets is told to be.
func (d *desk) route(w way, in, out turn.Token, amount *uint256.Int) turn.Route {
	r := turn.Route{From: in.Handle(), Over: w.over.Handle(), To: out.Handle(), Second: w.second.Handle}
	between := quote.Gives(w.Market, in.Address, amount)
	r.Gives, r.Gas = quote.Gives(w.second.Market, w.over.Address, &between), strategy.GasUSD(d.wallet.r)
	if w.direct != nil {
		r.Direct, r.Straight = w.direct.Handle, quote.Gives(w.direct, in.Address, amount)
	}
	return r
}

// The stages of an order over two markets.
const (
	straight = iota // it is none, or both moves are made
	outward         // the first move was proposed, and what came of it is not carried on yet
	inward          // the second was
)

// hop is how far an order has come that goes over two markets.
type hop struct {
	stage uint8
	route turn.Route
	over  turn.Token
	to    turn.Token
	had   uint256.Int // of what lies between, before the first move
}

// told is what a proposal says of the route that it is a move of; nil: it is none.
func (h *hop) told() *turn.Route {
	if h.stage == straight {
		return nil
	}
	r := h.route
	return &r
}

// between reports whether what the first move brings is to be carried on.
func (h *hop) between() bool { return h.stage == outward }

// made notes that the first move was sent under a permit.
func (h *hop) made(permit string) {
	if h.between() && h.route.First == "" {
		h.route.First = permit
	}
}

// carry proposes the second move, for all that the first brought. ok is false where it brought
// nothing.
func (t *task) carry(d desk) (s step, ok bool) {
	held := d.wallet.r.Held(t.hop.over.Address)
	came := less(&held, &t.hop.had)
	if value, priced := d.wallet.r.Value(t.hop.over.Address, &came); came.IsZero() || priced && value.Lt(d.wallet.half()) {
		t.hop = hop{}
		return s, false
	}
	m, ok := d.wallet.r.Market(t.hop.route.Second)
	if !ok {
		return end("%s stays: the market %s is not read any more", t.hop.over.Symbol, t.hop.route.Second), true
	}
	if t.order.n > 1 {
		d.bounds.Slippage = min(d.bounds.Slippage, calm)
	}
	t.hop.stage = inward
	return d.swap(market{m}, "", t.hop.over, t.hop.to, &came), true
}

// stranded reports whether what a purchase put into the asset between its moves may lie there.
func stranded(t *task) bool { return t.hop.stage != straight && t.duty.opens() }

// sellable reports whether an asset can be turned into the numeraire, straight or over two markets.
func (d *desk) sellable(a turn.Asset) bool {
	if Deepest(d.wallet.r, a.Token) != nil {
		return true
	}
	if d.allows == nil || a.Units.IsZero() {
		return false
	}
	_, ok := quote.Best(d.wallet.r, a.Token, d.wallet.numeraire(), &a.Units, d.allows)
	return ok
}
