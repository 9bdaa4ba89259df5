package node

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
)

// ErrPersistent is returned by Load on a chain that lives in a data folder.
var ErrPersistent = errors.New("a chain in a data folder is not replaced: start one in an empty folder with the state")

// Load replaces the chain by a state, block 0 included; what was there is found no more.
// A state of another chain id, or of other rules, is an ErrState and nothing changed.
func (n *Node) Load(s *State) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	switch {
	case n.closed:
		return ErrClosed
	case n.noCheats:
		return ErrCheatsClosed
	case n.cfg.DataDir != "":
		return ErrPersistent
	case n.fork != nil:
		return fmt.Errorf("%w: a state is not loaded over it", ErrFork)
	case s.Header.ChainID != n.cfg.ChainID:
		return fmt.Errorf("%w: it is of chain %d, not %d", ErrState, s.Header.ChainID, n.cfg.ChainID)
	}
	if err := n.sameRules(s); err != nil {
		return err
	}
	if err := n.replace(s); err != nil {
		return fmt.Errorf("load: %w", err)
	}
	return nil
}

// sameRules refuses a state whose blocks were made under other forks.
func (n *Node) sameRules(s *State) error {
	theirs, err := json.Marshal(s.genesis.Config)
	if err != nil {
		return err
	}
	ours, err := json.Marshal(n.chain.Config())
	if err != nil {
		return err
	}
	if !bytes.Equal(ours, theirs) {
		return fmt.Errorf("%w: its chain has other forks than this one: start a devnet with it", ErrState)
	}
	return nil
}

// replace puts the chain of a state in place of this one.
func (n *Node) replace(s *State) error {
	old := n.chain.Genesis()
	if err := n.moveHead(old); err != nil {
		return err
	}
	if block := s.genesis.ToBlock(); block.Hash() != old.Hash() {
		if err := n.chain.ResetWithGenesisBlock(block); err != nil {
			return err
		}
		rawdb.DeleteBlock(n.db, old.Hash(), 0)
	}
	n.cfg.genesis, n.cfg.Seed = s.genesis, s.Header.Seed
	if err := n.unpin(n.snapshots); err != nil {
		return err
	}
	clear(n.disguised)
	if err := n.install(s); err != nil {
		return err
	}
	n.forgetQueue()
	return n.emptyPool()
}

// install writes a state over a chain that has its block 0 and no other.
func (n *Node) install(s *State) error {
	batch := n.db.NewBatch()
	defer batch.Close()
	for _, node := range s.body.Nodes {
		rawdb.WriteLegacyTrieNode(batch, crypto.Keccak256Hash(node), node)
	}
	for _, code := range s.body.Codes {
		rawdb.WriteCode(batch, crypto.Keccak256Hash(code), code)
	}
	for _, b := range s.body.Blocks {
		writeBlock(batch, b.Block, b.receipts())
	}
	for _, from := range s.body.Senders {
		n.disguised[from.Tx] = from.From
	}
	if err := errors.Join(n.writeSenders(batch, s.transactions()), batch.Write()); err != nil {
		return fmt.Errorf("write state: %w", err)
	}
	if len(s.body.Blocks) > 0 {
		last := s.body.Blocks[len(s.body.Blocks)-1].Block
		if _, err := n.chain.SetCanonical(last); err != nil {
			return fmt.Errorf("set head to block %d: %w", last.NumberU64(), err)
		}
	}
	// It empties the caches, which may hold a block 0 that is no more.
	if err := n.chain.SetHead(s.Header.Block); err != nil {
		return fmt.Errorf("set head to block %d: %w", s.Header.Block, err)
	}
	return n.adopt(s.head, s.memory)
}

func (s *State) transactions() (txs []*types.Transaction) {
	for _, b := range s.body.Blocks {
		txs = append(txs, b.Block.Transactions()...)
	}
	return txs
}
