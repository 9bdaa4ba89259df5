package uniswapv4

import (
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
)

// maxPositions bounds what is read of a wallet with every block, and maxLooked what is looked at when
// their number changes: strangers can send positions to it.
const maxPositions, maxLooked = 64, 512

// holdings are the account's positions at one position manager, and what is remembered of them.
type holdings struct {
	client  *rpc.Client
	pools   []*pool
	account common.Address
	manager common.Address
	npm     *bind.V4PositionManager
	owned   []*big.Int // those that the account had when they were looked for
	held    []heldPosition
	trace   trace
	missed  int    // how many there were when not all were found; 0: they were
	gaveUp  uint64 // the block at which that was
}

// heldPosition is what is remembered of a position, so that the next reading has it in the same round
// trip as everything else.
type heldPosition struct {
	id           *big.Int
	in           *pool // nil: a pool that is none of the strategy's
	lower, upper int32
}

// heldRead is a position on its way from a batch.
type heldRead struct {
	held   heldPosition
	owner  *rpc.Read[[]byte]
	placed uniswap.PlacedV4Read
}

// Errors of reading positions.
var (
	errStranger = errors.New("not the account's position as it was remembered")
	errMissing  = errors.New("the logs of the position manager do not tell of all positions of the account")
)

func (h *holdings) addCount(b *rpc.Batch) *rpc.Read[[]byte] {
	return b.Call(h.manager, h.npm.PackBalanceOf(h.account))
}

// addHeld adds the reads of the remembered positions.
func (h *holdings) addHeld(b *rpc.Batch) []heldRead {
	reads := make([]heldRead, len(h.held))
	for i, p := range h.held {
		reads[i] = heldRead{held: p, owner: b.Call(h.manager, h.npm.PackOwnerOf(p.id))}
		if p.in != nil {
			reads[i].placed = p.in.loader.AddPlaced(b, h.place(p))
		}
	}
	return reads
}

func (h *holdings) place(p heldPosition) uniswap.PlaceV4 {
	return uniswap.PlaceV4{Manager: h.manager, ID: p.id, Lower: p.lower, Upper: p.upper}
}

// read adds the account's positions in the pools, of which the states are given where they are known.
// It looks for them only where their number or an owner is not the remembered one.
func (h *holdings) read(ctx context.Context, r *turn.Reading, pools map[*pool]uniswap.PoolV4, count *rpc.Read[[]byte], known []heldRead) error {
	held, err := protocol.Decoded(count, h.npm.UnpackBalanceOf)
	if err != nil {
		return err
	}
	if !held.IsInt64() || held.Int64() > math.MaxInt32 {
		return fmt.Errorf("the account holds %s positions, which cannot be", held)
	}
	n := int(held.Int64())
	if n > maxPositions {
		r.Crowd = max(r.Crowd, uint64(n))
	}
	if n == len(h.owned) {
		if err := h.decode(r, pools, known); err == nil {
			return nil
		}
	}
	if err := h.look(ctx, r.Block, n, pools); err != nil {
		return err
	}
	b := h.client.At(r.Block.Hash)
	reads := h.addHeld(b)
	if err := b.Do(ctx); err != nil {
		return err
	}
	return h.decode(r, pools, reads)
}

// look finds all n positions of the account, and remembers where those that are read lie.
func (h *holdings) look(ctx context.Context, block turn.Block, n int, pools map[*pool]uniswap.PoolV4) error {
	owned, err := h.find(ctx, block, n)
	if err != nil {
		return err
	}
	// What was read until now stays in front, then come those that were minted first: what strangers
	// send comes behind the Golem's own, of which none is opened in a crowd.
	rank := func(id *big.Int) int {
		return slices.IndexFunc(h.held, func(p heldPosition) bool { return p.id.Cmp(id) == 0 })
	}
	slices.SortFunc(owned, func(a, b *big.Int) int {
		if first, other := rank(a) >= 0, rank(b) >= 0; first != other {
			return map[bool]int{true: -1, false: 1}[first]
		}
		return a.Cmp(b)
	})
	held, err := h.lie(ctx, block.Hash, owned[:min(n, maxLooked)])
	if err != nil {
		return err
	}
	if len(held) > maxPositions {
		if held, err = h.dearest(ctx, block.Hash, held, pools); err != nil {
			return err
		}
	}
	slices.SortFunc(held, func(a, b heldPosition) int { return a.id.Cmp(b.id) })
	h.owned, h.held = owned, held
	return nil
}

// lie asks in which pool each position lies, and between which ticks.
func (h *holdings) lie(ctx context.Context, block common.Hash, ids []*big.Int) ([]heldPosition, error) {
	b := h.client.At(block)
	reads := make([]*rpc.Read[[]byte], len(ids))
	for i, id := range ids {
		reads[i] = b.Call(h.manager, h.npm.PackGetPoolAndPositionInfo(id))
	}
	if err := b.Do(ctx); err != nil {
		return nil, err
	}
	held := make([]heldPosition, len(ids))
	for i, read := range reads {
		at, err := protocol.Decoded(read, h.npm.UnpackGetPoolAndPositionInfo)
		if err != nil {
			return nil, err
		}
		held[i].id = ids[i]
		held[i].lower, held[i].upper = uniswap.RangeV4(at.Info)
		if j := slices.IndexFunc(h.pools, func(p *pool) bool { return p.loader.ID == uniswap.PoolIDV4(at.PoolKey) }); j >= 0 {
			held[i].in = h.pools[j]
		}
	}
	return held, nil
}

// decode adds the positions to a reading; those in a pool that does not answer are not in it.
func (h *holdings) decode(r *turn.Reading, pools map[*pool]uniswap.PoolV4, reads []heldRead) error {
	var found []turn.Position
	broken := map[*pool]error{}
	for _, read := range reads {
		owner, err := protocol.Decoded(read.owner, h.npm.UnpackOwnerOf)
		if err != nil {
			return err
		}
		if owner != h.account {
			return fmt.Errorf("%w: %s", errStranger, read.held.id)
		}
		in := read.held.in
		state, answers := pools[in]
		if in == nil || !answers {
			continue
		}
		placed, err := read.placed.Placed()
		if err != nil {
			broken[in] = err
			continue
		}
		position, err := in.position(state, h.place(read.held), placed)
		if err != nil { // what the pool tells cannot be
			broken[in] = fmt.Errorf("%w: %w", rpc.ErrMalformed, err)
			continue
		}
		if !position.Liquidity.IsZero() { // else there is nothing to take out of it
			found = append(found, position)
		}
	}
	r.Positions = append(r.Positions, found...)
	for _, in := range h.pools {
		if err := protocol.Mute(r, in.handle, broken[in]); err != nil {
			return err
		}
	}
	return nil
}

// position is what lies in a position at the state of its pool, and what it earned.
func (p *pool) position(state uniswap.PoolV4, at uniswap.PlaceV4, placed uniswap.PlacedV4) (turn.Position, error) {
	out := turn.Position{
		ID: id(at.Manager, at.ID).Dec(), Protocol: Name, Market: p.handle, Kind: "liquidity",
		Lower: at.Lower, Upper: at.Upper, Liquidity: placed.Liquidity,
	}
	fees0, fees1, owed := uniswap.FeesOwed(&out.Liquidity, placed.Inside, placed.Last)
	amount0, amount1, lies := uniswap.AmountsForLiquidity(&state.SqrtPriceX96, at.Lower, at.Upper, &out.Liquidity, uniswap.Down)
	out.Base, out.Quote = p.sorted(amount0, amount1)
	out.BaseFees, out.QuoteFees = p.sorted(fees0, fees1)
	return out, errors.Join(owed, lies)
}

// sorted returns amounts of token0 and token1 as those of base and quote.
func (p *pool) sorted(amount0, amount1 uint256.Int) (base, quote uint256.Int) {
	if p.inverse {
		return amount1, amount0
	}
	return amount0, amount1
}

// tokenBits is how many bits the number of a position has at most: they are counted up from one.
const tokenBits = 64

// id names a position wherever positions of several protocols are: its manager, and its number there.
func id(manager common.Address, token *big.Int) *uint256.Int {
	v := new(uint256.Int).SetBytes(manager[:])
	return v.Or(v.Lsh(v, tokenBits), uint256.NewInt(token.Uint64()))
}

// numbered is the number of a position at its manager.
func numbered(id *uint256.Int) *big.Int { return new(big.Int).SetUint64(id.Uint64()) }
