package chain

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
)

// factoryOf checks code at every address and that router and position manager
// belong to one factory, which it returns.
func factoryOf(ctx context.Context, client *rpc.Client, block common.Hash, cfg Config) (factory common.Address, _ error) {
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
	if err := b.Do(ctx); err != nil {
		return factory, err
	}
	for i, read := range codes {
		if code, _ := read.Value(); len(code) == 0 {
			return factory, fmt.Errorf("%w: %s %s", ErrNoCode, names[i], addresses[i])
		}
	}
	routers, err := decoded(one, router.UnpackFactory)
	if err != nil {
		return factory, err
	}
	if factory, err = decoded(other, npm.UnpackFactory); err != nil {
		return factory, err
	}
	if routers != factory {
		return factory, fmt.Errorf("%w: router %s and position manager %s belong to different factories", ErrSelfReport, cfg.Router, cfg.Positions)
	}
	return factory, nil
}

// decoded is what a contract answered.
func decoded[T any](read *rpc.Read[[]byte], unpack func([]byte) (T, error)) (answer T, _ error) {
	raw, err := read.Value()
	if err != nil {
		return answer, err
	}
	return unpack(raw)
}
