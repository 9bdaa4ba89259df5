package node

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"
)

// memory is what the node remembers, given these snapshots and accounts.
func (s *Snapshots) memory(taken []snapshot, impersonated []common.Address) *memory {
	m := &memory{NextID: s.nextID, Impersonated: impersonated}
	for _, t := range taken {
		m.Snapshots = append(m.Snapshots, keptSnapshot{t.id, t.pace.record(t.head), t.impersonated})
	}
	return m
}

// now is what the node remembers now, and its head.
func (s *Snapshots) now() (headRecord, *memory) {
	return s.pace.next.record(s.chain.Head().Hash()), s.memory(s.taken, s.senders.list())
}

// adopt takes over what was remembered.
func (s *Snapshots) adopt(head headRecord, m memory) error {
	s.pace.next = head.pace(s.chain.Head().Time)
	s.nextID = max(m.NextID, 1)
	var taken []snapshot
	for _, k := range m.Snapshots {
		block := s.chain.core.GetBlockByHash(k.Head.Hash)
		if block == nil {
			return fmt.Errorf("block %s of snapshot %d is gone", k.Head.Hash, k.ID)
		}
		t := snapshot{id: k.ID, number: block.NumberU64(), head: block.Hash(), root: block.Root(), pace: k.Head.pace(block.Time()), impersonated: k.Impersonated}
		taken = append(taken, t)
	}
	s.hold(taken)
	s.senders.set(m.Impersonated)
	return s.chain.disguises.read()
}

// recall brings chain and memory to what the database says of them.
func (s *Snapshots) recall() error {
	head, err := readHead(s.chain.db)
	if err != nil {
		return err
	}
	m, err := readMemory(s.chain.db)
	if err != nil {
		return err
	}
	block := s.chain.core.GetBlockByHash(head.Hash)
	if block == nil {
		return fmt.Errorf("block %s is gone", head.Hash)
	}
	if err := s.chain.moveHead(block); err != nil {
		return err
	}
	if err := s.chain.sweep(); err != nil {
		return err
	}
	return s.adopt(head, m)
}
