package sim_test

import (
	"errors"
	"math/big"
	"slices"
	"testing"
	"time"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/internal/clock"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"
)

// market is the real contracts with several overlapping positions.
type market struct {
	*evmtest.Market
	client *rpc.Client
	sim    *sim.Simulator
	loader *uniswap.Loader
}

func newMarket(t testing.TB) *market {
	t.Helper()
	m := &market{Market: evmtest.NewMarket(t)}
	m.client = rpc.New(m.RPC)
	var err error
	if m.sim, err = sim.New(m.client, sim.Rules{ChainID: evmtest.ChainID, Hardfork: sim.Osaka}); err != nil {
		t.Fatal(err)
	}
	head, err := m.client.Head(t.Context())
	check(t, err)
	if m.loader, err = uniswap.Open(t.Context(), m.client, head.Hash, m.Pool); err != nil {
		t.Fatal(err)
	}
	pool, _ := m.pool(t)
	centre := uniswap.NearestUsableTick(pool.Tick, 10)
	usdc, weth := uint256.NewInt(200_000_000_000), uint256.MustFromDecimal("100000000000000000000")
	m.Provide(uniswap.MinUsableTick(10), uniswap.MaxUsableTick(10), usdc, weth)
	tenth0, tenth1 := new(uint256.Int).Div(usdc, uint256.NewInt(10)), new(uint256.Int).Div(weth, uint256.NewInt(10))
	for _, half := range []int32{10, 50, 200, 700, 3000} {
		m.Provide(centre-half, centre+half, tenth0, tenth1)
	}
	return m
}

func (m *market) pool(t testing.TB) (*uniswap.Pool, *sim.Fork) {
	t.Helper()
	head, err := m.client.Head(t.Context())
	check(t, err)
	p, err := m.loader.Load(t.Context(), m.client, head.Hash)
	check(t, err)
	return p, m.sim.At(head)
}

// ask calls a contract of the node; a revert is the error.
func ask[T any](r *rapid.T, m *market, block common.Hash, to common.Address, data []byte, unpack func([]byte) (T, error)) (T, error) {
	b := m.client.At(block)
	read := b.Call(to, data)
	check(r, b.Do(r.Context()))
	answer, err := read.Value()
	if err != nil {
		var none T
		return none, err
	}
	out, err := unpack(answer)
	check(r, err)
	return out, nil
}

// Three computations of one swap that share no code: our mathematics, the
// QuoterV2 contract on the node, and the router in the simulator.
func TestMathematicsQuoterAndSimulationAgree(t *testing.T) {
	m := newMarket(t)
	quoter := bind.NewQuoterV2()
	none := new(big.Int)
	crossing := 0
	start, _ := m.pool(t)
	first := start.Tick
	rapid.Check(t, func(r *rapid.T) {
		p, f := m.pool(t)
		down, exactIn := rapid.Bool().Draw(r, "usdc for weth"), rapid.Bool().Draw(r, "exact in")
		// Up to 150,000 USDC, or 75 ether: enough to leave the narrow ranges.
		sizes := []uint64{1_000, 1_000_000_000, 20_000_000_000, 40_000_000_000, 60_000_000_000, 100_000_000_000, 150_000_000_000}
		amount := uint256.NewInt(rapid.SampledFrom(sizes).Draw(r, "size") + rapid.Uint64Range(0, 999_999_999).Draw(r, "more"))
		if down != exactIn {
			amount.Mul(amount, uint256.NewInt(500_000_000))
		}
		in, out := m.USDC, m.WETH
		if !down {
			in, out = out, in
		}
		var q uniswap.Quote
		var theirs, price *big.Int
		var call []byte
		var err, theirErr error
		if exactIn {
			q, err = p.QuoteExactInput(t.Context(), down, amount, nil)
			answer, e := ask(r, m, f.Block().Hash, m.Quoter, quoter.PackQuoteExactInputSingle(bind.IQuoterV2QuoteExactInputSingleParams{
				TokenIn: in, TokenOut: out, AmountIn: amount.ToBig(), Fee: big.NewInt(500), SqrtPriceLimitX96: none,
			}), quoter.UnpackQuoteExactInputSingle)
			theirErr = e
			theirs, price, call = answer.AmountOut, answer.SqrtPriceX96After, m.SellCall(down, amount)
		} else {
			q, err = p.QuoteExactOutput(t.Context(), down, amount, nil)
			answer, e := ask(r, m, f.Block().Hash, m.Quoter, quoter.PackQuoteExactOutputSingle(bind.IQuoterV2QuoteExactOutputSingleParams{
				TokenIn: in, TokenOut: out, Amount: amount.ToBig(), Fee: big.NewInt(500), SqrtPriceLimitX96: none,
			}), quoter.UnpackQuoteExactOutputSingle)
			theirErr = e
			theirs, price, call = answer.AmountIn, answer.SqrtPriceX96After, m.BuyCall(down, amount, new(uint256.Int).Lsh(uint256.NewInt(1), 120))
		}
		if errors.Is(err, uniswap.ErrPartial) && !exactIn && errors.Is(theirErr, rpc.ErrReverted) {
			return // the pool does not hold that much, and both say so
		}
		if err != nil || theirErr != nil {
			r.Fatalf("mathematics: %v, QuoterV2: %v", err, theirErr)
		}
		ours := &q.AmountOut
		if !exactIn {
			ours = &q.AmountIn
		}
		if ours.ToBig().Cmp(theirs) != 0 || q.SqrtPriceX96.ToBig().Cmp(price) != 0 {
			r.Fatalf("mathematics: %s at price %s, QuoterV2: %s at %s", ours.Dec(), q.SqrtPriceX96.Dec(), theirs, price)
		}
		o, err := f.Run(r.Context(), sim.Request{Calls: []sim.Call{{From: m.Account, To: &m.Router, Data: call}}})
		if err != nil || !o.Success {
			r.Fatalf("simulation: %+v (%v)", o.Calls, err)
		}
		for _, d := range o.Deltas {
			want := new(big.Int).Neg(q.AmountIn.ToBig())
			if d.Token == out {
				want = q.AmountOut.ToBig()
			}
			if d.Account == m.Account && (d.Amount.Cmp(want) != 0 || !d.Verified()) {
				r.Fatalf("simulated delta %+v, want %s", d, want)
			}
		}
		moved := 4
		if q.AmountOut.IsZero() { // dust sold in a drained pool buys nothing
			moved = 2
		}
		if len(o.Deltas) != moved {
			r.Fatalf("%d deltas, want %d: %+v", len(o.Deltas), moved, o.Deltas)
		}
		if q.TicksCrossed > 0 {
			crossing++
		}
		// So that the next quote starts elsewhere, but not far from the narrow ranges.
		away := p.Tick - first
		if rapid.IntRange(0, 3).Draw(r, "execute") == 0 && (down == (away > 0) || max(away, -away) < 500) {
			if receipt := m.Execute(m.Router, call); receipt.Status != 1 || receipt.GasUsed != o.GasUsed {
				r.Fatalf("mined with status %d and gas %d, simulated gas %d", receipt.Status, receipt.GasUsed, o.GasUsed)
			}
		}
	})
	t.Logf("%d swaps crossed a tick", crossing)
	if crossing < 10 {
		t.Error("too few swaps crossed a tick to test the loop")
	}
}

// Liquidity, amounts and fees against the position manager.
func TestPositionsAreWorthWhatTheContractPays(t *testing.T) {
	m := newMarket(t)
	abi := bind.NewNonfungiblePositionManager()
	for i := range 6 { // fees for everybody
		m.Execute(m.Router, m.SellCall(i%2 == 0, uint256.NewInt(20_000_000_000)))
		m.Execute(m.Router, m.SellCall(i%2 == 1, uint256.MustFromDecimal("10000000000000000000")))
	}
	run := func(data []byte, calls ...[]byte) []byte {
		t.Helper()
		_, f := m.pool(t)
		req := sim.Request{}
		for _, d := range append(calls, data) {
			req.Calls = append(req.Calls, sim.Call{From: m.Account, To: &m.Positions, Data: d})
		}
		o, err := f.Run(t.Context(), req)
		if err != nil || !o.Success {
			t.Fatalf("%+v (%v)", o.Calls, err)
		}
		return o.Calls[len(o.Calls)-1].Return
	}
	for id := int64(1); id <= 6; id++ {
		p, f := m.pool(t)
		b := m.client.At(f.Block().Hash)
		read := b.Call(m.Positions, abi.PackPositions(big.NewInt(id)))
		check(t, b.Do(t.Context()))
		data, err := read.Value()
		check(t, err)
		pos, err := abi.UnpackPositions(data)
		check(t, err)
		lower, upper := int32(pos.TickLower.Int64()), int32(pos.TickUpper.Int64())
		liquidity := uint256.MustFromBig(pos.Liquidity)

		// What burning pays.
		got0, got1, err := uniswap.AmountsForLiquidity(&p.SqrtPriceX96, lower, upper, liquidity, uniswap.Down)
		check(t, err)
		paid, err := abi.UnpackDecreaseLiquidity(run(abi.PackDecreaseLiquidity(bind.INonfungiblePositionManagerDecreaseLiquidityParams{
			TokenId: big.NewInt(id), Liquidity: pos.Liquidity, Amount0Min: new(big.Int), Amount1Min: new(big.Int), Deadline: evmtest.Deadline(),
		})))
		if err != nil || got0.ToBig().Cmp(paid.Amount0) != 0 || got1.ToBig().Cmp(paid.Amount1) != 0 {
			t.Errorf("position %d is worth %s and %s, the contract pays %v (%v)", id, got0.Dec(), got1.Dec(), paid, err)
		}

		// What the same amounts buy, and what they cost.
		want, err := uniswap.LiquidityForAmounts(&p.SqrtPriceX96, lower, upper, &got0, &got1)
		check(t, err)
		cost0, cost1, err := uniswap.AmountsForLiquidity(&p.SqrtPriceX96, lower, upper, &want, uniswap.Up)
		check(t, err)
		minted, err := abi.UnpackMint(run(m.MintCall(lower, upper, &got0, &got1)))
		if err != nil || want.ToBig().Cmp(minted.Liquidity) != 0 || cost0.ToBig().Cmp(minted.Amount0) != 0 || cost1.ToBig().Cmp(minted.Amount1) != 0 {
			t.Errorf("position %d: %s for %s and %s, the contract mints %v (%v)", id, want.Dec(), cost0.Dec(), cost1.Dec(), minted, err)
		}

		// What has been earned.
		batch := m.client.At(f.Block().Hash)
		low, high := m.loader.AddTicks(batch, lower, upper)
		check(t, batch.Do(t.Context()))
		inside, err := m.loader.Inside(p, lower, upper, low, high)
		check(t, err)
		last := uniswap.Growth{Token0: *uint256.MustFromBig(pos.FeeGrowthInside0LastX128), Token1: *uint256.MustFromBig(pos.FeeGrowthInside1LastX128)}
		fees0, fees1, err := uniswap.FeesOwed(liquidity, inside, last)
		if err != nil || fees0.IsZero() || fees1.IsZero() {
			t.Fatalf("position %d earned %s and %s (%v)", id, fees0.Dec(), fees1.Dec(), err)
		}
		most := new(uint256.Int).Rsh(new(uint256.Int).SetAllOne(), 128).ToBig()
		collected, err := abi.UnpackCollect(run(abi.PackCollect(bind.INonfungiblePositionManagerCollectParams{
			TokenId: big.NewInt(id), Recipient: m.Account, Amount0Max: most, Amount1Max: most,
		})))
		if err != nil || fees0.ToBig().Cmp(collected.Amount0) != 0 || fees1.ToBig().Cmp(collected.Amount1) != 0 {
			t.Errorf("position %d earned %s and %s, the contract collects %v (%v)", id, fees0.Dec(), fees1.Dec(), collected, err)
		}
	}
}

func BenchmarkWarmSwap(b *testing.B) {
	m := newMarket(b)
	_, f := m.pool(b)
	call := sim.Call{From: m.Account, To: &m.Router, Data: m.SellCall(true, uint256.NewInt(1_000_000_000))}
	took := make([]time.Duration, 0, 1<<20)
	b.ReportAllocs()
	for b.Loop() {
		watch := clock.Start()
		if out, err := f.Run(b.Context(), sim.Request{Calls: []sim.Call{call}}); err != nil || !out.Success {
			b.Fatal(err)
		}
		took = append(took, watch.Elapsed())
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2]), "p50-ns")
}

func BenchmarkColdSwapInProcess(b *testing.B) {
	m := newMarket(b)
	call := sim.Call{From: m.Account, To: &m.Router, Data: m.SellCall(true, uint256.NewInt(1_000_000_000))}
	_, f := m.pool(b)
	other, err := m.client.BlockByHash(b.Context(), f.Block().Parent)
	check(b, err)
	blocks := []rpc.Block{other, f.Block()}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ { // alternating blocks are never warm
		if out, err := m.sim.At(blocks[i%2]).Run(b.Context(), sim.Request{Calls: []sim.Call{call}}); err != nil || !out.Success {
			b.Fatal(err)
		}
	}
}

func BenchmarkPoolAndQuoteInProcess(b *testing.B) {
	m := newMarket(b)
	amount := uint256.NewInt(1_000_000_000)
	b.ReportAllocs()
	for b.Loop() {
		p, _ := m.pool(b)
		if _, err := p.QuoteExactInput(b.Context(), true, amount, nil); err != nil {
			b.Fatal(err)
		}
	}
}
