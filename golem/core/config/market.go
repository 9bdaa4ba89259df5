package config

import (
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/network"
)

// mostMarkets is how many markets are read with every block.
const mostMarkets = 32

// checkMarkets refuses a market that the network does not have or that is named twice, more than
// are read, a first one that is not priced in dollars, and a token that no chain of markets
// connects with that: nothing would tell what it is worth.
func (c *GolemConfig) checkMarkets(report func(string, ...string)) {
	if n := len(c.Golem.Markets); n > mostMarkets {
		report(fmt.Sprintf("%d markets are named, and at most %d are read", n, mostMarkets), "golem.markets")
		return
	}
	var all []network.Market
	for _, handle := range c.Golem.Markets {
		m, err := c.Network().Market(handle)
		switch {
		case err != nil:
			report(err.Error(), "golem.markets")
		case slices.ContainsFunc(all, func(o network.Market) bool { return o.Handle == m.Handle }):
			report(fmt.Sprintf("%q is named twice", handle), "golem.markets")
		default:
			all = append(all, m)
		}
	}
	if len(c.Golem.Markets) > 0 && (c.Venue.Pool != "" || c.Venue.Quote != "") {
		report("the market is named twice; leave venue.pool and venue.quote out", "golem.markets", "venue.pool", "venue.quote")
	}
	if len(all) < len(c.Golem.Markets) || len(all) == 0 {
		return
	}
	if !all[0].Quote.Dollar {
		report(fmt.Sprintf("%q: values are counted in the quote token of the first market, which is a dollar", all[0].Handle), "golem.markets")
		return
	}
	if all[0].Pool == (common.Address{}) {
		report(fmt.Sprintf("%q: the first market is one whose handle ends with its fee, as weth-usdc-5: a start tries the others with what it gives", all[0].Handle), "golem.markets")
		return
	}
	if m, ok := unconnected(all); ok {
		report(fmt.Sprintf("%q: nothing tells what %s and %s are worth in %s: name a market that trades one of them for it, or for a token that has one", m.Handle, m.Base.Symbol, m.Quote.Symbol, all[0].Quote.Symbol), "golem.markets")
	}
}

// unconnected returns a market whose tokens no chain of the markets connects with the first one's
// quote token.
func unconnected(all []network.Market) (network.Market, bool) {
	known := map[common.Address]bool{all[0].Quote.Address: true}
	left := slices.Clone(all)
	for {
		n := len(left)
		left = slices.DeleteFunc(left, func(m network.Market) bool {
			if !known[m.Base.Address] && !known[m.Quote.Address] {
				return false
			}
			known[m.Base.Address], known[m.Quote.Address] = true, true
			return true
		})
		switch len(left) {
		case 0:
			return network.Market{}, false
		case n:
			return left[0], true
		}
	}
}

// named is the configuration with the addresses of its first market filled in, and of the
// contracts that reach all of them. What venue names itself stays.
func (c GolemConfig) named() GolemConfig {
	n := c.Network()
	for i, handle := range c.Golem.Markets {
		m, err := n.Market(handle)
		if err != nil {
			continue // it was checked
		}
		v := &c.Venue
		if i == 0 {
			fill(&v.Pool, m.Pool)
			fill(&v.Quote, m.Quote.Address)
			fill(&v.PriceFeed, m.Base.Feed)
		}
		v.reach(n, m, c.Safety.ApprovedProtocols)
	}
	return c
}

// fill writes an address where none is.
func fill(to *string, a common.Address) {
	if *to == "" && a != (common.Address{}) {
		*to = a.Hex()
	}
}
