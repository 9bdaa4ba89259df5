package uniswapv3

import (
	"math/big"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/world/protocol"
)

// liquidity adds the calls of the position manager.
func (x *Adapter) liquidity(f *protocol.Forms, p turn.Pool) {
	at := x.at.Positions
	f.Add(caveat.Form{Target: at, Classes: caveat.Open, Token: p.Token0.Address, Token2: p.Token1.Address}, func(v protocol.Vary) []byte {
		return x.npm.PackMint(bind.INonfungiblePositionManagerMintParams{
			Token0: p.Token0.Address, Token1: p.Token1.Address, Fee: big.NewInt(int64(p.FeePips)),
			TickLower: v(caveat.Free, caveat.Signed), TickUpper: v(caveat.Free, caveat.Signed),
			Amount0Desired: v(caveat.Amount, 256), Amount1Desired: v(caveat.Amount2, 256),
			Amount0Min: v(caveat.Free, 256), Amount1Min: v(caveat.Free, 256),
			Recipient: x.account.Address, Deadline: v(caveat.Free, 256),
		})
	})
	leave := caveat.Form{Target: at, Classes: protocol.Leaving}
	f.Add(leave, func(v protocol.Vary) []byte { return x.collected(v) })
	if x.account.InSteps() {
		f.Add(leave, func(v protocol.Vary) []byte { return x.decreased(v) })
		f.Add(leave, func(v protocol.Vary) []byte { return x.npm.PackBurn(v(caveat.Free, 256)) })
		return
	}
	f.Add(leave, func(v protocol.Vary) []byte { return x.npm.PackMulticall([][]byte{x.collected(v)}) })
	f.Add(leave, func(v protocol.Vary) []byte { return x.npm.PackMulticall([][]byte{x.decreased(v), x.collected(v)}) })
	f.Add(leave, func(v protocol.Vary) []byte {
		return x.npm.PackMulticall([][]byte{x.collected(v), x.npm.PackBurn(v(caveat.Free, 256))})
	})
	f.Add(leave, func(v protocol.Vary) []byte {
		return x.npm.PackMulticall([][]byte{x.decreased(v), x.collected(v), x.npm.PackBurn(v(caveat.Free, 256))})
	})
}

func (x *Adapter) collected(v protocol.Vary) []byte {
	return x.npm.PackCollect(bind.INonfungiblePositionManagerCollectParams{
		TokenId: v(caveat.Free, 256), Recipient: x.account.Address, Amount0Max: maxUint128, Amount1Max: maxUint128,
	})
}

func (x *Adapter) decreased(v protocol.Vary) []byte {
	return x.npm.PackDecreaseLiquidity(bind.INonfungiblePositionManagerDecreaseLiquidityParams{
		TokenId: v(caveat.Free, 256), Liquidity: v(caveat.Free, 128), Deadline: v(caveat.Free, 256),
		Amount0Min: v(caveat.Free, 256), Amount1Min: v(caveat.Free, 256),
	})
}
