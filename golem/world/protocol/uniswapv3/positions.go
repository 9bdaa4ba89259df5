package uniswapv3

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
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

// maxPositions bounds what is read of a wallet with every block, and maxLooked what is
// looked at when their number changes: strangers can send positions to it.
const maxPositions, maxLooked = 64, 512

// holdings are the wallet's positions in the pool, and what is remembered of them.
type holdings struct {
	client  *rpc.Client
	pool    *uniswap.Loader
	pair    protocol.Pair
	account common.Address
	manager common.Address
	npm     *bind.NonfungiblePositionManager
	held    []heldPosition // known from the last reading
	total   int            // how many the account held when they were enumerated
}

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

// addCount asks how many positions the wallet holds.
func (h *holdings) addCount(b *rpc.Batch) *rpc.Read[[]byte] {
	return b.Call(h.manager, h.npm.PackBalanceOf(h.account))
}

// addHeld adds the reads of the remembered positions.
func (h *holdings) addHeld(b *rpc.Batch) []heldRead {
	reads := make([]heldRead, len(h.held))
	for i, p := range h.held {
		reads[i] = h.addPosition(b, p)
	}
	return reads
}

func (h *holdings) addPosition(b *rpc.Batch, p heldPosition) heldRead {
	low, high := h.pool.AddTicks(b, p.lower, p.upper)
	owner, state := b.Call(h.manager, h.npm.PackOwnerOf(p.id)), b.Call(h.manager, h.npm.PackPositions(p.id))
	return heldRead{held: p, owner: owner, state: state, low: low, high: high}
}

// read returns the wallet's positions in the pool. It enumerates them only
// when their number, an owner or a range is not the remembered one.
func (h *holdings) read(ctx context.Context, block common.Hash, r *turn.Reading, pool *uniswap.Pool, count *rpc.Read[[]byte], known []heldRead) ([]turn.Position, error) {
	n, err := h.counted(count)
	if err != nil {
		return nil, err
	}
	if r.Crowd = crowd(n); n == h.total {
		if found, err := h.decode(r, pool, known); err == nil {
			return found, nil
		}
	}
	held, err := h.enumerate(ctx, block, min(n, maxLooked), pool)
	if err != nil {
		return nil, err
	}
	h.held, h.total = held, n
	b := h.client.At(block)
	reads := h.addHeld(b)
	if err := b.Do(ctx); err != nil {
		return nil, err
	}
	return h.decode(r, pool, reads)
}

// crowd is how many positions a wallet holds where they are too many to follow all of them.
func crowd(n int) uint64 {
	if n <= maxPositions {
		return 0
	}
	return uint64(n) //nolint:gosec // not negative
}

func (h *holdings) counted(read *rpc.Read[[]byte]) (n int, _ error) {
	held, err := protocol.Decoded(read, h.npm.UnpackBalanceOf)
	if err != nil {
		return n, err
	}
	if !held.IsInt64() || held.Int64() > math.MaxInt32 {
		return n, fmt.Errorf("the wallet holds %s positions, which cannot be", held)
	}
	return int(held.Int64()), nil
}

// enumerate returns the first n positions, or the dearest of those in the pool where they
// are too many: anyone can send an account positions. The Golem's own are among the first: the
// index of a position never rises, and none is opened in a crowd.
func (h *holdings) enumerate(ctx context.Context, block common.Hash, n int, pool *uniswap.Pool) ([]heldPosition, error) {
	b := h.client.At(block)
	ids := make([]*rpc.Read[[]byte], n)
	for i := range ids {
		ids[i] = b.Call(h.manager, h.npm.PackTokenOfOwnerByIndex(h.account, big.NewInt(int64(i))))
	}
	if err := b.Do(ctx); err != nil {
		return nil, err
	}
	held, values := make([]heldPosition, n), map[*big.Int]float64{}
	next := h.client.At(block)
	states := make([]*rpc.Read[[]byte], n)
	for i, read := range ids {
		id, err := protocol.Decoded(read, h.npm.UnpackTokenOfOwnerByIndex)
		if err != nil {
			return nil, err
		}
		held[i].id, states[i] = id, next.Call(h.manager, h.npm.PackPositions(id))
	}
	if err := next.Do(ctx); err != nil {
		return nil, err
	}
	for i, read := range states {
		p, err := protocol.Decoded(read, h.npm.UnpackPositions)
		if err != nil {
			return nil, err
		}
		held[i].lower, held[i].upper = int32(p.TickLower.Int64()), int32(p.TickUpper.Int64())
		values[held[i].id] = h.roughly(p, pool)
	}
	slices.SortStableFunc(held, func(a, b heldPosition) int { return cmp.Compare(values[b.id], values[a.id]) })
	held = held[:min(n, maxPositions)]
	slices.SortFunc(held, func(a, b heldPosition) int { return a.id.Cmp(b.id) })
	return held, nil
}

// roughly is what lies in a position, without the fees that grew since it was touched; of
// one in another pool it is -1. One that cannot be is refused where it is valued.
func (h *holdings) roughly(p bind.NonfungiblePositionManagerPositionsOutput, pool *uniswap.Pool) float64 {
	if !h.ours(p) {
		return -1
	}
	liquidity := uint256.MustFromBig(p.Liquidity)
	amount0, amount1, _ := uniswap.AmountsForLiquidity(&pool.SqrtPriceX96, int32(p.TickLower.Int64()), int32(p.TickUpper.Int64()), liquidity, uniswap.Down)
	amount0.Add(&amount0, uint256.MustFromBig(p.TokensOwed0))
	amount1.Add(&amount1, uint256.MustFromBig(p.TokensOwed1))
	t := h.pair
	price := priced(t, &pool.SqrtPriceX96)
	return t.Worth(t.Token0, &amount0, price) + t.Worth(t.Token1, &amount1, price)
}

// ours says that a position is in the pool that the strategy trades in.
func (h *holdings) ours(p bind.NonfungiblePositionManagerPositionsOutput) bool {
	return p.Token0 == h.pool.Token0 && p.Token1 == h.pool.Token1 && p.Fee.Uint64() == uint64(h.pool.Fee)
}

func (h *holdings) decode(r *turn.Reading, pool *uniswap.Pool, reads []heldRead) ([]turn.Position, error) {
	var out []turn.Position
	for _, read := range reads {
		p, err := h.remembered(read)
		if err != nil {
			return nil, err
		}
		if !h.ours(p) {
			continue // a position in another pool is not the strategy's
		}
		inside, err := h.pool.Inside(pool, read.held.lower, read.held.upper, read.low, read.high)
		if err != nil {
			return nil, err
		}
		position, err := h.valued(r, pool, read.held, p, inside)
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
func (h *holdings) remembered(read heldRead) (p bind.NonfungiblePositionManagerPositionsOutput, _ error) {
	owner, err := protocol.Decoded(read.owner, h.npm.UnpackOwnerOf)
	if err != nil {
		return p, err
	}
	if p, err = protocol.Decoded(read.state, h.npm.UnpackPositions); err != nil {
		return p, err
	}
	if owner != h.account || p.TickLower.Int64() != int64(read.held.lower) || p.TickUpper.Int64() != int64(read.held.upper) {
		return p, fmt.Errorf("%w: %s", errStranger, read.held.id)
	}
	return p, nil
}

// empty says that a position holds no liquidity and is owed nothing.
func empty(p turn.Position) bool {
	return p.Liquidity.IsZero() && p.Fees0.IsZero() && p.Fees1.IsZero()
}

func (h *holdings) valued(r *turn.Reading, pool *uniswap.Pool, held heldPosition, p bind.NonfungiblePositionManagerPositionsOutput, inside uniswap.Growth) (turn.Position, error) {
	out := turn.Position{ID: held.id.String(), Protocol: grammar.UniswapV3, Kind: "liquidity", Lower: held.lower, Upper: held.upper}
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
	t := h.pair
	for _, part := range []struct {
		token turn.Token
		units *uint256.Int
	}{{t.Token0, &out.Amount0}, {t.Token1, &out.Amount1}, {t.Token0, &out.Fees0}, {t.Token1, &out.Fees1}} {
		out.Value += t.Worth(part.token, part.units, r.Pool.Price)
	}
	return out, nil
}
