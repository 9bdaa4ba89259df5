package evmtest

import (
	"math/big"

	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// Thin leaves so many millionths of every position of the account and of the kit's in
// the pool: what anybody else has there stays.
func (l *Lenders) Thin(keep int64) {
	l.t.Helper()
	l.thin(l.Account, keep, func(call []byte) {
		if r := l.Execute(l.Positions, call); r.Status != types.ReceiptStatusSuccessful {
			l.t.Fatalf("call %x of the position manager reverted", call[:4])
		}
	})
	l.thin(l.kit.owner(), keep, func(call []byte) { l.kit.Own(l.Positions, nil, call) })
}

// thin has the owner of positions call what takes liquidity out of them.
func (m *Market) thin(owner common.Address, keep int64, call func([]byte)) {
	m.t.Helper()
	npm := bind.NewNonfungiblePositionManager()
	count, err := npm.UnpackBalanceOf(m.Ask(m.Positions, npm.PackBalanceOf(owner)))
	if err != nil {
		m.t.Fatal(err)
	}
	for i := range count.Int64() {
		id, err := npm.UnpackTokenOfOwnerByIndex(m.Ask(m.Positions, npm.PackTokenOfOwnerByIndex(owner, big.NewInt(i))))
		if err != nil {
			m.t.Fatal(err)
		}
		held, err := npm.UnpackPositions(m.Ask(m.Positions, npm.PackPositions(id)))
		if err != nil {
			m.t.Fatal(err)
		}
		part := new(big.Int).Mul(held.Liquidity, big.NewInt(1_000_000-keep))
		if part.Quo(part, big.NewInt(1_000_000)); part.Sign() == 0 {
			continue
		}
		call(npm.PackDecreaseLiquidity(bind.INonfungiblePositionManagerDecreaseLiquidityParams{
			TokenId: id, Liquidity: part, Amount0Min: new(big.Int), Amount1Min: new(big.Int), Deadline: Deadline(),
		}))
		call(npm.PackCollect(bind.INonfungiblePositionManagerCollectParams{TokenId: id, Recipient: owner, Amount0Max: most128, Amount1Max: most128}))
	}
}

// most128 asks for everything that is owed.
var most128 = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))
