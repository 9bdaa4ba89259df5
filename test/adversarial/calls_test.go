package adversarial

import (
	"math/big"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"

	"github.com/ethereum/go-ethereum/common"
)

// The calls that an account would make, for whoever is named.

func to(target common.Address, data []byte) evmtest.Execution {
	return evmtest.Execution{Target: target, Value: new(big.Int), CallData: data}
}

func (v *vault) approve(token, spender common.Address, amount *big.Int) evmtest.Execution {
	return to(token, bind.NewERC20().PackApprove(spender, amount))
}

func (v *vault) buy(amount *big.Int, who common.Address) evmtest.Execution {
	return v.swap(v.usdc, v.weth, amount, who)
}

func (v *vault) swap(in, out common.Address, amount *big.Int, who common.Address) evmtest.Execution {
	return to(v.router, bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
		TokenIn: in, TokenOut: out, Fee: big.NewInt(500), Recipient: who, Deadline: evmtest.Deadline(), AmountIn: amount,
		AmountOutMinimum: new(big.Int), SqrtPriceLimitX96: new(big.Int),
	}))
}

func (v *vault) path(amount *big.Int, who common.Address, tokens ...common.Address) evmtest.Execution {
	var path []byte
	for i, token := range tokens {
		if i > 0 {
			path = append(path, 0, 1, 0xf4) // 500
		}
		path = append(path, token[:]...)
	}
	return to(v.router, bind.NewSwapRouter().PackExactInput(bind.ISwapRouterExactInputParams{
		Path: path, Recipient: who, Deadline: evmtest.Deadline(), AmountIn: amount, AmountOutMinimum: new(big.Int),
	}))
}

func (v *vault) mint(amount *big.Int, who common.Address) evmtest.Execution {
	a, b := v.usdc, v.weth
	if b.Cmp(a) < 0 {
		a, b = b, a
	}
	return to(v.npm, bind.NewNonfungiblePositionManager().PackMint(bind.INonfungiblePositionManagerMintParams{
		Token0: a, Token1: b, Fee: big.NewInt(500), TickLower: big.NewInt(-887270), TickUpper: big.NewInt(887270), Amount0Desired: amount, Amount1Desired: amount,
		Amount0Min: new(big.Int), Amount1Min: new(big.Int), Recipient: who, Deadline: evmtest.Deadline(),
	}))
}

func (v *vault) collect(who common.Address) evmtest.Execution {
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))
	return to(v.npm, bind.NewNonfungiblePositionManager().PackCollect(bind.INonfungiblePositionManagerCollectParams{
		TokenId: big.NewInt(1), Recipient: who, Amount0Max: most, Amount1Max: most,
	}))
}

func (v *vault) supply(amount *big.Int, who common.Address) evmtest.Execution {
	return to(v.lender, bind.NewAavePool().PackSupply(v.usdc, amount, who, 0))
}

func (v *vault) withdraw(amount *big.Int, who common.Address) evmtest.Execution {
	return to(v.lender, bind.NewAavePool().PackWithdraw(v.usdc, amount, who))
}

func (v *vault) repay(amount *big.Int, who common.Address) evmtest.Execution {
	return to(v.lender, bind.NewAavePool().PackRepay(v.usdc, amount, big.NewInt(2), who))
}

func (v *vault) transfer(token, who common.Address, amount *big.Int) evmtest.Execution {
	return to(token, bind.NewERC20().PackTransfer(who, amount))
}

// dollars are units of USDC.
func dollars(n int64) *big.Int { return big.NewInt(n * 1_000_000) }
