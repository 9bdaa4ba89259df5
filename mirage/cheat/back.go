package cheat

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/ethereum/go-ethereum/common/hexutil"

	"bardo.run/bardo/mirage/node"
)

// Back is the cheats that take blocks away again.
type Back struct{ base }

// Rollback goes back by so many blocks (1). Snapshots above are used up, and what waits is gone.
func (b *Back) Rollback(depth *quantity) error {
	v, err := depth.uint64("depth", 1, 1<<32)
	if err != nil {
		return err
	}
	return coded(b.node.Snapshots.Rollback(v))
}

// planned is a transaction of anvil_reorg, signed or asked for, and in which of the new blocks it
// shall be.
type planned struct {
	raw   hexutil.Bytes
	asked *request
	block uint64
}

// UnmarshalJSON reads a pair.
func (p *planned) UnmarshalJSON(text []byte) error {
	var pair []json.RawMessage
	if err := json.Unmarshal(text, &pair); err != nil {
		return err
	}
	if len(pair) != 2 {
		return invalid("a pair of a transaction and the number of its block has %d parts", len(pair))
	}
	if err := json.Unmarshal(pair[1], &p.block); err != nil {
		return err
	}
	if json.Unmarshal(pair[0], &p.raw) == nil {
		return nil
	}
	return json.Unmarshal(pair[0], &p.asked)
}

// Reorg puts as many new blocks in place of the last depth ones, with the given transactions in
// them: raw, or of an account that could send them. One that is refused is an error, and the chain
// has as many blocks then as were made before it.
func (b *Back) Reorg(ctx context.Context, depth quantity, pairs *[]planned) error {
	count, err := depth.uint64("depth", 1, 1<<32)
	if err != nil {
		return err
	}
	byBlock := map[uint64][]planned{}
	if pairs != nil {
		for _, p := range *pairs {
			if p.block >= count {
				return invalid("a transaction is for new block %d: there are %d, from 0 on", p.block, count)
			}
			byBlock[p.block] = append(byBlock[p.block], p)
		}
	}
	if err := b.node.Snapshots.Rollback(count); err != nil {
		return coded(err)
	}
	if b.node.Miner.Automine() {
		b.node.Miner.SetAutomine(false)
		defer b.node.Miner.SetAutomine(true)
	}
	for i := range count {
		if err := b.remake(ctx, byBlock[i]); err != nil {
			return coded(fmt.Errorf("new block %d: %w", i, err))
		}
	}
	return nil
}

// remake makes one block.
func (b *Back) remake(ctx context.Context, txs []planned) error {
	sending := &Sending{b.base}
	for _, p := range txs {
		var err error
		if p.asked != nil {
			_, err = sending.SendTransaction(ctx, *p.asked)
		} else {
			_, err = sending.SendRawTransaction(ctx, p.raw)
		}
		if err != nil {
			return err
		}
	}
	_, _, err := b.node.Miner.Mine(ctx, node.BlockSpec{FromPool: true})
	return err
}
