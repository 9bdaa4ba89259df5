package uniswapv3

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/internal/money"
)

// A pool whose base is worth next to nothing does not make gas free.
func TestANativeCoinWorthNothingIsAnError(t *testing.T) {
	c := Reader{pool: &uniswap.Loader{}}
	c.pair.Token0.Decimals, c.pair.Token1.Decimals = 18, 18
	c.pair.Token0.Address, c.pair.Quote = common.Address{1}, common.Address{2}
	for _, f := range []struct {
		shift uint // of a price of 1
		named money.USDC
		want  money.USDC
	}{{0, 0, money.One}, {9, 0, 3}, {12, 0, 0}, {12, 7, 7}, {12, 1, 1}} {
		c.at.NativePrice = f.named
		var r turn.Reading
		err := c.describe(&r, &uniswap.Pool{SqrtPriceX96: *new(uint256.Int).Lsh(uint256.NewInt(1), 96-f.shift)})
		if r.NativePrice != f.want || (err == nil) != (f.want > 0) {
			t.Errorf("price 2^-%d, named %d: %d (%v), want %d", 2*f.shift, f.named, r.NativePrice, err, f.want)
		}
	}
}

// The coin that gas is paid in costs the same whichever of the pool's tokens is the dollar.
// 10^18 at 2^-28 units a unit are 5^18 / 2^10, which is 3,725,290,298.46 micro-dollars.
func TestAWholeCoinIsPricedByTheDecimalsOfEachToken(t *testing.T) {
	base, quote := turn.Token{Address: common.Address{1}, Decimals: 18}, turn.Token{Address: common.Address{2}, Decimals: 6}
	for _, c := range []struct {
		token0, token1 turn.Token
		shift          uint
	}{{base, quote, 96 - 14}, {quote, base, 96 + 14}} {
		eyes := &Reader{pair: protocol.Pair{Token0: c.token0, Token1: c.token1, Quote: quote.Address}}
		if got := eyes.wholeBase(new(uint256.Int).Lsh(uint256.NewInt(1), c.shift)); got != 3_725_290_298 {
			t.Errorf("the quote token is token0 %v: %d", c.token0 == quote, got)
		}
	}
}
