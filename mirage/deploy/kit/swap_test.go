package kit_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/mirage/deploy/kit"
)

// spec: mirage-testing §12.2 (V2: quote = x·y formula with 0.3 %)
func TestV2QuotesAndPaysTheProductFormulaWithItsFee(t *testing.T) {
	s := raise(t)
	in := ether(3)
	r := bind.NewUniswapV2Router02()
	path := []common.Address{s.book.Address("WETH9"), s.book.Address("USDC")}
	pair := ask(s, "UniswapV2Pair", bind.NewUniswapV2Pair().PackGetReserves(), bind.NewUniswapV2Pair().UnpackGetReserves)
	// in·997·y / (1000·x + in·997)
	fee := new(big.Int).Mul(in, big.NewInt(997))
	want := new(big.Int).Mul(fee, pair.Reserve0)
	want.Div(want, fee.Add(fee, new(big.Int).Mul(pair.Reserve1, big.NewInt(1000))))
	if quote := ask(s, "UniswapV2Router02", r.PackGetAmountsOut(in, path), r.UnpackGetAmountsOut); quote[1].Cmp(want) != 0 || want.Sign() <= 0 {
		t.Errorf("quoted %s, not %s", quote[1], want)
	}
	s.wrap(in)
	s.approve("WETH9", s.book.Address("UniswapV2Router02"))
	before := s.balance("USDC")
	s.send("UniswapV2Router02", r.PackSwapExactTokensForTokens(in, want, path, s.actor, never))
	if got := new(big.Int).Sub(s.balance("USDC"), before); got.Cmp(want) != 0 {
		t.Errorf("got %s, not %s", got, want)
	}
}

// spec: mirage-testing §12.2 (V3 pools 0.05/0.3/1 %: slot0 price)
func TestEveryV3AndV4PoolOpensAtTheKitsPriceWithLiquidity(t *testing.T) {
	s := raise(t)
	p := bind.NewUniswapV3Pool()
	for _, name := range []string{"UniswapV3Pool", "UniswapV3Pool3000", "UniswapV3Pool10000"} {
		slot := ask(s, name, p.PackSlot0(), p.UnpackSlot0)
		near(t, name, dollars(slot.SqrtPriceX96, true), kit.ETHPrice)
		if ask(s, name, p.PackLiquidity(), p.UnpackLiquidity).Sign() <= 0 {
			t.Errorf("%s is empty", name)
		}
	}
	v := bind.NewV4StateView()
	for _, key := range []bind.PoolKey{kit.PlainPool(s.book), kit.CountedPool(s.book)} {
		id := uniswap.PoolIDV4(key)
		slot := ask(s, "V4StateView", v.PackGetSlot0(id), v.UnpackGetSlot0)
		near(t, "v4", dollars(slot.SqrtPriceX96, false), kit.ETHPrice)
		if ask(s, "V4StateView", v.PackGetLiquidity(id), v.UnpackGetLiquidity).Sign() <= 0 {
			t.Error("a v4 pool is empty")
		}
	}
	id := uniswap.PoolIDV4(kit.TokenPool(s.book))
	near(t, "v4 of two tokens", dollars(ask(s, "V4StateView", v.PackGetSlot0(id), v.UnpackGetSlot0).SqrtPriceX96, true), kit.ETHPrice)
	if ask(s, "V4StateView", v.PackGetLiquidity(id), v.UnpackGetLiquidity).Sign() <= 0 {
		t.Error("the v4 pool of two tokens is empty")
	}
}

// dollars is the price of ETH that a pool stands at.
func dollars(sqrtPriceX96 *big.Int, usdcFirst bool) float64 {
	f, _ := new(big.Float).Quo(new(big.Float).SetInt(sqrtPriceX96), new(big.Float).SetInt(new(big.Int).Lsh(big.NewInt(1), 96))).Float64()
	if usdcFirst {
		return 1e12 / (f * f)
	}
	return f * f * 1e12
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if got < want*0.9999 || got > want*1.0001 {
		t.Errorf("%s stands at %f, not %f", what, got, want)
	}
}

// Commands of the Universal Router and actions of a v4 swap.
const (
	wrapETH, v2ExactIn, v3ExactIn, v4Swap = 0x0b, 0x08, 0x00, 0x10
	exactInSingle, settleAll, takeAll     = 0x06, 0x0c, 0x0f
	thisContract                          = 2 // an address that means the router itself
)

func args(t testing.TB, kinds ...string) abi.Arguments {
	t.Helper()
	var out abi.Arguments
	for _, k := range kinds {
		typ, err := abi.NewType(k, "", nil)
		check(t, err)
		out = append(out, abi.Argument{Type: typ})
	}
	return out
}

func pack(t testing.TB, kinds []string, values ...any) []byte {
	t.Helper()
	out, err := args(t, kinds...).Pack(values...)
	check(t, err)
	return out
}

// v4Sell is the router's command that sells ETH for USDC in a v4 pool.
func v4Sell(t testing.TB, key bind.PoolKey, in, least *big.Int) []byte {
	t.Helper()
	component := func(name, kind string) abi.ArgumentMarshaling { return abi.ArgumentMarshaling{Name: name, Type: kind} }
	typ, err := abi.NewType("tuple", "", []abi.ArgumentMarshaling{
		{Name: "poolKey", Type: "tuple", Components: []abi.ArgumentMarshaling{
			component("currency0", "address"), component("currency1", "address"), component("fee", "uint24"),
			component("tickSpacing", "int24"), component("hooks", "address"),
		}},
		component("zeroForOne", "bool"), component("amountIn", "uint128"), component("amountOutMinimum", "uint128"), component("hookData", "bytes"),
	})
	check(t, err)
	swap, err := abi.Arguments{{Type: typ}}.Pack(struct {
		PoolKey                    bind.PoolKey
		ZeroForOne                 bool
		AmountIn, AmountOutMinimum *big.Int
		HookData                   []byte
	}{key, true, in, least, []byte{}})
	check(t, err)
	two := []string{"address", "uint256"}
	return pack(t, []string{"bytes", "bytes[]"}, []byte{exactInSingle, settleAll, takeAll},
		[][]byte{swap, pack(t, two, key.Currency0, in), pack(t, two, key.Currency1, least)})
}

// quoteV4 is what the quoter says that selling ETH gives.
func (s stage) quoteV4(key bind.PoolKey, in *big.Int) *big.Int {
	s.t.Helper()
	q := bind.NewV4Quoter()
	return ask(s, "V4Quoter", q.PackQuoteExactInputSingle(bind.IV4QuoterQuoteExactSingleParams{
		PoolKey: key, ZeroForOne: true, ExactAmount: in, HookData: []byte{},
	}), q.UnpackQuoteExactInputSingle).AmountOut
}

// spec: mirage-testing §12.2 (V4 pool manager: swap through hook)
func TestAV4SwapPaysWhatTheQuoterSaysAndReachesTheHook(t *testing.T) {
	s := raise(t)
	counter := bind.NewSwapCounter()
	count := func(key bind.PoolKey) int64 {
		return ask(s, "SwapCounter", counter.PackSwaps(uniswap.PoolIDV4(key)), counter.UnpackSwaps).Int64()
	}
	for i, key := range []bind.PoolKey{kit.PlainPool(s.book), kit.CountedPool(s.book)} {
		want, before := s.quoteV4(key, ether(2)), s.balance("USDC")
		s.pay(s.book.Address("UniversalRouter"), ether(2),
			bind.NewUniversalRouter().PackExecute([]byte{v4Swap}, [][]byte{v4Sell(t, key, ether(2), want)}, never))
		if got := new(big.Int).Sub(s.balance("USDC"), before); got.Cmp(want) != 0 || want.Sign() <= 0 {
			t.Errorf("got %s, not %s", got, want)
		}
		if got := count(key); got != int64(i) {
			t.Errorf("the hook counted %d swaps of pool %d", got, i)
		}
	}
}

// spec: mirage-testing §12.2 (Universal Router: mixed-route swap)
func TestTheUniversalRouterSwapsThroughAllThreeVersionsAtOnce(t *testing.T) {
	s := raise(t)
	usdc, weth, key := s.book.Address("USDC"), s.book.Address("WETH9"), kit.PlainPool(s.book)
	in := ether(1)
	r := bind.NewUniswapV2Router02()
	v2 := ask(s, "UniswapV2Router02", r.PackGetAmountsOut(in, []common.Address{weth, usdc}), r.UnpackGetAmountsOut)[1]
	path := append(append(weth.Bytes(), 0, 0x0b, 0xb8), usdc[:]...) // 0.3 %
	q := bind.NewQuoterV2()
	v3 := ask(s, "QuoterV2", q.PackQuoteExactInput(path, in), q.UnpackQuoteExactInput).AmountOut
	v4 := s.quoteV4(key, in)

	swap := []string{"address", "uint256", "uint256"}
	router := common.BigToAddress(big.NewInt(thisContract))
	before := s.balance("USDC")
	s.pay(s.book.Address("UniversalRouter"), ether(3), bind.NewUniversalRouter().PackExecute(
		[]byte{wrapETH, v2ExactIn, v3ExactIn, v4Swap}, [][]byte{
			pack(t, []string{"address", "uint256"}, router, ether(2)),
			pack(t, append(swap, "address[]", "bool"), s.actor, in, v2, []common.Address{weth, usdc}, false),
			pack(t, append(swap, "bytes", "bool"), s.actor, in, v3, path, false),
			v4Sell(t, key, in, v4),
		}, never))
	want := new(big.Int).Add(v2, new(big.Int).Add(v3, v4))
	if got := new(big.Int).Sub(s.balance("USDC"), before); got.Cmp(want) != 0 || v2.Sign()*v3.Sign()*v4.Sign() <= 0 {
		t.Errorf("got %s, not %s + %s + %s", got, v2, v3, v4)
	}
}
