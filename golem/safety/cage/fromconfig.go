package cage

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/loss"
)

// FromConfig translates the configuration of a Golem into its policy. Where it approves no
// assets or protocols, nothing is approved; a token is approved by its address, whatever it
// calls itself. Where it names no lending market, nothing is lent. The markets are those that were
// read.
func FromConfig(c config.GolemConfig, tokens []turn.Token, markets []turn.Market) Policy {
	f := c.Safety
	p := Policy{
		Protocols:   slices.Clone(f.ApprovedProtocols),
		MaxPosition: f.MaxPosition, MaxConcentration: f.MaxConcentration,
		MaxSlippage: f.MaxSlippage, MaxImpact: f.MaxPriceImpact, MaxDrawdown: f.MaxDrawdown,
		PerTransaction: f.SpendingLimits.PerTransaction.USDC(), PerDay: f.SpendingLimits.PerDay.USDC(),
		Loss:       LossLimits{Day: f.MaxLossDay, Session: f.MaxLossSession, Move: f.MaxMoveLoss, Exit: f.MaxExitLoss},
		FeedAge:    FeedAges(c, markets),
		PerSession: f.SpendingLimits.PerSession.USDC(), MaxAssets: int(f.MaxAssetCount),
		MaxPositions: int(f.MaxPositions), PerHour: int(f.TradesPerHour()), Caps: capsFrom(f, tokens),
		GasReserve: f.GasReserve.USDC(),
	}
	if c.Venue.Lends() {
		p.MinCollateral = f.MinCollateral
	}
	for _, m := range markets {
		p.Markets = append(p.Markets, Listed(m))
	}
	for _, t := range tokens {
		if slices.ContainsFunc(f.ApprovedAssets, func(entry string) bool {
			approved, ok := c.Asset(entry)
			return ok && approved == t.Address
		}) {
			p.Tokens = append(p.Tokens, t.Address)
		}
	}
	return p
}

// FeedAges are how old the answers of a configuration's price feeds may be. The markets are those that
// were read: the first one tells whose feed venue.price_feed is.
func FeedAges(c config.GolemConfig, markets []turn.Market) (ages loss.Ages) {
	ages.Rest = c.FeedAge()
	for _, f := range c.Feeds() {
		if f.Token == (common.Address{}) && len(markets) > 0 {
			f.Token = markets[0].Base.Address
		}
		if f.Token != (common.Address{}) {
			ages.Set(f.Token, f.Age)
		}
	}
	return ages
}
