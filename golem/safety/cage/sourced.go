package cage

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/golem/safety/tier"
	"bardo.run/bardo/internal/money"
)

// unsourced is what an owner reads who configured no price feed of an asset, at the start and in a
// refusal.
func unsourced(r *turn.Reading, t turn.Token) string {
	return t.Symbol + " has no price feed (" + FeedKey(r, t.Address) + "): without a second source of prices no liquidity is added, no swap above 50,000 USD opens a position, " +
		"and nothing above 100,000 USD is lent or borrowed. To allow it, name the feed of the token in US dollars there and start again. " +
		"Positions can be left, lent money that secures no debt withdrawn, debts repaid, and what is held be sold"
}

// FeedKey is the key of golem.toml that names the price feed of an asset: the first market's base token
// has its own.
func FeedKey(r *turn.Reading, token common.Address) string {
	if r.Primary().Base.Address == token {
		return "venue.price_feed"
	}
	return "venue.price_feeds"
}

// Unsourced says why nothing above Standard is opened of some tokens on a reading, or of any of its
// assets where none are named, for want of a second source of prices that was never configured;
// empty where nothing needs one, or there is one.
//
// spec: safety §16.8
func (p Policy) Unsourced(r turn.Reading, tokens ...turn.Token) string {
	if !p.Sourced {
		return ""
	}
	for i := 1; i < len(r.Assets); i++ {
		if a := &r.Assets[i]; a.Feed == nil && (len(tokens) == 0 || slices.Contains(tokens, a.Token)) {
			return unsourced(&r, a.Token)
		}
	}
	return ""
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
	tokens := k.tokens()
	for _, token := range tokens {
		if a, ok := k.Seen.Asset(token); ok && token != k.Seen.Numeraire().Address && a.Feed == nil {
			return refuse(CodeUnpriced, "%s", unsourced(&k.Seen, a.Token))
		}
	}
	_, err := loss.At(k.Seen, p.FeedAge, tokens...)
	if len(tokens) == 0 {
		err = loss.ErrUnpriced
	}
	if err != nil {
		return refuse(CodeUnpriced, "%v, and what is larger than Standard needs a second source of prices beside the markets", err)
	}
	return nil
}

// grade is the risk of an action that moves a value (safety §4.4).
func grade(a grammar.Action, value money.USDC) tier.Risk {
	row, _ := tier.Of(string(a.Kind)) // the desk refuses what the table does not have
	return row.At(value)
}
