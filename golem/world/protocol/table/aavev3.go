package table

import (
	"context"

	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/aavev3"
)

var aaveV3 = row{
	About:     aavev3.About(),
	contracts: reached[aavev3.Terms],
	adapter: func(a protocol.Account, all []protocol.Deployment) (protocol.Adapter, error) {
		return single(all, func(d protocol.Deployment) (protocol.Adapter, error) { return aavev3.New(a, d) })
	},
	reader: func(ctx context.Context, o *protocol.Opening, all []protocol.Deployment) (protocol.Reader, []protocol.Deployment, error) {
		return alone(all, func(d protocol.Deployment) (protocol.Reader, protocol.Deployment, error) {
			return aavev3.Open(ctx, o, d)
		})
	},
	lender: func(l Lender) any { return aavev3.Terms{Pool: l.Address} },
}
