package table

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/morpho"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/morphoblue"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/internal/money"
)

// Place is what is read for an account: the pool that prices everything, whose tokens every
// other protocol is read of, and the id of Morpho's market. Router02 and MorphoParams are
// found out.
type Place struct {
	Contracts
	Account      common.Address
	Pool, Quote  common.Address
	NativePrice  money.USDC
	Growth       bool
	MorphoMarket common.Hash
}

// Readers are those of the configured protocols. All is in the order in which their answers are
// taken: the pool, which prices everything, comes first. Blue are the parameters of the market
// of Morpho Blue; zero: none is configured.
type Readers struct {
	Pool *uniswapv3.Reader
	All  []protocol.Reader
	Blue morpho.Params
}

// Open opens what is configured, each with the pool's tokens.
func Open(ctx context.Context, client *rpc.Client, block common.Hash, cfg Place) (p Readers, err error) {
	if p.Pool, err = uniswapv3.Open(ctx, client, block, uniswapv3.Place{
		Contracts: uniswapv3.Contracts{Router: cfg.Router, Positions: cfg.Positions},
		Account:   cfg.Account, Pool: cfg.Pool, Quote: cfg.Quote, NativePrice: cfg.NativePrice, Growth: cfg.Growth,
	}); err != nil {
		return p, err
	}
	p.All = []protocol.Reader{p.Pool}
	for _, row := range rows {
		if row.reader == nil || !row.has(cfg.Contracts) {
			continue
		}
		reader, err := row.reader(ctx, client, block, cfg, p.Pool.Pair())
		if err != nil {
			return p, err
		}
		p.All = append(p.All, reader)
		if blue, ok := reader.(*morphoblue.Reader); ok {
			p.Blue = blue.Params()
		}
	}
	return p, nil
}
