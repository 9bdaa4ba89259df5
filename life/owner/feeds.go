package owner

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
)

// tokens are what the account may hold, cash first, with the feeds that price them.
func (a Ask) tokens(ctx context.Context, client *rpc.Client, seen turn.Reading) ([]caveat.Token, error) {
	tokens := []caveat.Token{
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
