package node

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/types"
)

// Dump copies the whole chain out of the node (spec: mirage-testing §12.5). States that
// Config.KeepStates let go are left out; what waits in the pool is no part of it.
func (n *Node) Dump() (*State, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		return nil, ErrClosed
	}
	if n.fork != nil {
		return nil, fmt.Errorf("%w: most of its state is not here: record the chain below instead", ErrFork)
	}
	head := n.Head()
	s := &State{
		Header: StateHeader{
			Format: stateFormat, ChainID: n.cfg.ChainID, Block: head.Number.Uint64(),
			Hash: head.Hash(), Time: head.Time, Seed: n.cfg.Seed,
		},
		genesis: n.cfg.genesis, head: n.pace.record(head.Hash()), memory: n.memory(n.snapshots, n.impersonators()),
	}
	if err := s.describe(); err != nil {
		return nil, err
	}
	for number := uint64(1); number <= head.Number.Uint64(); number++ {
		b, err := n.dumpBlock(number)
		if err != nil {
			return nil, fmt.Errorf("dump: %w", err)
		}
		s.body.Blocks = append(s.body.Blocks, b)
	}
	if err := n.dumpAccounts(s); err != nil {
		return nil, fmt.Errorf("dump: %w", err)
	}
	s.body.Senders = n.senders()
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

func (n *Node) dumpBlock(number uint64) (stateBlock, error) {
	block := n.chain.GetBlockByNumber(number)
	if block == nil {
		return stateBlock{}, fmt.Errorf("block %d is gone", number)
	}
	b := stateBlock{Block: block}
	for _, r := range n.chain.GetReceiptsByHash(block.Hash()) {
		b.Receipts = append(b.Receipts, (*types.ReceiptForStorage)(r))
	}
	return b, nil
}

// dumpAccounts walks the state of every block that has one.
func (n *Node) dumpAccounts(s *State) error {
	w := newWalk(n.chain.TrieDB())
	for number := uint64(0); number <= s.Header.Block; number++ {
		root := n.chain.GetHeaderByNumber(number).Root
		if !n.chain.HasState(root) {
			continue
		}
		if err := w.state(root); err != nil {
			return fmt.Errorf("state of block %d: %w", number, err)
		}
	}
	s.body.Nodes = w.nodes
	for _, hash := range w.codes {
		code := rawdb.ReadCode(n.db, hash)
		if len(code) == 0 {
			return fmt.Errorf("code %s is gone", hash)
		}
		s.body.Codes = append(s.body.Codes, code)
	}
	return nil
}

// senders lists who sent what nobody signed, in the order of the hashes.
func (n *Node) senders() []sender {
	var all []sender
	for tx, from := range n.disguised {
		all = append(all, sender{tx, from})
	}
	slices.SortFunc(all, func(a, b sender) int { return bytes.Compare(a.Tx[:], b.Tx[:]) })
	return all
}
