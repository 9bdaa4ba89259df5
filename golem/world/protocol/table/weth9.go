package table

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/weth9"
)

var wrapped = row{
	About:     weth9.About(),
	contracts: reached[weth9.Terms],
	adapter: func(a protocol.Account, all []protocol.Deployment) (protocol.Adapter, error) {
		return single(all, func(d protocol.Deployment) (protocol.Adapter, error) { return weth9.New(a, d) })
	},
	reader: func(ctx context.Context, o *protocol.Opening, all []protocol.Deployment) (protocol.Reader, []protocol.Deployment, error) {
		return alone(all, func(d protocol.Deployment) (protocol.Reader, protocol.Deployment, error) {
			return weth9.Open(ctx, o, d)
		})
	},
}

// Wrapping are the deployments by which the coin is wrapped and unwrapped, where that is among what
// is approved. Token is the asset that stands for it; zero: the one by which markets price the coin.
func Wrapping(approved []string, token common.Address) (all []protocol.Deployment) {
	for _, name := range approved {
		if name == weth9.Name {
			all = append(all, protocol.Deploy(name, name, weth9.Terms{Token: token}))
		}
	}
	return all
}
