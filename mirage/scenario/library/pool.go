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

// read reads the pool's state.
func (p pool) read(v view) (market, error) {
	switch p.protocol {
	case "v2":
		return p.readV2(v)
	case "v3":
		return p.readV3(v)
	}
	return p.readV4(v)
}

func (p pool) readV2(v view) (market, error) {
	pair := bind.NewUniswapV2Pair()
	r, err := ask(v, p.at, pair.PackGetReserves(), pair.UnpackGetReserves)
	if err != nil {
		return nil, err
	}
	if p.turned() {
		return product{token: r.Reserve1, usdc: r.Reserve0}, nil
	}
	return product{token: r.Reserve0, usdc: r.Reserve1}, nil
}

func (p pool) readV3(v view) (market, error) {
	c := bind.NewUniswapV3Pool()
	slot, err := ask(v, p.at, c.PackSlot0(), c.UnpackSlot0)
	if err != nil {
		return nil, err
	}
	liquidity, err := ask(v, p.at, c.PackLiquidity(), c.UnpackLiquidity)
	if err != nil {
		return nil, err
	}
	fee, err := ask(v, p.at, c.PackFee(), c.UnpackFee)
	if err != nil {
		return nil, err
	}
	spacing, err := ask(v, p.at, c.PackTickSpacing(), c.UnpackTickSpacing)
	if err != nil {
		return nil, err
	}
	return ticked{uniswap.Pool{
		SqrtPriceX96: word(slot.SqrtPriceX96), Tick: int32(slot.Tick.Int64()), Liquidity: word(liquidity),
		Fee: uint32(fee.Uint64()), TickSpacing: int32(spacing.Int64()), Ticks: bitmap{view: v, at: p.at},
	}, p.turned()}, nil
}

// readV4 takes the pool's own fee for the whole: the kit's manager takes none beside it.
func (p pool) readV4(v view) (market, error) {
	c, id := bind.NewV4StateView(), uniswap.PoolIDV4(p.key)
	slot, err := ask(v, p.at, c.PackGetSlot0(id), c.UnpackGetSlot0)
	if err != nil {
		return nil, err
	}
	liquidity, err := ask(v, p.at, c.PackGetLiquidity(id), c.UnpackGetLiquidity)
	if err != nil {
		return nil, err
	}
	return ticked{uniswap.Pool{
		SqrtPriceX96: word(slot.SqrtPriceX96), Tick: int32(slot.Tick.Int64()), Liquidity: word(liquidity),
		Fee: uint32(slot.LpFee.Uint64()), TickSpacing: int32(p.key.TickSpacing.Int64()), Ticks: bitmap{v, p.at, id},
	}, p.turned()}, nil
}

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
