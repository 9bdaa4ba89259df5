package table

import (
	"context"

	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/morphoblue"
)

var morphoBlue = row{
	About:     morphoblue.About(),
	contracts: reached[morphoblue.Terms],
	grounds:   grounds[morphoblue.Terms],
	adapter: func(a protocol.Account, all []protocol.Deployment) (protocol.Adapter, error) {
		return single(all, func(d protocol.Deployment) (protocol.Adapter, error) { return morphoblue.New(a, d) })
	},
	reader: func(ctx context.Context, o *protocol.Opening, all []protocol.Deployment) (protocol.Reader, []protocol.Deployment, error) {
		return alone(all, func(d protocol.Deployment) (protocol.Reader, protocol.Deployment, error) {
			return morphoblue.Open(ctx, o, d)
		})
	},
	lender: func(l Lender) any { return morphoblue.Terms{Contract: l.Address, Market: l.ID} },
}
