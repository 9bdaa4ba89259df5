package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// seeds are spans of seeds, rising and apart.
type seeds []span

// span is the seeds from one to another, both of them among it.
type span struct{ from, to uint64 }

// parseSeeds reads seeds such as "1000-1199" or "3,7-9". One that is named twice counts once.
func parseSeeds(text string) (seeds, error) {
	var all seeds
	for _, part := range strings.Split(text, ",") {
		part = strings.TrimSpace(part)
		from, to, ranged := strings.Cut(part, "-")
		if !ranged {
			to = from
		}
		a, err := strconv.ParseUint(strings.TrimSpace(from), 10, 64)
		b, err2 := strconv.ParseUint(strings.TrimSpace(to), 10, 64)
		switch {
		case err != nil || err2 != nil:
			return nil, fmt.Errorf("%w: seeds %q: want numbers and ranges, such as 1000-1199 or 3,7-9", ErrPlan, part)
		case a > b:
			return nil, fmt.Errorf("%w: seeds %s: %d is above %d", ErrNone, part, a, b)
		}
		all = append(all, span{a, b})
	}
	return all.joined(), nil
}

func (s seeds) joined() (all seeds) {
	slices.SortFunc(s, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	for _, x := range s {
		if last := len(all) - 1; last >= 0 && (x.from <= all[last].to || x.from-1 == all[last].to) {
			all[last].to = max(all[last].to, x.to)
			continue
		}
		all = append(all, x)
	}
	return all
}

// count is how many there are, as a float: there may be more than an integer holds.
func (s seeds) count() float64 {
	n := 0.0
	for _, x := range s {
		n += float64(x.to-x.from) + 1
	}
	return n
}

// list is every one of them.
func (s seeds) list() (all []uint64) {
	for _, x := range s {
		for n := x.from; ; n++ {
			all = append(all, n)
			if n == x.to {
				break
			}
		}
	}
	return all
}

// String is how they are written in short.
func (s seeds) String() string {
	parts := make([]string, len(s))
	for i, x := range s {
		parts[i] = strconv.FormatUint(x.from, 10)
		if x.to != x.from {
			parts[i] += "-" + strconv.FormatUint(x.to, 10)
		}
	}
	return strings.Join(parts, ",")
}
