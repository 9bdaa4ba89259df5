package chain

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/table"
)

// coded checks that there is code at every address of the configuration that must have some.
func coded(ctx context.Context, client *rpc.Client, block common.Hash, cfg Config) error {
	b := client.At(block)
	var all []protocol.Contract
	for _, d := range cfg.Deployments {
		of, err := table.Contracts(d)
		if err != nil {
			return err
		}
		all = append(all, of...)
	}
	all = append(all, protocol.Contract{What: "quote", Address: cfg.Numeraire})
	if cfg.Sanctions != (common.Address{}) {
		all = append(all, protocol.Contract{What: "sanctions list", Address: cfg.Sanctions})
	}
	for _, f := range cfg.Feeds {
		all = append(all, protocol.Contract{What: "price feed", Address: f.Feed})
	}
	if cfg.Sequencer != (common.Address{}) {
		all = append(all, protocol.Contract{What: "uptime feed of the sequencer", Address: cfg.Sequencer})
	}
	codes := make([]*rpc.Read[[]byte], len(all))
	for i, c := range all {
		codes[i] = b.Code(c.Address)
	}
	if err := b.Do(ctx); err != nil {
		return err
	}
	for i, read := range codes {
		if code, _ := read.Value(); len(code) == 0 {
			return fmt.Errorf("%w: %s %s", protocol.ErrNoCode, all[i].What, all[i].Address)
		}
	}
	return nil
}
