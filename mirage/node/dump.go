package node

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/types"
)

// Archive takes the whole chain out of the node, and puts another in its place.
type Archive struct {
	gate      *gate
	chain     *Chain
	waiting   *waiting
	snapshots *Snapshots
	kept      bool // in a data folder
}

// Dump copies the whole chain out of the node (spec: mirage-testing §12.5). States that
// Config.KeepStates let go are left out; what waits in the pool is no part of it.
func (a *Archive) Dump() (*State, error) {
	a.gate.Lock()
	defer a.gate.Unlock()
	if a.gate.closed {
		return nil, ErrClosed
	}
	if a.chain.fork != nil {
		return nil, fmt.Errorf("%w: most of its state is not here: record the chain below instead", ErrFork)
	}
	if err := a.chain.window.whole(); err != nil {
		return nil, fmt.Errorf("dump: %w", err)
	}
	head, born := a.chain.Head(), a.chain.born.Load()
	record, memory := a.snapshots.now()
	s := &State{
		Header: StateHeader{
			Format: stateFormat, ChainID: a.chain.ID().Uint64(), Block: head.Number.Uint64(),
			Hash: head.Hash(), Time: head.Time, Seed: born.seed,
		},
		genesis: born.genesis, head: record, memory: *memory,
	}
	if err := s.describe(); err != nil {
		return nil, err
	}
	for number := uint64(1); number <= head.Number.Uint64(); number++ {
		b, err := a.block(number)
		if err != nil {
			return nil, fmt.Errorf("dump: %w", err)
		}
		s.body.Blocks = append(s.body.Blocks, b)
	}
	if err := a.accounts(s); err != nil {
		return nil, fmt.Errorf("dump: %w", err)
	}
	s.body.Senders = a.chain.disguises.list()
	return s, nil
}

// describe encodes the parts that are JSON.
func (s *State) describe() error {
	var errs [3]error
	s.body.Genesis, errs[0] = json.Marshal(s.genesis)
	s.body.Head, errs[1] = json.Marshal(s.head)
	s.body.Memory, errs[2] = json.Marshal(s.memory)
	return errors.Join(errs[:]...)
}

func (a *Archive) block(number uint64) (stateBlock, error) {
	block := a.chain.core.GetBlockByNumber(number)
	if block == nil {
		return stateBlock{}, fmt.Errorf("block %d is gone", number)
	}
	b := stateBlock{Block: block}
	for _, r := range a.chain.core.GetReceiptsByHash(block.Hash()) {
		b.Receipts = append(b.Receipts, (*types.ReceiptForStorage)(r))
	}
	return b, nil
}

// accounts walks the state of every block that has one.
func (a *Archive) accounts(s *State) error {
	chain := a.chain.core
	w := newWalk(chain.TrieDB())
	for number := uint64(0); number <= s.Header.Block; number++ {
		root := chain.GetHeaderByNumber(number).Root
		if !chain.HasState(root) {
			continue
		}
		if err := w.state(root); err != nil {
			return fmt.Errorf("state of block %d: %w", number, err)
		}
	}
	s.body.Nodes = w.nodes
	for _, hash := range w.codes {
		code := rawdb.ReadCode(a.chain.db, hash)
		if len(code) == 0 {
			return fmt.Errorf("code %s is gone", hash)
		}
		s.body.Codes = append(s.body.Codes, code)
	}
	return nil
}
