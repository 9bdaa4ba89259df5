package agent

import (
	"slices"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/booking"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/mind/oracle"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/permit"
	"bardo.run/bardo/golem/safety/risk"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/version"
)

// Origin is what a birth has that no configuration says: who is born, with what, and where.
type Origin struct {
	Identity turn.Identity // of which the generation and the parents are a part
	Strategy []byte        // the text of its STRATEGY.md
	Birth    booking.Birth // all but the plan, which follows from the credit
	Venue    tool.Venue
	Chain    chain.Terms
	Tokens   []turn.Token  // of the assets
	Markets  []turn.Market // as they were read, whose handles stand for them ever after
	Custody  Custody       // all but the key's balance
	Hosted   bool          // somebody is paid for its time
	Runs     bool          // time passes by itself
}

// Born makes the boot entry of a life from its configuration and its origin. The secret of its
// rolls is not committed to yet.
func (o Origin) Born(c config.GolemConfig) (b Boot, err error) {
	b = Boot{
		Version: version.Program, Identity: o.Identity, Birth: o.Birth, Venue: o.Venue, Chain: o.Chain, Custody: o.Custody, Runs: o.Runs,
		Strategy:  strategy.Terms{Text: o.Strategy, Stage: c.Risk.StartStage, HotReload: c.Strategy.HotReload},
		Heartbeat: heartbeat.FromConfig(c),
		Mortality: mortality.Terms{Limits: mortality.LimitsFrom(c), Clocks: mortality.FromConfig(c, o.Hosted)},
		Death:     thanatopsis.FromConfig(c),
		Policy:    cage.FromConfig(c, o.Tokens, o.Markets),
		Permit:    permit.Terms{TTL: c.Permits.TTL().Milliseconds(), Tolerance: c.Safety.MaxDivergence},
		Risk:      risk.Terms{Emergency: c.Safety.EmergencyDrawdown, Adaptive: c.Risk.Adaptive},
		Oracle:    c.Oracle.Enabled, Gate: oracle.Mode(c.Oracle.Gate), Anchor: c.Audit.Anchor,
	}
	b.Chain.Spread = c.Safety.MaxPriceSpread
	b.Strategy.Policy = strategy.PolicyFrom(c, approved(b.Policy, o.Tokens), o.Markets)
	b.Custody.KeyBalance = c.Custody.MaxKeyBalance.USDC()
	b.Birth.Plan, err = ledger.FromConfig(c, o.Birth.Credit)
	return b, err
}

// approved are the symbols of the tokens that a policy approves. Where it approves none nothing
// is ever written, and a strategy may name any.
func approved(p cage.Policy, tokens []turn.Token) (symbols []string) {
	for _, t := range tokens {
		if len(p.Tokens) == 0 || slices.Contains(p.Tokens, t.Address) {
			symbols = append(symbols, t.Symbol)
		}
	}
	return symbols
}
