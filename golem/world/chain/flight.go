package chain

import (
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/turn"
)

// flight is an order whose outcome is unknown, or that a reorg may still take back.
type flight struct {
	order  Order          // its offer is the newest
	former common.Address // whose it is, where another signer is in force now; else zero
	first  uint64         // nonce of the first call
	offers [][]signedTx   // of each call, newest last: one at most is ever executed
	since  int64          // when the newest offer was made, by the life's clock
	bumps  int
	absent int           // looks in a row that found every missing nonce used by a stranger
	got    []Receipt     // by call, as last seen
	done   bool          // the outcome was told
	sure   turn.Finality // as it was told
}

// flights are the orders that are followed, in the order in which they were signed.
type flights []*flight

func newFlight(o Order, signed []signedTx, now int64) (*flight, error) {
	f := &flight{order: o, since: now, offers: make([][]signedTx, len(signed)), got: make([]Receipt, len(signed))}
	for i, tx := range signed {
		f.offers[i] = []signedTx{tx}
	}
	if len(signed) == 0 {
		return nil, fmt.Errorf("order %s has no calls", o.ID)
	}
	first := new(types.Transaction)
	if err := first.UnmarshalBinary(signed[0].Raw); err != nil {
		return nil, fmt.Errorf("order %s: %w", o.ID, err)
	}
	f.first = first.Nonce()
	return f, nil
}

func (f *flight) nonce(call int) uint64 { return f.first + uint64(call) }

// newest returns the last offer of each call that has no receipt.
func (f *flight) newest() (txs []signedTx) {
	for i, offers := range f.offers {
		if !f.got[i].Found {
			txs = append(txs, offers[len(offers)-1])
		}
	}
	return txs
}

// gas is the gas limits of the calls that have no receipt.
func (f *flight) gas() (sum uint64) {
	for i, c := range f.order.Calls {
		if !f.got[i].Found {
			sum += c.Gas
		}
	}
	return sum
}

// deepest is the highest block that the order stands in.
func (f *flight) deepest() (number uint64) {
	for _, r := range f.got {
		number = max(number, r.Block.Number) // 0 where it stands in none
	}
	return number
}

// told keeps the flight of an order whose receipts the caller has: while some are
// missing, and as long as a reorg could take them back.
func (h *Hand) told(f *flight, receipts []Receipt) {
	f.got = slices.Clone(receipts)
	f.done = complete(receipts)
	f.learn(h.Signer, h.Clock.Last())
	if f.done && h.Depth == 0 {
		h.flights.forget(f)
	}
}

// next is the lowest nonce that no order which is still followed has used. An endpoint
// that counts less has not seen them: a nonce would be signed for twice.
func (all flights) next() (nonce uint64) {
	for _, f := range all {
		if f.former == (common.Address{}) {
			nonce = max(nonce, f.nonce(len(f.offers)))
		}
	}
	return nonce
}

func (all *flights) forget(f *flight) {
	*all = slices.DeleteFunc(*all, func(g *flight) bool { return g == f })
}

func (all flights) find(id string) *flight {
	for _, f := range all {
		if f.order.ID == id {
			return f
		}
	}
	return nil
}

// Retire forgets all orders: whoever sent them is dead, and hands nothing over any more.
func (h *Hand) Retire() { h.flights = nil }

// Watches says that an order's outcome is unknown, or may still be taken back.
func (h *Hand) Watches(id string) bool { return h.flights.find(id) != nil }

// Pending returns the hashes of the transactions that were signed and have no
// receipt, in nonce order, the newest offer of each.
func (h *Hand) Pending() (hashes []common.Hash) {
	for _, f := range h.flights {
		if f.done {
			continue
		}
		for _, tx := range f.newest() {
			hashes = append(hashes, tx.Hash)
		}
	}
	return hashes
}

// Stuck is what an order that waits for too long offered, and the gas it may still
// use: one that offers more can take its place.
type Stuck struct {
	Offer signer.Fees
	Gas   uint64
}
