package chain

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/rollup"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/price"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/internal/money"
)

// Config names the markets and the account. The first deployment is the strategy's first market.
type Config struct {
	ChainID     uint64
	Account     common.Address
	Numeraire   common.Address // that everything is told in
	Deployments []protocol.Deployment
	// NativePrice is the price of one whole native coin in micro-USDC; zero means that it is
	// priced by the markets, as Coin, or where that is zero as the base token of the first one,
	// which then is told in the numeraire.
	NativePrice money.USDC
	Coin        common.Address
	Growth      bool // read what liquidity earns, for whoever predicts it
	// Feeds are price feeds of tokens in dollars, as Chainlink's.
	Feeds []protocol.Feed
	// Sequencer is the uptime feed of a rollup's sequencer, without which no price feed is believed
	// there; zero: there is none.
	Sequencer common.Address
	// Logs has each reading held to the node's logs. A node of one's own need not be.
	Logs bool
	// Spread is how far two sources of a price may be apart before it is doubtful; zero: 5 %.
	Spread money.BPS

	Payer common.Address // who pays for gas; zero: the account
	Grant *grant.Grant   // by which the payer acts for the account; nil: it acts for itself
	// Session is the last unix second in which whoever has the account's key signs for the
	// Golem; 0 where that has no end. A grant has an end of its own.
	Session uint64
	// Sanctions is a list of sanctioned addresses that is asked beside the one that a cage
	// names; zero: none.
	Sanctions common.Address
}

// Chain reads markets for one account. It belongs to one goroutine.
type Chain struct {
	client      *rpc.Client
	account     common.Address
	erc20       *erc20.Codec
	deployments []protocol.Deployment
	readers     []protocol.Reader
	assets      []turn.Token // the numeraire first
	native      nativePrice
	spread      money.BPS
	fees        *fees
	fence       *fence
	screen      screen
	feeds       priceFeeds
	past        past
	trail       trail
	held        map[common.Address]uint256.Int // of the assets, as last read
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
	c := &Chain{client: client, account: cfg.Account, erc20: erc20.NewCodec(), held: map[common.Address]uint256.Int{}, spread: cmp.Or(cfg.Spread, price.Spread)}
	o := &protocol.Opening{Client: client, Block: head.Hash, Account: cfg.Account, Numeraire: cfg.Numeraire, Prices: cfg.NativePrice == 0, Coin: cfg.Coin, Growth: cfg.Growth}
	if c.readers, c.deployments, err = table.Open(ctx, o, cfg.Deployments); err != nil {
		return nil, err
	}
	if cfg.Logs {
		c.trail = newTrail(c.readers)
	}
	if c.assets, err = assets(o); err != nil {
		return nil, err
	}
	if c.native, err = newNativePrice(cfg, o); err != nil {
		return nil, err
	}
	c.fees = &fees{client: client, chainID: cfg.ChainID}
	if c.fees.meter, err = rollup.Open(ctx, client, head.Hash); err != nil {
		return nil, err
	}
	c.fence = newFence(client, cfg)
	if err := c.fence.open(ctx, head.Hash); err != nil {
		return nil, err
	}
	if c.screen, err = newScreen(cfg, c.deployments, c.assets, c.fence); err != nil {
		return nil, err
	}
	if c.feeds, err = newFeeds(cfg, o); err != nil {
		return nil, err
	}
	return c, nil
}

// assets are the tokens that the markets trade, the numeraire first. Two of them with one name could
// not be told apart.
func assets(o *protocol.Opening) ([]turn.Token, error) {
	all := slices.Clone(o.Tokens())
	at := slices.IndexFunc(all, func(t turn.Token) bool { return t.Address == o.Numeraire })
	if at < 0 {
		return nil, fmt.Errorf("%w: no market trades the quote token %s", protocol.ErrSelfReport, o.Numeraire)
	}
	numeraire := all[at]
	all = slices.Insert(slices.Delete(all, at, at+1), 0, numeraire)
	for i, t := range all {
		if j := slices.IndexFunc(all[:i], func(o turn.Token) bool { return o.Handle() == t.Handle() }); j >= 0 {
			return nil, fmt.Errorf("%w: the tokens %s and %s are both called %s: nobody could tell them apart", protocol.ErrSelfReport, all[j].Address, t.Address, t.Symbol)
		}
	}
	return all, nil
}

// Deployments are what is read, in the order of the configuration, with their names and with what
// opening them found out.
func (c *Chain) Deployments() []protocol.Deployment { return c.deployments }

// Feed is the price feed of a token that is read; zero: none.
func (c *Chain) Feed(token common.Address) common.Address { return c.feeds.of(token) }

// Watched reports whether an uptime feed of the rollup's sequencer is read.
func (c *Chain) Watched() bool { return c.feeds.watched() }
