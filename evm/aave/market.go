package aave

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/rpc"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// ErrMarket: the contract at the address is not the pool of an Aave v3 market, or
// the market does not list the asset.
var ErrMarket = errors.New("not an Aave v3 market")

// Reserve is one asset of a market. AToken stands for what is supplied of it, Debt
// for what is owed at the variable rate. Bonus is what a liquidator gets of it beyond the
// debt that he pays, in basis points of that, as it was when the market was opened; 0 where
// it is no collateral.
type Reserve struct {
	Asset, AToken, Debt common.Address
	Bonus               uint16
}

// Market is one market, with those of the asked assets that it lists. It never
// changes and is safe for concurrent use.
type Market struct {
	Pool     common.Address
	Reserves []Reserve

	calls *Codec
	erc20 *erc20.Codec
	data  common.Address // the contract that knows the reserves
	about *bind.AaveProtocolDataProvider
}

// provider is ADDRESSES_PROVIDER(), the one question that the bindings leave out.
var provider = crypto.Keccak256([]byte("ADDRESSES_PROVIDER()"))[:4]

// Open finds the market that a pool belongs to, and its reserves of the assets, at
// the given block. A provider that names another pool, and a market that lists
// none of the assets, is ErrMarket.
func Open(ctx context.Context, client *rpc.Client, block common.Hash, pool common.Address, assets []common.Address) (*Market, error) {
	m := &Market{Pool: pool, calls: NewCodec(), erc20: erc20.NewCodec()}
	data, err := m.dataProvider(ctx, client, block)
	if err != nil {
		return nil, fmt.Errorf("market of pool %s: %w", pool, err)
	}
	abi := bind.NewAaveProtocolDataProvider()
	m.data, m.about = data, abi
	b := client.At(block)
	reads, settings := make([]*rpc.Read[[]byte], len(assets)), make([]*rpc.Read[[]byte], len(assets))
	for i, asset := range assets {
		reads[i] = b.Call(data, abi.PackGetReserveTokensAddresses(asset))
		settings[i] = b.Call(data, abi.PackGetReserveConfigurationData(asset))
	}
	if err := b.Do(ctx); err != nil {
		return nil, fmt.Errorf("market of pool %s: %w", pool, err)
	}
	for i, asset := range assets {
		tokens, err := answer(reads[i], abi.UnpackGetReserveTokensAddresses)
		if err != nil {
			return nil, fmt.Errorf("market of pool %s, asset %s: %w", pool, asset, err)
		}
		setting, err := answer(settings[i], abi.UnpackGetReserveConfigurationData)
		if err != nil {
			return nil, fmt.Errorf("market of pool %s, asset %s: %w", pool, asset, err)
		}
		if tokens.ATokenAddress != (common.Address{}) {
			m.Reserves = append(m.Reserves, Reserve{asset, tokens.ATokenAddress, tokens.VariableDebtTokenAddress, bonus(setting.LiquidationBonus)})
		}
	}
	if len(m.Reserves) == 0 {
		return nil, fmt.Errorf("%w: pool %s lists none of %s", ErrMarket, pool, assets)
	}
	return m, nil
}

// dataProvider asks the pool for its provider, and that for the contract that knows
// the reserves.
func (m *Market) dataProvider(ctx context.Context, client *rpc.Client, block common.Hash) (common.Address, error) {
	b := client.At(block)
	first := b.Call(m.Pool, provider)
	if err := b.Do(ctx); err != nil {
		return common.Address{}, err
	}
	raw, err := first.Value()
	if err != nil || len(raw) != 32 {
		return common.Address{}, fmt.Errorf("%w: it names no provider of addresses (%w)", ErrMarket, err)
	}
	addresses, abi := common.BytesToAddress(raw), bind.NewAavePoolAddressesProvider()
	b = client.At(block)
	pool, data := b.Call(addresses, abi.PackGetPool()), b.Call(addresses, abi.PackGetPoolDataProvider())
	if err := b.Do(ctx); err != nil {
		return common.Address{}, err
	}
	named, err := answer(pool, abi.UnpackGetPool)
	if err != nil {
		return common.Address{}, err
	}
	if named != m.Pool {
		return common.Address{}, fmt.Errorf("%w: its provider %s names pool %s", ErrMarket, addresses, named)
	}
	return answer(data, abi.UnpackGetPoolDataProvider)
}

// bonus is what a market's liquidation bonus leaves beyond the debt: it says 10,500 for 5 %.
func bonus(said *big.Int) uint16 {
	const whole = 10_000
	if said == nil || !said.IsUint64() || said.Uint64() <= whole || said.Uint64() > 2*whole {
		return 0
	}
	return uint16(said.Uint64() - whole)
}

// answer decodes a read; whatever does not decode is no market.
func answer[T any](read *rpc.Read[[]byte], unpack func([]byte) (T, error)) (v T, _ error) {
	raw, err := read.Value()
	if err != nil {
		return v, err
	}
	if v, err = unpack(raw); err != nil {
		return v, fmt.Errorf("%w: %w", ErrMarket, err)
	}
	return v, nil
}
