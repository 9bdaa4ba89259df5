package cheat

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// Pool is the cheats that take waiting transactions away.
type Pool struct{ base }

// DropTransaction takes one away, and answers its hash, or null where none waits by it.
func (p *Pool) DropTransaction(hash common.Hash) (*common.Hash, error) {
	n, err := p.node.Pool.Drop(func(tx *types.Transaction, _ common.Address) bool { return tx.Hash() == hash })
	if err != nil || n == 0 {
		return nil, coded(err)
	}
	return &hash, nil
}

// DropAllTransactions empties the pool.
func (p *Pool) DropAllTransactions() error {
	_, err := p.node.Pool.Drop(func(*types.Transaction, common.Address) bool { return true })
	return coded(err)
}

// RemovePoolTransactions takes away all of one sender.
func (p *Pool) RemovePoolTransactions(account common.Address) error {
	_, err := p.node.Pool.Drop(func(_ *types.Transaction, from common.Address) bool { return from == account })
	return coded(err)
}
