package strategy

import (
	"math"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/golem/mind/strategy/series"
)

// doubts reports whether what a slot reads hangs on a price in doubt: of what it names, or of anything
// that is held where it is about all of that. It is not known then, so that no rule is judged by it; for
// 70 minutes at most, after which the markets' price counts, whatever others tell.
//
// spec: safety §16.8
func (v *view) doubts(s rule.Slot) bool {
	of := s.Of[0]
	switch s.Var {
	case rule.VarEquity, rule.VarExposure:
		return v.suspended
	case rule.VarWeight:
		return v.suspended || doubted(v.r, of)
	case rule.VarLent, rule.VarOwed:
		a := named(v.r, of.Name)
		return v.suspended && (of.Kind != rule.ArgAsset || doubted(v.r, of) || a != nil && v.r.Disputed(a.Token.Address))
	case rule.VarLPInRange, rule.VarLPOutOfRangeFor, rule.VarLPDistance, rule.VarLPFees, rule.VarLPValue:
		return v.pooledInDoubt(of)
	case rule.VarCoin, rule.VarGasUSD:
		a, ok := v.r.Asset(v.r.Wrapper.Token)
		return ok && a.Believed != nil
	case rule.VarPrice, rule.VarBaseValue, rule.VarPnL, rule.VarValue, rule.VarBasis, rule.VarDepth, rule.VarRangeShare:
		return doubted(v.r, of) || s.Of[1].Name != "" && doubted(v.r, s.Of[1])
	}
	return s.Var.IsIndicator() && (doubted(v.r, of) || s.Of[1].Name != "" && doubted(v.r, s.Of[1]))
}

// doubted reports whether the price of an asset, or of what a market trades, is in doubt and was believed
// a while ago. Of nothing it is the first market's.
func doubted(r *turn.Reading, of rule.Ref) bool {
	if of.Kind == rule.ArgAsset && of.Name != "" {
		a := named(r, of.Name)
		return a != nil && a.Believed != nil
	}
	m := marketOf(r, of)
	return m != nil && r.InDoubt(m)
}

// pooledInDoubt reports it of a market, or of any in which liquidity is held.
func (v *view) pooledInDoubt(of rule.Ref) bool {
	for i := range v.r.Positions {
		p := &v.r.Positions[i]
		if !held(p) || of.Name != "" && p.Market != of.Name {
			continue
		}
		if m, ok := v.r.Market(p.Market); ok && v.r.InDoubt(m) {
			return true
		}
	}
	return false
}

// leap is the share by which a price between two looks may be off both of them, where it does not lie
// between the two. What is further off was bent and came back, and no look judged it.
const leap = 0.05

// glimpses are the prices that were seen since the last look, oldest first.
type glimpses struct {
	seen []glimpse
	last float64 // the price of the last look that was in no doubt; 0: there was none
}

// glimpse is a price at the time of its block, in unix milliseconds.
type glimpse struct {
	at    int64
	price float64
}

func (g *glimpses) add(at int64, price float64) { g.seen = append(g.seen, glimpse{at, price}) }

// count lets what was seen before a look at a price into a window.
func (g *glimpses) count(to *series.Series, price float64) {
	for _, x := range g.seen {
		between := (x.price-g.last)*(price-x.price) >= 0
		if g.last == 0 || between || near(x.price, price) || near(x.price, g.last) {
			to.Push(x.at, x.price)
		}
	}
	g.last = price
}

// clear forgets what was seen.
func (g *glimpses) clear() { g.seen = g.seen[:0] }

func near(a, b float64) bool { return math.Abs(a-b) <= leap*max(a, b) }
