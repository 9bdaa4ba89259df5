// Package place opens the markets that an owner's grant is for, as a Golem under it will act in
// them.
package place

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/core/protocols"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/eip55"
)

// Asked is what the grant is of: a configuration, the account and the mode. Feed is the price feed
// that its contracts reckon with for the first market's base token; zero: none.
type Asked struct {
	Config config.GolemConfig
	Owner  common.Address
	Mode   grant.Mode
	Feed   common.Address
}

// Place is what was opened: a reading of the account, the forms of the calls that the Golem will
// make, and who reads those for the account's cage, where it gets one.
type Place struct {
	Seen     turn.Reading
	Forms    []grant.Form
	Readings []policycage.Reading
	Caps     []grant.Cap
	grounds  []common.Address
}

// Open opens the markets of a configuration. What no cage reads is refused.
func Open(ctx context.Context, client *rpc.Client, a Asked) (p Place, _ error) {
	eyes, err := chain.Open(ctx, client, chain.Config{
		ChainID: a.Config.ChainID(), Account: a.Owner, Numeraire: eip55.Must(a.Config.Venue.Quote),
		Deployments: table.Configured(a.Config), NativePrice: a.Config.Venue.NativeUSD.USDC(), Coin: table.Coin(a.Config),
		Sanctions: eip55.Must(a.Config.Safety.SanctionsOracle), Feeds: a.feeds(), Sequencer: a.Config.Sequencer(),
		Spread: a.Config.Safety.MaxPriceSpread,
	})
	if err != nil {
		return p, fmt.Errorf("open the market: %w", err)
	}
	if p.Seen, err = eyes.Look(ctx); err != nil {
		return p, err
	}
	adapters, err := tool.NewAdapters(tool.Venue{Account: a.Owner, Deployments: eyes.Deployments(), Grant: &grant.Grant{Mode: a.Mode}})
	if err != nil {
		return p, err
	}
	if p.Forms, err = adapters.Forms(p.Seen); err != nil {
		return p, err
	}
	p.grounds = table.Grounds(eyes.Deployments())
	if p.Readings, err = a.readings(eyes.Deployments()); err != nil {
		return p, err
	}
	if err := cage.CheckCaps(a.Config.Safety, p.Seen); err != nil {
		return p, err
	}
	policy := cage.FromConfig(a.Config, p.Seen.Tokens(), p.Seen.Markets)
	p.Caps, err = Caps(a.Mode, policy.Caps, eyes.Deployments(), p.Seen)
	return p, err
}

// Check refuses what no cage reads, before anything is opened.
func (a Asked) Check() error {
	_, err := a.readings(table.Configured(a.Config))
	return err
}

// readings say who reads the calls of deployments for the account's cage, where it gets one.
func (a Asked) readings(all []protocol.Deployment) ([]policycage.Reading, error) {
	if a.Mode != grant.Delegation {
		return nil, nil
	}
	return table.Readings(all)
}

// feeds are what the account is valued at: the Golem's own, or else the one that the grant's
// contracts reckon with, which nobody bends as a pool.
func (a Asked) feeds() []protocol.Feed {
	feeds := table.Feeds(a.Config)
	if len(feeds) == 0 && a.Feed != (common.Address{}) {
		feeds = append(feeds, protocol.Feed{Feed: a.Feed, Age: config.FeedAge})
	}
	return feeds
}

// Pools are the contracts of the markets that a grant reaches, and where a market has none, its place
// and what its calls name.
func (p Place) Pools() []common.Address { return append(table.Standing(p.Seen), p.grounds...) }

// Words name the markets to the owner, as Words does.
func (p Place) Words() string { return Words(p.Seen) }

// Words name the markets of a reading to the owner, by protocol: of exchanges each pair of tokens once,
// of several lending markets each by its handle.
func Words(seen turn.Reading) string {
	var all []string
	for _, name := range protocols.Names() {
		var pairs []string
		for i := range seen.Markets {
			m := &seen.Markets[i]
			zero, one := m.Base, m.Quote
			if zero.Address.Cmp(one.Address) > 0 {
				zero, one = one, zero
			}
			if pair := zero.Symbol + "/" + one.Symbol; m.Protocol == name && !slices.Contains(pairs, pair) {
				pairs = append(pairs, pair)
			}
		}
		if pairs != nil {
			all = append(all, protocols.Title(name)+" "+strings.Join(pairs, ", "))
		}
		var lenders []string
		for _, l := range seen.Lending {
			if l.Protocol == name {
				lenders = append(lenders, l.Handle)
			}
		}
		switch {
		case len(lenders) > 1:
			all = append(all, protocols.Title(name)+" ("+strings.Join(lenders, ", ")+")")
		case lenders != nil:
			all = append(all, protocols.Title(name))
		}
	}
	return strings.Join(all, " and ")
}
