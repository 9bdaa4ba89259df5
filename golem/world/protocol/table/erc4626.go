package table

import (
	"context"

	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/erc4626"
)

var erc4626Vault = row{
	About:     erc4626.About(),
	contracts: reached[erc4626.Terms],
	adapter: func(a protocol.Account, all []protocol.Deployment) (protocol.Adapter, error) {
		return single(all, func(d protocol.Deployment) (protocol.Adapter, error) { return erc4626.New(a, d) })
	},
	reader: func(ctx context.Context, o *protocol.Opening, all []protocol.Deployment) (protocol.Reader, []protocol.Deployment, error) {
		return alone(all, func(d protocol.Deployment) (protocol.Reader, protocol.Deployment, error) {
			return erc4626.Open(ctx, o, d)
		})
	},
	lender: func(l Lender) any { return erc4626.Terms{Vault: l.Address} },
}
