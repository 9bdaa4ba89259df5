package strategy

import (
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
	prices  *series.Series

	cash, base, equity float64
	positions          int // that are held
	lpValue, lpFees    float64
	lpDistance         float64
	lending            lending
}

func (w *Watch) view(now int64, r *turn.Reading, regime turn.Regime) view {
	v := view{now: now, r: r, regime: regime, account: &w.account, prices: w.prices}
	cash, base := units(r, r.Pool.Quote()), units(r, r.Pool.Base())
	v.cash = money.Float(&cash, r.Pool.Quote().Decimals)
	v.base = money.Float(&base, r.Pool.Base().Decimals) * r.Pool.Price
	v.equity = r.Equity()
	for i := range r.Positions {
		p := &r.Positions[i]
		if !held(p) {
			continue
		}
		v.positions++
		v.lpValue += p.Value
		v.lpFees += fees(p, &r.Pool)
		v.lpDistance = max(v.lpDistance, distance(p, r.Pool.Tick))
	}
	v.lending = lendingOf(r)
	return v
}

// held says that rules know of a position: anybody can send the wallet one that is worth
// nothing, or leave a speck in one that it left, and lp_count == 0 would never be true again.
// What has no value that is known is held.
func held(p *turn.Position) bool { return !(p.Value < DustValue) }

func fees(p *turn.Position, pool *turn.Pool) float64 {
	quote, base := &p.Fees1, &p.Fees0
	if pool.QuoteIsZero {
		quote, base = base, quote
	}
	return money.Float(quote, pool.Quote().Decimals) + money.Float(base, pool.Base().Decimals)*pool.Price
}

// distance is that from the centre of the range, in half widths.
func distance(p *turn.Position, tick int32) float64 {
	off := 2*int64(tick) - int64(p.Lower) - int64(p.Upper)
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
			if v.base >= DustValue {
				return true
			}
		case rule.Buy, rule.Lend:
			if v.cash >= 1 {
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
	if s.Var.IsIndicator() {
		c = v.indicator(s)
	} else {
		c = v.variable(s.Var)
	}
	if c.Value-c.Value != 0 {
		return rule.Cell{Why: rule.NotFinite}
	}
	return c
}

func (v *view) variable(id rule.Var) rule.Cell {
	switch id {
	case rule.VarEntryPrice, rule.VarPnL, rule.VarPositionAge:
		if v.account.Since == 0 {
			return rule.Cell{Why: rule.NoPosition}
		}
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
	return rule.Cell{Value: v.value(id)}
}

func (v *view) value(id rule.Var) float64 {
	a, r := v.account, v.r
	switch id {
	case rule.VarPrice:
		return r.Pool.Price
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
		return v.base / v.equity
	case rule.VarEntryPrice:
		return v.entryPrice()
	case rule.VarPnL:
		return r.Pool.Price/v.entryPrice() - 1
	case rule.VarPositionAge:
		return v.since(a.Since)
	case rule.VarDrawdown:
		if a.Peak == 0 {
			return 0
		}
		return 1 - v.equity/a.Peak
	case rule.VarTradesToday:
		return float64(a.Trades)
	case rule.VarLastTradeAge:
		return v.since(a.LastTrade)
	case rule.VarGasUSD:
		return GasUSD(r)
	case rule.VarGasGwei:
		return r.GasGwei()
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

func (v *view) entryPrice() float64 {
	return v.account.Cost / money.Float(&v.account.Units, v.r.Pool.Base().Decimals)
}

func (v *view) indicator(s rule.Slot) rule.Cell {
	value, known := v.compute(s)
	if known {
		return rule.Cell{Value: value}
	}
	if _, filled := v.prices.Std(s.Minutes); s.Var == rule.VarZScore && filled {
		return rule.Cell{Why: rule.DividedByZero}
	}
	return rule.Cell{Why: rule.NotFilled}
}

func (v *view) compute(s rule.Slot) (float64, bool) {
	switch s.Var {
	case rule.VarChange:
		return v.prices.Change(s.Minutes)
	case rule.VarSMA:
		return v.prices.SMA(s.Minutes)
	case rule.VarEMA:
		return v.prices.EMA(s.Minutes)
	case rule.VarStd:
		return v.prices.Std(s.Minutes)
	case rule.VarZScore:
		return v.prices.ZScore(s.Minutes)
	case rule.VarRSI:
		return v.prices.RSI(s.Minutes)
	case rule.VarHigh:
		return v.prices.High(s.Minutes)
	}
	return v.prices.Low(s.Minutes)
}
