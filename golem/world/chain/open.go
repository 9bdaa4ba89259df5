package chain

import (
	"context"
	"errors"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/rollup"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/internal/money"
)

// Errors of opening a chain.
var (
	ErrNoCode     = errors.New("CONFIG_NO_CODE: no contract at the configured address")
	ErrSelfReport = errors.New("CONFIG_MISMATCH: a contract names another than the configured one")
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
	market    market
	holdings  *holdings
	lenders   lenders
	exchanges exchanges
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
	factory, second, err := factoryOf(ctx, client, head.Hash, cfg)
	if err != nil {
		return nil, err
	}
	c := &Chain{client: client, account: cfg.Account, erc20: erc20.NewCodec()}
	if c.market, err = openMarket(ctx, client, head.Hash, cfg, factory); err != nil {
		return nil, err
	}
	if c.lenders, err = openLenders(ctx, client, head.Hash, cfg, c.market); err != nil {
		return nil, err
	}
	if c.exchanges, err = openExchanges(ctx, client, head.Hash, cfg, c.market); err != nil {
		return nil, err
	}
	c.exchanges.second = second
	c.fees = &fees{client: client, chainID: cfg.ChainID}
	if c.fees.meter, err = rollup.Open(ctx, client, head.Hash); err != nil {
		return nil, err
	}
	c.fence = newFence(client, cfg)
	if err := c.fence.open(ctx, head.Hash); err != nil {
		return nil, err
	}
	c.screen = newScreen(cfg, c.market, c.fence)
	c.holdings = &holdings{client: client, market: c.market, account: cfg.Account, manager: cfg.Positions, npm: bind.NewNonfungiblePositionManager()}
	c.feed = priceFeed{cfg.Feed, bind.NewPriceFeed()}
	return c, nil
}
