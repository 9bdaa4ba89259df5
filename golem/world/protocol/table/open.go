package table

import (
	"context"
	"fmt"
	"slices"

	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

// Open opens deployments, exchanges before all others and that of the first market before the others,
// and returns their readers, and the deployments
// in the order in which they came, with the names and with what else was found out. A protocol
// that has no row, and a market that is there twice, are errors.
func Open(ctx context.Context, o *protocol.Opening, all []protocol.Deployment) (readers []protocol.Reader, known []protocol.Deployment, _ error) {
	known = slices.Clone(all)
	for _, d := range all {
		if !slices.ContainsFunc(rows, func(r row) bool { return r.Name == d.Protocol }) {
			return nil, nil, fmt.Errorf("NO_ADAPTER: %s: no protocol is named %q", d.Handle, d.Protocol)
		}
	}
	for _, row := range ordered(all) {
		var found []protocol.Deployment
		for _, of := range row.groups(all) {
			reader, opened, err := row.reader(ctx, o, of)
			if err != nil {
				return nil, nil, err
			}
			readers, found = append(readers, reader), append(found, opened...)
		}
		for i := range known {
			if known[i].Protocol == row.Name {
				known[i], found = found[0], found[1:]
			}
		}
	}
	for i, d := range known {
		if slices.ContainsFunc(known[:i], func(o protocol.Deployment) bool { return o.Handle == d.Handle }) {
			return nil, nil, fmt.Errorf("%w: the market %s is configured twice", protocol.ErrSelfReport, d.Handle)
		}
	}
	return readers, known, nil
}

// ordered are the rows with that of the first market in front, which says what others trade.
func ordered(all []protocol.Deployment) []row {
	for _, d := range all {
		for i, r := range rows {
			if r.Name == d.Protocol && slices.Contains(r.Kinds, grammar.Swap) {
				return slices.Concat(rows[i:i+1], rows[:i], rows[i+1:])
			}
		}
	}
	return rows
}

// Contracts returns the contracts that orders reach in a deployment.
func Contracts(d protocol.Deployment) ([]protocol.Contract, error) {
	i := slices.IndexFunc(rows, func(r row) bool { return r.Name == d.Protocol })
	if i < 0 {
		return nil, fmt.Errorf("NO_ADAPTER: %s: no protocol is named %q", d.Handle, d.Protocol)
	}
	return rows[i].contracts(d)
}
