package signing

import (
	"fmt"
	"time"
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

// Plan tells an owner what holds where, before anything is set up.
//
// spec: DESIGN §12.6, safety §8
func (p *Policy) Plan() []Limit {
	functions := 0
	for _, c := range p.Contracts {
		functions += len(c.Functions)
	}
	return []Limit{
		{"ends", p.end().Format("2 January 2006, 15:04 UTC"), true},
		{"chain", fmt.Sprint(p.ChainID), true},
		{"plain transfers", fmt.Sprintf("to %s (%s)", many(len(p.Recipients), "recipient"), p.Tier), true},
		{"calls", fmt.Sprintf("%s of %s, their fixed arguments held one by one", many(functions, "function"), many(len(p.Contracts), "contract")), true},
		{"typed data", many(len(p.Typed), "kind") + ", types and members held", true},
		{"combinations of arguments", "exactly the forms that the adapters make", false},
		{"paid at once, to open", p.MaxPerTx.String(), false},
		{"paid in any 24 hours, to open", p.MaxPerDay.String(), false},
		{"lost by trades in any 24 hours", p.MaxLossDay.String() + " of the account", false},
		{"lost by one move", p.MaxMoveLoss.String() + " of its value", false},
		{"lost by a sale beyond that day's limit", p.MaxExitLoss.String() + " of its value", false},
		{"offered for gas in any 24 hours, to open", p.MaxGas.Dec() + " wei", false},
		{"position, concentration, drawdown, slippage", "as configured, by the permits", false},
	}
}

func (p *Policy) end() time.Time { return time.Unix(p.NotAfter, 0).UTC() }

func many(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
