package history

import (
	"context"
	"fmt"
	"math/big"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// Storage slots of a Uniswap v3 pool.
var (
	slotPrice     = common.Hash{}                   // sqrtPriceX96 (160 bits), tick (24), …
	slotLiquidity = common.BigToHash(big.NewInt(4)) // active liquidity (128 bits)
)

// gauge reads the pool itself, not its events.
type gauge struct {
	node   *node.Node
	pool   common.Address
	readAt common.Hash    // state root at which slots were read
	slots  []*uint256.Int // price, liquidity
}

// check looks at a minute's close: the pool must stand in the recorded tick, with the
// recorded liquidity and everybody else's, within 0.1 %.
func (g *gauge) check(ctx context.Context, m Minute, v *venue) error {
	if root := g.node.Chain.Head().Root; root != g.readAt { // an equal root is an equal pool
		slots, err := g.read(ctx, slotPrice, slotLiquidity)
		if err != nil {
			return fmt.Errorf("read the pool: %w", err)
		}
		g.slots, g.readAt = slots, root
	}
	tick := int(int32(new(uint256.Int).Rsh(g.slots[0], 160).Uint64()<<8) >> 8)
	if tick != m.Close {
		return fmt.Errorf("the pool closed in tick %d, recorded is %d", tick, m.Close)
	}
	active := new(uint256.Int).And(g.slots[1], mask128)
	want := new(uint256.Int).Add(m.Liquidity, v.others(tick))
	off := distance(active, want)
	if off.Mul(off, uint256.NewInt(1000)).Gt(want) {
		return fmt.Errorf("the pool closed with liquidity %s, want %s recorded plus %s of others", active.Dec(), m.Liquidity.Dec(), v.others(tick).Dec())
	}
	return nil
}

var mask128 = new(uint256.Int).SubUint64(new(uint256.Int).Lsh(uint256.NewInt(1), 128), 1)

// read returns storage slots of the pool at the head.
func (g *gauge) read(ctx context.Context, slots ...common.Hash) ([]*uint256.Int, error) {
	b := rpc.New(g.node.Server.Port()).At(g.node.Chain.Head().Hash())
	reads := make([]*rpc.Read[common.Hash], len(slots))
	for i, slot := range slots {
		reads[i] = b.Storage(g.pool, slot)
	}
	if err := b.Do(ctx); err != nil {
		return nil, err
	}
	out := make([]*uint256.Int, len(slots))
	for i, r := range reads {
		word, err := r.Value()
		if err != nil {
			return nil, err
		}
		out[i] = new(uint256.Int).SetBytes32(word[:])
	}
	return out, nil
}
