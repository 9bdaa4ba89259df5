package chain

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/world/price"
	"bardo.run/bardo/internal/money"
)

// coined is a reading of a pool of two tokens at a square-root price.
func coined(zero, one turn.Token, inverse bool, sqrt *uint256.Int) turn.Reading {
	p := turntest.Pool{Address: pool, Token0: zero, Token1: one, QuoteIsZero: inverse, FeePips: 500, SqrtPriceX96: *sqrt, Liquidity: *new(uint256.Int).Lsh(uint256.NewInt(1), 100)}
	r := p.Seen(new(uint256.Int), new(uint256.Int))
	for i := range r.Assets {
		r.Assets[i] = turn.Asset{Token: r.Assets[i].Token}
	}
	price.Value(&r, price.Spread)
	return r
}

// A pool whose base is worth next to nothing does not make gas free.
func TestANativeCoinWorthNothingIsAnError(t *testing.T) {
	base, quote := turn.Token{Address: common.Address{1}, Symbol: "B", Decimals: 18}, turn.Token{Address: common.Address{2}, Symbol: "Q", Decimals: 18}
	for _, f := range []struct {
		shift uint // of a price of 1
		named money.USDC
		want  money.USDC
	}{{0, 0, money.One}, {9, 0, 3}, {12, 0, 0}, {12, 7, 7}, {12, 1, 1}} {
		r := coined(base, quote, false, new(uint256.Int).Lsh(uint256.NewInt(1), 96-f.shift))
		err := nativePrice{f.named, base.Address}.of(&r)
		if r.NativePrice != f.want || (err == nil) != (f.want > 0) {
			t.Errorf("price 2^-%d, named %d: %d (%v), want %d", 2*f.shift, f.named, r.NativePrice, err, f.want)
		}
		if err == nil && r.NativeUSD != float64(f.want)/1e6 {
			t.Errorf("price 2^-%d, named %d: %g dollars", 2*f.shift, f.named, r.NativeUSD)
		}
	}
}

// The coin that gas is paid in costs the same whichever of the pool's tokens is the dollar.
// 10^18 at 2^-28 units a unit are 5^18 / 2^10, which is 3,725,290,298.46 micro-dollars.
func TestAWholeCoinIsPricedByTheDecimalsOfEachToken(t *testing.T) {
	base, quote := turn.Token{Address: common.Address{1}, Symbol: "B", Decimals: 18}, turn.Token{Address: common.Address{2}, Symbol: "Q", Decimals: 6}
	for _, c := range []struct {
		token0, token1 turn.Token
		shift          uint
	}{{base, quote, 96 - 14}, {quote, base, 96 + 14}} {
		r := coined(c.token0, c.token1, c.token0 == quote, new(uint256.Int).Lsh(uint256.NewInt(1), c.shift))
		if err := (nativePrice{0, base.Address}).of(&r); err != nil || r.NativePrice != 3_725_290_298 {
			t.Errorf("the quote token is token0 %v: %d, %v", c.token0 == quote, r.NativePrice, err)
		}
	}
}

// What is worth a whole number of micro-dollars is told as that, though no rate has all digits
// of it: 2^128 / 4e8 is none.
func TestACoinOfEvenDollarsIsNotWorthAUnitLess(t *testing.T) {
	base, quote := turn.Token{Address: common.Address{1}, Symbol: "B", Decimals: 18}, turn.Token{Address: common.Address{2}, Symbol: "Q", Decimals: 6}
	for _, root := range []int64{20_000, 10_000, 100_000, 25_000} { // prices of 1e12 / root²
		r := coined(quote, base, true, uint256.MustFromBig(new(big.Int).Lsh(big.NewInt(root), 96)))
		if err := (nativePrice{0, base.Address}).of(&r); err != nil || int64(r.NativePrice) != 1_000_000_000_000_000_000/(root*root) {
			t.Errorf("root %d: %d, %v", root, r.NativePrice, err)
		}
	}
}

// A coin that nothing prices does not open: gas would be taken for another token's price.
func TestACoinThatNothingPricesDoesNotOpen(t *testing.T) {
	other := common.Address{19: 0x99}
	for name, c := range map[string]struct {
		edit func(*Config)
		want money.USDC // 0: it does not open
		says string
	}{
		"the base of the first market": {func(*Config) {}, 2_500 * money.One, ""},
		"the wrapped coin by its name": {func(c *Config) { c.Coin = weth }, 2_500 * money.One, ""},
		"the quote token":              {func(c *Config) { c.Coin = usdc }, money.One, ""},
		"a price":                      {func(c *Config) { c.NativePrice = 7 }, 7, ""},
		"a price, and another coin":    {func(c *Config) { c.NativePrice, c.Coin = 7, other }, 7, ""},
		"a coin that nobody trades":    {func(c *Config) { c.Coin = other }, 0, "no market trades the chain's coin as the token " + other.Hex()},
	} {
		p := newStall(t)
		config := plainConfig()
		c.edit(&config)
		eyes, err := Open(t.Context(), p.client(), config)
		if c.want == 0 {
			if eyes != nil || err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		check(t, err)
		if r := observed(t, eyes); r.NativePrice != c.want {
			t.Errorf("%s: %s, want %s", name, r.NativePrice, c.want)
		}
	}
}
