package node

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/crypto"
)

// ErrPersistent is returned by Load on a chain that lives in a data folder: one that is half
// replaced would be neither chain.
var ErrPersistent = errors.New("a chain in a data folder is not replaced: start one in an empty folder with the state")

// Load replaces the chain by a state, block 0 included; what was there is found no more.
// A state of another chain id, or of other rules, is an ErrState and nothing changed.
func (a *Archive) Load(s *State) error {
	a.gate.Lock()
	defer a.gate.Unlock()
	switch {
	case a.gate.closed:
		return ErrClosed
	case a.gate.noCheats:
		return ErrCheatsClosed
	case a.kept:
		return ErrPersistent
	case a.chain.window.keep > 0:
		return fmt.Errorf("load: %w: a chain that keeps the last %d is not replaced", ErrForgotten, a.chain.window.keep)
	case a.chain.fork != nil:
		return fmt.Errorf("%w: a state is not loaded over it", ErrFork)
	case s.Header.ChainID != a.chain.ID().Uint64():
		return fmt.Errorf("%w: it is of chain %d, not %d", ErrState, s.Header.ChainID, a.chain.ID())
	}
	if err := a.sameRules(s); err != nil {
		return err
	}
	if err := a.replace(s); err != nil {
		return fmt.Errorf("load: %w", err)
	}
	return nil
}

// sameRules refuses a state whose blocks were made under other forks.
func (a *Archive) sameRules(s *State) error {
	theirs, err := json.Marshal(s.genesis.Config)
	if err != nil {
		return err
	}
	ours, err := json.Marshal(a.chain.core.Config())
	if err != nil {
		return err
	}
	if !bytes.Equal(ours, theirs) {
		return fmt.Errorf("%w: its chain has other forks than this one: start a devnet with it", ErrState)
	}
	return nil
}

// replace puts the chain of a state in place of this one.
func (a *Archive) replace(s *State) error {
	old := a.chain.core.Genesis()
	if err := a.chain.moveHead(old); err != nil {
		return err
	}
	if block := s.genesis.ToBlock(); block.Hash() != old.Hash() {
		if err := a.chain.core.ResetWithGenesisBlock(block); err != nil {
			return err
		}
		rawdb.DeleteBlock(a.chain.db, old.Hash(), 0)
	}
	a.chain.born.Store(&birth{s.genesis, s.Header.Seed})
	a.snapshots.release()
	a.waiting.forget()
	clear(a.chain.disguises.from)
	if err := a.install(s); err != nil {
		return err
	}
	return a.waiting.clear()
}

// install writes a state over a chain that has its block 0 and no other.
func (a *Archive) install(s *State) error {
	batch := a.chain.db.NewBatch()
	defer batch.Close()
	for _, node := range s.body.Nodes {
		rawdb.WriteLegacyTrieNode(batch, crypto.Keccak256Hash(node), node)
	}
	for _, code := range s.body.Codes {
		rawdb.WriteCode(batch, crypto.Keccak256Hash(code), code)
	}
	for _, from := range s.body.Senders {
		a.chain.disguises.from[from.Tx] = from.From
	}
	var errs []error
	for _, b := range s.body.Blocks {
		errs = append(errs, a.chain.write(batch, b.Block, b.receipts()))
	}
	if err := errors.Join(append(errs, batch.Write())...); err != nil {
		return fmt.Errorf("write state: %w", err)
	}
	if len(s.body.Blocks) > 0 {
		last := s.body.Blocks[len(s.body.Blocks)-1].Block
		if _, err := a.chain.core.SetCanonical(last); err != nil {
			return fmt.Errorf("set head to block %d: %w", last.NumberU64(), err)
		}
	}
	// It empties the caches, which may hold a block 0 that is no more.
	if err := a.chain.core.SetHead(s.Header.Block); err != nil {
		return fmt.Errorf("set head to block %d: %w", s.Header.Block, err)
	}
	return a.snapshots.adopt(s.head, s.memory)
}
