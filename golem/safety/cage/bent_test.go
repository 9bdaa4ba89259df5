package cage

import (
	"math"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/golem/world/price"
	"bardo.run/bardo/internal/money"
)

// bentPair is a reading of an account that has 20,000 USDC and a third of a thin pair of 25,000 USDC and 10
// WETH, whose reserves are bent by a factor each, beside a deep market and a feed that say 2,500.
func bentPair(block, bent uint64) turn.Reading {
	usdc := turn.Token{Address: common.Address{1}, Symbol: "USDC", Decimals: 6}
	weth := turn.Token{Address: common.Address{2}, Symbol: "WETH", Decimals: 18}
	p := uniswap.Pair{Reserve0: *uint256.NewInt(25_000e6 * bent), Reserve1: *uint256.NewInt(10e18 / bent)}
	deep := turn.Market{Handle: "weth-usdc-5", Protocol: "uniswap-v3", Base: weth, Quote: usdc, Price: 2_500, Depth: *uint256.NewInt(10_000_000e6)}
	deep.Rate.SetFromBig(new(big.Int).Quo(new(big.Int).Lsh(big.NewInt(2_500e6), 128), big.NewInt(1e18)))
	thin := turn.Market{Handle: "weth-usdc-30-v2", Protocol: "uniswap-v2", Base: weth, Quote: usdc, Rate: p.Rate(true), Price: 2_500 * float64(bent*bent)}
	thin.Depth.Mul(&p.Reserve0, uint256.NewInt(2))
	thin.Range = &turn.Range{Spacing: uniswap.MaxTick, SqrtPriceX96: p.SqrtPriceX96(), Liquidity: p.Liquidity(), Inverse: true, Whole: true}
	third := func(v uint256.Int) uint256.Int { return *new(uint256.Int).Div(&v, uint256.NewInt(3)) }
	time := 10_000 + int64(block)*12 //nolint:gosec // small
	r := turn.Reading{
		Block: turn.Block{Number: block, Time: time}, Markets: []turn.Market{deep, thin},
		Assets: []turn.Asset{{Token: usdc, Units: *uint256.NewInt(20_000e6)}, {Token: weth, Feed: &turn.Feed{Price: 2_500, Updated: time, Holds: 3600, Answer: *uint256.NewInt(2_500e8), Decimals: 8}}},
		Positions: []turn.Position{{
			ID: "1", Market: thin.Handle, Lower: uniswap.MinTick, Upper: uniswap.MaxTick, Liquidity: third(p.Liquidity()),
			Base: third(p.Reserve1), Quote: third(p.Reserve0), Shares: *uint256.NewInt(1),
		}},
	}
	price.Value(&r, price.Spread)
	return r
}

// Whoever bends a thin listed market in which the account has liquidity changes nothing of what limits are
// shares of: whoever values a position asks what it would be where its market stood at the assets' prices.
//
// spec: heartbeat §3, safety §5
func TestABentThinMarketMovesNoLimit(t *testing.T) {
	var seen turn.Positions
	buys := Case{Action: grammar.Action{Kind: grammar.Swap, Market: "weth-usdc-5", AmountIn: uint256.NewInt(9_500e6)}}
	limits := Policy{MaxPosition: 2_500, MaxConcentration: 10_000, MaxAssets: 9}
	for n := uint64(1); n <= 8; n++ {
		r := bentPair(n, map[bool]uint64{true: 10, false: 1}[n >= 4])
		seen.Take(r)
		book, ok := newBook(r)
		prices, known := loss.Latest(r)
		if !ok || !known || r.Doubtful() {
			t.Fatalf("block %d: priced %v and %v; %s in doubt", n, ok, known, r.Unsure())
		}
		const worth = 36_666.666
		for who, says := range map[string]float64{
			"the reading": r.Equity(), "the cage": float64(book.equity().Int64()) / 1e6, "the loss limits": float64(prices.Equity(r)) / float64(money.One), "the peak": seen.Peak,
		} {
			if math.Abs(says-worth) > 0.01 {
				t.Errorf("block %d: %s has %.3f, want %.3f", n, who, says, worth)
			}
		}
		weth, usdc := r.Assets[1].Token.Address, r.Numeraire().Address
		buys.Seen, buys.Action.TokenIn, buys.Action.TokenOut = r, usdc, weth
		got := turn.Simulation{Success: true, Value: 9_500 * money.One, Deltas: []turn.Delta{{Token: usdc, Out: true, Units: *uint256.NewInt(9_500e6)}, {Token: weth, Units: *uint256.NewInt(3.8e18)}}}
		if refused := limits.sized(buys, got); refused == nil {
			t.Errorf("block %d: more than a quarter of the account is bought", n)
		}
	}
}
