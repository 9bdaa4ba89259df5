package chain

import (
	"context"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
)

// contracts checks code at every address and that router and position manager
// belong to one factory, which it returns.
func (c *Chain) contracts(ctx context.Context, block common.Hash) (factory common.Address, _ error) {
	router := bind.NewSwapRouter()
	b := c.client.At(block)
	names := []string{"pool", "router", "positions", "quote"}
	addresses := []common.Address{c.cfg.Pool, c.cfg.Router, c.cfg.Positions, c.cfg.Quote}
	if c.cfg.Sanctions != (common.Address{}) {
		names, addresses = append(names, "sanctions list"), append(addresses, c.cfg.Sanctions)
	}
	if c.cfg.Feed != (common.Address{}) {
		names, addresses = append(names, "price feed"), append(addresses, c.cfg.Feed)
	}
	codes := make([]*rpc.Read[[]byte], len(addresses))
	for i, a := range addresses {
		codes[i] = b.Code(a)
	}
	one, other := b.Call(c.cfg.Router, router.PackFactory()), b.Call(c.cfg.Positions, c.npm.PackFactory())
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
	if factory, err = decoded(other, c.npm.UnpackFactory); err != nil {
		return factory, err
	}
	if routers != factory {
		return factory, fmt.Errorf("%w: router %s and position manager %s belong to different factories", ErrSelfReport, c.cfg.Router, c.cfg.Positions)
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

// traded checks that the pool that is read is the one that orders reach: router
// and position manager are told tokens and fee, and find the pool by themselves.
func (c *Chain) traded(ctx context.Context, block common.Hash, factory common.Address) error {
	abi := bind.NewUniswapV3Factory()
	b := c.client.At(block)
	read := b.Call(factory, abi.PackGetPool(c.pool.Token0, c.pool.Token1, new(big.Int).SetUint64(uint64(c.pool.Fee))))
	if err := b.Do(ctx); err != nil {
		return err
	}
	pool, err := decoded(read, abi.UnpackGetPool)
	if err != nil {
		return fmt.Errorf("%w: factory %s does not know the pool: %w", ErrSelfReport, factory, err)
	}
	if pool != c.cfg.Pool {
		return fmt.Errorf("%w: orders for the tokens and fee of pool %s reach pool %s", ErrSelfReport, c.cfg.Pool, pool)
	}
	return nil
}
