package chain

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/price"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/internal/money"
)

// Observe reads markets, balances, positions and lending markets after the latest block, and holds the chain against what it observed before.
func (c *Chain) Observe(ctx context.Context) (turn.Reading, error) { return c.look(ctx, true) }

// Look reads the same for a simulation, and leaves the reorg that it may find to the
// next Observe: only an observation is on record.
func (c *Chain) Look(ctx context.Context) (turn.Reading, error) { return c.look(ctx, false) }

func (c *Chain) look(ctx context.Context, observes bool) (turn.Reading, error) {
	tip, err := c.client.Tip(ctx)
	if err != nil {
		return turn.Reading{}, err
	}
	head := tip.Block
	r := turn.Reading{Block: blockOf(head), Lag: turn.Lag{Behind: tip.Behind, Ahead: tip.Ahead}}
	b := c.client.At(head.Hash)
	var parts []func(context.Context, *turn.Reading) error
	for _, p := range c.readers {
		parts = append(parts, p.Add(b, head.Time))
	}
	paid, balances, native := b.Tips(head.Number), c.addBalances(b), b.Balance(c.fence.payer)
	before, fee, fence := c.past.addBefore(b, head), c.fees.addSwap(b), c.fence.add(b, head.Time)
	screen, feeds, held := c.screen.add(b), c.feeds.add(b, r.Block.Time), c.trail.add(b, head)
	anchor := func() (turn.Block, error) { return turn.Block{}, nil }
	if observes {
		anchor = c.past.addAnchor(b, head)
	}
	if err := b.Do(ctx); err != nil {
		return turn.Reading{}, err
	}
	if r.Before, err = before(); err != nil {
		return turn.Reading{}, err
	}
	if r.Assets, err = balances(); err != nil {
		return turn.Reading{}, err
	}
	feeds(&r)
	for _, fill := range parts {
		if err := fill(ctx, &r); err != nil {
			return turn.Reading{}, err
		}
	}
	c.sort(r.Markets)
	held(&r)
	price.Value(&r, c.spread)
	if err := c.native.of(&r); err != nil {
		return turn.Reading{}, err
	}
	tips, err := paid.Value()
	if err != nil {
		return turn.Reading{}, err
	}
	c.fees.tip = tips.Median()
	offer, err := c.fees.offer(head)
	if err != nil {
		return turn.Reading{}, err
	}
	r.GasPrice, r.MaxFee, r.Tip = gasPrice(head, offer), offer.Max, offer.Tip
	if r.SwapFee, err = fee.Sum(); err != nil {
		return turn.Reading{}, err
	}
	r.Fence, r.Screen = fence(), screen()
	if r.Native, err = native.Value(); err != nil {
		return turn.Reading{}, err
	}
	c.past.last = max(c.past.last, r.Block.Number)
	if !observes {
		return r, nil
	}
	if left, err := anchor(); err != nil {
		return turn.Reading{}, err
	} else if left != (turn.Block{}) {
		if r.Reorg, err = c.past.reorg(ctx, c.client, head, left); err != nil {
			return turn.Reading{}, fmt.Errorf("find where the chain went back to: %w", err)
		}
		c.past.last = r.Block.Number
	}
	c.past.add(r.Block)
	return r, nil
}

// Glance reads head and price.
func (c *Chain) Glance(ctx context.Context) (turn.Glance, error) {
	head, err := c.client.Head(ctx)
	if err != nil {
		return turn.Glance{}, err
	}
	price, tick, err := c.glance(ctx, head.Hash)
	if err != nil {
		return turn.Glance{}, err
	}
	offer, err := c.fees.offer(head)
	return turn.Glance{Block: blockOf(head), Price: price, Tick: tick, GasPrice: gasPrice(head, offer)}, err
}

// Head returns the latest block.
func (c *Chain) Head(ctx context.Context) (turn.Block, error) {
	head, err := c.client.Head(ctx)
	return blockOf(head), err
}

// Agree compares what the endpoints have at the height of a block.
func (c *Chain) Agree(ctx context.Context, block turn.Block) (turn.Agreement, error) {
	a, err := c.client.Agree(ctx, block.Number)
	return turn.Agreement(a), err
}

func blockOf(b rpc.Block) turn.Block {
	return turn.Block{Number: b.Number, Hash: b.Hash, Time: int64(b.Time)}
}

// glance reads the price and the tick of the strategy's first market.
func (c *Chain) glance(ctx context.Context, block common.Hash) (price float64, tick int32, _ error) {
	for _, d := range c.deployments {
		for _, r := range c.readers {
			g, ok := r.(protocol.Glancer)
			if !ok {
				continue
			}
			if price, tick, ok, err := g.Glance(ctx, block, d.Handle); ok || err != nil {
				return price, tick, err
			}
		}
	}
	return 0, 0, errors.New("no market is read") // the numeraire is traded somewhere
}

// sort puts the markets into the order of the configuration.
func (c *Chain) sort(markets []turn.Market) {
	place := func(m turn.Market) int {
		return slices.IndexFunc(c.deployments, func(d protocol.Deployment) bool { return d.Handle == m.Handle })
	}
	slices.SortStableFunc(markets, func(a, b turn.Market) int { return place(a) - place(b) })
}

// nativePrice is what a whole coin costs: a price that was configured, or that of an asset.
type nativePrice struct {
	fixed money.USDC
	coin  common.Address
}

// newNativePrice refuses a coin that nothing prices.
func newNativePrice(cfg Config, o *protocol.Opening) (n nativePrice, _ error) {
	if cfg.NativePrice == 0 && !slices.ContainsFunc(o.Tokens(), func(t turn.Token) bool { return t.Address == o.Coin }) {
		if o.Coin == (common.Address{}) {
			return n, fmt.Errorf("%w: the first market is of %s and %s and not told in the quote token %s, so its base token is not taken for the chain's coin: configure the coin's price", protocol.ErrSelfReport, o.Base.Symbol, o.Quote.Symbol, o.Numeraire)
		}
		return n, fmt.Errorf("%w: no market trades the chain's coin as the token %s, so nothing prices it", protocol.ErrSelfReport, o.Coin)
	}
	return nativePrice{cfg.NativePrice, o.Coin}, nil
}

// of tells what a native coin costs. One that costs nothing is an error: gas would be free, and no
// limit on it would hold.
func (n nativePrice) of(r *turn.Reading) error {
	if r.NativePrice = n.fixed; r.NativePrice == 0 {
		r.NativePrice = price.Whole(r, n.coin)
	}
	if r.NativePrice <= 0 {
		err := fmt.Errorf("price of the native coin: the token %s is worth no micro-USDC, or too many to count, at block %d", n.coin, r.Block.Number)
		for _, m := range r.Mute {
			err = fmt.Errorf("%w; market %s does not answer (%s)", err, m.Handle, m.Code)
		}
		return err
	}
	r.NativeUSD = float64(r.NativePrice) / float64(money.One)
	return nil
}

// addBalances asks what the wallet has of the assets. A token that refuses to tell keeps nobody from
// seeing and leaving all others: what it last told counts. Without the numeraire nothing can be told.
func (c *Chain) addBalances(b *rpc.Batch) func() ([]turn.Asset, error) {
	reads := make([]erc20.AmountRead, len(c.assets))
	for i, token := range c.assets {
		reads[i] = c.erc20.ReadBalance(b, token.Address, c.account)
	}
	return func() ([]turn.Asset, error) {
		all := make([]turn.Asset, len(c.assets))
		for i, token := range c.assets {
			units, err := reads[i].Value()
			all[i] = turn.Asset{Token: token, Units: units}
			if err == nil {
				c.held[token.Address] = units
				continue
			}
			if all[i].Unread = protocol.Refusal(err, erc20.ErrAnswer); i == 0 || all[i].Unread == "" {
				return nil, fmt.Errorf("balance of %s: %w", token.Symbol, err)
			}
			all[i].Units = c.held[token.Address]
		}
		return all, nil
	}
}

// Account returns the address whose holdings are read.
func (c *Chain) Account() common.Address { return c.account }

// Rollup says that the chain charges for more than gas.
func (c *Chain) Rollup() bool { return c.fees.meter != nil }

// DataFee is what the chain charges beside the gas for the calls of an order that is
// judged on r, in wei: for their data as of r's block, and its operator for all gas
// that they may use. It is zero on a chain that charges for gas alone.
func (c *Chain) DataFee(ctx context.Context, r turn.Reading, calls []protocol.Call) (wei uint256.Int, err error) {
	return c.fees.data(ctx, r, calls)
}

// Vet checks a grant for a key of the account, as at the start. Nothing is read under it.
func (c *Chain) Vet(ctx context.Context, g grant.Grant) error { return c.fence.vet(ctx, g) }

// Regrant reads on under another grant of the same account, which is checked as at the
// start. Where it names another key, that one pays for gas from then on.
func (c *Chain) Regrant(ctx context.Context, g grant.Grant) error { return c.fence.regrant(ctx, g) }
