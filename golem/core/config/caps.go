package config

import (
	"fmt"
	"slices"
	"strings"

	"bardo.run/bardo/internal/money"
)

// Cap is the most that may lie somewhere, as a share of the portfolio. Name is in small letters.
type Cap struct {
	Name  string
	Share money.BPS
}

// AssetCaps are the caps of safety.max_asset, by the handle of the asset.
func (s Safety) AssetCaps() []Cap { return caps(s.MaxAsset) }

// MarketCaps are the caps of safety.max_market, by handle.
func (s Safety) MarketCaps() []Cap { return caps(s.MaxMarket) }

// ProtocolCaps are the caps of safety.max_protocol, by the protocol's name.
func (s Safety) ProtocolCaps() []Cap { return caps(s.MaxProtocol) }

// caps reads entries of a name and a share, whose form was checked.
func caps(entries []string) (all []Cap) {
	for _, e := range entries {
		name, share, _ := strings.Cut(strings.ToLower(e), " ")
		var percent float64
		if _, err := fmt.Sscanf(share, "%f%%", &percent); err == nil {
			all = append(all, Cap{name, Share(percent / 100)})
		}
	}
	return all
}

// checkCaps refuses a cap that is none, and a name that has two.
func (c *GolemConfig) checkCaps(report func(string, ...string)) {
	for _, list := range []struct {
		key string
		all []Cap
	}{{"safety.max_asset", c.Safety.AssetCaps()}, {"safety.max_market", c.Safety.MarketCaps()}, {"safety.max_protocol", c.Safety.ProtocolCaps()}} {
		for i, at := range list.all {
			switch {
			case at.Share < 1 || at.Share > money.Whole:
				report(fmt.Sprintf("%s: a cap is above 0 and at most 100 %%", at.Name), list.key)
			case slices.ContainsFunc(list.all[:i], func(o Cap) bool { return o.Name == at.Name }):
				report(fmt.Sprintf("%s has two caps", at.Name), list.key)
			}
		}
	}
}
