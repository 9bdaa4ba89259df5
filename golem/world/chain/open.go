package chain

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/morpho"
	"bardo.run/bardo/evm/rollup"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/internal/money"
)

// Config names the market and the account. NativePrice is the price of one whole
// native coin in micro-USDC; zero means that the native coin is the base token,
// priced by the pool. Without a lending market or another exchange nothing of one is
// read.
type Config struct {
	ChainID     uint64
	Account     common.Address
	Pool        common.Address
	Quote       common.Address
	Router      common.Address
	Positions   common.Address
	Aave        common.Address // pool of an Aave v3 market; zero: none
	V2Router    common.Address // Uniswap's Router02; zero: no v2
	V4          uniswap.V4     // a pool of Uniswap v4; zero: none
	NativePrice money.USDC

	Morpho       common.Address // the contract of Morpho Blue; zero: none
	MorphoMarket common.Hash    // the id of its market
	Growth       bool           // read what liquidity earns, for whoever predicts it
	Feed         common.Address // price feed of the base token in dollars, as Chainlink's; zero: none

	Payer common.Address // who pays for gas; zero: the account
	Grant *grant.Grant   // by which the payer acts for the account; nil: it acts for itself
	// Session is the last unix second in which whoever has the account's key signs for the
	// Golem; 0 where that has no end. A grant has an end of its own.
	Session uint64
	// Sanctions is a list of sanctioned addresses that is asked beside the one that a cage
	// names; zero: none.
	Sanctions common.Address
}

// Chain reads one market for one account. It belongs to one goroutine.
type Chain struct {
	client    *rpc.Client
	account   common.Address
	erc20     *erc20.Codec
	protocols table.Readers
	pair      protocol.Pair // the pool's
	fees      *fees
	fence     *fence
	screen    screen
	feed      priceFeed
	past      past
}

// Open checks the configuration against the chain and reads what never changes.
func Open(ctx context.Context, client *rpc.Client, cfg Config) (*Chain, error) {
	if err := client.CheckChain(ctx, cfg.ChainID); err != nil {
		return nil, err
	}
	head, err := client.Head(ctx)
	if err != nil {
		return nil, err
	}
	if err := coded(ctx, client, head.Hash, cfg); err != nil {
		return nil, err
	}
	c := &Chain{client: client, account: cfg.Account, erc20: erc20.NewCodec()}
	if c.protocols, err = table.Open(ctx, client, head.Hash, table.Place{
		Contracts: table.Contracts{Router: cfg.Router, Positions: cfg.Positions, Aave: cfg.Aave, V2Router: cfg.V2Router, V4: cfg.V4, Morpho: cfg.Morpho},
		Account:   cfg.Account, Pool: cfg.Pool, Quote: cfg.Quote, NativePrice: cfg.NativePrice, Growth: cfg.Growth, MorphoMarket: cfg.MorphoMarket,
	}); err != nil {
		return nil, err
	}
	c.pair = c.protocols.Pool.Pair()
	c.fees = &fees{client: client, chainID: cfg.ChainID}
	if c.fees.meter, err = rollup.Open(ctx, client, head.Hash); err != nil {
		return nil, err
	}
	c.fence = newFence(client, cfg)
	if err := c.fence.open(ctx, head.Hash); err != nil {
		return nil, err
	}
	c.screen = newScreen(cfg, c.pair, c.fence)
	c.feed = priceFeed{cfg.Feed, bind.NewPriceFeed()}
	return c, nil
}

// Feed is the price feed that is read; zero: none.
func (c *Chain) Feed() common.Address { return c.feed.address }

// Router02 reports whether the router of Uniswap v3 is SwapRouter02.
func (c *Chain) Router02() bool { return c.protocols.Pool.Second() }

// MorphoParams are the parameters of the configured market of Morpho Blue; zero where
// none is configured.
func (c *Chain) MorphoParams() morpho.Params { return c.protocols.Blue }
