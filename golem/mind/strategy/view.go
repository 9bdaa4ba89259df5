package strategy

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/golem/mind/strategy/series"
	"bardo.run/bardo/internal/money"
)

// view is one reading as rules see it.
type view struct {
	now     int64
	r       *turn.Reading
	regime  turn.Regime
	account *Account
	watch   *Watch

	cash, base, equity float64
	exposed            float64 // the value of every asset in the wallet but cash
	positions          int     // that are held
	lpValue, lpFees    float64
	lpDistance         float64
	lending            lending
	suspended          bool // no price of this reading says what there is in all
}

func (w *Watch) view(now int64, r *turn.Reading, regime turn.Regime) view {
	v := view{now: now, r: r, regime: regime, account: &w.account, watch: w}
	for i := range r.Assets {
		a := &r.Assets[i]
		value := worth(r, a.Token, &a.Units)
		if a.Token.Address == r.Primary().Base.Address {
			v.base = value
		}
		if i == 0 {
			v.cash = value
		} else {
			v.exposed += value
		}
	}
	v.equity, v.suspended = r.Equity(), r.Suspended()
	for i := range r.Positions {
		p := &r.Positions[i]
		if !held(p) {
			continue
		}
		v.positions++
		v.lpValue += p.Value
		v.lpFees += fees(r, p)
		v.lpDistance = max(v.lpDistance, distance(r, p))
	}
	v.lending = lendingOf(r)
	return v
}

// held says that rules know of a position: anybody can send the wallet one that is worth
// nothing, or leave a speck in one that it left, and lp_count == 0 would never be true again.
// What has no value that is known is held.
func held(p *turn.Position) bool { return !(p.Value < DustValue) }

// coin is what the wallet's coin is worth.
func coin(r *turn.Reading) float64 { return r.Native.Float64() / 1e18 * r.NativeUSD }

// worth is what units of an asset are worth in the numeraire.
func worth(r *turn.Reading, t turn.Token, units *uint256.Int) float64 {
	a, ok := r.Asset(t.Address)
	if !ok {
		return 0
	}
	return money.Float(units, t.Decimals) * a.Price
}

// fees are what a position earned and did not collect, in the numeraire.
func fees(r *turn.Reading, p *turn.Position) float64 {
	m, ok := r.Market(p.Market)
	if !ok {
		return 0
	}
	return worth(r, m.Quote, &p.QuoteFees) + worth(r, m.Base, &p.BaseFees)
}

// tick is that of the market that a position lies in; ok is false where it has none.
func tick(r *turn.Reading, p *turn.Position) (tick int32, ok bool) {
	m, ok := r.Market(p.Market)
	if !ok || m.Range == nil {
		return 0, false
	}
	return m.Range.Tick, true
}

// inRange reports whether a position earns now. What nobody can say of is out of its range.
func inRange(r *turn.Reading, p *turn.Position) bool {
	at, ok := tick(r, p)
	return ok && p.InRange(at)
}

// distance is that from the centre of the range, in half widths.
func distance(r *turn.Reading, p *turn.Position) float64 {
	at, ok := tick(r, p)
	if !ok {
		return 0
	}
	off := 2*int64(at) - int64(p.Lower) - int64(p.Upper)
	if off < 0 {
		off = -off
	}
	return float64(off) / float64(max(1, int64(p.Upper)-int64(p.Lower)))
}

// applies reports whether the rule has anything to act on: a rule that would sell
// nothing does not trigger.
func (v *view) applies(r *rule.Rule) bool {
	for _, a := range r.Do {
		switch a.Verb {
		case rule.Hold:
			return true
		case rule.Sell:
			if v.sellable(a) >= DustValue {
				return true
			}
		case rule.Buy:
			if v.cash >= 1 {
				return true
			}
		case rule.Lend:
			if v.lendable(a) >= 1 || a.On == rule.Best && v.lending.used {
				return true
			}
		case rule.Rebalance:
			if v.unbalanced(a.Basket) {
				return true
			}
		case rule.Withdraw:
			if v.liquidityIn(rule.Ref{Name: a.On}).count > 0 {
				return true
			}
		case rule.Provide:
			if v.cash+v.base >= 1 {
				return true
			}
		case rule.Recall:
			if v.lending.used {
				return true
			}
		case rule.Unwrap:
			if a, ok := v.r.Asset(v.r.Wrapper.Token); ok && !a.Units.IsZero() {
				return true
			}
		case rule.Wrap:
			if v.r.Wrapper.Protocol != "" && coin(v.r) >= DustValue {
				return true
			}
		default:
			if v.positions > 0 {
				return true
			}
		}
	}
	return false
}

// cell reads one slot. What is not finite is not known.
func (v *view) cell(s rule.Slot) rule.Cell {
	var c rule.Cell
	switch {
	case v.doubts(s):
		return rule.Cell{Why: rule.InDoubt}
	case s.Var.IsIndicator():
		c = v.indicator(s)
	default:
		c = v.variable(s)
	}
	if c.Value-c.Value != 0 {
		return rule.Cell{Why: rule.NotFinite}
	}
	return c
}

func (v *view) variable(s rule.Slot) rule.Cell {
	if s.Of[0].Name != "" || s.Var >= rule.VarValue {
		return v.about(s)
	}
	switch s.Var {
	case rule.VarEntryPrice, rule.VarPnL, rule.VarPositionAge:
		return v.position(s.Var, v.r.Primary().Base.Address)
	case rule.VarLPInRange, rule.VarLPOutOfRangeFor, rule.VarLPDistance, rule.VarLPAge:
		if v.positions == 0 {
			return rule.Cell{Why: rule.NoLiquidity}
		}
	case rule.VarHealth:
		if !v.lending.owes {
			return rule.Cell{Why: rule.NoDebt}
		}
	case rule.VarExposure:
		if v.equity == 0 {
			return rule.Cell{Why: rule.DividedByZero}
		}
	}
	return rule.Cell{Value: v.value(s.Var)}
}

func (v *view) value(id rule.Var) float64 {
	a, r := v.account, v.r
	switch id {
	case rule.VarPrice:
		return r.Primary().Price
	case rule.VarHour:
		return float64(v.now / 3_600_000 % 24)
	case rule.VarMinute:
		return float64(v.now / 60_000 % 60)
	case rule.VarAge:
		return v.since(a.Born)
	case rule.VarCash:
		return v.cash
	case rule.VarBaseValue:
		return v.base
	case rule.VarEquity:
		return v.equity
	case rule.VarExposure:
		return v.exposed / v.equity
	case rule.VarDrawdown:
		if a.Peak == 0 || v.suspended {
			return a.Drawdown
		}
		return max(0, 1-v.equity/a.Peak)
	case rule.VarTradesToday:
		return float64(a.Trades)
	case rule.VarLastTradeAge:
		return v.since(a.LastTrade)
	case rule.VarGasUSD:
		return GasUSD(r)
	case rule.VarGasGwei:
		return r.GasGwei()
	case rule.VarCoin:
		return coin(r)
	case rule.VarRegime:
		return float64(v.regime)
	}
	return v.liquidity(id)
}

func (v *view) liquidity(id rule.Var) float64 {
	switch id {
	case rule.VarLPCount:
		return float64(v.positions)
	case rule.VarLPInRange:
		if v.account.OutSince == 0 {
			return 1
		}
	case rule.VarLPOutOfRangeFor:
		if v.account.OutSince != 0 {
			return v.since(v.account.OutSince)
		}
	case rule.VarLPDistance:
		return v.lpDistance
	case rule.VarLPFees:
		return v.lpFees
	case rule.VarLPValue:
		return v.lpValue
	case rule.VarLPAge:
		return v.since(v.account.NewestAt)
	case rule.VarLent:
		return v.lending.lent
	case rule.VarOwed:
		return v.lending.owed
	case rule.VarHealth:
		return v.lending.health
	}
	return 0
}

func (v *view) since(ms int64) float64 { return float64(v.now-ms) / 1000 }

// position is what is known of how an asset came into the wallet.
func (v *view) position(id rule.Var, token common.Address) rule.Cell {
	h := v.account.holding(token)
	if h == nil || h.Since == 0 {
		return rule.Cell{Why: rule.NoPosition}
	}
	switch id {
	case rule.VarEntryPrice:
		return rule.Cell{Value: h.entry()}
	case rule.VarPnL:
		price := h.Price
		if m := v.r.Primary(); token == m.Base.Address {
			price = m.Price
		}
		return rule.Cell{Value: price/h.entry() - 1}
	}
	return rule.Cell{Value: v.since(h.Since)}
}

func (v *view) indicator(s rule.Slot) rule.Cell {
	prices := v.watch.pricesOf(s.Of[0])
	value, known := v.compute(s, prices)
	if known {
		return rule.Cell{Value: value}
	}
	if _, filled := prices.Std(s.Minutes); s.Var == rule.VarZScore && filled {
		return rule.Cell{Why: rule.DividedByZero}
	}
	return rule.Cell{Why: rule.NotFilled}
}

func (v *view) compute(s rule.Slot, prices *series.Series) (float64, bool) {
	switch s.Var {
	case rule.VarChange:
		return prices.Change(s.Minutes)
	case rule.VarSMA:
		return prices.SMA(s.Minutes)
	case rule.VarEMA:
		return prices.EMA(s.Minutes)
	case rule.VarStd:
		return prices.Std(s.Minutes)
	case rule.VarZScore:
		return prices.ZScore(s.Minutes)
	case rule.VarRSI:
		return prices.RSI(s.Minutes)
	case rule.VarHigh:
		return prices.High(s.Minutes)
	case rule.VarVolatility:
		return prices.Volatility(s.Minutes)
	case rule.VarCorrelation:
		return series.Correlation(prices, v.watch.pricesOf(s.Of[1]), s.Minutes)
	}
	return prices.Low(s.Minutes)
}
