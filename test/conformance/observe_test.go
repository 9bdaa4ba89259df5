package conformance

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"
)

// The reading a Golem decides on, against the contracts' own views of the same
// block, also where positions come, change and go between two readings.
func TestAReadingIsWhatTheContractsSay(t *testing.T) {
	m := newMarket(t, "observe", 8)
	waiting := 0
	for _, quote := range []common.Address{m.USDC, m.WETH} {
		eyes := m.eyes(quote)
		for range many(8) {
			m.change()
			r, err := eyes.Observe(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			m.checkMarket(r, quote)
			m.checkWallet(r, quote)
			waiting += m.checkPositions(r)
			g, err := eyes.Glance(t.Context())
			if err != nil || g.Block != r.Block || g.Tick != r.Primary().Range.Tick || g.Price != r.Primary().Price || g.GasPrice != r.GasPrice {
				t.Errorf("glance %+v (%v) of reading %+v", g, err, r)
			}
			if t.Failed() {
				return
			}
		}
	}
	if waiting == 0 {
		t.Error("no position was read with tokens that wait to be collected")
	}
}

// spec: heartbeat §3 step 8: a reading says what the chain has now at the height of
// the one before, so that a reorg between two ticks is seen.
func TestAReadingShowsABlockThatWasReplaced(t *testing.T) {
	m := newMarket(t, "reorg", 1)
	eyes := m.eyes(m.USDC)
	look := func() turn.Reading {
		r, err := eyes.Observe(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	first := look()
	m.Mine()
	back := m.Snapshot()
	m.Mine()
	second := look()
	if first.Before != (turn.Block{}) || second.Before != first.Block {
		t.Errorf("before %+v and %+v, want nothing and %+v", first.Before, second.Before, first.Block)
	}
	back()
	if r := look(); r.Block.Number >= second.Block.Number || r.Before != (turn.Block{}) {
		t.Errorf("an endpoint that lags: %+v before %+v", r.Before, r.Block)
	}
	m.Mine()
	m.Mine()
	third := look()
	if third.Before.Number != second.Block.Number || third.Before.Hash == second.Block.Hash {
		t.Errorf("the replaced block %+v reads %+v", second.Block, third.Before)
	}
	m.Mine()
	if r := look(); r.Before != third.Block {
		t.Errorf("before %+v, want %+v", r.Before, third.Block)
	}
}

func (m *market) eyes(quote common.Address) *chain.Chain {
	m.t.Helper()
	eyes, err := chain.Open(m.t.Context(), m.client, configOf(m.Account, quote, venueOf(m.Market)))
	if err != nil {
		m.t.Fatal(err)
	}
	return eyes
}

// change trades and moves positions as an agent would between two looks.
func (m *market) change() {
	m.t.Helper()
	m.must(m.Router, m.routerCall(m.randomSwap(true)))
	m.must(m.Router, m.routerCall(m.randomSwap(true)))
	abi := bind.NewNonfungiblePositionManager()
	count := ask(m, m.Positions, abi.PackBalanceOf(m.Account), abi.UnpackBalanceOf)
	some := big.NewInt(1 + m.rng.Int64N(count.Int64()-1))
	id := ask(m, m.Positions, abi.PackTokenOfOwnerByIndex(m.Account, some), abi.UnpackTokenOfOwnerByIndex)
	switch m.rng.IntN(4) {
	case 0:
		m.mint(m.randomRange())
	case 1:
		m.decrease(id, 30)
	case 2:
		m.decrease(id, 100)
		m.must(m.Positions, abi.PackBurn(id))
	case 3: // what is taken out waits in the contract
		half := ask(m, m.Positions, abi.PackPositions(id), abi.UnpackPositions).Liquidity
		m.must(m.Positions, abi.PackDecreaseLiquidity(bind.INonfungiblePositionManagerDecreaseLiquidityParams{
			TokenId:   id,
			Liquidity: half.Rsh(half, 1), Amount0Min: new(big.Int), Amount1Min: new(big.Int), Deadline: evmtest.Deadline(),
		}))
	}
	m.must(m.Router, m.routerCall(m.randomSwap(true))) // so that fees are owed again
}

func (m *market) checkMarket(r turn.Reading, quote common.Address) {
	m.t.Helper()
	head := m.head()
	if r.Block != (turn.Block{Number: head.Number, Hash: head.Hash, Time: int64(head.Time)}) {
		m.t.Errorf("reading of block %+v, the head is %+v", r.Block, head)
	}
	abi, p := bind.NewUniswapV3Pool(), r.Primary()
	slot0 := ask(m, m.Pool, abi.PackSlot0(), abi.UnpackSlot0)
	equal(m.t, "price", &p.Range.SqrtPriceX96, slot0.SqrtPriceX96)
	equal(m.t, "liquidity", &p.Range.Liquidity, ask(m, m.Pool, abi.PackLiquidity(), abi.UnpackLiquidity))
	handle, base, money := onV3, turn.Token{Address: m.WETH, Symbol: "WETH", Decimals: 18}, turn.Token{Address: m.USDC, Symbol: "USDC", Decimals: 6}
	if quote == m.WETH {
		handle, base, money = "usdc-weth-5", money, base
	}
	if zero, one := p.Ordered(); int64(p.Range.Tick) != slot0.Tick.Int64() || p.BaseFee != 500 || p.QuoteFee != 500 || p.Range.Spacing != spacing || p.Address != m.Pool ||
		p.Range.Inverse != (quote == m.USDC) || p.Base != base || p.Quote != money || zero.Address != m.USDC || one.Address != m.WETH ||
		p.Handle != handle || p.Protocol != uniswapv3.Name || len(r.Markets) != 1 {
		m.t.Errorf("market %+v, slot0 %+v", p, slot0)
	}
	// Raw quote units for one raw base unit, in 128 bits behind the point.
	square := new(big.Int).Mul(slot0.SqrtPriceX96, slot0.SqrtPriceX96)
	rate := new(big.Int).Rsh(square, 192-128)
	if quote == m.USDC {
		rate.Quo(new(big.Int).Lsh(big.NewInt(1), 192+128), square)
	}
	equal(m.t, "rate", &p.Rate, rate)
	equal(m.t, "rate of the asset", &r.Assets[1].Rate, rate)
	equal(m.t, "rate of the numeraire", &r.Assets[0].Rate, new(big.Int).Lsh(big.NewInt(1), 128))
	// token1 per token0 in raw units is (√P/2^96)²; 10^12 is between the decimals.
	exact := new(big.Rat).SetFrac(new(big.Int).Mul(slot0.SqrtPriceX96, slot0.SqrtPriceX96), new(big.Int).Lsh(big.NewInt(1e12), 192))
	if quote == m.USDC {
		exact.Inv(exact)
	}
	if want, _ := exact.Float64(); math.Abs(p.Price/want-1) > 1e-9 {
		m.t.Errorf("price %v, the pool's exact one is %v", p.Price, want)
	}
	if quote == m.USDC { // a whole ether in micro-USDC, rounded down
		want := new(big.Int).Lsh(big.NewInt(1e18), 192)
		if want.Quo(want, new(big.Int).Mul(slot0.SqrtPriceX96, slot0.SqrtPriceX96)); want.Int64() != int64(r.NativePrice) {
			m.t.Errorf("a native coin is worth %v, the pool says %v", r.NativePrice, want)
		}
	}
	tip := m.medianTip(head.Number)
	equal(m.t, "tip", &r.Tip, tip)
	equal(m.t, "gas price", &r.GasPrice, tip.Add(tip, head.BaseFee.ToBig()))
	equal(m.t, "most per gas", &r.MaxFee, tip.Add(tip, head.BaseFee.ToBig()))
}

// medianTip is the node's own history, at least 0.001 gwei.
//
// spec: chain §8
func (m *market) medianTip(number uint64) *big.Int {
	m.t.Helper()
	var history struct{ Reward [][]*hexutil.Big }
	if err := m.RPC.CallContext(m.t.Context(), &history, "eth_feeHistory", "0xa", hexutil.Uint64(number), []float64{50}); err != nil {
		m.t.Fatal(err)
	}
	var tips []*big.Int
	for _, block := range history.Reward {
		tips = append(tips, block[0].ToInt())
	}
	slices.SortFunc(tips, (*big.Int).Cmp)
	if floor := big.NewInt(1_000_000); tips[(len(tips)-1)/2].Cmp(floor) < 0 {
		return floor
	}
	return tips[(len(tips)-1)/2]
}

func (m *market) checkWallet(r turn.Reading, numeraire common.Address) {
	m.t.Helper()
	var native hexutil.Big
	if err := m.RPC.CallContext(m.t.Context(), &native, "eth_getBalance", m.Account, hexutil.Uint64(r.Block.Number)); err != nil {
		m.t.Fatal(err)
	}
	equal(m.t, "native coin", &r.Native, (*big.Int)(&native))
	if len(r.Assets) != 2 {
		m.t.Fatalf("assets %+v", r.Assets)
	}
	tokens := []common.Address{m.USDC, m.WETH}
	if numeraire == m.WETH {
		slices.Reverse(tokens)
	}
	for i, token := range tokens {
		if r.Assets[i].Token.Address != token {
			m.t.Errorf("asset %d is %+v", i, r.Assets[i].Token)
		}
		equal(m.t, r.Assets[i].Token.Symbol, &r.Assets[i].Units, m.balance(token))
	}
}

// checkPositions asks the position manager itself what each position would pay:
// decreaseLiquidity and collect as eth_call of the owner. It returns how many
// have tokens that were taken out and wait in the contract.
func (m *market) checkPositions(r turn.Reading) (waiting int) {
	m.t.Helper()
	abi := bind.NewNonfungiblePositionManager()
	count := ask(m, m.Positions, abi.PackBalanceOf(m.Account), abi.UnpackBalanceOf)
	held := map[string]bool{}
	for i := range count.Int64() {
		id := ask(m, m.Positions, abi.PackTokenOfOwnerByIndex(m.Account, big.NewInt(i)), abi.UnpackTokenOfOwnerByIndex)
		is := ask(m, m.Positions, abi.PackPositions(id), abi.UnpackPositions)
		if is.Liquidity.Sign()+is.TokensOwed0.Sign()+is.TokensOwed1.Sign() > 0 {
			held[id.String()] = true
		}
	}
	if len(r.Positions) != len(held) || len(r.Positions) < 5 {
		m.t.Fatalf("%d positions are read, the wallet holds %d that are not empty", len(r.Positions), len(held))
	}
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))
	earning := 0
	for _, p := range r.Positions {
		id, ok := new(big.Int).SetString(p.ID, 10)
		if !ok || !held[p.ID] {
			m.t.Fatalf("position %q is not the wallet's", p.ID)
		}
		delete(held, p.ID)
		if p.Market != r.Primary().Handle || p.Protocol != uniswapv3.Name {
			m.t.Errorf("position %s is of %s in %s", p.ID, p.Protocol, p.Market)
		}
		is := ask(m, m.Positions, abi.PackPositions(id), abi.UnpackPositions)
		if int64(p.Lower) != is.TickLower.Int64() || int64(p.Upper) != is.TickUpper.Int64() {
			m.t.Errorf("position %s from %d to %d, the contract says %s to %s", p.ID, p.Lower, p.Upper, is.TickLower, is.TickUpper)
		}
		equal(m.t, "liquidity", &p.Liquidity, is.Liquidity)
		if is.TokensOwed0.Cmp(is.TokensOwed1) != 0 {
			waiting++
		}
		if is.Liquidity.Sign() == 0 {
			continue // the contract has nothing to decrease, and collects nothing new
		}
		paid := ask(m, m.Positions, abi.PackDecreaseLiquidity(bind.INonfungiblePositionManagerDecreaseLiquidityParams{
			TokenId:   id,
			Liquidity: is.Liquidity, Amount0Min: new(big.Int), Amount1Min: new(big.Int), Deadline: evmtest.Deadline(),
		}), abi.UnpackDecreaseLiquidity)
		usdc, weth := r.Primary().Range.Sorted(p.Base, p.Quote)
		equal(m.t, "amount of USDC", &usdc, paid.Amount0)
		equal(m.t, "amount of WETH", &weth, paid.Amount1)
		fees := ask(m, m.Positions, abi.PackCollect(bind.INonfungiblePositionManagerCollectParams{
			TokenId:   id,
			Recipient: m.Account, Amount0Max: most, Amount1Max: most,
		}), abi.UnpackCollect)
		usdc, weth = r.Primary().Range.Sorted(p.BaseFees, p.QuoteFees)
		equal(m.t, "fees in USDC", &usdc, fees.Amount0)
		equal(m.t, "fees in WETH", &weth, fees.Amount1)
		if !new(uint256.Int).Or(&usdc, &weth).IsZero() {
			earning++
		}
	}
	if earning == 0 {
		m.t.Error("no position has earned anything")
	}
	return waiting
}
