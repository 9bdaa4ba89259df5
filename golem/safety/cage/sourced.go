package cage

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/golem/safety/tier"
	"bardo.run/bardo/internal/money"
)

// unsourced is what an owner reads who configured no price feed, at the start and in a refusal.
const unsourced = "venue.price_feed names no feed: without a second source of prices no liquidity is added, no swap above 50,000 USD opens a position, " +
	"and nothing above 100,000 USD is lent or borrowed. To allow it, name the feed of the pool's other token in US dollars there and start again. " +
	"Positions can be left, lent money that secures no debt withdrawn, debts repaid, and what is held be sold"

// Unsourced says why nothing above Standard is opened on a reading for want of a second
// source of prices that was never configured; empty where nothing needs one, or there is one.
//
// spec: safety §16.8
func (p Policy) Unsourced(r turn.Reading) string {
	if !p.Sourced || r.Feed != nil {
		return ""
	}
	return unsourced
}

// sourced refuses to open what is above Standard where no feed vouches for the pool's price:
// none is configured, or the one that is has no answer that counts. It does so without the risk
// engine too: what is that large must not hang on one price that can be bent.
//
// spec: safety §16.8, §1.4 S-10
func (p Policy) sourced(k Case, s turn.Simulation) *turn.Refusal {
	if !p.Sourced || !grade(k.Action, s.Value).Large() {
		return nil
	}
	if why := p.Unsourced(k.Seen); why != "" {
		return refuse(CodeUnpriced, "%s", why)
	}
	if _, err := loss.At(k.Seen, p.FeedAge); err != nil {
		return refuse(CodeUnpriced, "%v, and what is larger than Standard needs a second source of prices beside the pool", err)
	}
	return nil
}

// grade is the risk of an action that moves a value (safety §4.4).
func grade(a grammar.Action, value money.USDC) tier.Risk {
	row, _ := tier.Of(string(a.Kind)) // the desk refuses what the table does not have
	return row.At(value)
}
