package uniswap_test

import (
	"errors"
	"testing"

	"bardo.run/bardo/evm/uniswap"

	"github.com/holiman/uint256"
	"pgregory.net/rapid"
)

func dec(s string) *uint256.Int { return uint256.MustFromDecimal(s) }

// flat is a pool at price one with liquidity over the whole range.
func flat(t testing.TB, liquidity string, fee uint32, spacing int32) *uniswap.Pool {
	t.Helper()
	table := uniswap.NewTickTable(spacing)
	check(t, table.Add(uniswap.MinUsableTick(spacing), uniswap.MaxUsableTick(spacing), dec(liquidity)))
	return &uniswap.Pool{
		SqrtPriceX96: *dec("79228162514264337593543950336"), Liquidity: *dec(liquidity),
		Fee: fee, TickSpacing: spacing, Ticks: table,
	}
}

// The first four cases of the pool's own SwapMath tests (v3-core, SwapMath.spec).
func TestOneStepEqualsTheContractsOwnVectors(t *testing.T) {
	limit := dec("79623317895830914510639640423") // price 101/100
	far := dec("250541448375047931186413801569")  // price 1000/100
	for _, c := range []struct {
		name         string
		exactIn      bool
		amount       *uint256.Int
		limit        *uint256.Int
		in, out, fee string
		partial      bool
	}{
		{"exact in, capped at the target", true, dec("1000000000000000000"), limit, "9975124224178055", "9925619580021728", "5988667735148", true},
		{"exact out, capped at the target", false, dec("1000000000000000000"), limit, "9975124224178055", "9925619580021728", "5988667735148", true},
		{"exact in, fully spent", true, dec("1000000000000000000"), far, "999400000000000000", "666399946655997866", "600000000000000", false},
		{"exact out, fully received", false, dec("1000000000000000000"), far, "2000000000000000000", "1000000000000000000", "1200720432259356", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			// A spacing above every tick on the way makes it a single step.
			p := flat(t, "2000000000000000000", 600, 16384)
			quote := p.QuoteExactInput
			if !c.exactIn {
				quote = p.QuoteExactOutput
			}
			q, err := quote(t.Context(), false, c.amount, c.limit)
			if errors.Is(err, uniswap.ErrPartial) != c.partial || (err != nil && !c.partial) {
				t.Fatal(err)
			}
			in := new(uint256.Int).Sub(&q.AmountIn, &q.FeeAmount)
			if in.Dec() != c.in || q.AmountOut.Dec() != c.out || q.FeeAmount.Dec() != c.fee {
				t.Errorf("in %s out %s fee %s, want %s %s %s", in.Dec(), q.AmountOut.Dec(), q.FeeAmount.Dec(), c.in, c.out, c.fee)
			}
		})
	}
}

// Every word of the bitmap is a step of its own, and every step rounds its fee
// up: over the same distance the pool with finer words takes more fee.
func TestTheLoopStepsAtEveryWord(t *testing.T) {
	amount := uint256.NewInt(1_000_000)
	coarse, err := flat(t, "1000000", 500, 10000).QuoteExactInput(t.Context(), true, amount, nil)
	check(t, err)
	fine, err := flat(t, "1000000", 500, 1).QuoteExactInput(t.Context(), true, amount, nil)
	check(t, err)
	// Price one to price 1/4 is 13,863 ticks: 55 words of 256 ticks.
	if fine.Tick > -13000 || fine.TicksCrossed != 0 {
		t.Fatalf("ended at tick %d after %d crossings", fine.Tick, fine.TicksCrossed)
	}
	extra := new(uint256.Int).Sub(&fine.FeeAmount, &coarse.FeeAmount).Uint64()
	if extra < 10 || extra > 60 {
		t.Errorf("fees %s and %s differ by %d, want one rounding a word", fine.FeeAmount.Dec(), coarse.FeeAmount.Dec(), extra)
	}
}

func TestCrossingATickChangesTheLiquidity(t *testing.T) {
	p := flat(t, "1000000000000000000", 3000, 60)
	table := p.Ticks.(*uniswap.TickTable)
	check(t, table.Add(-120, 120, dec("5000000000000000000")))
	p.Liquidity = *dec("6000000000000000000")
	down, err := p.QuoteExactInput(t.Context(), true, dec("1000000000000000000"), nil)
	check(t, err)
	up, err := p.QuoteExactOutput(t.Context(), false, dec("500000000000000000"), nil)
	check(t, err)
	for _, q := range []uniswap.Quote{down, up} {
		if q.TicksCrossed != 1 || q.Liquidity.Dec() != "1000000000000000000" {
			t.Errorf("crossed %d ticks to liquidity %s, want one to 1e18", q.TicksCrossed, q.Liquidity.Dec())
		}
	}
	if down.Tick >= -120 || up.Tick < 120 {
		t.Errorf("ended at ticks %d and %d, inside the range", down.Tick, up.Tick)
	}
}

func TestWhatAPoolCannotDoIsAnError(t *testing.T) {
	good := flat(t, "1000000", 500, 10)
	one := uint256.NewInt(1)
	for name, c := range map[string]struct {
		pool   func(p *uniswap.Pool)
		amount *uint256.Int
		limit  *uint256.Int
		want   error
	}{
		"zero":                        {nil, new(uint256.Int), nil, uniswap.ErrAmount},
		"an absurd amount":            {nil, new(uint256.Int).Lsh(one, 240), nil, uniswap.ErrAmount},
		"a limit on wrong side":       {nil, one, dec("79228162514264337593543950337"), uniswap.ErrPrice},
		"a limit out of range":        {nil, one, uint256.NewInt(5), uniswap.ErrPrice},
		"more than it holds":          {nil, dec("1000000000000000000000000000000000000000"), nil, uniswap.ErrPartial},
		"a price of zero":             {func(p *uniswap.Pool) { p.SqrtPriceX96.Clear() }, one, nil, uniswap.ErrPrice},
		"a tick out of range":         {func(p *uniswap.Pool) { p.Tick = 900_000 }, one, nil, uniswap.ErrTickRange},
		"too much liquidity":          {func(p *uniswap.Pool) { p.Liquidity.Lsh(one, 128) }, one, nil, uniswap.ErrLiquidity},
		"liquidity that is not there": {func(p *uniswap.Pool) { p.Liquidity = *one }, dec("1000000000000000000000000000000000000"), nil, uniswap.ErrLiquidity},
	} {
		t.Run(name, func(t *testing.T) {
			p := *good
			if c.pool != nil {
				c.pool(&p)
			}
			if _, err := p.QuoteExactInput(t.Context(), true, c.amount, c.limit); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
	for name, p := range map[string]uniswap.Pool{
		"no spacing": {SqrtPriceX96: good.SqrtPriceX96, Ticks: good.Ticks},
		"no ticks":   {SqrtPriceX96: good.SqrtPriceX96, TickSpacing: 1},
		"a full fee": {SqrtPriceX96: good.SqrtPriceX96, TickSpacing: 1, Fee: 1_000_000, Ticks: good.Ticks},
	} {
		if _, err := p.QuoteExactInput(t.Context(), true, one, nil); err == nil {
			t.Errorf("%s: quoted", name)
		}
	}
}

// randomPool draws a pool with a wide base position and several narrow ones.
func randomPool(t *rapid.T) *uniswap.Pool {
	fees := []struct {
		fee     uint32
		spacing int32
	}{{100, 1}, {500, 10}, {3000, 60}, {10000, 200}}
	f := rapid.SampledFrom(fees).Draw(t, "fee")
	table := uniswap.NewTickTable(f.spacing)
	tick := rapid.Int32Range(-300_000, 300_000).Draw(t, "tick")
	price, err := uniswap.SqrtPriceAtTick(tick)
	check(t, err)
	p := &uniswap.Pool{SqrtPriceX96: price, Tick: tick, Fee: f.fee, TickSpacing: f.spacing, Ticks: table}
	place := func(lower, upper int32, liquidity *uint256.Int) {
		check(t, table.Add(lower, upper, liquidity))
		if lower <= tick && tick < upper {
			p.Liquidity.Add(&p.Liquidity, liquidity)
		}
	}
	place(uniswap.MinUsableTick(f.spacing), uniswap.MaxUsableTick(f.spacing), uint256.NewInt(rapid.Uint64Range(1e12, 1e18).Draw(t, "base")))
	for range rapid.IntRange(0, 8).Draw(t, "positions") {
		centre := uniswap.NearestUsableTick(tick, f.spacing) + f.spacing*rapid.Int32Range(-40, 40).Draw(t, "offset")
		half := f.spacing * rapid.Int32Range(1, 60).Draw(t, "half")
		place(centre-half, centre+half, uint256.NewInt(rapid.Uint64Range(1, 1e19).Draw(t, "liquidity")))
	}
	return p
}

func after(p *uniswap.Pool, q uniswap.Quote) *uniswap.Pool {
	next := *p
	next.SqrtPriceX96, next.Tick, next.Liquidity = q.SqrtPriceX96, q.Tick, q.Liquidity
	return &next
}

func TestASwapNeverGivesMoneyAway(t *testing.T) {
	crossed := 0
	rapid.Check(t, func(t *rapid.T) {
		p := randomPool(t)
		down := rapid.Bool().Draw(t, "zeroForOne")
		amount := uint256.NewInt(rapid.Uint64Range(1000, 1e18).Draw(t, "amount"))
		there, err := p.QuoteExactInput(t.Context(), down, amount, nil)
		if errors.Is(err, uniswap.ErrPartial) || there.AmountOut.IsZero() {
			return
		}
		if err != nil || !there.AmountIn.Eq(amount) {
			t.Fatalf("in %s of %s: %v", there.AmountIn.Dec(), amount.Dec(), err)
		}
		crossed += int(there.TicksCrossed)
		back, err := after(p, there).QuoteExactInput(t.Context(), !down, &there.AmountOut, nil)
		if err != nil && !errors.Is(err, uniswap.ErrPartial) {
			t.Fatal(err)
		}
		if !back.AmountOut.Lt(amount) {
			t.Fatalf("%s became %s and came back as %s", amount.Dec(), there.AmountOut.Dec(), back.AmountOut.Dec())
		}
		more := new(uint256.Int).AddUint64(amount, rapid.Uint64Range(1, 1e18).Draw(t, "more"))
		bigger, err := p.QuoteExactInput(t.Context(), down, more, nil)
		if (err == nil || errors.Is(err, uniswap.ErrPartial)) && bigger.AmountOut.Lt(&there.AmountOut) {
			t.Fatalf("%s buys %s but %s buys %s", amount.Dec(), there.AmountOut.Dec(), more.Dec(), bigger.AmountOut.Dec())
		}
	})
	if crossed == 0 {
		t.Error("no swap crossed a tick: the test did not test the loop")
	}
}

func TestExactOutputCostsNoLessThanExactInputPays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomPool(t)
		down := rapid.Bool().Draw(t, "zeroForOne")
		amount := uint256.NewInt(rapid.Uint64Range(1000, 1e18).Draw(t, "amount"))
		in, err := p.QuoteExactInput(t.Context(), down, amount, nil)
		if err != nil || in.AmountOut.IsZero() {
			return
		}
		out, err := p.QuoteExactOutput(t.Context(), down, &in.AmountOut, nil)
		check(t, err)
		if out.AmountIn.Gt(amount) || !out.AmountOut.Eq(&in.AmountOut) {
			t.Fatalf("%s buys %s, which costs %s", amount.Dec(), in.AmountOut.Dec(), out.AmountIn.Dec())
		}
		again, err := p.QuoteExactInput(t.Context(), down, &out.AmountIn, nil)
		if err != nil || again.AmountOut.Lt(&in.AmountOut) {
			t.Fatalf("the price of %s, %s, buys %s (%v)", in.AmountOut.Dec(), out.AmountIn.Dec(), again.AmountOut.Dec(), err)
		}
	})
}

func TestAQuoteChangesNothing(t *testing.T) {
	p := flat(t, "1000000000000000000", 3000, 60)
	before := *p
	amount := dec("1000000000000000")
	first, err := p.QuoteExactInput(t.Context(), true, amount, nil)
	check(t, err)
	second, err := p.QuoteExactInput(t.Context(), true, amount, nil)
	if err != nil || first != second || *p != before || amount.Dec() != "1000000000000000" {
		t.Errorf("quotes %+v and %+v (%v), pool %+v", first, second, err, *p)
	}
}

func BenchmarkQuoteCrossingThreeTicks(b *testing.B) {
	p := flat(b, "1000000000000000000", 500, 10)
	table := p.Ticks.(*uniswap.TickTable)
	for _, half := range []int32{10, 20, 30} {
		check(b, table.Add(-half, half, dec("1000000000000000000")))
	}
	p.Liquidity = *dec("4000000000000000000")
	amount := dec("8000000000000000")
	b.ReportAllocs()
	for b.Loop() {
		q, err := p.QuoteExactInput(b.Context(), true, amount, nil)
		if err != nil || q.TicksCrossed != 3 {
			b.Fatal(q.TicksCrossed, err)
		}
	}
}

// check ends the test at an error.
func check(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
