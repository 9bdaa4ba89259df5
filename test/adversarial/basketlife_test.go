package adversarial

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/erc4626"
	venues "bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/protocol/weth9"
	"bardo.run/bardo/internal/money"
)

// What an owner of a basket caps, in basis points of the equity, beside the shipped limits.
var (
	assetCaps  = map[string]int64{btc: 1_200, lnk: 800}
	marketCaps = map[string]int64{onCross: 600, onLinkWETH: 400, onVault: 1_700}
)

// trades has a denizen be born to a basket.
func trades(d *denizen) {
	d.goods = newBasket(d.r)
	d.goods.digs()
	d.owner = capped
}

// capped are the shipped defaults and the caps of a basket.
func capped(c *config.GolemConfig) {
	said := func(caps map[string]int64) (all []string) {
		for _, name := range sorted(caps) {
			all = append(all, fmt.Sprintf("%s %d%%", name, caps[name]/100))
		}
		return all
	}
	c.Safety.MaxAsset, c.Safety.MaxMarket = said(assetCaps), said(marketCaps)
	c.Safety.GasReserve = config.USD(coinKept * money.One)
}

// assets are those that a denizen may hold, as they are written.
func (d *denizen) assets(written func(common.Address) string) (all []string) {
	if d.goods == nil {
		return []string{written(d.r.USDC), written(d.r.WETH)}
	}
	for _, c := range d.goods.coins {
		all = append(all, written(c.at))
	}
	return all
}

// symbols are their names, in quotes.
func (d *denizen) symbols() []string {
	if d.goods == nil {
		return []string{`"USDC"`, `"WETH"`}
	}
	return d.assets(func(at common.Address) string { return quote(strings.ToUpper(d.goods.coin(at).handle)) })
}

// knows has a strategy name them.
func (d *denizen) knows(p *strategy.Policy) {
	if d.goods != nil {
		p.Assets = d.assets(func(at common.Address) string { return strings.ToUpper(d.goods.coin(at).handle) })
	}
}

// approves are the markets of a reading that the owner approved.
func (d *denizen) approves(all []turn.Market) []turn.Market {
	return slices.DeleteFunc(slices.Clone(all), func(m turn.Market) bool { return d.goods != nil && !d.goods.stall(m.Handle).listed })
}

// priced are the assets with their feeds, as a grant names them.
func (d *denizen) priced() (all []caveat.Token) {
	if d.goods == nil {
		k := d.r.kit
		return []caveat.Token{{Address: d.r.USDC, Feed: k.At("USDCFeed"), MaxAge: feedAge, Decimals: 14}, {Address: d.r.WETH, Feed: k.At("ETHFeed"), MaxAge: feedAge, Decimals: 26}}
	}
	for _, c := range d.goods.coins {
		all = append(all, caveat.Token{Address: c.at, Feed: c.feed, MaxAge: feedAge, Decimals: uint8(c.decimals + 8)}) //nolint:gosec // small
	}
	return all
}

// venue is where a basket is traded.
func (b *basket) venue() venues.Venue {
	v := venues.Venue{Router: b.r.Router, Positions: b.r.Positions}
	for _, s := range b.stalls {
		v.Pools = append(v.Pools, venues.Pool{Handle: s.handle, At: s.at})
	}
	return v
}

// protocols are those that its owner approves beside the custody's. Under a grant no coin is wrapped.
func (b *basket) protocols(in custody) []string {
	switch {
	case b == nil || b.cellar == nil:
		return nil
	case in.mode != "":
		return []string{erc4626.Name}
	}
	return []string{erc4626.Name, weth9.Name}
}

// beside is what a basket has beside its exchanges.
func (b *basket) beside(in custody) []protocol.Deployment {
	if b == nil {
		return nil
	}
	return append(b.cellar.deployed(), venues.Wrapping(b.protocols(in), b.r.WETH)...)
}

// feeds are those of all coins but the numeraire.
func (b *basket) feeds() (all []protocol.Feed) {
	for _, c := range b.coins[1:] {
		all = append(all, protocol.Feed{Token: c.at, Feed: c.feed, Age: feedAge})
	}
	return all
}

// words are those that an order may say to a contract.
func (b *basket) words(to common.Address) (book abi.ABI, prefix string, known bool) {
	switch {
	case to == b.r.WETH && b.cellar != nil:
		return coinWords, "", true
	case b.coin(to) != nil:
		return phrases, "approve", true
	case b.cellar != nil && to == b.cellar.at:
		return vaultWords, "", true
	case to == b.r.Router:
		return phrases, "exactInputSingle", true
	case to == b.r.Positions:
		return phrases, "multicall mint decreaseLiquidity collect burn", true
	}
	return book, "", false
}
