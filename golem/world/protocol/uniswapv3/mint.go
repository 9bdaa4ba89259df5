package uniswapv3

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
)

// Mint reads a call of the position manager that puts liquidity into a market of a reading.
func Mint(data []byte, seen turn.Reading) (m protocol.Mint, _ *turn.Market, _ error) {
	codec, err := bind.NonfungiblePositionManagerMetaData.ParseABI()
	if err != nil {
		return m, nil, err
	}
	method, err := codec.MethodById(data)
	if err != nil || method.Name != "mint" {
		return m, nil, protocol.ErrNoMint
	}
	args, err := method.Inputs.Unpack(data[4:])
	if err != nil {
		return m, nil, fmt.Errorf("read a mint: %w", err)
	}
	var in struct {
		Params bind.INonfungiblePositionManagerMintParams
	}
	if err := method.Inputs.Copy(&in, args); err != nil {
		return m, nil, fmt.Errorf("read a mint: %w", err)
	}
	q := in.Params
	for _, tick := range []*big.Int{q.TickLower, q.TickUpper} {
		if !tick.IsInt64() || tick.Int64() != int64(int32(tick.Int64())) { //nolint:gosec // compared
			return m, nil, fmt.Errorf("read a mint: tick %s", tick)
		}
	}
	at := slices.IndexFunc(seen.Markets, func(x turn.Market) bool {
		zero, one := x.Ordered()
		return x.Protocol == Name && zero.Address == q.Token0 && one.Address == q.Token1 && q.Fee.Cmp(big.NewInt(int64(x.BaseFee))) == 0
	})
	if at < 0 {
		return m, nil, fmt.Errorf("no market of the reading at block %d has the tokens and the fee of a mint", seen.Block.Number)
	}
	m.Lower, m.Upper = int32(q.TickLower.Int64()), int32(q.TickUpper.Int64()) //nolint:gosec // checked
	for i, n := range []*big.Int{q.Amount0Desired, q.Amount1Desired} {
		m.Most[i] = uint256.MustFromBig(n)
	}
	for i, n := range []*big.Int{q.Amount0Min, q.Amount1Min} {
		m.Least[i] = uint256.MustFromBig(n)
	}
	return m, &seen.Markets[at], nil
}
