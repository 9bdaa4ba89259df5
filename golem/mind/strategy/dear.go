package strategy

import (
	"fmt"
	"strings"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

// TooDear says that gas alone kept every rule that opens something from it, by the reading of
// a life at which gas cost least; empty where a rule did not mind, or none was read.
func (s *Strategy) TooDear(cheapest *turn.Reading) string {
	if cheapest.Block.Number == 0 {
		return ""
	}
	cells := make([]rule.Cell, len(s.Slots))
	for i, slot := range s.Slots {
		switch slot.Var {
		case rule.VarGasUSD:
			cells[i].Value = GasUSD(cheapest)
		case rule.VarGasGwei:
			cells[i].Value = cheapest.GasGwei()
		default:
			cells[i].Why = rule.NotFilled
		}
	}
	var names []string
	for _, of := range s.Rules {
		if of.Kind != rule.Entry {
			continue
		}
		if x := of.When.Eval(cells); x.Holds || x.Why != rule.Known {
			return ""
		}
		name, _, _ := strings.Cut(of.ID(), "@")
		names = append(names, strings.Replace(name, ":", " ", 1))
	}
	if names == nil {
		return ""
	}
	return fmt.Sprintf("gas was too dear for %s: a swap's never cost less than %.2f USDC (%.3g gwei)", strings.Join(names, " and "), GasUSD(cheapest), cheapest.GasGwei())
}
