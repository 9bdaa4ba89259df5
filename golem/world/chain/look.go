package chain

import (
	"context"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
)

const (
	// maxBumps is how often an order offers more (chain §8).
	maxBumps = 3
	// sure is how many looks in a row must find a nonce used and no receipt for it,
	// before the order counts as lost: a node's index may be behind its chain, and one
	// wrong answer would pay twice.
	sure = 3
)

// Change is news of an order. Exactly one of Receipts, Vanished, Stuck and Finality is set.
type Change struct {
	ID string
	// Receipts are its outcome, in call order: each is Found or Lost.
	Receipts []Receipt
	// Vanished says that a reorg took back an outcome that was told before; the
	// order is under way again, the same bytes.
	Vanished bool
	// Stuck says that it waits longer than patience, and may offer more.
	Stuck *Stuck
	// Finality says how sure it became that the outcome told before stays.
	Finality turn.Finality
}

// Look asks the chain about the orders whose outcome is unknown and about those
// that a reorg may have taken back, and hands over again what is missing. Without
// such orders it asks nothing. What could not be read is looked for the next time;
// an error is a fault that no journal entry tells of.
//
// spec: chain §8, heartbeat §3 step 8, runtime §15.4
func (h *Hand) Look(ctx context.Context) ([]Change, error) {
	if len(h.flights) == 0 {
		return nil, nil
	}
	q := h.flights.question()
	seen, err := journal.Take(h.Journal, journal.KindReceipt, q, func() (view, error) {
		return h.reader().view(ctx, q, h.Signer, h.flights.unsure())
	})
	if err != nil {
		return nil, unrecorded(err)
	}
	var news []Change
	back := false // an order was taken back: so is every later one, whose nonces come behind
	open := false // an order is under way: nothing is told of a later one, see follow
	for _, f := range h.flights {
		switch {
		case !f.done:
			change, err := h.follow(ctx, f, seen, open)
			if err != nil {
				return news, err
			}
			news = append(news, change...)
		case back || f.replaced(seen):
			back = true
			f.done, f.sure, f.since, f.absent, f.got = false, "", h.Clock.Last(), 0, make([]Receipt, len(f.got))
			f.learn(h.Signer, h.Clock.Last())
			news = append(news, Change{ID: f.order.ID, Vanished: true})
		default:
			news = append(news, f.surer(seen, h.Confirmations)...)
		}
		open = open || !f.done
	}
	h.flights.settle(seen, h.Depth)
	return news, nil
}

// settle lets go of the orders that are told and deep enough.
func (all *flights) settle(seen view, depth uint64) {
	for _, f := range slices.Clone(*all) {
		if deepest := f.deepest(); f.done && (deepest == 0 || (seen.Head >= deepest+depth && !f.awaits(seen, depth))) {
			all.forget(f)
		}
	}
}

// follow takes what was seen of an order that is under way. Behind another one it waits to
// be told: a block may come while a node is asked, which then knows the later receipt
// alone, and what an order spent cannot be booked before what one brought in.
func (h *Hand) follow(ctx context.Context, f *flight, seen view, behind bool) ([]Change, error) {
	used := f.take(seen)
	if complete(f.got) && behind {
		return nil, nil
	}
	if complete(f.got) {
		f.done = true
		f.learn(h.Signer, h.Clock.Last())
		return []Change{{ID: f.order.ID, Receipts: f.got}}, nil
	}
	if f.absent++; !used {
		f.absent = 0
	}
	if f.absent >= sure {
		f.lose()
		f.learn(h.Signer, h.Clock.Last())
		return []Change{{ID: f.order.ID, Receipts: f.got}}, nil
	}
	if _, err := h.hand(ctx, f.newest(), nil); unrecorded(err) != nil {
		return nil, err
	}
	if h.Clock.Last()-f.since < h.Patience || f.bumps == maxBumps || !f.mayOffer() {
		return nil, nil
	}
	return []Change{{ID: f.order.ID, Stuck: &Stuck{Offer: f.order.Offer, Gas: f.gas()}}}, nil
}

// take fills in the receipts that were found, and reports whether the nonces of
// all calls without one are used.
func (f *flight) take(seen view) (used bool) {
	nonce := seen.Nonce
	if f.former != (common.Address{}) {
		nonce = seen.Spent
	}
	used = true
	for i, offers := range f.offers {
		f.got[i] = Receipt{TxHash: offers[len(offers)-1].Hash}
		for _, tx := range offers {
			if r, ok := seen.receipt(tx.Hash); ok {
				f.got[i] = r
			}
		}
		used = used && (f.got[i].Found || nonce > f.nonce(i))
	}
	return used
}

// lose says that what is missing will never come.
func (f *flight) lose() {
	f.done = true
	for i := range f.got {
		f.got[i].Lost = !f.got[i].Found
	}
}

// replaced reports that a block the order stood in is no longer the chain's. A head
// below it says nothing: the node may be behind.
func (f *flight) replaced(seen view) bool {
	for _, r := range f.got {
		if hash, known := seen.Blocks[r.Block.Number]; known && hash != r.Block.Hash {
			return true
		}
	}
	return false
}
