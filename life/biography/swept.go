package biography

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/life/report"
)

// worth is what went home from the wallet, in quote tokens.
func worth(swept []thanatopsis.Swept, after turn.Reading) (sum float64) {
	for _, s := range swept {
		sum += s.Worth(after)
	}
	return sum
}

// sent is the same in words: each asset with its amount.
func sent(swept []thanatopsis.Swept, after turn.Reading) (all []string) {
	for _, s := range swept {
		units := s.Home(after)
		if units.IsZero() {
			continue
		}
		text := report.Amount(s.Asset, &units, after)
		if s.State == thanatopsis.SweptUnknown {
			text += " (not confirmed)"
		}
		all = append(all, text)
	}
	return all
}
