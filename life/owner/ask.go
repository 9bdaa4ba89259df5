package owner

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/money"
)

// Ask is what an owner asks for: a Golem's settings, its key, and on which contracts of
// others the grant stands.
type Ask struct {
	Config  config.GolemConfig
	Mode    grant.Mode
	Owner   common.Address // whose account holds the money; its key signs
	Session common.Address // the Golem's key

	Manager common.Address // MetaMask's DelegationManager
	Account common.Address // the code that the owner's account takes on, where it has none (EIP-7702)
	Counter common.Address // MetaMask's LimitedCallsEnforcer

	QuoteFeed, BaseFeed common.Address // price feeds in US dollars, as Chainlink's
	FeedAge             uint32         // seconds that an answer holds

	Start, End uint64    // unix seconds
	Loss       money.BPS // of its value that a swap may lose
	Daily      money.USDC
	Calls      uint64
	Salt       uint256.Int
}

// ErrAsk says that a grant cannot be made as it was asked for.
var ErrAsk = errors.New("GRANT_REFUSED")

// wish reads the market and turns the ask into a wish, in words for the owner too.
func (a Ask) wish(ctx context.Context, client *rpc.Client) (grant.Wish, grant.Words, error) {
	if err := a.supported(); err != nil {
		return grant.Wish{}, grant.Words{}, err
	}
	at := func(text string) common.Address { return common.HexToAddress(text) }
	v := a.Config.Venue
	eyes, err := chain.Open(ctx, client, chain.Config{
		ChainID: a.Config.ChainID(), Account: a.Owner, Pool: at(v.Pool), Quote: at(v.Quote), Router: at(v.Router), Positions: at(v.PositionManager),
		Aave: at(v.AavePool), NativePrice: v.NativeUSD.USDC(),
	})
	if err != nil {
		return grant.Wish{}, grant.Words{}, fmt.Errorf("open the market: %w", err)
	}
	seen, err := eyes.Look(ctx)
	if err != nil {
		return grant.Wish{}, grant.Words{}, err
	}
	adapters, err := tool.NewAdapters(tool.Venue{Account: a.Owner, Router: at(v.Router), Positions: at(v.PositionManager), Aave: at(v.AavePool), Grant: new(grant.Grant)})
	if err != nil {
		return grant.Wish{}, grant.Words{}, err
	}
	forms, err := adapters.Forms(seen)
	if err != nil {
		return grant.Wish{}, grant.Words{}, err
	}
	tokens, err := a.tokens(ctx, client, seen)
	if err != nil {
		return grant.Wish{}, grant.Words{}, err
	}
	policy := agent.Limits(a.Config, []turn.Token{seen.Pool.Token0, seen.Pool.Token1}, seen.Pool.Address)
	w := grant.Wish{
		Mode: a.Mode, ChainID: a.Config.ChainID(), Manager: a.Manager, Counter: a.Counter, Owner: a.Owner, Account: a.Owner, Key: a.Session,
		Start: a.Start, End: a.End, Tokens: tokens, Forms: forms, Pools: []common.Address{seen.Pool.Address}, Loss: a.Loss,
		Limits: grant.Limits(policy), Worth: worth(seen), Calls: a.Calls, Daily: a.Daily, Salt: a.Salt,
	}
	words := grant.Words{Market: "Uniswap v3 " + seen.Pool.Token0.Symbol + "/" + seen.Pool.Token1.Symbol, Cash: seen.Pool.Quote().Symbol}
	if v.AavePool != "" {
		words.Market += " and Aave v3"
	}
	return w, words, nil
}

// supported refuses what the cage's enforcer cannot read.
func (a Ask) supported() error {
	v := a.Config.Venue
	switch {
	case a.Mode != grant.Delegation && a.Mode != grant.LocalKey:
		return fmt.Errorf("%w: golem.custody_mode is %q", ErrAsk, a.Mode)
	case a.Mode == grant.Delegation && (v.V2Router != "" || v.V4Router != "" || v.Morpho != ""):
		return fmt.Errorf("%w: the cage's enforcer reads the calls of Uniswap v3 and Aave v3 only; leave venue.v2_router, venue.v4_router and venue.morpho out", ErrAsk)
	case a.Session == a.Owner || a.Session == common.Address{}:
		return fmt.Errorf("%w: the Golem needs a key of its own, and %s is the owner's or none", ErrAsk, a.Session)
	}
	return nil
}

// tokens are what the account may hold, cash first, with the feeds that price them.
func (a Ask) tokens(ctx context.Context, client *rpc.Client, seen turn.Reading) ([]caveat.Token, error) {
	tokens := []caveat.Token{
		{Address: seen.Pool.Quote().Address, Feed: a.QuoteFeed, MaxAge: a.FeedAge, Decimals: seen.Pool.Quote().Decimals},
		{Address: seen.Pool.Base().Address, Feed: a.BaseFeed, MaxAge: a.FeedAge, Decimals: seen.Pool.Base().Decimals},
	}
	b, feed := client.At(seen.Block.Hash), bind.NewPriceFeed()
	decimals, answers := make([]*rpc.Read[[]byte], 2), make([]*rpc.Read[[]byte], 2)
	for i, t := range tokens {
		decimals[i], answers[i] = b.Call(t.Feed, feed.PackDecimals()), b.Call(t.Feed, feed.PackLatestRoundData())
	}
	if err := b.Do(ctx); err != nil {
		return nil, err
	}
	for i := range tokens {
		t := &tokens[i]
		d, answer, err := told(decimals[i], answers[i])
		if err != nil {
			return nil, fmt.Errorf("%w: %s is no price feed: %w", ErrAsk, t.Feed, err)
		}
		if err := a.plausible(seen, i, answer, d); err != nil {
			return nil, err
		}
		t.Decimals += d
	}
	return tokens, nil
}

func told(decimals, answer *rpc.Read[[]byte]) (uint8, *big.Int, error) {
	feed := bind.NewPriceFeed()
	raw, err := decimals.Value()
	if err != nil {
		return 0, nil, err
	}
	d, err := feed.UnpackDecimals(raw)
	if err != nil {
		return 0, nil, err
	}
	if raw, err = answer.Value(); err != nil {
		return 0, nil, err
	}
	round, err := feed.UnpackLatestRoundData(raw)
	return d, round.Answer, err
}

// astray is how far a feed may be from the pool when it is chosen: a wrong one is off by
// far more.
const astray = 0.05

// plausible holds a feed's answer against what the pool says: a feed of another token
// would let the cage reckon with a price that is none.
func (a Ask) plausible(seen turn.Reading, i int, answer *big.Int, decimals uint8) error {
	price, _ := new(big.Float).Quo(new(big.Float).SetInt(answer), big.NewFloat(math.Pow10(int(decimals)))).Float64()
	want, name := 1.0, seen.Pool.Quote().Symbol
	if i == 1 {
		want, name = seen.Pool.Price, seen.Pool.Base().Symbol
	}
	if math.Abs(price/want-1) > astray {
		return fmt.Errorf("%w: the feed for %s says %.4f, the pool %.4f: is it the right one?", ErrAsk, name, price, want)
	}
	return nil
}

// worth is what the account holds, as its first high-water mark.
func worth(seen turn.Reading) money.USDC {
	return money.USDC(math.Round(max(0, seen.Equity()-seen.Native.Float64()/1e18*seen.NativeUSD) * float64(money.One)))
}

// manager checks that the manager signs for this chain.
func (a Ask) manager(ctx context.Context, client *rpc.Client, block common.Hash) error {
	if err := delegation.IsManager(ctx, client, block, a.Config.ChainID(), a.Manager); err != nil {
		return fmt.Errorf("%w: %w", ErrAsk, err)
	}
	return nil
}
