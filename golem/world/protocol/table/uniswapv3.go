package table

import (
	"context"

	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
)

var uniswapV3 = row{
	About:     uniswapv3.About(),
	contracts: reached[uniswapv3.Terms],
	adapter: func(a protocol.Account, all []protocol.Deployment) (protocol.Adapter, error) {
		return uniswapv3.New(a, all)
	},
	reader: func(ctx context.Context, o *protocol.Opening, all []protocol.Deployment) (protocol.Reader, []protocol.Deployment, error) {
		return uniswapv3.Open(ctx, o, all)
	},
	mint: uniswapv3.Mint,
	exchange: func(e Exchange, at places) any {
		return uniswapv3.Terms{Pool: e.Address, Router: at("SwapRouter"), Positions: at("NonfungiblePositionManager")}
	},
}
