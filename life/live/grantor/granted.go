package grantor

import (
	"context"
	"slices"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/life/live/environment"
	"bardo.run/bardo/mirage/history"
)

// granted is what of a world a grant is for: the first market, and what its policy lets the Golem act
// in of the others. Nothing else is of use to it, and what is not granted nobody can do with its key.
func granted(ctx context.Context, w *history.World, b agent.Boot) (environment.Place, error) {
	all, err := environment.Of(ctx, w, b.Venue.Deployments, b.Chain.Numeraire)
	if err != nil {
		return all, err
	}
	var kept []protocol.Deployment
	for i, d := range all.Deployments {
		if i == 0 || slices.Contains(b.Policy.Protocols, d.Protocol) && tradable(all.Seen, d.Handle, b.Policy) {
			kept = append(kept, d)
		}
	}
	return environment.Of(ctx, w, kept, b.Chain.Numeraire)
}

// tradable reports whether a policy approves both tokens of a market. What is no market has none.
func tradable(seen turn.Reading, handle string, p cage.Policy) bool {
	m, ok := seen.Market(handle)
	return !ok || slices.Contains(p.Tokens, m.Base.Address) && slices.Contains(p.Tokens, m.Quote.Address)
}
