package strategy

import (
	"slices"
	"strings"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

// Terms are the strategy that a life is born with.
type Terms struct {
	Text      []byte `cbor:"1,keyasint"`          // of STRATEGY.md
	Stage     string `cbor:"2,keyasint"`          // of a text that names none
	HotReload bool   `cbor:"3,keyasint,omitzero"` // an edited text comes into force
	Policy    Policy `cbor:"4,keyasint"`          // what every text of the life is held to
}

// PolicyFrom is what a configuration allows a strategy. Symbols are those of the approved
// tokens in its markets, the numeraire first; nil: not known, and those of the markets that it
// names, or else of DefaultPolicy. Markets are those that were read; nil: not known, and those
// that it names. Where it approves no protocol every adapter may be named: the cage refuses what
// is not approved.
func PolicyFrom(c config.GolemConfig, symbols []string, markets []turn.Market) Policy {
	p, f := DefaultPolicy(), c.Safety
	p.Bounds = turn.Bounds{MaxDrawdown: f.MaxDrawdown, MaxPosition: f.MaxPosition, MaxDeployed: f.MaxConcentration, Slippage: f.MaxSlippage, Gas: f.GasReserve.USDC()}
	if len(f.ApprovedProtocols) > 0 {
		p.Protocols = slices.Clone(f.ApprovedProtocols)
	}
	for _, l := range c.Venue.Lent() {
		p.Lenders = append(p.Lenders, l.Handle)
	}
	for i := range markets {
		m := &markets[i]
		p.Markets = append(p.Markets, rule.Market{
			Handle: m.Handle, Protocol: m.Protocol, Base: m.Base.Handle(), Quote: m.Quote.Handle(), Ranges: m.Range != nil, Whole: m.Range != nil && m.Range.Whole,
		})
	}
	if markets == nil {
		for _, handle := range c.Golem.Markets {
			p.Markets = append(p.Markets, rule.MarketOf(strings.ToLower(handle)))
		}
	}
	if symbols == nil {
		symbols = c.Symbols()
	}
	if symbols == nil {
		return p
	}
	p.Assets = nil
	for _, s := range symbols {
		p.Assets = append(p.Assets, strings.ToUpper(s))
	}
	return p
}
