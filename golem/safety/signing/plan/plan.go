// Package plan says to an owner what a signing policy limits, and which of it the provider's
// enclave holds and which the Golem's own program. It decides nothing.
package plan

import (
	"fmt"
	"time"

	"bardo.run/bardo/golem/safety/signing"
)

// Limit is one limit and who holds it. No chain does: whoever has the wallet's key, the
// provider, is bound by nothing here.
type Limit struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	// ByEnclave says that the provider's enclave refuses what is beyond it, whoever has the
	// Golem's authorization key; else the Golem's own program does, and holds only while
	// that is unchanged.
	ByEnclave bool `json:"by_enclave"`
}

// Of returns the limits of a policy, before anything is set up.
//
// spec: DESIGN §12.6, safety §8
func Of(p *signing.Policy) []Limit {
	functions := 0
	for _, c := range p.Contracts {
		functions += len(c.Functions)
	}
	return []Limit{
		{"ends", time.Unix(p.NotAfter, 0).UTC().Format("2 January 2006, 15:04 UTC"), true},
		{"chain", fmt.Sprint(p.ChainID), true},
		{"plain transfers", fmt.Sprintf("to %s (%s)", many(len(p.Recipients), "recipient"), p.Tier), true},
		{"calls", fmt.Sprintf("%s of %s, their fixed arguments held one by one", many(functions, "function"), many(len(p.Contracts), "contract")), true},
		{"typed data", "none", true},
		{"combinations of arguments", "exactly the forms that the adapters make", false},
		{"paid at once, to open", p.MaxPerTx.String(), false},
		{"paid in any 24 hours, to open", p.MaxPerDay.String(), false},
		{"lost by trades in any 24 hours", p.MaxLossDay.String() + " of the account", false},
		{"lost by one move", p.MaxMoveLoss.String() + " of its value", false},
		{"lost by a sale beyond that day's limit", p.MaxExitLoss.String() + " of its value", false},
		{"offered for gas in any 24 hours, to open", p.MaxGas.Dec() + " wei", false},
		{"the most in assets, markets and protocols", "as configured; an enclave knows no shares", false},
		{"position, concentration, drawdown, slippage", "as configured, by the permits", false},
	}
}

func many(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
