package remote

import (
	"context"
	"errors"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/evm/rpc"
)

// Prefetch asks the node which state a call touches and fetches what of it is not known
// in one round trip more, together with the sender, the recipient and the accounts in
// also. On a slow link that pays: a cold swap takes 17 round trips without it. A node
// that does not support the question, or a call that reverts, is no error, and neither is
// a fixture: what is missing is fetched when it is read. No answer at all is one.
func (s *State) Prefetch(ctx context.Context, call rpc.Call, also ...common.Address) error {
	if s.Offline() {
		return nil
	}
	if err := s.count("an access list"); err != nil {
		return err
	}
	list, err := s.client.AccessList(ctx, s.block.Hash, call)
	if errors.Is(err, rpc.ErrTransport) { // what follows would only wait again
		return err
	}
	if err != nil {
		return ctx.Err()
	}
	for _, address := range append([]common.Address{call.From, call.To}, also...) {
		list = append(list, types.AccessTuple{Address: address})
	}
	addresses, slots := s.missing(list)
	if len(addresses)+len(slots) == 0 {
		return nil
	}
	return s.Load(ctx, addresses, slots)
}

// Want fetches in one round trip those of the accounts that are not known. On a fixture
// it does nothing.
func (s *State) Want(ctx context.Context, accounts ...common.Address) error {
	var list types.AccessList
	for _, address := range accounts {
		list = append(list, types.AccessTuple{Address: address})
	}
	addresses, _ := s.missing(list)
	if len(addresses) == 0 || s.Offline() {
		return nil
	}
	return s.Load(ctx, addresses, nil)
}

// missing returns what of a list is not known, each once, in the list's order.
func (s *State) missing(list types.AccessList) (addresses []common.Address, slots []Slot) {
	s.mu.Lock()
	defer s.mu.Unlock()
	seen := map[any]bool{}
	for _, tuple := range list {
		if _, known := s.accounts[tuple.Address]; !known && !seen[tuple.Address] {
			seen[tuple.Address] = true
			addresses = append(addresses, tuple.Address)
		}
		for _, key := range tuple.StorageKeys {
			at := Slot{tuple.Address, key}
			if _, known := s.slots[at]; !known && !seen[at] {
				seen[at] = true
				slots = append(slots, at)
			}
		}
	}
	return addresses, slots
}
