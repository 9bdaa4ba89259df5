package remote

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/rpc"
)

// maxReads is the most reads in one request; an account takes three. Many nodes, our own
// devnet among them, take no more than 100.
const maxReads = 99

// Load fetches accounts, each with its code, and slots, known or not: in one round trip,
// or where they are many in several at once.
func (s *State) Load(ctx context.Context, addresses []common.Address, slots []Slot) error {
	var parts []func() error
	if 3*len(addresses)+len(slots) <= maxReads {
		return s.load(ctx, addresses, slots)
	}
	for part := range slices.Chunk(addresses, maxReads/3) {
		parts = append(parts, func() error { return s.load(ctx, part, nil) })
	}
	for part := range slices.Chunk(slots, maxReads) {
		parts = append(parts, func() error { return s.load(ctx, nil, part) })
	}
	errs := make([]error, len(parts))
	var all sync.WaitGroup
	for i, part := range parts {
		all.Go(func() { errs[i] = part() })
	}
	all.Wait()
	return cmp.Or(errs...)
}

// load is Load in one request.
func (s *State) load(ctx context.Context, addresses []common.Address, slots []Slot) error {
	if err := s.count(asked(addresses, slots)); err != nil {
		return err
	}
	b := s.client.At(s.block.Hash)
	accounts := make([]accountRead, len(addresses))
	for i, a := range addresses {
		accounts[i] = accountRead{b.Balance(a), b.Nonce(a), b.Code(a)}
	}
	values := make([]*rpc.Read[common.Hash], len(slots))
	for i, at := range slots {
		values[i] = b.Storage(at.Account, at.Key)
	}
	if err := b.Do(ctx); err != nil {
		return err
	}
	return s.keep(addresses, accounts, slots, values)
}

// asked says what a load is for.
func asked(addresses []common.Address, slots []Slot) string {
	switch {
	case len(addresses) > 0:
		return fmt.Sprintf("account %s", addresses[0])
	case len(slots) > 0:
		return fmt.Sprintf("slot %s of %s", slots[0].Key, slots[0].Account)
	}
	return "nothing"
}

func (s *State) keep(addresses []common.Address, accounts []accountRead, slots []Slot, values []*rpc.Read[common.Hash]) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, address := range addresses {
		a, err := s.accountOf(accounts[i])
		if err != nil {
			return err
		}
		s.accounts[address] = a
	}
	for i, at := range slots {
		value, err := values[i].Value()
		if err != nil {
			return err
		}
		s.slots[at] = value
	}
	return nil
}
