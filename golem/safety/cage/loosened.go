package cage

import (
	"fmt"
	"slices"

	"bardo.run/bardo/internal/money"
)

// Loosened says, a line each with both values, what of another policy is no tighter than
// this one, or may not be changed in a life at all, by its key in golem.toml. A policy that
// loosens nothing may take this one's place. What is on paper may begin to trade, and not the
// other way round.
//
// spec: safety §7.4
func (p Policy) Loosened(next Policy) (lines []string) {
	for _, limit := range []struct {
		name    string
		is, was int64
		least   bool // a higher one is tighter
	}{
		{"safety.max_position_bps", int64(next.MaxPosition), int64(p.MaxPosition), false},
		{"safety.max_concentration_bps", int64(next.MaxConcentration), int64(p.MaxConcentration), false},
		{"safety.max_slippage_bps", int64(next.MaxSlippage), int64(p.MaxSlippage), false},
		{"safety.max_price_impact_bps", int64(next.MaxImpact), int64(p.MaxImpact), false},
		{"safety.max_drawdown_bps", int64(next.MaxDrawdown), int64(p.MaxDrawdown), false},
		{"safety.max_loss_day_bps", int64(next.Loss.Day), int64(p.Loss.Day), false},
		{"safety.max_loss_session_bps", int64(next.Loss.Session), int64(p.Loss.Session), false},
		{"safety.max_move_loss_bps", int64(next.Loss.Move), int64(p.Loss.Move), false},
		{"safety.max_exit_loss_bps", int64(next.Loss.Exit), int64(p.Loss.Exit), false},
		{"venue.price_feed_age_s", next.FeedAge.Rest, p.FeedAge.Rest, false},
		{"safety.max_asset_count", int64(next.MaxAssets), int64(p.MaxAssets), false},
		{"safety.max_positions", int64(next.MaxPositions), int64(p.MaxPositions), false},
		{"safety.max_trades_per_hour", int64(next.PerHour), int64(p.PerHour), false},
		{"chain.staleness_blocks", int64(next.MaxBehind), int64(p.MaxBehind), false}, //nolint:gosec // a few blocks
		{"safety.min_collateral_ratio_bps", int64(next.MinCollateral), int64(p.MinCollateral), true},
	} {
		if limit.least && limit.is < limit.was || !limit.least && limit.is > limit.was {
			lines = append(lines, fmt.Sprintf("%s %d is looser than %d", limit.name, limit.is, limit.was))
		}
	}
	sum := func(name string, is, was money.USDC) {
		if is > was {
			lines = append(lines, fmt.Sprintf("safety.spending_limits.%s %s is looser than %s", name, is, was))
		}
	}
	for _, was := range p.FeedAge.Own {
		if is := next.FeedAge.Of(was.Token); is > was.Seconds && (is != next.FeedAge.Rest || was.Seconds != p.FeedAge.Rest) {
			lines = append(lines, fmt.Sprintf("venue.price_feeds of %s with %d s is looser than with %d s", was.Token, is, was.Seconds))
		}
	}
	next.Caps.looserThan(p.Caps, func(name string, is, was money.BPS) {
		lines = append(lines, fmt.Sprintf("%s %s is looser than %s", name, is, was))
	})
	if next.GasReserve > p.GasReserve {
		lines = append(lines, fmt.Sprintf("safety.gas_reserve %s is looser than %s", next.GasReserve, p.GasReserve))
	}
	sum("per_transaction", next.PerTransaction, p.PerTransaction)
	sum("per_session", next.PerSession, p.PerSession)
	sum("per_day", next.PerDay, p.PerDay)
	return append(lines, p.fixed(next)...)
}

// fixed says what of another policy differs that no word changes.
func (p Policy) fixed(next Policy) (lines []string) {
	differs := func(name string, same bool, is, was any) {
		if !same {
			lines = append(lines, fmt.Sprintf("%s is %v and was %v, which no word changes", name, is, was))
		}
	}
	differs("safety.approved_assets", slices.Equal(next.Tokens, p.Tokens), next.Tokens, p.Tokens)
	differs("golem.markets", slices.Equal(next.Markets, p.Markets), handles(next.Markets), handles(p.Markets))
	differs("safety.approved_protocols", slices.Equal(next.Protocols, p.Protocols), next.Protocols, p.Protocols)
	differs("the grant or the provider of golem.custody_mode", next.Fenced == p.Fenced, given[next.Fenced], given[p.Fenced])
	differs("safety.sanctions_oracle", next.Screened || !p.Screened, given[next.Screened], given[p.Screened])
	differs("sourced", next.Sourced || !p.Sourced, next.Sourced, p.Sourced)
	differs("paper", !next.Paper || p.Paper, next.Paper, p.Paper)
	differs("shadow", !next.Shadow || p.Shadow, next.Shadow, p.Shadow)
	return lines
}

func handles(all []Listing) (names []string) {
	for _, l := range all {
		names = append(names, l.Handle)
	}
	return names
}

var given = map[bool]string{false: "not given", true: "given"}
