package node

import (
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethdb/memorydb"
	"github.com/ethereum/go-ethereum/trie"
	"github.com/ethereum/go-ethereum/triedb"
)

// check holds a decoded state against itself.
func (s *State) check() error {
	if s.genesis.Config == nil || s.genesis.Config.ChainID == nil || !s.genesis.Config.ChainID.IsUint64() || s.genesis.Config.ChainID.Uint64() != s.Header.ChainID {
		return errors.New("its block 0 is of another chain than its header says")
	}
	roots, err := s.checkBlocks()
	if err != nil {
		return err
	}
	return s.checkAccounts(roots)
}

// checkBlocks checks the chain of blocks, and returns the states that must be there:
// those of block 0, of the head and of the snapshots.
func (s *State) checkBlocks() ([]common.Hash, error) {
	parent := s.genesis.ToBlock()
	root := map[common.Hash]common.Hash{parent.Hash(): parent.Root()}
	first := parent.Root()
	for _, b := range s.body.Blocks {
		if b.Block == nil || b.Block.ParentHash() != parent.Hash() || b.Block.NumberU64() != parent.NumberU64()+1 || b.Block.Time() < parent.Time() {
			return nil, fmt.Errorf("its blocks do not follow one another after %d", parent.NumberU64())
		}
		if err := s.checkBlock(b); err != nil {
			return nil, fmt.Errorf("block %d: %w", b.Block.NumberU64(), err)
		}
		parent = b.Block
		root[parent.Hash()] = parent.Root()
	}
	if h := s.Header; s.head.Hash != parent.Hash() || h.Hash != parent.Hash() || h.Block != parent.NumberU64() || h.Time != parent.Time() {
		return nil, errors.New("its header names another latest block than it holds")
	}
	roots := []common.Hash{first, parent.Root()}
	for _, k := range s.memory.Snapshots {
		r, ok := root[k.Head.Hash]
		if !ok {
			return nil, fmt.Errorf("the block of snapshot %d is missing", k.ID)
		}
		roots = append(roots, r)
	}
	return roots, nil
}

// checkBlock checks transactions and receipts of a block against its header.
func (s *State) checkBlock(b stateBlock) error {
	block := b.Block
	if types.DeriveSha(block.Transactions(), trie.NewStackTrie(nil)) != block.TxHash() {
		return errors.New("its transactions are not those of its header")
	}
	receipts := b.receipts()
	// Derives the types too, which are part of what is hashed.
	if err := receipts.DeriveFields(s.genesis.Config, block.Hash(), block.NumberU64(), block.Time(), block.BaseFee(), nil, block.Transactions()); err != nil {
		return err
	}
	if types.DeriveSha(receipts, trie.NewStackTrie(nil)) != block.ReceiptHash() {
		return errors.New("its receipts are not those of its header")
	}
	return nil
}

func (b stateBlock) receipts() types.Receipts {
	out := make(types.Receipts, len(b.Receipts))
	for i, r := range b.Receipts {
		out[i] = (*types.Receipt)(r)
	}
	return out
}

// checkAccounts walks every state that must be there, over the nodes that are.
func (s *State) checkAccounts(roots []common.Hash) error {
	db := rawdb.NewDatabase(memorydb.New())
	codes := map[common.Hash]bool{types.EmptyCodeHash: true}
	for _, node := range s.body.Nodes {
		rawdb.WriteLegacyTrieNode(db, crypto.Keccak256Hash(node), node)
	}
	for _, code := range s.body.Codes {
		codes[crypto.Keccak256Hash(code)] = true
	}
	w := newWalk(triedb.NewDatabase(db, triedb.HashDefaults))
	for _, root := range roots {
		if err := w.state(root); err != nil {
			return fmt.Errorf("the accounts at %s: %w", root, err)
		}
	}
	for _, code := range w.codes {
		if !codes[code] {
			return fmt.Errorf("the code %s is missing", code)
		}
	}
	return nil
}
