package conformance

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/evm/uniswap"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
)

// swap is one random swap. With a limit the pool may stop before the amount is
// swapped whole.
type swap struct {
	sellUSDC, exactIn bool
	amount            uint256.Int
	limit             *uint256.Int // nil: none
}

func (s swap) String() string {
	side, kind, limit := "sell WETH", "out", "no limit"
	if s.sellUSDC {
		side = "sell USDC"
	}
	if s.exactIn {
		kind = "in"
	}
	if s.limit != nil {
		limit = "limit " + s.limit.Dec()
	}
	return fmt.Sprintf("%s, exact %s %s, %s", side, kind, s.amount.Dec(), limit)
}

func (s swap) limitBig() *big.Int {
	if s.limit == nil {
		return new(big.Int)
	}
	return s.limit.ToBig()
}

// answer is what one of the three computations says of a swap.
type answer struct {
	in, out, price, liquidity *big.Int
	crossed                   uint32
}

// spec: chain §7; own mathematics = QuoterV2 = fork simulation
// = what the mined swap pays, to the wei.
func TestQuotesEqualTheQuoterTheForkAndTheMinedSwap(t *testing.T) {
	m := newMarket(t, "swaps", 60)
	const mineEvery = 6
	swaps := many(300)
	crossing, limited, partial, mined, kinds := 0, 0, 0, 0, map[[2]bool]int{}
	for i := range swaps {
		mine := i%mineEvery == 0
		s := m.randomSwap(mine)
		ours, stopped := m.ours(s)
		theirs := m.quoter(s)
		compare(t, s, "QuoterV2", ours, theirs)
		// QuoterV2 counts for gas estimates, and may count the tick below the end too.
		if theirs.crossed != ours.crossed && theirs.crossed != ours.crossed+1 {
			t.Errorf("%v: %d ticks crossed by our mathematics, %d by QuoterV2", s, ours.crossed, theirs.crossed)
		}
		o := m.simulate(m.Router, m.routerCall(s))
		compare(t, s, "the simulated router", ours, m.simulated(s, o))
		if mine {
			mined++
			compare(t, s, "the mined swap", ours, m.mined(s, o))
		}
		if t.Failed() {
			return
		}
		if ours.crossed > 0 {
			crossing++
		}
		if s.limit != nil {
			limited++
		}
		if stopped {
			partial++
		}
		kinds[[2]bool{s.sellUSDC, s.exactIn}]++
	}
	t.Logf("%d swaps: %d crossed an initialised tick, %d with a price limit, %d stopped at it, %d mined; by side and kind %v",
		swaps, crossing, limited, partial, mined, kinds)
	if crossing*2 < swaps {
		t.Errorf("only %d of %d swaps crossed an initialised tick", crossing, swaps)
	}
	if len(kinds) != 4 || partial < swaps/30 || mined < swaps/mineEvery {
		t.Errorf("the swaps are too alike: %v, %d stopped at a limit, %d mined", kinds, partial, mined)
	}
	for kind, n := range kinds {
		if n < swaps/8 {
			t.Errorf("only %d swaps of kind %v", n, kind)
		}
	}
}

// randomSwap is sized by how far it would move the price if the active liquidity
// reached so far: 4 to 2,000 ticks, small distances as likely as large ones. One
// that will be mined keeps the price near the positions: it goes less far, and
// from 500 ticks away all the way back.
func (m *market) randomSwap(mine bool) swap {
	p := m.pool()
	s := swap{sellUSDC: m.rng.IntN(2) == 0, exactIn: m.rng.IntN(2) == 0}
	farthest := 500.0
	if mine {
		farthest = 100
	}
	distance := int32(4 * math.Exp(m.rng.Float64()*math.Log(farthest)))
	if away := p.Tick - m.centre; mine && (away > 500 || away < -500) {
		s.sellUSDC, distance = away > 0, max(away, -away)
	}
	lower, upper := p.Tick, p.Tick+distance
	if s.sellUSDC {
		lower, upper = p.Tick-distance, p.Tick
	}
	here, err := uniswap.SqrtPriceAtTick(lower)
	if err != nil {
		m.t.Fatal(err)
	}
	// At the lower end a range is all token0, at the upper all token1.
	usdc, _, err := uniswap.AmountsForLiquidity(&here, lower, upper, &p.Liquidity, uniswap.Up)
	if err != nil {
		m.t.Fatal(err)
	}
	there, err := uniswap.SqrtPriceAtTick(upper)
	if err != nil {
		m.t.Fatal(err)
	}
	_, weth, err := uniswap.AmountsForLiquidity(&there, lower, upper, &p.Liquidity, uniswap.Up)
	if err != nil {
		m.t.Fatal(err)
	}
	s.amount = weth
	if s.sellUSDC == s.exactIn {
		s.amount = usdc
	}
	s.amount.AddUint64(&s.amount, 1+m.rng.Uint64N(1_000))
	if m.rng.IntN(4) == 0 {
		s.limit = m.limitNear(p, s.sellUSDC, distance)
	}
	return s
}

// limitNear is a price at about the distance the swap would reach.
func (m *market) limitNear(p *uniswap.Pool, down bool, distance int32) *uint256.Int {
	away := 1 + m.rng.Int32N(2*distance)
	if down {
		away = -away
	}
	limit, err := uniswap.SqrtPriceAtTick(p.Tick + away)
	if err != nil {
		m.t.Fatal(err)
	}
	limit.AddUint64(&limit, m.rng.Uint64N(1<<40))
	if down != limit.Lt(&p.SqrtPriceX96) {
		return nil
	}
	return &limit
}

// ours asks evm/uniswap, and tells whether the swap stops at its limit.
func (m *market) ours(s swap) (answer, bool) {
	m.t.Helper()
	p := m.pool()
	quote := p.QuoteExactOutput
	if s.exactIn {
		quote = p.QuoteExactInput
	}
	q, err := quote(m.t.Context(), s.sellUSDC, &s.amount, s.limit)
	stopped := errors.Is(err, uniswap.ErrPartial)
	if err != nil && (!stopped || s.limit == nil) {
		m.t.Fatalf("%v: %v", s, err)
	}
	return answer{q.AmountIn.ToBig(), q.AmountOut.ToBig(), q.SqrtPriceX96.ToBig(), q.Liquidity.ToBig(), q.TicksCrossed}, stopped
}

// quoter asks QuoterV2, which tells the amount it was not given and the price.
func (m *market) quoter(s swap) answer {
	m.t.Helper()
	abi := bind.NewQuoterV2()
	in, out := m.sides(s)
	if s.exactIn {
		q := ask(m, m.Quoter, abi.PackQuoteExactInputSingle(bind.IQuoterV2QuoteExactInputSingleParams{
			TokenIn: in, TokenOut: out,
			AmountIn: s.amount.ToBig(), Fee: big.NewInt(500), SqrtPriceLimitX96: s.limitBig(),
		}), abi.UnpackQuoteExactInputSingle)
		return answer{out: q.AmountOut, price: q.SqrtPriceX96After, crossed: q.InitializedTicksCrossed}
	}
	q := ask(m, m.Quoter, abi.PackQuoteExactOutputSingle(bind.IQuoterV2QuoteExactOutputSingleParams{
		TokenIn: in, TokenOut: out,
		Amount: s.amount.ToBig(), Fee: big.NewInt(500), SqrtPriceLimitX96: s.limitBig(),
	}), abi.UnpackQuoteExactOutputSingle)
	return answer{in: q.AmountIn, price: q.SqrtPriceX96After, crossed: q.InitializedTicksCrossed}
}

func (m *market) sides(s swap) (in, out common.Address) {
	if s.sellUSDC {
		return m.USDC, m.WETH
	}
	return m.WETH, m.USDC
}

func (m *market) routerCall(s swap) []byte {
	abi := bind.NewSwapRouter()
	in, out := m.sides(s)
	deadline := new(big.Int).Lsh(big.NewInt(1), 40)
	if s.exactIn {
		return abi.PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
			TokenIn: in, TokenOut: out, Fee: big.NewInt(500), Recipient: m.Account,
			Deadline: deadline, AmountIn: s.amount.ToBig(), AmountOutMinimum: new(big.Int), SqrtPriceLimitX96: s.limitBig(),
		})
	}
	most := new(big.Int).Lsh(big.NewInt(1), 120)
	return abi.PackExactOutputSingle(bind.ISwapRouterExactOutputSingleParams{
		TokenIn: in, TokenOut: out, Fee: big.NewInt(500), Recipient: m.Account,
		Deadline: deadline, AmountOut: s.amount.ToBig(), AmountInMaximum: most, SqrtPriceLimitX96: s.limitBig(),
	})
}

// simulated reads the account's deltas and the pool's event out of a fork
// simulation.
func (m *market) simulated(s swap, o sim.Outcome) answer {
	m.t.Helper()
	if !o.Success {
		m.t.Fatalf("%v: the simulated router reverts: %v", s, o.Calls[0].Revert)
	}
	in, _ := m.sides(s)
	var got answer
	for _, l := range o.Calls[0].Logs {
		if e, err := bind.NewUniswapV3Pool().UnpackSwapEvent(&types.Log{Address: l.Address, Topics: l.Topics, Data: l.Data}); err == nil {
			got.price, got.liquidity = e.SqrtPriceX96, e.Liquidity
		}
	}
	for _, d := range o.Deltas {
		switch {
		case d.Account != m.Account:
		case !d.Verified():
			m.t.Errorf("%v: logs and balances of %s disagree", s, d.Token)
		case d.Token == in:
			got.in = new(big.Int).Neg(d.Amount)
		default:
			got.out = d.Amount
		}
	}
	return got
}

// mined executes the swap and reads what it did from balances and pool. Gas and
// logs must be those of the simulation.
func (m *market) mined(s swap, o sim.Outcome) answer {
	m.t.Helper()
	in, out := m.sides(s)
	had, lacked := m.balance(in), m.balance(out)
	r := m.must(m.Router, m.routerCall(s))
	sameReceipt(m.t, o.Calls[0], r)
	paid, got := had.Sub(had, m.balance(in)), new(big.Int).Sub(m.balance(out), lacked)
	p := m.pool()
	return answer{in: paid, out: got, price: p.SqrtPriceX96.ToBig(), liquidity: p.Liquidity.ToBig()}
}

// compare holds one answer to ours. A nil number was not asked for.
func compare(t *testing.T, s swap, who string, ours, theirs answer) {
	t.Helper()
	for _, pair := range []struct {
		what string
		a, b *big.Int
	}{{"in", ours.in, theirs.in}, {"out", ours.out, theirs.out}, {"price", ours.price, theirs.price}, {"liquidity", ours.liquidity, theirs.liquidity}} {
		if pair.b != nil && pair.a.Cmp(pair.b) != 0 {
			t.Errorf("%v: %s: our mathematics %s, %s %s", s, pair.what, pair.a, who, pair.b)
		}
	}
}
