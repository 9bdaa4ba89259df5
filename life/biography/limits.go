package biography

import (
	"cmp"
	"fmt"
	"slices"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/custody"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/report"
)

// refusals counts what was refused in a life, by layer and code.
type refusals struct {
	kinds []report.Refused
	seen  *turn.Fence // as it was read last
	first *turn.Reading
}

// take adds a record. What is refused in a commit counts like what is in a preview.
func (c *refusals) take(r turn.Record) {
	if c.first == nil {
		c.first = &r.Seen.Reading
	}
	if f := r.Seen.Reading.Fence; f != nil {
		c.seen = f
	}
	for _, a := range r.Actions {
		refused := a.Preview.Refusal
		if refused == nil && a.Execution != nil {
			refused = a.Execution.Refusal
		}
		if refused != nil {
			c.count(*refused)
		}
	}
}

func (c *refusals) count(r turn.Refusal) {
	i := slices.IndexFunc(c.kinds, func(k report.Refused) bool { return k.Layer == r.Layer && k.Code == string(r.Code) })
	if i < 0 {
		i = len(c.kinds)
		c.kinds = append(c.kinds, report.Refused{Layer: r.Layer, Code: string(r.Code)})
	}
	c.kinds[i].Count++
	c.kinds[i].Example = r.Detail
}

// limits are what bounded the life: the chain first, then the program.
func (c *refusals) limits(boot agent.Boot) *report.Limits {
	l := &report.Limits{Custody: "The money is in the Golem's own account; its limits hold as long as its program does."}
	if g := boot.Venue.Grant; g != nil {
		l.Custody = fmt.Sprintf("The money is in the owner's account %s; the Golem's key %s acts for it, within limits that the chain holds.", g.Account(), g.Key())
		for _, x := range g.Limits(c.seen) {
			l.Rows = append(l.Rows, report.Limit(x))
		}
	}
	if e := boot.Custody.Enclave; e != nil {
		l.Custody = fmt.Sprintf("The money is in the wallet %s, whose key lies in a provider's enclave: it refuses what is beyond its rules, whoever has the Golem's key to it. No chain holds any limit.", boot.Identity.Wallet)
		for _, x := range custody.Held(e.Limits) {
			l.Rows = append(l.Rows, report.Limit(x))
		}
	}
	if c.first != nil {
		l.WorstDay = boot.WorstDay(*c.first).Sentences()
	}
	l.Rows = append(l.Rows, own(boot)...)
	slices.SortStableFunc(c.kinds, func(a, b report.Refused) int { return cmp.Compare(b.Count, a.Count) })
	l.Refusals = c.kinds
	return l
}

// own are the limits that the program holds. Where the strategy's are tighter, they are those
// in force.
func own(boot agent.Boot) []report.Limit {
	p := boot.Policy
	row := func(name, format string, args ...any) report.Limit {
		return report.Limit{Name: name, Value: fmt.Sprintf(format, args...), By: "the program"}
	}
	asked := turn.Bounds{MaxPosition: p.MaxPosition, MaxDeployed: p.MaxConcentration, Slippage: p.MaxSlippage, MaxDrawdown: p.MaxDrawdown}
	if s, err := strategy.Compile(boot.Strategy.Text, boot.Strategy.Policy); err == nil {
		asked = s.Bounds
	}
	least := func(name, of string, policy, strategy money.BPS) report.Limit {
		l := row(name, "%s%s", min(policy, strategy), of)
		if strategy < policy {
			l.By = fmt.Sprintf("the program, by the strategy; the policy allows %s", policy)
		}
		return l
	}
	usd := func(name string, most money.USDC) report.Limit { return row(name, "%s USDC", grant.Dollars(most)) }
	rows := []report.Limit{
		least("one position", " of equity", p.MaxPosition, asked.MaxPosition), least("all positions", " of equity", p.MaxConcentration, asked.MaxDeployed),
		usd("spent at once", p.PerTransaction), usd("spent in 24 hours", p.PerDay), usd("spent in one run", p.PerSession),
		row("lost by trades in 24 hours", "%s of equity", p.Loss.Day), row("lost by trades in one run", "%s of equity", p.Loss.Session),
		row("lost by one move", "%s of its value", p.Loss.Move), row("lost by a sale beyond those sums", "%s of its value", p.Loss.Exit),
		least("slippage", "", p.MaxSlippage, asked.Slippage), row("price impact", "%s", p.MaxImpact), least("drawdown", "", p.MaxDrawdown, asked.MaxDrawdown),
		row("open positions", "%d", p.MaxPositions), row("assets", "%d", p.MaxAssets), row("orders an hour that open", "%d", p.PerHour),
	}
	for _, c := range slices.Concat(p.Caps.Assets, p.Caps.Markets, p.Caps.Protocols) {
		rows = append(rows, row("the most in "+c.Name, "%s of equity", c.Share))
	}
	return rows
}
