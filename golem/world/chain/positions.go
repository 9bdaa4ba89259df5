package chain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
)

// maxPositions bounds what is read of a wallet with every block, and maxLooked what is
// looked at when their number changes: strangers can send positions to it.
const maxPositions, maxLooked = 64, 512

// heldPosition is what is remembered of a position, so that the next Observe
// reads it in the same round trip as everything else.
type heldPosition struct {
	id           *big.Int
	lower, upper int32
}

// heldRead is a position on its way from a batch.
type heldRead struct {
	held                    heldPosition
	owner, state, low, high *rpc.Read[[]byte]
}

// errStranger: a position is not the remembered one. Whatever was read of a block
// that left the chain may now be somebody else's.
var errStranger = errors.New("not the wallet's position as it was remembered")

// addHeld adds the reads of the remembered positions.
func (c *Chain) addHeld(b *rpc.Batch) []heldRead {
	reads := make([]heldRead, len(c.held))
	for i, p := range c.held {
		reads[i] = c.addPosition(b, p)
	}
	return reads
}

func (c *Chain) addPosition(b *rpc.Batch, p heldPosition) heldRead {
	low, high := c.pool.AddTicks(b, p.lower, p.upper)
	owner, state := b.Call(c.cfg.Positions, c.npm.PackOwnerOf(p.id)), b.Call(c.cfg.Positions, c.npm.PackPositions(p.id))
	return heldRead{held: p, owner: owner, state: state, low: low, high: high}
}

// positions returns the wallet's positions in the pool. It enumerates them only
// when their number, an owner or a range is not the remembered one.
func (c *Chain) positions(ctx context.Context, block common.Hash, r *turn.Reading, pool *uniswap.Pool, count *rpc.Read[[]byte], known []heldRead) ([]turn.Position, error) {
	n, err := c.count(count)
	if err != nil {
		return nil, err
	}
	if r.Crowd = crowd(n); n == c.total {
		if found, err := c.decode(r, pool, known); err == nil {
			return found, nil
		}
	}
	held, err := c.enumerate(ctx, block, min(n, maxLooked), pool)
	if err != nil {
		return nil, err
	}
	c.held, c.total = held, n
	b := c.client.At(block)
	reads := c.addHeld(b)
	if err := b.Do(ctx); err != nil {
		return nil, err
	}
	return c.decode(r, pool, reads)
}

// crowd is how many positions a wallet holds where they are too many to follow all of them.
func crowd(n int) uint64 {
	if n <= maxPositions {
		return 0
	}
	return uint64(n) //nolint:gosec // not negative
}

func (c *Chain) count(read *rpc.Read[[]byte]) (n int, _ error) {
	held, err := decoded(read, c.npm.UnpackBalanceOf)
	if err != nil {
		return n, err
	}
	if !held.IsInt64() || held.Int64() > math.MaxInt32 {
		return n, fmt.Errorf("the wallet holds %s positions, which cannot be", held)
	}
	return int(held.Int64()), nil
}

// enumerate returns the first n positions, or the dearest of those in the pool where they
// are too many. The Golem's own are among the first: the index of a position never rises,
// and none is opened in a crowd.
func (c *Chain) enumerate(ctx context.Context, block common.Hash, n int, pool *uniswap.Pool) ([]heldPosition, error) {
	b := c.client.At(block)
	ids := make([]*rpc.Read[[]byte], n)
	for i := range ids {
		ids[i] = b.Call(c.cfg.Positions, c.npm.PackTokenOfOwnerByIndex(c.cfg.Account, big.NewInt(int64(i))))
	}
	if err := b.Do(ctx); err != nil {
		return nil, err
	}
	held, values := make([]heldPosition, n), map[*big.Int]float64{}
	next := c.client.At(block)
	states := make([]*rpc.Read[[]byte], n)
	for i, read := range ids {
		id, err := decoded(read, c.npm.UnpackTokenOfOwnerByIndex)
		if err != nil {
			return nil, err
		}
		held[i].id, states[i] = id, next.Call(c.cfg.Positions, c.npm.PackPositions(id))
	}
	if err := next.Do(ctx); err != nil {
		return nil, err
	}
	for i, read := range states {
		p, err := decoded(read, c.npm.UnpackPositions)
		if err != nil {
			return nil, err
		}
		held[i].lower, held[i].upper = int32(p.TickLower.Int64()), int32(p.TickUpper.Int64())
		values[held[i].id] = c.roughly(p, pool)
	}
	slices.SortStableFunc(held, func(a, b heldPosition) int { return cmp.Compare(values[b.id], values[a.id]) })
	held = held[:min(n, maxPositions)]
	slices.SortFunc(held, func(a, b heldPosition) int { return a.id.Cmp(b.id) })
	return held, nil
}

// roughly is what lies in a position, without the fees that grew since it was touched; of
// one in another pool it is -1. One that cannot be is refused where it is valued.
func (c *Chain) roughly(p bind.NonfungiblePositionManagerPositionsOutput, pool *uniswap.Pool) float64 {
	if !c.ours(p) {
		return -1
	}
	liquidity := uint256.MustFromBig(p.Liquidity)
	amount0, amount1, _ := uniswap.AmountsForLiquidity(&pool.SqrtPriceX96, int32(p.TickLower.Int64()), int32(p.TickUpper.Int64()), liquidity, uniswap.Down)
	amount0.Add(&amount0, uint256.MustFromBig(p.TokensOwed0))
	amount1.Add(&amount1, uint256.MustFromBig(p.TokensOwed1))
	price := c.price(&pool.SqrtPriceX96)
	return c.worth(c.token0, &amount0, price) + c.worth(c.token1, &amount1, price)
}

// ours says that a position is in the pool that the strategy trades in.
func (c *Chain) ours(p bind.NonfungiblePositionManagerPositionsOutput) bool {
	return p.Token0 == c.token0.Address && p.Token1 == c.token1.Address && p.Fee.Uint64() == uint64(c.pool.Fee)
}

func (c *Chain) decode(r *turn.Reading, pool *uniswap.Pool, reads []heldRead) ([]turn.Position, error) {
	var out []turn.Position
	for _, read := range reads {
		p, err := c.remembered(read)
		if err != nil {
			return nil, err
		}
		if !c.ours(p) {
			continue // a position in another pool is not the strategy's
		}
		inside, err := c.pool.Inside(pool, read.held.lower, read.held.upper, read.low, read.high)
		if err != nil {
			return nil, err
		}
		position, err := c.valued(r, pool, read.held, p, inside)
		if err != nil {
			return nil, err
		}
		if empty(position) {
			continue // anyone may send the wallet one, and there is nothing to take out of it
		}
		out = append(out, position)
	}
	return out, nil
}

// remembered decodes a position and holds it to what is remembered of it.
func (c *Chain) remembered(read heldRead) (p bind.NonfungiblePositionManagerPositionsOutput, _ error) {
	owner, err := decoded(read.owner, c.npm.UnpackOwnerOf)
	if err != nil {
		return p, err
	}
	if p, err = decoded(read.state, c.npm.UnpackPositions); err != nil {
		return p, err
	}
	if owner != c.cfg.Account || p.TickLower.Int64() != int64(read.held.lower) || p.TickUpper.Int64() != int64(read.held.upper) {
		return p, fmt.Errorf("%w: %s", errStranger, read.held.id)
	}
	return p, nil
}

// empty says that a position holds no liquidity and is owed nothing.
func empty(p turn.Position) bool {
	return p.Liquidity.IsZero() && p.Fees0.IsZero() && p.Fees1.IsZero()
}

func (c *Chain) valued(r *turn.Reading, pool *uniswap.Pool, held heldPosition, p bind.NonfungiblePositionManagerPositionsOutput, inside uniswap.Growth) (turn.Position, error) {
	out := turn.Position{ID: held.id.String(), Protocol: "uniswap-v3", Kind: "liquidity", Lower: held.lower, Upper: held.upper}
	out.Liquidity.SetFromBig(p.Liquidity)
	last := uniswap.Growth{Token0: *uint256.MustFromBig(p.FeeGrowthInside0LastX128), Token1: *uint256.MustFromBig(p.FeeGrowthInside1LastX128)}
	fees0, fees1, owed := uniswap.FeesOwed(&out.Liquidity, inside, last)
	out.Fees0.Add(&fees0, uint256.MustFromBig(p.TokensOwed0))
	out.Fees1.Add(&fees1, uint256.MustFromBig(p.TokensOwed1))
	amount0, amount1, lies := uniswap.AmountsForLiquidity(&pool.SqrtPriceX96, held.lower, held.upper, &out.Liquidity, uniswap.Down)
	out.Amount0, out.Amount1 = amount0, amount1
	if err := errors.Join(owed, lies); err != nil {
		return out, err
	}
	for _, part := range []struct {
		token turn.Token
		units *uint256.Int
	}{{c.token0, &out.Amount0}, {c.token1, &out.Amount1}, {c.token0, &out.Fees0}, {c.token1, &out.Fees1}} {
		out.Value += c.worth(part.token, part.units, r.Pool.Price)
	}
	return out, nil
}
