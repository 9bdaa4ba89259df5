package chain

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
)

// factoryOf checks code at every address and that router and position manager belong to one
// factory, which it returns. A router that knows a factory of v2 too is SwapRouter02.
func factoryOf(ctx context.Context, client *rpc.Client, block common.Hash, cfg Config) (factory common.Address, second bool, _ error) {
	router, npm := bind.NewSwapRouter(), bind.NewNonfungiblePositionManager()
	b := client.At(block)
	names := []string{"pool", "router", "positions", "quote"}
	addresses := []common.Address{cfg.Pool, cfg.Router, cfg.Positions, cfg.Quote}
	if cfg.Sanctions != (common.Address{}) {
		names, addresses = append(names, "sanctions list"), append(addresses, cfg.Sanctions)
	}
	if cfg.Feed != (common.Address{}) {
		names, addresses = append(names, "price feed"), append(addresses, cfg.Feed)
	}
	codes := make([]*rpc.Read[[]byte], len(addresses))
	for i, a := range addresses {
		codes[i] = b.Code(a)
	}
	one, other := b.Call(cfg.Router, router.PackFactory()), b.Call(cfg.Positions, npm.PackFactory())
	counted := b.Call(cfg.Positions, npm.PackBalanceOf(cfg.Account))
	older := b.Call(cfg.Router, bind.NewSwapRouter02().PackFactoryV2())
	if err := b.Do(ctx); err != nil {
		return factory, false, err
	}
	for i, read := range codes {
		if code, _ := read.Value(); len(code) == 0 {
			return factory, false, fmt.Errorf("%w: %s %s", ErrNoCode, names[i], addresses[i])
		}
	}
	routers, err := decoded(one, router.UnpackFactory)
	if err != nil {
		return factory, false, isNone("router", cfg.Router, err)
	}
	if factory, err = decoded(other, npm.UnpackFactory); err == nil {
		_, err = decoded(counted, npm.UnpackBalanceOf)
	}
	if err != nil {
		return factory, false, isNone("position manager", cfg.Positions, err)
	}
	if routers != factory {
		return factory, false, fmt.Errorf("%w: router %s and position manager %s belong to different factories", ErrSelfReport, cfg.Router, cfg.Positions)
	}
	_, none := decoded(older, bind.NewSwapRouter02().UnpackFactoryV2)
	return factory, none == nil, nil
}

// isNone says that a contract is not what it was taken for.
func isNone(what string, at common.Address, err error) error {
	return fmt.Errorf("%w: %s is no %s: %w", ErrSelfReport, at, what, err)
}

// decoded is what a contract answered.
func decoded[T any](read *rpc.Read[[]byte], unpack func([]byte) (T, error)) (answer T, _ error) {
	raw, err := read.Value()
	if err != nil {
		return answer, err
	}
	return unpack(raw)
}
