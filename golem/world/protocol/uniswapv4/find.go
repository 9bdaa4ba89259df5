package uniswapv4

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/internal/money"
)

// transferred is the topic of a position's change of owner.
var transferred = crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)"))

// first and span are how many blocks' logs are asked for at once: few where a position was just
// opened, then as many as nodes commonly answer. A node that refuses them is asked for half as many,
// down to least. After most requests the search is given up, and after some blocks it goes on where
// it was.
const first, span, least, most, pause = 500, 5_000, 100, 400, 300

// find returns the n positions of the account. The position manager counts them and does not list
// them; so the logs are gone through, from the block backwards, until as many are found. Of those that
// are known already only the owner is asked. What cannot be found is an errMissing, and not looked for
// again at once: strangers can send positions to the account, and a node may have no old logs.
func (h *holdings) find(ctx context.Context, block turn.Block, n int) ([]*big.Int, error) {
	if n > 0 && h.missed == n && block.Number-h.gaveUp < pause {
		return nil, errMissing
	}
	owned, err := h.trace.search(n, block.Number, func(from, to uint64) ([]*big.Int, error) { return h.received(ctx, from, to) },
		func(ids []*big.Int) ([]*big.Int, error) { return h.still(ctx, block.Hash, ids) })
	if h.missed = 0; errors.Is(err, errMissing) {
		h.missed, h.gaveUp = n, block.Number
	}
	return owned, err
}

// received are the positions that the account got in some blocks.
func (h *holdings) received(ctx context.Context, from, to uint64) (ids []*big.Int, _ error) {
	topics := []common.Hash{transferred, {}, common.BytesToHash(h.account[:])}
	logs, err := h.client.Span(ctx, from, to, h.manager, topics)
	for _, l := range logs {
		if len(l.Topics) == len(topics)+1 {
			ids = append(ids, l.Topics[len(topics)].Big())
		}
	}
	return ids, err
}

// refused reports whether a node answers, and not what was asked for.
func refused(err error) bool {
	return slices.ContainsFunc([]error{rpc.ErrNode, rpc.ErrRateLimited, rpc.ErrMissing, rpc.ErrUnsupported}, func(kind error) bool { return errors.Is(err, kind) })
}

// still returns those of some positions that are the account's. One that was left has no owner.
func (h *holdings) still(ctx context.Context, block common.Hash, ids []*big.Int) (owned []*big.Int, _ error) {
	if len(ids) == 0 {
		return nil, nil
	}
	b := h.client.At(block)
	reads := make([]*rpc.Read[[]byte], len(ids))
	for i, id := range ids {
		reads[i] = b.Call(h.manager, h.npm.PackOwnerOf(id))
	}
	if err := b.Do(ctx); err != nil {
		return nil, err
	}
	for i, read := range reads {
		owner, err := protocol.Decoded(read, h.npm.UnpackOwnerOf)
		switch {
		case errors.Is(err, rpc.ErrReverted):
		case err != nil:
			return nil, err
		case owner == h.account && ids[i].BitLen() <= tokenBits:
			owned = append(owned, ids[i])
		}
	}
	return owned, nil
}

// dearest are as many positions as are read: the dearest in each pool, where they are too many. A
// crowd in one pool hides nothing in another, whose quote token may be worth more: they come in turn.
func (h *holdings) dearest(ctx context.Context, block common.Hash, held []heldPosition, pools map[*pool]uniswap.PoolV4) ([]heldPosition, error) {
	b := h.client.At(block)
	reads := make([]uniswap.PlacedV4Read, len(held))
	for i, p := range held {
		if p.in != nil {
			reads[i] = p.in.loader.AddPlaced(b, h.place(p))
		}
	}
	if err := b.Do(ctx); err != nil {
		return nil, err
	}
	worth := map[*big.Int]float64{}
	for i, p := range held {
		if state, answers := pools[p.in]; answers {
			if placed, err := reads[i].Placed(); err == nil {
				worth[p.id] = p.in.roughly(state, h.place(p), placed)
			}
		}
	}
	slices.SortStableFunc(held, func(a, b heldPosition) int { return cmp.Compare(worth[b.id], worth[a.id]) })
	place, next := map[*big.Int]int{}, map[*pool]int{}
	for _, p := range held {
		if place[p.id] = next[p.in]; p.in == nil {
			place[p.id] = len(held)
		}
		next[p.in]++
	}
	slices.SortStableFunc(held, func(a, b heldPosition) int { return place[a.id] - place[b.id] })
	return held[:min(len(held), maxPositions)], nil
}

// roughly is what lies in a position in quote tokens. One that cannot be is refused where it is valued.
func (p *pool) roughly(state uniswap.PoolV4, at uniswap.PlaceV4, placed uniswap.PlacedV4) float64 {
	is, err := p.position(state, at, placed)
	if err != nil {
		return 0
	}
	is.Base.Add(&is.Base, &is.BaseFees)
	is.Quote.Add(&is.Quote, &is.QuoteFees)
	return money.Float(&is.Base, p.base.Decimals)*p.market(state).Price + money.Float(&is.Quote, p.quote.Decimals)
}
