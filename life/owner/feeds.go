package owner

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grant"
)

// tokens are what the account may hold, cash first, with the feeds that price them.
func (a Ask) tokens(ctx context.Context, client *rpc.Client, seen turn.Reading) ([]grant.Token, error) {
	tokens := []grant.Token{
		{Address: seen.Pool.Quote().Address, Feed: a.QuoteFeed, MaxAge: a.QuoteAge, Decimals: seen.Pool.Quote().Decimals},
		{Address: seen.Pool.Base().Address, Feed: a.BaseFeed, MaxAge: a.BaseAge, Decimals: seen.Pool.Base().Decimals},
	}
	if err := a.watched(ctx, client, seen.Block.Hash); err != nil {
		return nil, err
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
		d, round, err := told(decimals[i], answers[i])
		if err != nil {
			return nil, fmt.Errorf("%w: %s is no price feed: %w", ErrAsk, t.Feed, err)
		}
		if err := errors.Join(a.plausible(seen, i, round.Answer, d), fresh(*t, i, round.UpdatedAt, seen.Block.Time)); err != nil {
			return nil, err
		}
		t.Decimals += d
	}
	return tokens, nil
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
func fresh(t grant.Token, i int, updated *big.Int, now int64) error {
	flag := []string{"--quote-feed-age", "--base-feed-age"}[i]
	age := new(big.Int).Sub(big.NewInt(now), updated)
	switch {
	case age.Sign() < 0:
		return fmt.Errorf("%w: the feed %s answered at unix second %s, which is %s s ahead of the chain: no contract takes such an answer; name another feed", ErrAsk, t.Feed, updated, age.Neg(age))
	case age.Cmp(big.NewInt(int64(t.MaxAge))) > 0:
		return fmt.Errorf("%w: the feed %s answered %s s ago, and an answer holds for %d s: while it is older nothing is opened and nothing sold. "+
			"Wait until it answers, name another feed, or, where its operator lets it answer that seldom, give %s with a --feed-age-reason", ErrAsk, t.Feed, age, t.MaxAge, flag)
	}
	return nil
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
