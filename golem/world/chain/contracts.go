package chain

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/world/protocol"
)

// coded checks that there is code at every address of the configuration that must have some.
func coded(ctx context.Context, client *rpc.Client, block common.Hash, cfg Config) error {
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
	if err := b.Do(ctx); err != nil {
		return err
	}
	for i, read := range codes {
		if code, _ := read.Value(); len(code) == 0 {
			return fmt.Errorf("%w: %s %s", protocol.ErrNoCode, names[i], addresses[i])
		}
	}
	return nil
}
