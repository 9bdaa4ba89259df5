package node

import (
	"context"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
)

// Preview returns the block that would be made of what waits if somebody asked now, with its
// receipts and the state after it. Nothing of it stays; they belong to the caller.
func (m *Miner) Preview(ctx context.Context) (*types.Block, types.Receipts, *state.StateDB, error) {
	m.gate.Lock()
	defer m.gate.Unlock()
	if m.gate.closed {
		return nil, nil, nil, ErrClosed
	}
	spec := BlockSpec{FromPool: true}
	t, err := m.pace.time(spec.Time)
	if err != nil {
		return nil, nil, nil, err
	}
	parent := m.chain.Head()
	b, err := m.begin(ctx, parent, m.pace.header(parent, t, spec))
	if err != nil {
		return nil, nil, nil, err
	}
	defer b.evm.Release()
	b.toll = m.tolls.of(b.state)
	if err := m.waiting.fill(ctx, b, common.Hash{}); err != nil {
		return nil, nil, nil, err
	}
	block, err := m.finish(ctx, b)
	return block, b.receipts, b.state, err
}
