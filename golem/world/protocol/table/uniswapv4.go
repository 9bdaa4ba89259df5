package table

import (
	"context"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/uniswapv4"
)

var uniswapV4 = row{
	About:     uniswapv4.About(),
	contracts: reached[uniswapv4.Terms],
	grounds:   grounds[uniswapv4.Terms],
	adapter: func(a protocol.Account, all []protocol.Deployment) (protocol.Adapter, error) {
		return uniswapv4.New(a, all)
	},
	reader: func(ctx context.Context, o *protocol.Opening, all []protocol.Deployment) (protocol.Reader, []protocol.Deployment, error) {
		return uniswapv4.Open(ctx, o, all)
	},
	exchange: func(e Exchange, at places) any {
		return uniswapv4.Terms{V4: uniswap.V4{Router: at("UniversalRouter"), StateView: at("V4StateView"), Fee: e.Fee, TickSpacing: e.Spacing}, Base: e.Base, Quote: e.Quote}
	},
}
