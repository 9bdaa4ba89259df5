package owner

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grant"
)

// tokens are what the account may hold, cash first, with the feeds that price them.
func (a Ask) tokens(ctx context.Context, client *rpc.Client, seen turn.Reading) ([]grant.Token, error) {
	tokens, err := a.fed(seen)
	if err != nil {
		return nil, err
	}
	if err := a.watched(ctx, client, seen.Block.Hash); err != nil {
		return nil, err
	}
	b, feed := client.At(seen.Block.Hash), bind.NewPriceFeed()
	decimals, answers := make([]*rpc.Read[[]byte], len(tokens)), make([]*rpc.Read[[]byte], len(tokens))
	for i, t := range tokens {
		decimals[i], answers[i] = b.Call(t.Feed, feed.PackDecimals()), b.Call(t.Feed, feed.PackLatestRoundData())
	}
	if err := b.Do(ctx); err != nil {
		return nil, err
	}
	for i := range tokens {
		t := &tokens[i]
		d, round, err := told(decimals[i], answers[i])
		if err != nil {
			return nil, fmt.Errorf("%w: %s is no price feed: %w", ErrAsk, t.Feed, err)
		}
		if err := errors.Join(plausible(&seen.Assets[i], round.Answer, d), fresh(*t, ageOf(i), round.UpdatedAt, seen.Block.Time)); err != nil {
			return nil, err
		}
		t.Decimals += d
	}
	return tokens, nil
}

// fed are the assets with the addresses of their feeds, in the order of the reading.
func (a Ask) fed(seen turn.Reading) ([]grant.Token, error) {
	var tokens []grant.Token
	for i, t := range seen.Tokens() {
		f, _ := a.Config.Feed(t.Address)
		g := grant.Token{Address: t.Address, Feed: f.Feed, MaxAge: uint32(f.Age), Decimals: t.Decimals} //nolint:gosec // at most a day
		switch {
		case i == 0:
			g.Feed, g.MaxAge = a.QuoteFeed, a.QuoteAge
		case t == seen.Primary().Base:
			g.Feed, g.MaxAge = a.BaseFeed, a.BaseAge
		case g.Feed == common.Address{}:
			return nil, fmt.Errorf("%w: there is no price feed of %s (%s): name one in venue.price_feeds, or leave its markets out", ErrAsk, t.Symbol, t.Address)
		case g.MaxAge >= day && a.QuoteAge >= day:
			return nil, fmt.Errorf("%w: the feeds of cash and of %s may be %d and %d s old: within a day any price is another, and the cage would take it; one of them must be below %d", ErrAsk, t.Symbol, a.QuoteAge, g.MaxAge, day)
		case a.slow(g.Feed, g.MaxAge):
			return nil, a.unreasoned()
		}
		tokens = append(tokens, g)
	}
	return tokens, nil
}

// feedOf is what names the feed of an asset, by its place among them, and ageOf what says how long an
// answer of it holds.
func feedOf(i int) string {
	return [...]string{"--quote-feed", "--base-feed", "venue.price_feeds"}[min(i, 2)]
}

func ageOf(i int) string {
	return [...]string{"--quote-feed-age", "--base-feed-age", "its age in venue.price_feeds"}[min(i, 2)]
}

func told(decimals, answer *rpc.Read[[]byte]) (d uint8, round bind.PriceFeedLatestRoundDataOutput, err error) {
	feed := bind.NewPriceFeed()
	raw, err := decimals.Value()
	if err != nil {
		return 0, round, err
	}
	if d, err = feed.UnpackDecimals(raw); err != nil {
		return 0, round, err
	}
	if raw, err = answer.Value(); err != nil {
		return 0, round, err
	}
	round, err = feed.UnpackLatestRoundData(raw)
	return d, round, err
}

// fresh refuses a feed whose answer is older than it may be, or not of the past: under such a
// grant nothing could be opened or sold.
//
// spec: safety §1.4 S-10
func fresh(t grant.Token, key string, updated *big.Int, now int64) error {
	age := new(big.Int).Sub(big.NewInt(now), updated)
	switch {
	case age.Sign() < 0:
		return fmt.Errorf("%w: the feed %s answered at unix second %s, which is %s s ahead of the chain: no contract takes such an answer; name another feed", ErrAsk, t.Feed, updated, age.Neg(age))
	case age.Cmp(big.NewInt(int64(t.MaxAge))) > 0:
		return fmt.Errorf("%w: the feed %s answered %s s ago, and an answer holds for %d s: while it is older nothing is opened and nothing sold. "+
			"Wait until it answers, name another feed, or, where its operator lets it answer that seldom, give %s with a --feed-age-reason", ErrAsk, t.Feed, age, t.MaxAge, key)
	}
	return nil
}

// astray is how far a feed may be from the market when it is chosen: a wrong one is off by
// far more.
const astray = 0.05

// plausible holds a feed's answer against what the markets say: a feed of another token
// would let the cage reckon with a price that is none.
func plausible(a *turn.Asset, answer *big.Int, decimals uint8) error {
	price, _ := new(big.Float).Quo(new(big.Float).SetInt(answer), big.NewFloat(math.Pow10(int(decimals)))).Float64()
	if math.Abs(price/a.Price-1) > astray {
		return fmt.Errorf("%w: the feed for %s says %.4f, the pool %.4f: is it the right one?", ErrAsk, a.Token.Symbol, price, a.Price)
	}
	return nil
}
