package conformance

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/uniswap"

	"github.com/holiman/uint256"
)

// Everything a position is said to be worth, against what minting takes and what
// decreasing and collecting pay in mined transactions.
func TestPositionsPayWhatOurMathematicsSays(t *testing.T) {
	m := newMarket(t, "positions", 10)
	abi := bind.NewNonfungiblePositionManager()
	below, inside, above, earning := 0, 0, 0, 0
	rounds := many(25)
	for range rounds {
		lower, upper := m.randomRange()
		id := m.mint(lower, upper)
		for range 4 { // let the position earn, in both tokens
			m.must(m.Router, m.routerCall(m.randomSwap(true)))
		}
		switch tick := m.pool().Tick; {
		case tick < lower:
			below++
		case tick >= upper:
			above++
		default:
			inside++
		}
		owed0, owed1 := m.decrease(id, 1+m.rng.Uint64N(99))
		if owed0.Sign() > 0 || owed1.Sign() > 0 {
			earning++
		}
		m.decrease(id, 100)
		m.must(m.Positions, abi.PackBurn(id)) // only an empty position burns
		if t.Failed() {
			return
		}
	}
	t.Logf("%d positions: %d ended below their range, %d inside, %d above; %d earned fees", rounds, below, inside, above, earning)
	if inside < rounds/5 || below+above < rounds/5 || earning < rounds/3 {
		t.Error("the positions are too alike to test the mathematics")
	}
}

// mint adds a position and holds its liquidity and cost to the contract's event.
func (m *market) mint(lower, upper int32) *big.Int {
	m.t.Helper()
	usdc, weth := m.randomAmounts()
	p := m.pool()
	want, err := uniswap.LiquidityForAmounts(&p.SqrtPriceX96, lower, upper, usdc, weth)
	if err != nil {
		m.t.Fatal(err)
	}
	cost0, cost1, err := uniswap.AmountsForLiquidity(&p.SqrtPriceX96, lower, upper, &want, uniswap.Up)
	if err != nil {
		m.t.Fatal(err)
	}
	call := m.MintCall(lower, upper, usdc, weth)
	o := m.simulate(m.Positions, call)
	r := m.must(m.Positions, call)
	sameReceipt(m.t, o.Calls[0], r)
	got := event(m, r, bind.NewNonfungiblePositionManager().UnpackIncreaseLiquidityEvent)
	equal(m.t, "liquidity minted", &want, got.Liquidity)
	equal(m.t, "USDC asked for", &cost0, got.Amount0)
	equal(m.t, "WETH asked for", &cost1, got.Amount1)
	return got.TokenId
}

// decrease takes percent of a position out and collects it, and holds principal
// and fees to the contract's events. It returns the fees.
func (m *market) decrease(id *big.Int, percent uint64) (fees0, fees1 *big.Int) {
	m.t.Helper()
	abi := bind.NewNonfungiblePositionManager()
	before := ask(m, m.Positions, abi.PackPositions(id), abi.UnpackPositions)
	lower, upper, whole := int32(before.TickLower.Int64()), int32(before.TickUpper.Int64()), uint256.MustFromBig(before.Liquidity)
	p := m.pool()
	part := new(uint256.Int).Mul(whole, uint256.NewInt(percent))
	part.Div(part, uint256.NewInt(100))
	want0, want1, err := uniswap.AmountsForLiquidity(&p.SqrtPriceX96, lower, upper, part, uniswap.Down)
	if err != nil {
		m.t.Fatal(err)
	}
	b := m.client.At(m.head().Hash)
	low, high := m.loader.AddTicks(b, lower, upper)
	if err := b.Do(m.t.Context()); err != nil {
		m.t.Fatal(err)
	}
	growth, err := m.loader.Inside(p, lower, upper, low, high)
	if err != nil {
		m.t.Fatal(err)
	}
	last := uniswap.Growth{Token0: *uint256.MustFromBig(before.FeeGrowthInside0LastX128), Token1: *uint256.MustFromBig(before.FeeGrowthInside1LastX128)}
	owed0, owed1, err := uniswap.FeesOwed(whole, growth, last)
	if err != nil {
		m.t.Fatal(err)
	}

	paid := event(m, m.must(m.Positions, abi.PackDecreaseLiquidity(bind.INonfungiblePositionManagerDecreaseLiquidityParams{
		TokenId:   id,
		Liquidity: part.ToBig(), Amount0Min: new(big.Int), Amount1Min: new(big.Int), Deadline: evmtest.Deadline(),
	})), abi.UnpackDecreaseLiquidityEvent)
	equal(m.t, "USDC paid", &want0, paid.Amount0)
	equal(m.t, "WETH paid", &want1, paid.Amount1)

	want0.Add(&want0, uint256.MustFromBig(before.TokensOwed0)) // and what waited already
	want1.Add(&want1, uint256.MustFromBig(before.TokensOwed1))
	had0, had1 := m.balance(m.USDC), m.balance(m.WETH)
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))
	collected := event(m, m.must(m.Positions, abi.PackCollect(bind.INonfungiblePositionManagerCollectParams{
		TokenId:   id,
		Recipient: m.Account, Amount0Max: most, Amount1Max: most,
	})), abi.UnpackCollectEvent)
	equal(m.t, "USDC collected", want0.Add(&want0, &owed0), collected.Amount0)
	equal(m.t, "WETH collected", want1.Add(&want1, &owed1), collected.Amount1)
	equal(m.t, "USDC in the wallet", &want0, new(big.Int).Sub(m.balance(m.USDC), had0))
	equal(m.t, "WETH in the wallet", &want1, new(big.Int).Sub(m.balance(m.WETH), had1))
	return owed0.ToBig(), owed1.ToBig()
}
