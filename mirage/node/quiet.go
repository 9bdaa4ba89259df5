package node

import (
	"github.com/ethereum/go-ethereum/core/types"
)

// quiet reports whether nothing happens in a block: it has no transaction, and nothing runs around
// it. Two blocks of three of a market are so.
func (m *Miner) quiet(spec BlockSpec) bool {
	return m.bare && len(spec.Txs) == 0 && !spec.FromPool && !spec.announce && m.tolls == nil && m.states.warm != nil
}

// pass makes a block in which nothing happens. Its state is its parent's, so that none is opened.
func (m *Miner) pass(parent, header *types.Header, next pace) (*types.Block, types.Receipts, error) {
	header.Root = parent.Root
	if m.chain.core.Config().IsPrague(header.Number, header.Time) {
		header.RequestsHash = &types.EmptyRequestsHash
	}
	block := types.NewBlock(header, &types.Body{Withdrawals: types.Withdrawals{}}, nil, nil)
	m.states.stay(parent.Root)
	return block, nil, m.put(block, nil, nil, next)
}
