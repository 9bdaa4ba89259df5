package status

import (
	"fmt"
	"slices"
	"strings"

	"bardo.run/bardo/golem/host/turn"
)

// Foreseen is how well a market was predicted: how many claims about it came due, how many of them
// were right, and how many would have been for who expects that nothing changes.
type Foreseen struct {
	Market    string `json:"market"`
	Due       int    `json:"came_due"`
	Right     int    `json:"right"`
	Persisted int    `json:"persistence"`
}

// foresee takes in which claims came due. What was held back makes no claim about a market.
func (f *fold) foresee(r *turn.Record) {
	if r.Foresight == nil {
		return
	}
	for _, x := range r.Foresight.Resolved {
		if x.Late || x.Category == turn.Inaction {
			continue
		}
		name := x.Market
		if name == "" {
			name = f.seen.Primary().Handle
		}
		i := slices.IndexFunc(f.foreseen, func(s Foreseen) bool { return s.Market == name })
		if i < 0 {
			i, f.foreseen = len(f.foreseen), append(f.foreseen, Foreseen{Market: name})
		}
		s := &f.foreseen[i]
		s.Due++
		if x.Correct {
			s.Right++
		}
		if x.Persisted {
			s.Persisted++
		}
	}
}

// predicted is how well the markets were predicted, in the order of the reading.
func (f *fold) predicted() []Foreseen {
	all := slices.Clone(f.foreseen)
	place := func(s Foreseen) int {
		i := slices.IndexFunc(f.seen.Markets, func(m turn.Market) bool { return m.Handle == s.Market })
		if i < 0 {
			return len(f.seen.Markets)
		}
		return i
	}
	slices.SortStableFunc(all, func(a, b Foreseen) int { return place(a) - place(b) })
	return all
}

// foresight is a line for people.
func foresight(p *paper, all []Foreseen) {
	if len(all) == 0 {
		return
	}
	said := make([]string, len(all))
	for i, s := range all {
		said[i] = fmt.Sprintf("%s %.0f (%.0f)", s.Market, 100*float64(s.Right)/float64(s.Due), 100*float64(s.Persisted)/float64(s.Due))
	}
	p.row("foresight", "%% right (persistence of the same width): %s", strings.Join(said, ", "))
	p.b.WriteString("\n")
}
