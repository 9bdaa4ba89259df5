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
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/internal/money"
)

// maxPositions bounds what is read of a wallet with every block, and maxLooked what is
// looked at when their number changes: strangers can send positions to it.
const maxPositions, maxLooked = 64, 512

// holdings are the wallet's positions at one position manager, and what is remembered of them.
type holdings struct {
	client  *rpc.Client
	pools   []*pool
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
	in           *pool // nil: a pool that is none of the strategy's
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
	read := heldRead{held: p}
	if p.in != nil {
		read.low, read.high = p.in.loader.AddTicks(b, p.lower, p.upper)
	}
	read.owner, read.state = b.Call(h.manager, h.npm.PackOwnerOf(p.id)), b.Call(h.manager, h.npm.PackPositions(p.id))
	return read
}

// read adds the wallet's positions in the pools, of which the states are given where they are known.
// It enumerates them only when their number, an owner or a range is not the remembered one.
func (h *holdings) read(ctx context.Context, r *turn.Reading, pools map[*pool]*uniswap.Pool, count *rpc.Read[[]byte], known []heldRead) error {
	n, err := h.counted(count)
	if err != nil {
		return err
	}
	r.Crowd = max(r.Crowd, crowd(n))
	if n == h.total {
		if err := h.decode(r, pools, known); err == nil {
			return nil
		}
	}
	held, err := h.enumerate(ctx, r.Block.Hash, min(n, maxLooked), pools)
	if err != nil {
		return err
	}
	h.held, h.total = held, n
	b := h.client.At(r.Block.Hash)
	reads := h.addHeld(b)
	if err := b.Do(ctx); err != nil {
		return err
	}
	return h.decode(r, pools, reads)
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

// enumerate returns the first n positions, or the dearest of those in each pool where they
// are too many: anyone can send an account positions. The Golem's own are among the first: the
// index of a position never rises, and none is opened in a crowd.
func (h *holdings) enumerate(ctx context.Context, block common.Hash, n int, pools map[*pool]*uniswap.Pool) ([]heldPosition, error) {
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
		if held[i].in = h.of(p); held[i].in != nil {
			values[held[i].id] = held[i].in.roughly(p, pools[held[i].in])
		} else {
			values[held[i].id] = -1
		}
	}
	slices.SortStableFunc(held, func(a, b heldPosition) int { return cmp.Compare(values[b.id], values[a.id]) })
	inTurn(held)
	held = held[:min(n, maxPositions)]
	slices.SortFunc(held, func(a, b heldPosition) int { return a.id.Cmp(b.id) })
	return held, nil
}

// inTurn puts the dearest position of each pool before the second of any, and those of no pool
// last: what lies in pools with other quote tokens cannot be compared, and a crowd in one pool
// hides nothing in another.
func inTurn(dearest []heldPosition) {
	place, next := map[*big.Int]int{}, map[*pool]int{}
	for _, p := range dearest {
		if place[p.id] = next[p.in]; p.in == nil {
			place[p.id] = len(dearest)
		}
		next[p.in]++
	}
	slices.SortStableFunc(dearest, func(a, b heldPosition) int { return place[a.id] - place[b.id] })
}

// roughly is what lies in a position in quote tokens, without the fees that grew since it was
// touched. One that cannot be is refused where it is valued.
func (p *pool) roughly(at bind.NonfungiblePositionManagerPositionsOutput, state *uniswap.Pool) float64 {
	if state == nil { // the pool does not answer
		return 0
	}
	liquidity := uint256.MustFromBig(at.Liquidity)
	amount0, amount1, _ := uniswap.AmountsForLiquidity(&state.SqrtPriceX96, int32(at.TickLower.Int64()), int32(at.TickUpper.Int64()), liquidity, uniswap.Down)
	amount0.Add(&amount0, uint256.MustFromBig(at.TokensOwed0))
	amount1.Add(&amount1, uint256.MustFromBig(at.TokensOwed1))
	base, quote := p.sorted(amount0, amount1)
	return money.Float(&base, p.base.Decimals)*p.price(&state.SqrtPriceX96) + money.Float(&quote, p.quote.Decimals)
}

// sorted returns amounts of token0 and token1 as those of base and quote.
func (p *pool) sorted(amount0, amount1 uint256.Int) (base, quote uint256.Int) {
	if p.inverse {
		return amount1, amount0
	}
	return amount0, amount1
}

// of returns the pool that a position is in; nil: none of the strategy's.
func (h *holdings) of(p bind.NonfungiblePositionManagerPositionsOutput) *pool {
	for _, in := range h.pools {
		if p.Token0 == in.loader.Token0 && p.Token1 == in.loader.Token1 && p.Fee.Uint64() == uint64(in.loader.Fee) {
			return in
		}
	}
	return nil
}

// decode adds the positions to a reading; those in a pool that does not answer are not in it.
func (h *holdings) decode(r *turn.Reading, pools map[*pool]*uniswap.Pool, reads []heldRead) error {
	var found []turn.Position
	broken := map[*pool]error{}
	for _, read := range reads {
		p, err := h.remembered(read)
		if err != nil {
			return err
		}
		in := read.held.in
		if in == nil || pools[in] == nil {
			continue
		}
		inside, err := in.loader.Inside(pools[in], read.held.lower, read.held.upper, read.low, read.high)
		if err != nil {
			broken[in] = err
			continue
		}
		position, err := in.position(pools[in], read.held, p, inside)
		if err != nil { // what the pool tells cannot be
			broken[in] = fmt.Errorf("%w: %w", rpc.ErrMalformed, err)
			continue
		}
		if empty(position) {
			continue // anyone may send the wallet one, and there is nothing to take out of it
		}
		found = append(found, position)
	}
	r.Positions = append(r.Positions, found...)
	for _, in := range h.pools {
		if err := protocol.Mute(r, in.handle, broken[in]); err != nil {
			return err
		}
	}
	return nil
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
	if owner != h.account || h.of(p) != read.held.in || p.TickLower.Int64() != int64(read.held.lower) || p.TickUpper.Int64() != int64(read.held.upper) {
		return p, fmt.Errorf("%w: %s", errStranger, read.held.id)
	}
	return p, nil
}

// empty says that a position holds no liquidity and is owed nothing.
func empty(p turn.Position) bool {
	return p.Liquidity.IsZero() && p.BaseFees.IsZero() && p.QuoteFees.IsZero()
}

// position is what lies in a position at the state of its pool, and what it earned.
func (p *pool) position(state *uniswap.Pool, held heldPosition, at bind.NonfungiblePositionManagerPositionsOutput, inside uniswap.Growth) (turn.Position, error) {
	out := turn.Position{ID: held.id.String(), Protocol: Name, Market: p.handle, Kind: "liquidity", Lower: held.lower, Upper: held.upper}
	out.Liquidity.SetFromBig(at.Liquidity)
	last := uniswap.Growth{Token0: *uint256.MustFromBig(at.FeeGrowthInside0LastX128), Token1: *uint256.MustFromBig(at.FeeGrowthInside1LastX128)}
	fees0, fees1, owed := uniswap.FeesOwed(&out.Liquidity, inside, last)
	fees0.Add(&fees0, uint256.MustFromBig(at.TokensOwed0))
	fees1.Add(&fees1, uint256.MustFromBig(at.TokensOwed1))
	amount0, amount1, lies := uniswap.AmountsForLiquidity(&state.SqrtPriceX96, held.lower, held.upper, &out.Liquidity, uniswap.Down)
	out.Base, out.Quote = p.sorted(amount0, amount1)
	out.BaseFees, out.QuoteFees = p.sorted(fees0, fees1)
	return out, errors.Join(owed, lies)
}
