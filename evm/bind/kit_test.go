package bind_test

import (
	"encoding/hex"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
)

// spec: mirage-testing §8.7 (selector corrections)
func TestSelectorsOfTheKitAreTheWellKnownOnes(t *testing.T) {
	one, addr := big.NewInt(1), common.Address{1}
	market, morpho := bind.MarketParams{Lltv: one}, bind.NewMorpho()
	for want, got := range map[string][]byte{
		"3593564c": bind.NewUniversalRouter().PackExecute(nil, nil, one), // with a deadline
		"24856bc3": bind.NewUniversalRouter().PackExecute0(nil, nil),
		"a99aad89": morpho.PackSupply(market, one, one, addr, nil),
		"5c2bea49": morpho.PackWithdraw(market, one, one, addr, addr),
		"50d8cd4b": morpho.PackBorrow(market, one, one, addr, addr),
		"20b76e81": morpho.PackRepay(market, one, one, addr, nil),
		"d8eabcb8": morpho.PackLiquidate(market, addr, one, one, nil),
		"151c1ade": morpho.PackAccrueInterest(market),
		"617ba037": bind.NewAavePool().PackSupply(addr, one, addr, 0),
		"a415bcad": bind.NewAavePool().PackBorrow(addr, one, one, 0, addr),
		"573ade81": bind.NewAavePool().PackRepay(addr, one, one, addr),
		"69328dec": bind.NewAavePool().PackWithdraw(addr, one, addr),
		"38ed1739": bind.NewUniswapV2Router02().PackSwapExactTokensForTokens(one, one, nil, addr, one),
		"dd46508f": bind.NewV4PositionManager().PackModifyLiquidities(nil, one),
		"cef6d209": bind.NewDelegationManager().PackRedeemDelegations(nil, nil, nil),
	} {
		if hex.EncodeToString(got[:4]) != want {
			t.Errorf("selector %x, not %s", got[:4], want)
		}
	}
}
