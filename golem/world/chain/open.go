package chain

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/aave"
	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/morpho"
	"bardo.run/bardo/evm/rollup"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
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
	client *rpc.Client
	cfg    Config
	pool   *uniswap.Loader
	aave   *aave.Market        // nil: none is configured
	v2     *uniswap.PairLoader // nil: none
	v4     *uniswap.V4Loader   // nil: none
	meter  *rollup.Meter       // nil: the chain charges for gas alone
	morpho *morpho.Market      // likewise
	token0 turn.Token
	token1 turn.Token
	erc20  *erc20.Codec
	npm    *bind.NonfungiblePositionManager
	feed   *bind.PriceFeed // nil: none
	held   []heldPosition  // positions known from the last Observe
	total  int             // how many the account held when they were enumerated
	tip    uint256.Int     // median tip of the last Observe
	last   uint64          // highest block that was read
	past   past
	// listing is the list of sanctioned addresses that the cage names; zero: none.
	listing common.Address

	countCall []byte
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
	if cfg.Payer == (common.Address{}) {
		cfg.Payer = cfg.Account
	}
	c := &Chain{client: client, cfg: cfg, erc20: erc20.NewCodec(), npm: bind.NewNonfungiblePositionManager()}
	if cfg.Feed != (common.Address{}) {
		c.feed = bind.NewPriceFeed()
	}
	factory, err := c.contracts(ctx, head.Hash)
	if err != nil {
		return nil, err
	}
	if c.pool, err = uniswap.Open(ctx, client, head.Hash, cfg.Pool); err != nil {
		return nil, err
	}
	if err := c.traded(ctx, head.Hash, factory); err != nil {
		return nil, err
	}
	if c.token0, err = c.token(ctx, head.Hash, c.pool.Token0); err != nil {
		return nil, err
	}
	if c.token1, err = c.token(ctx, head.Hash, c.pool.Token1); err != nil {
		return nil, err
	}
	if cfg.Quote != c.token0.Address && cfg.Quote != c.token1.Address {
		return nil, fmt.Errorf("%w: pool %s trades %s and %s, not the quote token %s", ErrSelfReport, cfg.Pool, c.token0.Address, c.token1.Address, cfg.Quote)
	}
	if err := c.openLending(ctx, head.Hash); err != nil {
		return nil, err
	}
	if err := c.openVenues(ctx, head.Hash); err != nil {
		return nil, err
	}
	if c.meter, err = rollup.Open(ctx, client, head.Hash); err != nil {
		return nil, err
	}
	if err := c.openGrant(ctx, head.Hash); err != nil {
		return nil, err
	}
	c.countCall = c.npm.PackBalanceOf(cfg.Account)
	return c, nil
}

func (c *Chain) token(ctx context.Context, block common.Hash, address common.Address) (turn.Token, error) {
	b := c.client.At(block)
	abi := bind.NewERC20()
	decimals, symbol := b.Call(address, c.erc20.Decimals()), b.Call(address, abi.PackSymbol())
	if err := b.Do(ctx); err != nil {
		return turn.Token{}, err
	}
	t := turn.Token{Address: address}
	var err error
	if t.Decimals, err = decoded(decimals, c.erc20.DecimalsOf); err != nil {
		return turn.Token{}, fmt.Errorf("decimals of %s: %w", address, err)
	}
	if s, err := decoded(symbol, abi.UnpackSymbol); err == nil {
		if t.Symbol = s; !plain(s) {
			return t, fmt.Errorf("%w: the token %s calls itself %q, which is not 1 to 16 letters, digits and dots: nobody could tell it from another", ErrSelfReport, address, s)
		}
	}
	return t, nil
}

// plain says that a name from the chain is 1 to 16 letters, digits and dots: it is written
// by a stranger and read by people. What would have to be cleaned is refused, since the
// cleaned name may be another token's.
func plain(s string) bool {
	return s != "" && len(s) <= 16 && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.") == ""
}
