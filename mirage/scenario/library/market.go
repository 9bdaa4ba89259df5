package library

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"bardo.run/bardo/evm/uniswap"

	"github.com/holiman/uint256"
)

// market is the state of one pool of a token and USDC, as its sizes are computed from.
// Amounts are in smallest units, prices in those of USDC for one of the token's.
type market interface {
	price() *big.Rat
	// sale is how much of the token brings the price down to a target; zero where it is
	// there already.
	sale(ctx context.Context, target *big.Rat) (*big.Int, error)
	// cost is how much USDC buys so much of the token.
	cost(ctx context.Context, amount *big.Int) (*big.Int, error)
	// depth is how much of the token stands against small trades: the reserve of v2, and
	// that of the v2 pair which would be as deep as the active liquidity of v3 and v4.
	depth() *big.Int
}

// product is a pair of Uniswap v2.
type product struct{ token, usdc *big.Int }

func (p product) price() *big.Rat { return new(big.Rat).SetFrac(p.usdc, p.token) }

func (p product) depth() *big.Int { return p.token }

// after is the price behind a sale.
func (p product) after(in *big.Int) (*big.Rat, error) {
	if in.Sign() == 0 {
		return p.price(), nil
	}
	out, err := uniswap.Pair{Reserve0: word(p.token), Reserve1: word(p.usdc)}.QuoteExactInput(true, uint256.MustFromBig(in))
	if err != nil {
		return nil, err
	}
	return new(big.Rat).SetFrac(new(big.Int).Sub(p.usdc, out.ToBig()), new(big.Int).Add(p.token, in)), nil
}

// sale halves the interval in which it lies: the price falls with every unit sold.
func (p product) sale(_ context.Context, target *big.Rat) (*big.Int, error) {
	low, high := new(big.Int), new(big.Int)
	for {
		price, err := p.after(high)
		if err != nil {
			return nil, err
		}
		if price.Cmp(target) <= 0 {
			break
		}
		low.Set(high)
		high.Add(high.Lsh(high, 1), p.token)
	}
	for one := big.NewInt(1); new(big.Int).Sub(high, low).Cmp(one) > 0; {
		middle := new(big.Int).Add(low, high)
		price, err := p.after(middle.Rsh(middle, 1))
		switch {
		case err != nil:
			return nil, err
		case price.Cmp(target) <= 0:
			high = middle
		default:
			low = middle
		}
	}
	return high, nil
}

// cost is x·out·1000 ÷ ((y − out)·997), and one more for the rounding, as Router02 asks.
func (p product) cost(_ context.Context, amount *big.Int) (*big.Int, error) {
	left := new(big.Int).Sub(p.token, amount)
	if left.Sign() <= 0 {
		return nil, fmt.Errorf("%w: the pair holds %s, not %s", uniswap.ErrAmount, p.token, amount)
	}
	top := new(big.Int).Mul(p.usdc, amount)
	in := top.Mul(top, big.NewInt(1000)).Quo(top, left.Mul(left, big.NewInt(997)))
	return in.Add(in, big.NewInt(1)), nil
}

// ticked is a pool of Uniswap v3 or v4.
type ticked struct {
	uniswap.Pool
	turned bool // USDC is token0
}

// unit is 2^192, the square of the square root's unit.
var unit = new(big.Int).Lsh(big.NewInt(1), 192)

func (t ticked) price() *big.Rat {
	root := t.SqrtPriceX96.ToBig()
	square := new(big.Int).Mul(root, root)
	if t.turned {
		return new(big.Rat).SetFrac(unit, square)
	}
	return new(big.Rat).SetFrac(square, unit)
}

// root is the square root that stands for a price.
func (t ticked) root(price *big.Rat) *uint256.Int {
	top, bottom := price.Num(), price.Denom()
	if t.turned {
		top, bottom = bottom, top
	}
	square := new(big.Int).Mul(unit, top)
	return uint256.MustFromBig(square.Sqrt(square.Quo(square, bottom)))
}

func (t ticked) depth() *big.Int {
	root, liquidity := t.SqrtPriceX96.ToBig(), t.Liquidity.ToBig()
	if t.turned {
		return liquidity.Rsh(liquidity.Mul(liquidity, root), 96)
	}
	return liquidity.Quo(liquidity.Lsh(liquidity, 96), root)
}

// endless is more than any pool takes: the price limit ends such a swap.
var endless = new(uint256.Int).Lsh(uint256.NewInt(1), 200)

// sale walks the pool's liquidity from tick to tick until the target.
func (t ticked) sale(ctx context.Context, target *big.Rat) (*big.Int, error) {
	if t.price().Cmp(target) <= 0 {
		return new(big.Int), nil
	}
	limit := t.root(target)
	if limit.Eq(&t.SqrtPriceX96) {
		return new(big.Int), nil
	}
	q, err := t.QuoteExactInput(ctx, !t.turned, endless, limit)
	if !errors.Is(err, uniswap.ErrPartial) {
		return nil, fmt.Errorf("size of a sale: %w", err)
	}
	return q.AmountIn.ToBig(), nil
}

func (t ticked) cost(ctx context.Context, amount *big.Int) (*big.Int, error) {
	q, err := t.QuoteExactOutput(ctx, t.turned, uint256.MustFromBig(amount), nil)
	if err != nil {
		return nil, fmt.Errorf("size of a purchase: %w", err)
	}
	return q.AmountIn.ToBig(), nil
}
