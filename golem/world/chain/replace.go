package chain

import (
	"context"
	"fmt"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/safety/capability"
)

// Replace offers more for the calls of a stuck order that have no receipt: the same
// calls under the same nonces, so that one offer of each at most is ever executed. It
// consumes the token for the use before anything is signed, as Send does. A node that
// does not take the new offer keeps the old one; Look finds out.
//
// spec: chain §8
func (h *Hand) Replace(ctx context.Context, token *capability.Token, use capability.Use, id string, offer signer.Fees) error {
	if err := token.Consume(use); err != nil {
		return err
	}
	f := h.flights.find(id)
	if f == nil || f.done {
		return fmt.Errorf("replace: no order %s is under way", id)
	}
	signed, err := journal.Take(h.Journal, journal.KindNote, replacement{id, offer}, func() ([]signedTx, error) { return h.signAgain(f, offer) })
	if err != nil {
		return fmt.Errorf("sign a replacement: %w", err)
	}
	h.signed += uint64(len(signed))
	recall(h.Signer, signed, h.Clock.Last())
	if err := h.Journal.Sync(); err != nil {
		return err
	}
	f.add(signed, offer, h.Clock.Last())
	_, err = h.hand(ctx, signed, nil)
	return unrecorded(err)
}

// replacement is what the journal holds the signatures under.
type replacement struct {
	ID    string      `cbor:"1,keyasint"`
	Offer signer.Fees `cbor:"2,keyasint"`
}

func (h *Hand) signAgain(f *flight, offer signer.Fees) (out []signedTx, err error) {
	for i, call := range f.order.Calls {
		if f.got[i].Found {
			continue
		}
		tx, err := h.signOne(call, f.nonce(i), offer)
		if err != nil {
			return nil, err
		}
		out = append(out, tx)
	}
	return out, nil
}

// add takes the new offers, one for each call without a receipt.
func (f *flight) add(signed []signedTx, offer signer.Fees, now int64) {
	for i := range f.offers {
		if !f.got[i].Found && len(signed) > 0 {
			f.offers[i], signed = append(f.offers[i], signed[0]), signed[1:]
		}
	}
	f.order.Offer, f.since, f.absent = offer, now, 0
	f.bumps++
}
