package policycage_test

import (
	"math/big"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"

	"github.com/ethereum/go-ethereum/common"
)

func (s *stage) swap(in, out common.Address, amount *big.Int, to common.Address) []byte {
	return bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
		TokenIn: in, TokenOut: out, Fee: big.NewInt(500), Recipient: to, Deadline: evmtest.Deadline(), AmountIn: amount,
		AmountOutMinimum: new(big.Int), SqrtPriceLimitX96: new(big.Int),
	})
}

// path is a swap through pools of 0.3 % between the tokens, 0.05 % where there are two.
func (s *stage) path(amount *big.Int, to common.Address, tokens ...common.Address) []byte {
	fee := []byte{0, 0x0b, 0xb8}
	if len(tokens) == 2 {
		fee = []byte{0, 0x01, 0xf4}
	}
	path := tokens[0].Bytes()
	for _, t := range tokens[1:] {
		path = append(append(path, fee...), t.Bytes()...)
	}
	return bind.NewSwapRouter().PackExactInput(bind.ISwapRouterExactInputParams{
		Path: path, Recipient: to, Deadline: evmtest.Deadline(), AmountIn: amount, AmountOutMinimum: new(big.Int),
	})
}

func (s *stage) mint(ofUSDC, ofWETH *big.Int, to common.Address) []byte {
	return bind.NewNonfungiblePositionManager().PackMint(bind.INonfungiblePositionManagerMintParams{
		Token0: s.usdc, Token1: s.weth, Fee: big.NewInt(500), TickLower: big.NewInt(-887270), TickUpper: big.NewInt(887270),
		Amount0Desired: ofUSDC, Amount1Desired: ofWETH, Amount0Min: new(big.Int), Amount1Min: new(big.Int), Recipient: to, Deadline: evmtest.Deadline(),
	})
}

func (s *stage) increase(id, ofUSDC, ofWETH *big.Int) []byte {
	return bind.NewNonfungiblePositionManager().PackIncreaseLiquidity(bind.INonfungiblePositionManagerIncreaseLiquidityParams{
		TokenId: id, Amount0Desired: ofUSDC, Amount1Desired: ofWETH, Amount0Min: new(big.Int), Amount1Min: new(big.Int), Deadline: evmtest.Deadline(),
	})
}

func (s *stage) decrease(id, liquidity *big.Int) []byte {
	return bind.NewNonfungiblePositionManager().PackDecreaseLiquidity(bind.INonfungiblePositionManagerDecreaseLiquidityParams{
		TokenId: id, Liquidity: liquidity, Amount0Min: new(big.Int), Amount1Min: new(big.Int), Deadline: evmtest.Deadline(),
	})
}

func (s *stage) collect(id *big.Int, to common.Address) []byte {
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))
	return bind.NewNonfungiblePositionManager().PackCollect(bind.INonfungiblePositionManagerCollectParams{
		TokenId: id, Recipient: to, Amount0Max: most, Amount1Max: most,
	})
}

func approve(spender common.Address, amount *big.Int) []byte {
	return bind.NewERC20().PackApprove(spender, amount)
}
