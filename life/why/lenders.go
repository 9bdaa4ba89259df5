package why

import (
	"fmt"
	"strings"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/golem/safety/grammar"
)

// chosen tells what each lending market paid when a loan was made or moved by a rule that lends at the
// best, by the reading of its tick.
func chosen(s *strategy.Strategy, id string, seen *turn.Reading, a *turn.Action) []Link {
	by, ok := s.RuleByID(id)
	if kind := grammar.Kind(a.Preview.Kind); !ok || kind != grammar.Supply && kind != grammar.Withdraw {
		return nil
	}
	for _, do := range by.Do {
		if do.Verb != rule.Lend || do.On != rule.Best {
			continue
		}
		token := seen.Numeraire()
		if asset, known := seen.Named(do.Asset); known {
			token = asset.Token
		}
		if said := paid(seen, token); said != "" {
			return []Link{{id, "lenders", fmt.Sprintf("%s; the rule lends to the one that pays most, and moves what is lent where that pays more by %s a year", said, do.Margin)}}
		}
	}
	return nil
}

// paid is what the lending markets of a token pay for it, the most first; empty where there is none.
func paid(seen *turn.Reading, token turn.Token) string {
	var parts []string
	for i, l := range play.Lenders(seen, token) {
		said := fmt.Sprintf("%s %.2f %%", l.Handle, 100*l.Rate)
		if i == 0 {
			said = fmt.Sprintf("%s pays %.2f %% a year for %s", l.Handle, 100*l.Rate, token.Symbol)
		}
		if l.Full {
			said += " and takes no more"
		}
		parts = append(parts, said)
	}
	return strings.Join(parts, ", ")
}

// lent is what the lending markets pay for the numeraire, and for whatever else is lent.
func lent(seen *turn.Reading) (text string) {
	for i := range seen.Assets {
		token := seen.Assets[i].Token
		if said := paid(seen, token); said != "" && (i == 0 || supplied(seen, token)) {
			text += ", " + said
		}
	}
	return text
}

func supplied(seen *turn.Reading, token turn.Token) bool {
	for i := range seen.Lending {
		if r, ok := seen.Lending[i].Reserve(token.Address); ok && !r.Supplied.IsZero() {
			return true
		}
	}
	return false
}
