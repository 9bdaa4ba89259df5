package library

import (
	"math/big"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/deploy/kit"

	"github.com/ethereum/go-ethereum/common"
)

// pool is a pool of a token and USDC, and how one reads it and trades in it.
type pool struct {
	name, protocol string
	token          common.Address // zero: ether
	decimals       int64          // of the token
	at             common.Address // the pair or the pool; of v4 the state view
	key            bind.PoolKey   // of v4; of v3 its fee alone
	router         common.Address
	puller         common.Address // takes what a trader pays, by an allowance in Permit2 for v4
	usdc           common.Address
}

// eth are the seeded pools of ETH and USDC (spec: mirage-testing §12.3).
func eth(b deploy.Book) []pool {
	var out []pool
	add := func(name, protocol string, at common.Address, key bind.PoolKey) {
		out = append(out, newPool(b, name, protocol, b.Address("WETH9"), 18, at, key))
	}
	add("v2", "v2", b.Address("UniswapV2Pair"), bind.PoolKey{})
	for _, p := range []struct {
		name, contract string
		fee            int64
	}{{"v3 0.05 %", "UniswapV3Pool", int64(b.Fee)}, {"v3 0.3 %", "UniswapV3Pool3000", 3000}, {"v3 1 %", "UniswapV3Pool10000", 10000}} {
		add(p.name, "v3", b.Address(p.contract), bind.PoolKey{Fee: big.NewInt(p.fee)})
	}
	for _, p := range []struct {
		name string
		key  bind.PoolKey
	}{{"v4 plain", kit.PlainPool(b)}, {"v4 with SwapCounter", kit.CountedPool(b)}, {"v4 of two tokens", kit.TokenPool(b)}} {
		add(p.name, "v4", b.Address("V4StateView"), p.key)
	}
	return out
}

func newPool(b deploy.Book, name, protocol string, token common.Address, decimals int64, at common.Address, key bind.PoolKey) pool {
	p := pool{name: name, protocol: protocol, token: token, decimals: decimals, at: at, key: key, usdc: b.Address("USDC")}
	switch protocol {
	case "v2":
		p.router = b.Address("UniswapV2Router02")
	case "v3":
		p.router = b.Address("SwapRouter")
	case "v4":
		p.router = b.Address("UniversalRouter")
		if key.Currency0 == (common.Address{}) {
			p.token = common.Address{}
		}
	}
	p.puller = p.router
	if protocol == "v4" {
		p.puller = permit2.Address
	}
	return p
}

// turned tells that USDC is token0.
func (p pool) turned() bool { return p.usdc.Cmp(p.token) < 0 }

// swap encodes a trade of an exact amount, of the token if sells and else of USDC. wei is
// what the call carries.
func (p pool) swap(who common.Address, sells bool, amount *big.Int) (data []byte, wei *big.Int, err error) {
	in, out := p.usdc, p.token
	if sells {
		in, out = out, in
	}
	if in == (common.Address{}) {
		wei = amount
	}
	switch p.protocol {
	case "v2":
		data = uniswap.SellCallV2(in, out, who, amount, new(big.Int), until)
	case "v3":
		data, err = p.swapV3(in, out, who, amount)
	case "v4":
		data, err = uniswap.SellCallV4(p.key, sells != p.turned(), amount, new(big.Int), until)
	}
	return data, wei, err
}

func (p pool) swapV3(in, out, who common.Address, amount *big.Int) ([]byte, error) {
	return bind.NewSwapRouter().TryPackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
		TokenIn: in, TokenOut: out, Fee: p.key.Fee, Recipient: who, Deadline: until,
		AmountIn: amount, AmountOutMinimum: new(big.Int), SqrtPriceLimitX96: new(big.Int),
	})
}

// dollars writes a price for people: whole USDC for a whole token, at least six digits.
func (p pool) dollars(price *big.Rat) string {
	scale := new(big.Rat).SetFrac(tenTo(p.decimals), tenTo(6))
	return scale.Mul(scale, price).FloatString(6)
}
