package strategy

import (
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/internal/money"
)

// named is the asset of a handle; nil: it was not read. It belongs to the reading. Unlike
// turn.Reading.Named it does not allocate.
func named(r *turn.Reading, handle string) *turn.Asset {
	for i := range r.Assets {
		if a := &r.Assets[i]; strings.EqualFold(a.Token.Symbol, handle) {
			return a
		}
	}
	return nil
}

// priceOf is the price of an asset in the numeraire, or of a market's base token there; ok is
// false where nothing tells it. Of nothing it is the first market's.
func priceOf(r *turn.Reading, of rule.Ref) (price float64, ok bool) {
	if of.Kind == rule.ArgAsset {
		a := named(r, of.Name)
		if a == nil {
			return 0, false
		}
		return a.Price, priced(a.Price)
	}
	m := marketOf(r, of)
	if m == nil {
		return 0, false
	}
	price = m.Price
	if m.Quote.Address != r.Numeraire().Address {
		a, known := r.Asset(m.Quote.Address)
		if !known {
			return 0, false
		}
		price *= a.Price
	}
	return price, priced(price)
}

// marketOf is the market of a name, of no name the first one; nil: it was not read.
func marketOf(r *turn.Reading, of rule.Ref) *turn.Market {
	if of.Name == "" {
		return r.Primary()
	}
	m, ok := r.Market(of.Name)
	if !ok {
		return nil
	}
	return m
}

// about reads a variable that is of something.
func (v *view) about(s rule.Slot) rule.Cell {
	switch s.Var {
	case rule.VarPrice:
		return known(priceOf(v.r, s.Of[0]))
	case rule.VarEntryPrice, rule.VarPnL, rule.VarPositionAge, rule.VarValue, rule.VarBalance, rule.VarWeight:
		return v.asset(s)
	case rule.VarLent, rule.VarOwed, rule.VarHealth:
		return v.loans(s)
	case rule.VarSupplyRate, rule.VarBorrowRate:
		return v.rate(s)
	case rule.VarBasis:
		return v.basis(s.Of[0], s.Of[1])
	}
	m := marketOf(v.r, s.Of[0])
	if m == nil {
		return rule.Cell{Why: rule.NotRead}
	}
	switch s.Var {
	case rule.VarFee:
		return rule.Cell{Value: float64(max(m.BaseFee, m.QuoteFee)) / 1e6}
	case rule.VarDepth:
		a, ok := v.r.Asset(m.Quote.Address)
		if !ok || !priced(a.Price) {
			return rule.Cell{Why: rule.NoPrice}
		}
		return rule.Cell{Value: worth(v.r, m.Quote, &m.Depth)}
	case rule.VarRangeShare:
		return v.rangeShare(m)
	}
	return v.liquidityIn(s.Of[0]).cell(s.Var)
}

func known(value float64, ok bool) rule.Cell {
	if !ok {
		return rule.Cell{Why: rule.NoPrice}
	}
	return rule.Cell{Value: value}
}

// asset reads a variable of an asset, of no name the first market's base token.
func (v *view) asset(s rule.Slot) rule.Cell {
	var a *turn.Asset
	if s.Of[0].Name == "" {
		a, _ = v.r.Asset(v.r.Primary().Base.Address)
	} else {
		a = named(v.r, s.Of[0].Name)
	}
	switch {
	case a == nil:
		return rule.Cell{Why: rule.NotRead}
	case s.Var == rule.VarBalance:
		return rule.Cell{Value: money.Float(&a.Units, a.Token.Decimals)}
	case s.Var == rule.VarEntryPrice || s.Var == rule.VarPnL || s.Var == rule.VarPositionAge:
		return v.position(s.Var, a.Token.Address)
	case !priced(a.Price):
		return rule.Cell{Why: rule.NoPrice}
	case s.Var == rule.VarValue:
		return rule.Cell{Value: worth(v.r, a.Token, &a.Units)}
	}
	equity := v.equity - coin(v.r)
	if !(equity > 0) {
		return rule.Cell{Why: rule.DividedByZero}
	}
	return rule.Cell{Value: v.everywhere(a) / equity}
}

// everywhere is the value of an asset in the wallet, in liquidity and its fees, and lent less
// owed.
func (v *view) everywhere(a *turn.Asset) float64 {
	units, owed := v.r.Everywhere(a.Token.Address)
	return worth(v.r, a.Token, &units) - worth(v.r, a.Token, &owed)
}

// reserve is that of a token; nil: the market has none. It belongs to the reading.
func reserve(l *turn.Lending, token common.Address) *turn.Reserve {
	for i := range l.Reserves {
		if r := &l.Reserves[i]; r.Token.Address == token {
			return r
		}
	}
	return nil
}

// basis is the price in one market over that in another, less one.
func (v *view) basis(of, over rule.Ref) rule.Cell {
	m, n := marketOf(v.r, of), marketOf(v.r, over)
	switch {
	case m == nil || n == nil:
		return rule.Cell{Why: rule.NotRead}
	case m.Base.Address != n.Base.Address || m.Quote.Address != n.Quote.Address:
		return rule.Cell{Why: rule.NoPrice}
	}
	return known(m.Price/n.Price-1, priced(m.Price) && priced(n.Price))
}

// rangeShare is the share of a market's liquidity in use that is the Golem's.
func (v *view) rangeShare(m *turn.Market) rule.Cell {
	if m.Range == nil || m.Range.Liquidity.IsZero() {
		return rule.Cell{Why: rule.NoRange}
	}
	var own uint256.Int
	for i := range v.r.Positions {
		if p := &v.r.Positions[i]; p.Market == m.Handle && p.InRange(m.Range.Tick) {
			own.Add(&own, &p.Liquidity)
		}
	}
	return rule.Cell{Value: min(1, own.Float64()/m.Range.Liquidity.Float64())}
}

// loans reads what is lent and owed of an asset, or in a lending market.
func (v *view) loans(s rule.Slot) rule.Cell {
	of, found := s.Of[0], false
	var lent, owed, health float64
	owes := false
	for i := range v.r.Lending {
		l := &v.r.Lending[i]
		if of.Kind == rule.ArgLender && l.Handle != of.Name {
			continue
		}
		found = true
		for j := range l.Reserves {
			r := &l.Reserves[j]
			if of.Kind == rule.ArgAsset && !strings.EqualFold(r.Token.Symbol, of.Name) {
				continue
			}
			lent += worth(v.r, r.Token, &r.Supplied)
			owed += worth(v.r, r.Token, &r.Owed)
		}
		if h, owing := l.Account.Factor(); owing {
			health, owes = h, true
		}
	}
	switch {
	case !found && of.Kind == rule.ArgLender:
		return rule.Cell{Why: rule.NotRead}
	case s.Var == rule.VarHealth && !owes:
		return rule.Cell{Why: rule.NoDebt}
	case s.Var == rule.VarHealth:
		return rule.Cell{Value: health}
	case s.Var == rule.VarOwed:
		return rule.Cell{Value: owed}
	}
	return rule.Cell{Value: lent}
}

// rate is what a lending market pays, or takes, for an asset.
func (v *view) rate(s rule.Slot) rule.Cell {
	a := named(v.r, s.Of[1].Name)
	for i := range v.r.Lending {
		l := &v.r.Lending[i]
		if a == nil || l.Handle != s.Of[0].Name || !l.Lends(a.Token.Address) {
			continue
		}
		if r := reserve(l, a.Token.Address); r != nil {
			supply, borrow := r.Rates()
			if s.Var == rule.VarSupplyRate {
				return rule.Cell{Value: supply}
			}
			return rule.Cell{Value: borrow}
		}
	}
	return rule.Cell{Why: rule.NotRead}
}

// liquidity is what lies in one market, or in all.
type liquidity struct {
	count                 int
	value, fees, distance float64
	out                   bool
}

func (v *view) liquidityIn(of rule.Ref) (sum liquidity) {
	for i := range v.r.Positions {
		p := &v.r.Positions[i]
		if !held(p) || of.Name != "" && p.Market != of.Name {
			continue
		}
		sum.count++
		sum.value += p.Value
		sum.fees += fees(v.r, p)
		sum.distance = max(sum.distance, distance(v.r, p))
		sum.out = sum.out || !inRange(v.r, p)
	}
	return sum
}

func (l liquidity) cell(id rule.Var) rule.Cell {
	switch {
	case id == rule.VarLPCount:
		return rule.Cell{Value: float64(l.count)}
	case id == rule.VarLPValue:
		return rule.Cell{Value: l.value}
	case id == rule.VarLPFees:
		return rule.Cell{Value: l.fees}
	case l.count == 0:
		return rule.Cell{Why: rule.NoLiquidity}
	case id == rule.VarLPDistance:
		return rule.Cell{Value: l.distance}
	case l.out:
		return rule.Cell{}
	}
	return rule.Cell{Value: 1}
}

// sellable is the value of what an action may sell.
func (v *view) sellable(a rule.Action) float64 {
	handle := a.Asset
	if handle == "" && rule.IsMarket(a.On) {
		handle = rule.MarketOf(a.On).Base
	}
	if handle == "" {
		return v.base
	}
	of := named(v.r, handle)
	if of == nil {
		return 0
	}
	return worth(v.r, of.Token, &of.Units)
}

// lendable is the value of what an action may lend.
func (v *view) lendable(a rule.Action) float64 {
	if a.Asset == "" {
		return v.cash
	}
	return v.sellable(rule.Action{Asset: a.Asset})
}

// unbalanced says that an asset of a basket is further off its share than the band, and by what
// is worth a trade. The native coin is no part of the equity that is shared. Nothing is off at a price in
// doubt.
func (v *view) unbalanced(b *rule.Basket) bool {
	if v.suspended {
		return false
	}
	equity := v.equity - coin(v.r)
	for _, w := range b.Weights {
		a := named(v.r, w.Asset)
		if a == nil || !priced(a.Price) || a.Believed != nil {
			continue
		}
		off := v.everywhere(a) - equity*portion(w.Share)
		if band := equity * portion(b.Band); off > band && off >= 1 && worth(v.r, a.Token, &a.Units) >= 1 || off < -band && off <= -1 && v.cash >= 1 {
			return true
		}
	}
	return false
}

func portion(s rule.PPM) float64 { return float64(s) / float64(rule.Whole) }
