package uniswapv3

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/world/protocol"
)

// opening adds the call of the position manager that puts liquidity into a market.
func (x *Adapter) opening(f *protocol.Forms, m turn.Market, at common.Address) {
	zero, one := m.Ordered()
	f.Add(caveat.Form{Target: at, Classes: caveat.Open, Token: zero.Address, Token2: one.Address}, func(v protocol.Vary) []byte {
		return x.npm.PackMint(bind.INonfungiblePositionManagerMintParams{
			Token0: zero.Address, Token1: one.Address, Fee: big.NewInt(int64(m.BaseFee)),
			TickLower: v(caveat.Free, caveat.Signed), TickUpper: v(caveat.Free, caveat.Signed),
			Amount0Desired: v(caveat.Amount, 256), Amount1Desired: v(caveat.Amount2, 256),
			Amount0Min: v(caveat.Free, 256), Amount1Min: v(caveat.Free, 256),
			Recipient: x.account.Address, Deadline: v(caveat.Free, 256),
		})
	})
}

// leaving adds its calls that take a position out of any market.
func (x *Adapter) leaving(f *protocol.Forms, at common.Address) {
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
