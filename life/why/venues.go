package why

import (
	"fmt"
	"strings"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/life/report/venue"
)

// venues tells what a trade would have brought in the other markets of its pair.
func venues(a *turn.Action, seen *turn.Reading) []Link {
	if grammar.Kind(a.Preview.Kind) != grammar.Swap || a.Status != turn.StatusExecuted {
		return nil
	}
	used := a.Proposal.Market()
	if used == "" {
		used = seen.Primary().Handle
	}
	others, own := venue.Of(seen, used, a.Execution.Deltas)
	if len(others) == 0 {
		return nil
	}
	said := make([]string, len(others))
	for i, o := range others {
		said[i] = fmt.Sprintf("%s on %s (%+.6g)", o.Gives, o.Market, o.More)
	}
	text := "by price, depth and fee of what was seen, the same amount would have brought " + strings.Join(said, ", ")
	if own != nil {
		text += fmt.Sprintf("; on %s, where it went, %s", own.Market, own.Gives)
	}
	return []Link{{a.Preview.PermitID, "venues", text + "; in brackets what it is worth beyond what came, in " + seen.Numeraire().Symbol}}
}
