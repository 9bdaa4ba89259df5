package why

import (
	"fmt"
	"slices"
	"strings"

	"bardo.run/bardo/golem/host/turn"
)

// foreseen tells which claims came due in a tick, market by market.
func foreseen(r *turn.Record) []Link {
	if r.Foresight == nil || len(r.Foresight.Resolved) == 0 {
		return nil
	}
	first := r.Seen.Reading.Primary().Handle
	var markets []string
	said := map[string][]string{}
	for _, x := range r.Foresight.Resolved {
		name := x.Market
		if name == "" {
			name = first
		}
		if !slices.Contains(markets, name) {
			markets = append(markets, name)
		}
		what := "wrong"
		switch {
		case x.Late:
			what = "looked at too late"
		case x.Correct:
			what = "right"
		}
		said[name] = append(said[name], fmt.Sprintf("%s %s", strings.ReplaceAll(x.Category.String(), "_", " "), what))
	}
	parts := make([]string, len(markets))
	for i, m := range markets {
		parts[i] = m + ": " + strings.Join(said[m], ", ")
	}
	return []Link{{fmt.Sprintf("tick:%d", r.Tick), "foresight", "came due of " + strings.Join(parts, "; of ")}}
}
