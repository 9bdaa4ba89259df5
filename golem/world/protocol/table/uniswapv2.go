package table

import (
	"context"

	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/uniswapv2"
)

var uniswapV2 = row{
	About:     uniswapv2.About(),
	contracts: reached[uniswapv2.Terms],
	adapter: func(a protocol.Account, all []protocol.Deployment) (protocol.Adapter, error) {
		return uniswapv2.New(a, all)
	},
	reader: func(ctx context.Context, o *protocol.Opening, all []protocol.Deployment) (protocol.Reader, []protocol.Deployment, error) {
		return uniswapv2.Open(ctx, o, all)
	},
	exchange: func(e Exchange, at places) any {
		return uniswapv2.Terms{Router: at("UniswapV2Router02"), Base: e.Base, Quote: e.Quote}
	},
}
