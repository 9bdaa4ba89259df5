package biography

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/life/report"
	"bardo.run/bardo/life/report/attribution"
)

// sweptHome is what went home from the wallet.
func sweptHome(swept []thanatopsis.Swept, after turn.Reading) (all []attribution.Stray) {
	for _, s := range swept {
		all = append(all, attribution.StrayOf(turn.Difference{Asset: s.Asset, Kind: attribution.Home, Units: s.Home(after)}, after))
	}
	return all
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
