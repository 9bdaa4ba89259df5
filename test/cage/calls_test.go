package cage

import (
	"math/big"

	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/common"
)

func swapCall(w *world, in, out int, fee int64, amount *big.Int, to common.Address) []byte {
	return limitedSwap(w, in, out, fee, amount, new(big.Int), to)
}

// limitedSwap stops at a price; zero is none.
func limitedSwap(w *world, in, out int, fee int64, amount, root *big.Int, to common.Address) []byte {
	return bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
		TokenIn: w.tokens[in], TokenOut: w.tokens[out], Fee: big.NewInt(fee), Recipient: to, Deadline: later, AmountIn: amount,
		AmountOutMinimum: new(big.Int), SqrtPriceLimitX96: root,
	})
}

// pathCall swaps along tokens, through the pool of a fee each.
func pathCall(w *world, tokens []int, fees []int64, amount *big.Int, to common.Address) []byte {
	path := w.tokens[tokens[0]].Bytes()
	for i, fee := range fees {
		path = append(append(path, byte(fee>>16), byte(fee>>8), byte(fee)), w.tokens[tokens[i+1]].Bytes()...)
	}
	return bind.NewSwapRouter().PackExactInput(bind.ISwapRouterExactInputParams{
		Path: path, Recipient: to, Deadline: later, AmountIn: amount, AmountOutMinimum: new(big.Int),
	})
}

func mintCall(p pool, w *world, lower, upper int64, amount0, amount1 *big.Int, to common.Address) []byte {
	return bind.NewNonfungiblePositionManager().PackMint(bind.INonfungiblePositionManagerMintParams{
		Token0: w.tokens[p.token0], Token1: w.tokens[p.token1], Fee: big.NewInt(p.fee), TickLower: big.NewInt(lower), TickUpper: big.NewInt(upper),
		Amount0Desired: amount0, Amount1Desired: amount1, Amount0Min: new(big.Int), Amount1Min: new(big.Int), Recipient: to, Deadline: later,
	})
}

func increaseCall(id, amount0, amount1 *big.Int) []byte {
	return bind.NewNonfungiblePositionManager().PackIncreaseLiquidity(bind.INonfungiblePositionManagerIncreaseLiquidityParams{
		TokenId: id, Amount0Desired: amount0, Amount1Desired: amount1, Amount0Min: new(big.Int), Amount1Min: new(big.Int), Deadline: later,
	})
}

func decreaseCall(id, liquidity *big.Int) []byte {
	return bind.NewNonfungiblePositionManager().PackDecreaseLiquidity(bind.INonfungiblePositionManagerDecreaseLiquidityParams{
		TokenId: id, Liquidity: liquidity, Amount0Min: new(big.Int), Amount1Min: new(big.Int), Deadline: later,
	})
}

func collectCall(id *big.Int, to common.Address) []byte {
	return collectUpTo(id, to, new(big.Int).Rsh(most(), 128))
}

// collectUpTo leaves what is more of a token with the manager.
func collectUpTo(id *big.Int, to common.Address, most *big.Int) []byte {
	return bind.NewNonfungiblePositionManager().PackCollect(bind.INonfungiblePositionManagerCollectParams{
		TokenId: id, Recipient: to, Amount0Max: most, Amount1Max: most,
	})
}

func approveCall(spender common.Address, amount *big.Int) []byte {
	return bind.NewERC20().PackApprove(spender, amount)
}

func transferCall(to common.Address, amount *big.Int) []byte {
	return bind.NewERC20().PackTransfer(to, amount)
}
