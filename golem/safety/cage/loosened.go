package cage

import (
	"fmt"
	"slices"

	"bardo.run/bardo/internal/money"
)

// Loosened says, a line each with both values, what of another policy is no tighter than
// this one, or may not be changed in a life at all. A policy that loosens nothing may take
// this one's place. What is on paper may begin to trade, and not the other way round.
//
// spec: safety §7.4
func (p Policy) Loosened(next Policy) (lines []string) {
	for _, limit := range []struct {
		name    string
		is, was int64
		least   bool // a higher one is tighter
	}{
		{"max_position_bps", int64(next.MaxPosition), int64(p.MaxPosition), false},
		{"max_concentration_bps", int64(next.MaxConcentration), int64(p.MaxConcentration), false},
		{"max_slippage_bps", int64(next.MaxSlippage), int64(p.MaxSlippage), false},
		{"max_impact_bps", int64(next.MaxImpact), int64(p.MaxImpact), false},
		{"max_drawdown_bps", int64(next.MaxDrawdown), int64(p.MaxDrawdown), false},
		{"loss.day_bps", int64(next.Loss.Day), int64(p.Loss.Day), false},
		{"loss.session_bps", int64(next.Loss.Session), int64(p.Loss.Session), false},
		{"loss.move_bps", int64(next.Loss.Move), int64(p.Loss.Move), false},
		{"loss.exit_bps", int64(next.Loss.Exit), int64(p.Loss.Exit), false},
		{"feed_age_s", next.FeedAge, p.FeedAge, false},
		{"max_assets", int64(next.MaxAssets), int64(p.MaxAssets), false},
		{"max_positions", int64(next.MaxPositions), int64(p.MaxPositions), false},
		{"orders_per_hour", int64(next.PerHour), int64(p.PerHour), false},
		{"max_behind", int64(next.MaxBehind), int64(p.MaxBehind), false}, //nolint:gosec // a few blocks
		{"min_collateral_ratio_bps", int64(next.MinCollateral), int64(p.MinCollateral), true},
	} {
		if limit.least && limit.is < limit.was || !limit.least && limit.is > limit.was {
			lines = append(lines, fmt.Sprintf("%s %d is looser than %d", limit.name, limit.is, limit.was))
		}
	}
	for _, sum := range []struct {
		name    string
		is, was money.USDC
	}{{"per_transaction", next.PerTransaction, p.PerTransaction}, {"per_session", next.PerSession, p.PerSession}, {"per_day", next.PerDay, p.PerDay}} {
		if sum.is > sum.was {
			lines = append(lines, fmt.Sprintf("%s %s is looser than %s", sum.name, sum.is, sum.was))
		}
	}
	return append(lines, p.fixed(next)...)
}

// fixed says what of another policy differs that no word changes.
func (p Policy) fixed(next Policy) (lines []string) {
	differs := func(name string, same bool, is, was any) {
		if !same {
			lines = append(lines, fmt.Sprintf("%s is %v and was %v, which no word changes", name, is, was))
		}
	}
	differs("tokens", slices.Equal(next.Tokens, p.Tokens), next.Tokens, p.Tokens)
	differs("pools", slices.Equal(next.Pools, p.Pools), next.Pools, p.Pools)
	differs("protocols", slices.Equal(next.Protocols, p.Protocols), next.Protocols, p.Protocols)
	differs("fenced", next.Fenced == p.Fenced, next.Fenced, p.Fenced)
	differs("screened", next.Screened || !p.Screened, next.Screened, p.Screened)
	differs("sourced", next.Sourced || !p.Sourced, next.Sourced, p.Sourced)
	differs("paper", !next.Paper || p.Paper, next.Paper, p.Paper)
	differs("shadow", !next.Shadow || p.Shadow, next.Shadow, p.Shadow)
	return lines
}
