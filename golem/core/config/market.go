package config

import (
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
)

// checkMarkets refuses a market that the network does not have, and one that is named twice.
func (c *GolemConfig) checkMarkets(report func(string, ...string)) {
	for _, handle := range c.Golem.Markets {
		if _, err := c.Network().Market(handle); err != nil {
			report(err.Error(), "golem.markets")
		}
		if c.Venue.Pool != "" || c.Venue.Quote != "" {
			report("the market is named twice; leave venue.pool and venue.quote out", "golem.markets", "venue.pool", "venue.quote")
		}
	}
}

// named is the configuration with the addresses of its market filled in. What venue names
// itself stays.
func (c GolemConfig) named() GolemConfig {
	n := c.Network()
	for _, handle := range c.Golem.Markets {
		m, err := n.Market(handle)
		if err != nil {
			continue // it was checked
		}
		v := &c.Venue
		fill(&v.Pool, m.Pool)
		fill(&v.Quote, m.Quote.Address)
		fill(&v.Router, n.V3.Router)
		fill(&v.PositionManager, n.V3.Positions)
		fill(&v.PriceFeed, m.Base.Feed)
		if slices.Contains(c.Safety.ApprovedProtocols, "aave-v3") {
			fill(&v.AavePool, n.AavePool)
		}
		if slices.Contains(c.Safety.ApprovedProtocols, "uniswap-v2") {
			fill(&v.V2Router, n.V2Router)
		}
	}
	return c
}

// Feed is the price feed that the network's table has of a token; empty: none.
func (c GolemConfig) Feed(token string) string {
	for _, t := range c.Network().TokenList {
		if t.Feed != (common.Address{}) && strings.EqualFold(t.Address.Hex(), token) {
			return t.Feed.Hex()
		}
	}
	return ""
}

// fill writes an address where none is.
func fill(to *string, a common.Address) {
	if *to == "" && a != (common.Address{}) {
		*to = a.Hex()
	}
}
