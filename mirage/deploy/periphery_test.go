package deploy_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/deploy"
)

// The router, the quoter and the factory meet at the pool's address, which each
// computes by itself.
func TestRouterPaysWhatTheQuoterSaid(t *testing.T) {
	s := raise(t)
	s.must(deploy.Steps{}.Mint(someLiquidity))
	usdc, weth, router := s.book.Address("USDC"), s.book.Address("WETH9"), s.book.Address("SwapRouter")
	in, none := big.NewInt(1_000_000_000), new(big.Int)
	q := bind.NewQuoterV2()
	quote := view(t, s.node, s.book.Address("QuoterV2"), q.PackQuoteExactInputSingle(bind.IQuoterV2QuoteExactInputSingleParams{
		TokenIn: usdc, TokenOut: weth, AmountIn: in, Fee: big.NewInt(500), SqrtPriceLimitX96: none,
	}), q.UnpackQuoteExactInputSingle)
	before := balanceOf(t, s.node, weth, addressOf(golem))
	for _, c := range []struct {
		to   common.Address
		data []byte
	}{
		{usdc, bind.NewERC20().PackApprove(router, in)},
		{router, bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
			TokenIn: usdc, TokenOut: weth, Fee: big.NewInt(500), Recipient: addressOf(golem), Deadline: big.NewInt(1 << 40),
			AmountIn: in, AmountOutMinimum: quote.AmountOut, SqrtPriceLimitX96: none,
		})},
	} {
		works(t, s.node, golem, c.to, c.data)
	}
	got := new(big.Int).Sub(balanceOf(t, s.node, weth, addressOf(golem)), before)
	if got.Cmp(quote.AmountOut) != 0 || got.Sign() <= 0 {
		t.Fatalf("got %s, quoted %s", got, quote.AmountOut)
	}
	if s.price().ToBig().Cmp(quote.SqrtPriceX96After) != 0 {
		t.Fatalf("the price is %s, quoted %s", s.price(), quote.SqrtPriceX96After)
	}
}

func TestTickLensSeesTheMarketsRange(t *testing.T) {
	s := raise(t)
	s.must(deploy.Steps{}.Mint(someLiquidity))
	lens := bind.NewTickLens()
	upper := int64(887270) // the widest range at spacing 10
	ticks := view(t, s.node, s.book.Address("TickLens"),
		lens.PackGetPopulatedTicksInWord(s.book.Address("UniswapV3Pool"), int16(upper/10>>8)), lens.UnpackGetPopulatedTicksInWord)
	if len(ticks) != 1 || ticks[0].Tick.Int64() != upper || ticks[0].LiquidityGross.Cmp(someLiquidity.ToBig()) != 0 {
		t.Fatalf("%+v", ticks)
	}
}

func TestMulticallReadsManyAtOnce(t *testing.T) {
	s := raise(t)
	m, erc := bind.NewMulticall3(), bind.NewERC20()
	calls := []bind.IMulticall3Call3{
		{Target: s.book.Address("USDC"), CallData: erc.PackBalanceOf(addressOf(golem))},
		{Target: s.book.Address("USDC"), AllowFailure: true, CallData: []byte{1, 2, 3, 4}},
		{Target: s.book.Address("WETH9"), CallData: erc.PackDecimals()},
	}
	results := view(t, s.node, s.book.Address("Multicall3"), m.PackAggregate3(calls), m.UnpackAggregate3)
	if len(results) != 3 || !results[0].Success || results[1].Success || !results[2].Success {
		t.Fatalf("%+v", results)
	}
	if usdc := new(big.Int).SetBytes(results[0].ReturnData); usdc.Int64() != 5_000_000_000 {
		t.Fatalf("%s USDC", usdc)
	}
}
