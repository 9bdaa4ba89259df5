package history

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/follow"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// Follower is a pool without a record, of the pair of a recorded market, which an arbitrageur
// keeps at that market's price. Its liquidity is over the whole range and never changes by
// itself.
type Follower struct {
	Of       int     // index of the market
	Protocol string  // follow.V2, follow.V3 or follow.V4
	Fee      uint32  // hundredths of a basis point: 100, 500, 3000 or 10000; 3000 of v2
	Value    float64 // of its liquidity at the opening, in whole quote tokens; half of it in each token
}

// mostValue bounds the value of a follower's liquidity.
const mostValue = 1e12

// Handle names a follower of a market: weth-usdc-30-v2.
func (f Follower) Handle(m Market) string {
	return deploy.Handle(m.Spec.Base().Symbol, m.Spec.QuoteToken().Symbol, f.Fee) + follow.Suffix(f.Protocol)
}

// Depth is what moves the price of a follower by 1 % as it opens, in whole quote tokens.
func (f Follower) Depth() float64 { return f.Value / 2 * (math.Sqrt(1.01) - 1) }

// followers checks the followers against the markets and each other.
func (c Config) followers() error {
	taken := map[string]bool{}
	for _, m := range c.Markets {
		taken[m.Spec.Handle()] = true
	}
	for i, f := range c.Followers {
		if f.Of < 0 || f.Of >= len(c.Markets) {
			return fmt.Errorf("follower %d follows market %d: there are %d", i, f.Of, len(c.Markets))
		}
		if err := follow.Check(f.Protocol, f.Fee); err != nil {
			return fmt.Errorf("follower %d: %w", i, err)
		}
		name := f.Handle(c.Markets[f.Of])
		if taken[name] {
			return fmt.Errorf("two markets are %s", name)
		}
		taken[name] = true
		if !(f.Value >= 1 && f.Value <= mostValue) {
			return fmt.Errorf("%s: liquidity of %g: want 1 to %g in quote tokens", name, f.Value, float64(mostValue))
		}
		if _, ok := c.route(c.Markets[f.Of].Spec.QuoteToken()); !ok {
			return fmt.Errorf("%s: no market leads from %s to %s, in which gas would be weighed", name,
				c.Markets[0].Spec.QuoteToken().Symbol, c.Markets[f.Of].Spec.QuoteToken().Symbol)
		}
	}
	return nil
}

// leg is a market through which a value is told in its other token.
type leg struct {
	market   int
	fromZero bool // from token0 to token1
}

// route is the shortest way by which a value in the first market's quote is told in a token:
// the markets in their order decide between two.
func (c Config) route(to Token) ([]leg, bool) {
	start := c.Markets[0].Spec.QuoteToken().Symbol
	ways, reached := map[string][]leg{start: nil}, []string{start}
	for i := 0; i < len(reached); i++ {
		for k, m := range c.Markets {
			for _, l := range []struct {
				from, to string
				leg      leg
			}{
				{m.Spec.Token0.Symbol, m.Spec.Token1.Symbol, leg{k, true}}, {m.Spec.Token1.Symbol, m.Spec.Token0.Symbol, leg{k, false}},
			} {
				if _, known := ways[l.to]; l.from == reached[i] && !known {
					ways[l.to] = append(slices.Clone(ways[l.from]), l.leg)
					reached = append(reached, l.to)
				}
			}
		}
	}
	way, ok := ways[to.Symbol]
	return way, ok
}

// through tells a value in another token, at the prices of the legs' markets.
func through(prices []*uint256.Int, legs []leg, value *big.Int) *big.Int {
	for _, l := range legs {
		value = uniswap.QuoteValue(prices[l.market], !l.fromZero, value)
	}
	return value
}

// coin is what wei are worth in quote units of the first market.
func (c Config) coin(price, wei *uint256.Int) *big.Int {
	s := c.Markets[0].Spec
	if s.Native.USD == 0 { // the coin is the base token
		units := new(big.Int).Mul(wei.ToBig(), tenTo(s.Base().Decimals))
		return uniswap.QuoteValue(price, s.Quote == 0, units.Quo(units, tenTo(18)))
	}
	nano := big.NewInt(int64(math.Round(s.Native.USD * 1e9)))
	units := nano.Mul(nano, wei.ToBig())
	units.Mul(units, tenTo(s.QuoteToken().Decimals))
	return units.Quo(units, tenTo(27))
}

// pool is a follower as it is deployed.
func (f Follower) pool(m Market, book deploy.Book) follow.Pool {
	price, s := Opening(m), m.Spec
	half := new(big.Float).Mul(big.NewFloat(f.Value/2), new(big.Float).SetInt(tenTo(s.QuoteToken().Decimals)))
	quote, _ := half.Int(nil)
	base := uniswap.QuoteValue(price, s.Quote == 1, quote) // the inverse way
	p := follow.Pool{
		Handle: f.Handle(m), Protocol: f.Protocol, Token0: book.Token(s.Token0.Symbol), Token1: book.Token(s.Token1.Symbol), Fee: f.Fee,
		SqrtPriceX96: price, Amount0: uint256.MustFromBig(quote), Amount1: uint256.MustFromBig(base),
	}
	if s.Quote == 1 {
		p.Amount0, p.Amount1 = p.Amount1, p.Amount0
	}
	return p
}

// exchange is a follower as the book has it.
func exchange(v *follow.Venue, s Spec) deploy.Exchange {
	return deploy.Exchange{
		Handle: v.Handle, Protocol: v.Protocol, Token0: s.Token0.Symbol, Token1: s.Token1.Symbol, Quote: s.Quote, Fee: v.Fee,
		Spacing: v.Spacing(), Address: v.At, ID: v.ID,
	}
}

// purse adds up so many times the liquidity of pools, by symbol.
func purse(book deploy.Book, pools []follow.Pool, times uint64) Purse {
	tokens := map[string]*uint256.Int{}
	add := func(at common.Address, amount *uint256.Int) {
		for _, t := range book.Tokens {
			if t.Address != at {
				continue
			}
			if tokens[t.Symbol] == nil {
				tokens[t.Symbol] = new(uint256.Int)
			}
			tokens[t.Symbol].Add(tokens[t.Symbol], new(uint256.Int).Mul(amount, uint256.NewInt(times)))
		}
	}
	for _, p := range pools {
		add(p.Token0, p.Amount0)
		add(p.Token1, p.Amount1)
	}
	return Purse{Native: new(uint256.Int).Lsh(uint256.NewInt(1), 80), Tokens: tokens}
}

// gather deploys the followers and settles their arbitrageur; nothing where there are none.
func (w *World) gather(ctx context.Context, c Config) error {
	if len(c.Followers) == 0 {
		return nil
	}
	var pools []follow.Pool
	for _, f := range c.Followers {
		pools = append(pools, f.pool(c.Markets[f.Of], w.book))
	}
	secret := c.Seed.Bytes("history/maker")
	maker, err := crypto.ToECDSA(secret[:])
	if err != nil {
		return err
	}
	if err := w.treasury.fund(ctx, addressOf(maker), purse(w.book, pools, 1)); err != nil {
		return err
	}
	venues, made, err := follow.Deploy(ctx, deploy.On(w.node), c.Artifacts, maker, w.book, pools)
	if err != nil {
		return err
	}
	w.book.Contracts = append(w.book.Contracts, made...)
	for i, v := range venues {
		w.book.Pools = append(w.book.Pools, exchange(v, c.Markets[c.Followers[i].Of].Spec))
	}
	w.arbitrageur, err = newArbitrageur(ctx, c, w, venues, c.stake(w.book, pools))
	return err
}

// stake is what the arbitrageur owns. A manipulator who holds a follower away sells it the same
// token block after block, so that it needs as much as the manipulator has.
func (c Config) stake(book deploy.Book, pools []follow.Pool) Purse {
	money := purse(book, pools, inventory)
	if len(c.Pulls) > 0 {
		for symbol := range money.Tokens { // the order does not matter: each is replaced
			money.Tokens[symbol] = new(uint256.Int).Lsh(uint256.NewInt(1), purseBits)
		}
	}
	return money
}
