package policycage_test

import (
	"fmt"
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/policycage"

	"github.com/ethereum/go-ethereum/common"
)

// through is a swap by Uniswap v2's router along tokens.
func through(amount *big.Int, by common.Address, path ...common.Address) []byte {
	return bind.NewUniswapV2Router02().PackSwapExactTokensForTokens(amount, new(big.Int), path, by, evmtest.Deadline())
}

// second is a lab whose router is one of Uniswap v2, which a reader alone makes of it.
func second(t testing.TB) *lab {
	return newLab(t, func(c *policycage.Config) {
		c.Assets, c.Readers[0].Reader = coins[:3], reads("UniswapV2")
		c.Selectors = append(c.Selectors, policycage.Selector{Target: router, Method: [4]byte(through(new(big.Int), vault))})
	})
}

// A third protocol is a reader and nothing else: the enforcer holds its swaps to the same rules.
func TestASwapOfAnotherProtocolIsHeldToTheSameRules(t *testing.T) {
	n := big.NewInt
	for name, c := range map[string]struct {
		data        []byte
		gives, gets int64
		want        policycage.Kind
		numbers     []int64
	}{
		"a swap":                  {through(n(100e6), vault, coins[0], coins[1]), 100e6, 98e6, "", nil},
		"over a hop":              {through(n(100e6), vault, coins[0], coins[2], coins[1]), 100e6, 98e6, "", nil},
		"a unit too much lost":    {through(n(100e6), vault, coins[0], coins[1]), 100e6, 98e6 - 1, "ValueLost", []int64{100e6, 98e6 - 1}},
		"a unit more given":       {through(n(100e6), vault, coins[0], coins[1]), 100e6 + 1, 100e6, "MovedMore", []int64{100e6 + 1, 100e6}},
		"to a stranger":           {through(n(100e6), nobody, coins[0], coins[1]), 0, 0, "DestinationNotAllowed", nil},
		"to the router":           {through(n(100e6), router, coins[0], coins[1]), 0, 0, "DestinationNotAllowed", nil},
		"over an unknown":         {through(n(100e6), vault, coins[0], coins[3], coins[1]), 0, 0, "AssetNotApproved", nil},
		"over an unknown, behind": {through(n(100e6), vault, coins[0], coins[2], coins[3], coins[1]), 0, 0, "AssetNotApproved", nil},
		"into an unknown":         {through(n(100e6), vault, coins[0], coins[3]), 0, 0, "AssetNotApproved", nil},
		"out of an unknown":       {through(n(100e6), vault, coins[3], coins[1]), 0, 0, "AssetNotApproved", nil},
		"of one token":            {through(n(100e6), vault, coins[0]), 0, 0, "MalformedCall", nil},
		"along nothing":           {through(n(100e6), vault), 0, 0, "MalformedCall", nil},
		"of nothing":              {through(n(0), vault, coins[0], coins[1]), 0, 0, "NothingToValidate", nil},
		"a word more":             {append(through(n(100e6), vault, coins[0], coins[1]), make([]byte, 32)...), 0, 0, "MalformedCall", nil},
		"another function":        {bind.NewUniswapV2Router02().PackSwapTokensForExactTokens(n(1), n(100e6), coins[:2], vault, n(1)), 0, 0, "SelectorNotAllowed", nil},
	} {
		l := second(t)
		l.judged(name, l.redeems(func() { l.gets(coins[0], -c.gives); l.gets(coins[1], c.gets) }, to(router, c.data)), c.want, c.numbers...)
	}
	// What its owner lists beside what it reads is refused by the reader, and so is a call of
	// the other generation.
	l := second(t)
	l.stops("a function of v3", l.redeems(nil, swaps(coins[0], coins[1], 1e6, vault)), "SelectorNotAllowed")
}

// On the real contracts: bought and sold again by Router02, under the same cage as Uniswap v3.
func TestUniswapV2IsTradedThroughTheCage(t *testing.T) {
	g := grant(t, func(s *stage, c *policycage.Config) {
		at := s.At("UniswapV2Router02")
		c.Protocols = append(c.Protocols, at)
		c.Readers = append(c.Readers, policycage.Binding{Target: at, Reader: reads("UniswapV2"), Deeds: policycage.Swaps})
		c.Selectors = append(c.Selectors, policycage.Selector{Target: at, Method: [4]byte(through(new(big.Int), at))})
	})
	at, own := g.At("UniswapV2Router02"), g.owner.Address
	before := g.balance(g.weth, own)
	gas := g.redeem(call(g.usdc, approve(at, usdc(100))), call(at, through(usdc(100), own, g.usdc, g.weth)))
	bought := new(big.Int).Sub(g.balance(g.weth, own), before)
	if bought.Cmp(milli(49)) < 0 || fmt.Sprint(g.spent()) != "100.000000" {
		t.Fatalf("%s WETH bought, %s spent", bought, g.spent())
	}
	g.stops("DestinationNotAllowed", call(at, through(usdc(1), g.stranger.Address, g.usdc, g.weth)))
	g.stops("SpendingLimitExceeded", call(g.usdc, approve(at, usdc(10_001))), call(at, through(usdc(10_001), own, g.usdc, g.weth)))
	g.redeem(call(g.weth, approve(at, bought)), call(at, through(bought, own, g.weth, g.usdc)))
	t.Logf("an enforced approval and swap by Uniswap v2: %d gas", gas)
}
