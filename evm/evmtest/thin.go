package evmtest

import (
	"math/big"

	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/core/types"
)

// Thin takes so many percent out of every position of the account: what anybody else
// has in the pool stays.
func (m *Market) Thin(percent int64) {
	m.t.Helper()
	npm := bind.NewNonfungiblePositionManager()
	count, err := npm.UnpackBalanceOf(m.Ask(m.Positions, npm.PackBalanceOf(m.Account)))
	if err != nil {
		m.t.Fatal(err)
	}
	for i := range count.Int64() {
		id, err := npm.UnpackTokenOfOwnerByIndex(m.Ask(m.Positions, npm.PackTokenOfOwnerByIndex(m.Account, big.NewInt(i))))
		if err != nil {
			m.t.Fatal(err)
		}
		held, err := npm.UnpackPositions(m.Ask(m.Positions, npm.PackPositions(id)))
		if err != nil {
			m.t.Fatal(err)
		}
		part := new(big.Int).Mul(held.Liquidity, big.NewInt(percent))
		if part.Quo(part, big.NewInt(100)); part.Sign() > 0 {
			m.decrease(id, part)
		}
	}
}

// decrease takes liquidity out of a position and collects it.
func (m *Market) decrease(id, liquidity *big.Int) {
	m.t.Helper()
	npm := bind.NewNonfungiblePositionManager()
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))
	for _, call := range [][]byte{
		npm.PackDecreaseLiquidity(bind.INonfungiblePositionManagerDecreaseLiquidityParams{
			TokenId: id, Liquidity: liquidity, Amount0Min: new(big.Int), Amount1Min: new(big.Int), Deadline: Deadline(),
		}),
		npm.PackCollect(bind.INonfungiblePositionManagerCollectParams{TokenId: id, Recipient: m.Account, Amount0Max: most, Amount1Max: most}),
	} {
		if r := m.Execute(m.Positions, call); r.Status != types.ReceiptStatusSuccessful {
			m.t.Fatalf("liquidity of position %s could not be taken out", id)
		}
	}
}
