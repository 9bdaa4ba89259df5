package table

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/network"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/morphoblue"
	"bardo.run/bardo/golem/world/protocol/uniswapv2"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/golem/world/protocol/uniswapv4"
	"bardo.run/bardo/internal/eip55"
)

// Pools is the protocol of a venue's pools.
const Pools = uniswapv3.Name

// Pool is a pool of Uniswap v3, by its handle where that is known.
type Pool struct {
	Handle string
	At     common.Address
}

// Venue is what a Golem trades in, before it was opened: pools of Uniswap v3 with the contracts that
// reach them, and what else is configured for the tokens of the first of them. What is zero is
// not configured. Base and Quote are needed where the deployments are not opened: they give the
// other exchanges their names.
type Venue struct {
	Pools        []Pool
	Router       common.Address
	Positions    common.Address
	V2Router     common.Address
	V4           uniswap.V4
	Aave         common.Address
	Morpho       common.Address
	MorphoMarket common.Hash
	Base, Quote  turn.Token
}

// Deployments returns the venue's deployments, the first pool first.
func (v Venue) Deployments() (all []protocol.Deployment) {
	for _, p := range v.Pools {
		all = append(all, protocol.Deploy(uniswapv3.Name, p.Handle, uniswapv3.Terms{Pool: p.At, Router: v.Router, Positions: v.Positions}))
	}
	named := func(pips uint32, apart string) string {
		if v.Base == (turn.Token{}) {
			return ""
		}
		return protocol.Handle(v.Base, v.Quote, pips, apart)
	}
	var none common.Address
	if v.V2Router != none {
		all = append(all, protocol.Deploy(uniswapv2.Name, named(uniswap.FeeV2, uniswapv2.Apart), uniswapv2.Terms{Router: v.V2Router, Base: v.Base.Address, Quote: v.Quote.Address}))
	}
	if v.V4 != (uniswap.V4{}) {
		all = append(all, protocol.Deploy(uniswapv4.Name, named(v.V4.Fee, uniswapv4.Apart), uniswapv4.Terms{V4: v.V4, Base: v.Base.Address, Quote: v.Quote.Address}))
	}
	if v.Aave != none {
		all = append(all, protocol.Deploy(aavev3.Name, aavev3.Name, aavev3.Terms{Pool: v.Aave}))
	}
	if v.Morpho != none {
		all = append(all, protocol.Deploy(morphoblue.Name, morphoblue.Name, morphoblue.Terms{Contract: v.Morpho, Market: v.MorphoMarket}))
	}
	return all
}

// Configured are the deployments of a configuration: the markets that it names by handle, or the
// pool that it names by its address, and what else it names.
func Configured(c config.GolemConfig) (all []protocol.Deployment) {
	v := c.Venue
	at := Venue{
		Router: eip55.Must(v.Router), Positions: eip55.Must(v.PositionManager),
		Aave: eip55.Must(v.AavePool), Morpho: eip55.Must(v.Morpho), MorphoMarket: common.HexToHash(v.MorphoMarket),
	}
	v4 := uniswap.V4{Router: eip55.Must(v.V4Router), StateView: eip55.Must(v.V4StateView), Fee: v.V4Fee, TickSpacing: int32(v.V4TickSpacing)}
	named := markets(c)
	if named == nil {
		at.Pools, at.V2Router = []Pool{{"", eip55.Must(v.Pool)}}, eip55.Must(v.V2Router)
		if v.V4Router != "" {
			at.V4 = v4
		}
	}
	for _, m := range named {
		switch m.Version {
		case 2:
			all = append(all, protocol.Deploy(uniswapv2.Name, m.Handle, uniswapv2.Terms{Router: eip55.Must(v.V2Router), Base: m.Base.Address, Quote: m.Quote.Address}))
		case 4:
			v4.Fee, v4.TickSpacing = m.Fee, m.Spacing
			all = append(all, protocol.Deploy(uniswapv4.Name, m.Handle, uniswapv4.Terms{V4: v4, Base: m.Base.Address, Quote: m.Quote.Address}))
		default:
			all = append(all, protocol.Deploy(uniswapv3.Name, m.Handle, uniswapv3.Terms{Pool: m.Pool, Router: at.Router, Positions: at.Positions}))
		}
	}
	all = append(all, at.Deployments()...)
	for _, l := range v.Lent() {
		all = append(all, protocol.Deploy(l.Protocol, l.Handle, l.Terms))
	}
	all = append(all, Wrapping(c.Safety.ApprovedProtocols, common.Address{})...)
	// What is not approved is not read: the deepest market could else be one in which nothing may
	// be sold. The first one tells the price in any case.
	first := true
	return slices.DeleteFunc(all, func(d protocol.Deployment) bool {
		out := !first && len(c.Safety.ApprovedProtocols) > 0 && !slices.Contains(c.Safety.ApprovedProtocols, d.Protocol)
		first = false
		return out
	})
}

// Coin is the token that wraps the chain's coin, where a configuration names its markets by handle and
// lets them price the coin; zero: the base token of the pool that it names.
func Coin(c config.GolemConfig) common.Address {
	if coin, ok := c.Network().Coin(); ok && len(c.Golem.Markets) > 0 && c.Venue.NativeUSD == 0 {
		return coin.Address
	}
	return common.Address{}
}

// Feeds are the price feeds of a configuration.
func Feeds(c config.GolemConfig) (feeds []protocol.Feed) {
	for _, f := range c.Feeds() {
		feeds = append(feeds, protocol.Feed(f))
	}
	return feeds
}

// markets are those that a configuration names by handle.
func markets(c config.GolemConfig) (all []network.Market) {
	for _, handle := range c.Golem.Markets {
		if m, err := c.Network().Market(handle); err == nil { // a name that is none was refused before
			all = append(all, m)
		}
	}
	return all
}
