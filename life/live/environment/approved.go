package environment

import (
	"context"
	"slices"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/mirage/history"
)

// Approved is what of a world a Golem's policy lets it act in, and the first market: what its owner
// grants to it. A market is approved with its protocol and both of its tokens, a lender with its protocol.
func Approved(ctx context.Context, w *history.World, b agent.Boot) (Place, error) {
	all, err := Of(ctx, w, b.Venue.Deployments, b.Chain.Numeraire)
	if err != nil {
		return all, err
	}
	var kept []protocol.Deployment
	for i, d := range all.Deployments {
		approved := slices.Contains(b.Policy.Protocols, d.Protocol)
		if m, ok := all.Seen.Market(d.Handle); ok {
			approved = approved && slices.Contains(b.Policy.Tokens, m.Base.Address) && slices.Contains(b.Policy.Tokens, m.Quote.Address)
		}
		if i == 0 || approved {
			kept = append(kept, d)
		}
	}
	return Of(ctx, w, kept, b.Chain.Numeraire)
}
