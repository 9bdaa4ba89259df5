package report

import (
	"fmt"
	"strings"
)

// lived is the summary's line of phases, where there was more than one.
func (l Life) lived(s *sheet) {
	if l.Mortality == nil || len(l.Mortality.Shares) < 2 {
		return
	}
	var parts []string
	for _, p := range l.Mortality.Shares {
		parts = append(parts, p.Name+" "+roughly(p.Count, total(l.Mortality.Shares)))
	}
	s.row("phases", "%s", strings.Join(parts, ", "))
}

// roughly prints part of whole in whole percent, and never some as none or as all.
func roughly(part, whole uint64) string {
	share := 100 * float64(part) / float64(whole)
	switch {
	case part > 0 && share < 1:
		return "under 1 %"
	case part < whole && share > 99:
		return "over 99 %"
	}
	return fmt.Sprintf("%.0f %%", share)
}
