package follow

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"bardo.run/bardo/evm/uniswap"

	"github.com/holiman/uint256"
)

// Trade is a swap of an exact amount.
type Trade struct {
	ZeroForOne bool         // token0 is paid
	In, Out    *uint256.Int // smallest units
}

// state is what a pool holds, and what a trade does to it. Prices are square roots Q64.96 of
// token1 for one token0.
type state interface {
	price() *uint256.Int
	// until is the trade in one direction that ends where its price after the fee is the
	// limit; false where it is that already.
	until(zeroForOne bool, limit *uint256.Int) (Trade, bool, error)
	// to is the trade in one direction that ends at a price of the pool's own.
	to(zeroForOne bool, end *uint256.Int) (Trade, bool, error)
	// after is the state that a trade leaves.
	after(t Trade) (state, error)
	// sell is what an amount returns.
	sell(zeroForOne bool, in *uint256.Int) (*uint256.Int, error)
}

// pair is a pool of v2.
type pair struct{ uniswap.Pair }

func (p *pair) price() *uint256.Int {
	ratio := new(big.Int).Lsh(p.Reserve1.ToBig(), 192)
	return uint256.MustFromBig(ratio.Sqrt(ratio.Quo(ratio, p.Reserve0.ToBig())))
}

// until solves 0.997·x·y ÷ (x + 0.997·in)² = limit, where x is what the trade pays into.
func (p *pair) until(zeroForOne bool, limit *uint256.Int) (Trade, bool, error) {
	x, y := p.Reserve0.ToBig(), p.Reserve1.ToBig()
	square := new(big.Int).Mul(limit.ToBig(), limit.ToBig())
	end := new(big.Int).Mul(x, y)
	end.Mul(end, big.NewInt(997))
	if zeroForOne {
		end.Quo(end.Lsh(end, 192), square.Mul(square, big.NewInt(1000)))
	} else {
		x = y
		end.Rsh(end.Quo(end.Mul(end, square), big.NewInt(1000)), 192)
	}
	in := end.Sub(end.Sqrt(end), x)
	in.Quo(in.Mul(in, big.NewInt(1000)), big.NewInt(997))
	return p.trade(zeroForOne, in)
}

// to leaves the fee out, which moves the price a little less.
func (p *pair) to(zeroForOne bool, price *uint256.Int) (Trade, bool, error) {
	x, square := p.Reserve0.ToBig(), new(big.Int).Mul(price.ToBig(), price.ToBig())
	end := new(big.Int).Mul(x, p.Reserve1.ToBig())
	if zeroForOne {
		end.Quo(end.Lsh(end, 192), square)
	} else {
		x = p.Reserve1.ToBig()
		end.Rsh(end.Mul(end, square), 192)
	}
	return p.trade(zeroForOne, end.Sub(end.Sqrt(end), x))
}

func (p *pair) after(t Trade) (state, error) {
	next := &pair{p.Pair}
	in, out := &next.Reserve0, &next.Reserve1
	if !t.ZeroForOne {
		in, out = out, in
	}
	in.Add(in, t.In)
	out.Sub(out, t.Out)
	return next, nil
}

func (p *pair) trade(zeroForOne bool, in *big.Int) (Trade, bool, error) {
	if in.Sign() <= 0 {
		return Trade{}, false, nil
	}
	amount := uint256.MustFromBig(in)
	out, err := p.sell(zeroForOne, amount)
	return Trade{zeroForOne, amount, out}, err == nil && !out.IsZero(), err
}

func (p *pair) sell(zeroForOne bool, in *uint256.Int) (*uint256.Int, error) {
	out, err := p.QuoteExactInput(zeroForOne, in)
	return &out, err
}

// ranged is a pool of v3 or v4.
type ranged struct {
	uniswap.Pool
	ticks ticks
}

func newRanged(p Pool) *ranged {
	r := &ranged{ticks: ticks{spacing: p.Spacing(), gross: map[int32]*uint256.Int{}, net: map[int32]*uint256.Int{}}}
	r.Pool = uniswap.Pool{SqrtPriceX96: *p.SqrtPriceX96, Fee: p.Fee, TickSpacing: p.Spacing(), Ticks: &r.ticks}
	return r
}

func (r *ranged) price() *uint256.Int { return r.SqrtPriceX96.Clone() }

// million is the unit of fees.
var million = big.NewInt(1_000_000)

// endless is more than any pool takes: the price limit ends such a swap.
var endless = new(uint256.Int).Lsh(uint256.NewInt(1), 200)

// until stops where the pool's own price, made worse by the fee, is the limit.
func (r *ranged) until(zeroForOne bool, limit *uint256.Int) (Trade, bool, error) {
	square := new(big.Int).Mul(limit.ToBig(), limit.ToBig())
	kept := big.NewInt(int64(1_000_000 - r.Fee))
	if zeroForOne {
		square.Quo(square.Mul(square, million), kept)
	} else {
		square.Quo(square.Mul(square, kept), million)
	}
	return r.to(zeroForOne, uint256.MustFromBig(square.Sqrt(square)))
}

// to is the trade that ends at a price of the pool's own.
func (r *ranged) to(zeroForOne bool, end *uint256.Int) (Trade, bool, error) {
	if zeroForOne != end.Lt(&r.SqrtPriceX96) || end.Eq(&r.SqrtPriceX96) {
		return Trade{}, false, nil
	}
	q, err := r.QuoteExactInput(context.Background(), zeroForOne, endless, end)
	if !errors.Is(err, uniswap.ErrPartial) {
		return Trade{}, false, fmt.Errorf("size of a trade: %w", err)
	}
	if q.AmountIn.IsZero() {
		return Trade{}, false, nil
	}
	out, err := r.sell(zeroForOne, &q.AmountIn)
	return Trade{zeroForOne, &q.AmountIn, out}, err == nil && !out.IsZero(), err
}

func (r *ranged) sell(zeroForOne bool, in *uint256.Int) (*uint256.Int, error) {
	q, err := r.QuoteExactInput(context.Background(), zeroForOne, in, nil)
	return &q.AmountOut, err
}

func (r *ranged) after(t Trade) (state, error) {
	q, err := r.QuoteExactInput(context.Background(), t.ZeroForOne, t.In, nil)
	next := &ranged{r.Pool, r.ticks}
	next.SqrtPriceX96, next.Tick, next.Liquidity = q.SqrtPriceX96, q.Tick, q.Liquidity
	return next, err
}

// change adds liquidity between two ticks, or takes it away; by is in two's complement.
func (r *ranged) change(lower, upper int32, by *uint256.Int) {
	r.ticks.change(lower, by, by)
	r.ticks.change(upper, by, new(uint256.Int).Neg(by))
	if lower <= r.Tick && r.Tick < upper {
		r.Liquidity.Add(&r.Liquidity, by)
	}
}

// ticks are the initialised ticks of a pool, with the liquidity that begins and ends at each and
// what of it becomes active when the price rises through it.
type ticks struct {
	spacing    int32
	gross, net map[int32]*uint256.Int
}

func (t *ticks) change(tick int32, gross, net *uint256.Int) {
	if t.gross[tick] == nil {
		t.gross[tick], t.net[tick] = new(uint256.Int), new(uint256.Int)
	}
	t.net[tick].Add(t.net[tick], net)
	if t.gross[tick].Add(t.gross[tick], gross).IsZero() {
		delete(t.gross, tick)
		delete(t.net, tick)
	}
}

// Word implements uniswap.Ticks.
func (t *ticks) Word(_ context.Context, position int16) (word uint256.Int, _ error) {
	for tick := range t.gross { // the order does not matter: bits are set
		at := tick / t.spacing
		if int16(at>>8) == position { //nolint:gosec // compressed ticks fit
			word.Or(&word, new(uint256.Int).Lsh(uint256.NewInt(1), uint(at&0xff))) //nolint:gosec // below 256
		}
	}
	return word, nil
}

// Net implements uniswap.Ticks.
func (t *ticks) Net(_ context.Context, tick int32) (uint256.Int, error) { return *t.net[tick], nil }
