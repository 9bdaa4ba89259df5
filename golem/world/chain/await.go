package chain

import (
	"context"
	"errors"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/journal"
)

// handAgain is how many looks for receipts lie between two times that what is
// missing is handed over again: a node may have been restarted, or have forgotten.
const handAgain = 5

// hand gives every transaction that is not found yet to the node, in nonce order.
// They are the same bytes each time, so none can be executed twice. It returns the
// first one that was not taken, and why.
func (h *Hand) hand(ctx context.Context, signed []signedTx, found []Receipt) (at int, err error) {
	for i, tx := range signed {
		if found != nil && found[i].Found {
			continue
		}
		_, err := journal.Take(h.Journal, journal.KindSend, tx.Hash, func() (common.Hash, error) { return h.Client.Send(ctx, tx.Raw) })
		if err != nil && !there(err) {
			return i, err
		}
	}
	return len(signed), nil
}

// there says that the node has the transaction already, or that its nonce was used:
// by this one, as far as anybody can tell before its receipt was looked for.
func there(err error) bool {
	failure := (*journal.Failure)(nil)
	return errors.As(err, &failure) && (failure.Code == rpc.CodeAlreadyKnown || failure.Code == rpc.CodeNonceTooLow)
}

// refused says that the node did not take a transaction, for a reason that no
// earlier attempt to hand it over can have caused.
func refused(err error) bool {
	failure := (*journal.Failure)(nil)
	return errors.As(err, &failure) && (failure.Code == rpc.CodeInsufficientFunds || failure.Code == rpc.CodeUnderpriced)
}

// mute says that whoever was asked tells no receipts, and never will.
func mute(err error) bool {
	failure := (*journal.Failure)(nil)
	return errors.As(err, &failure) && failure.Code == rpc.CodeUnsupported
}

// await looks for the receipts until all are there or patience ends. Whatever
// goes wrong while it waits, the order is under way: its receipts are unknown,
// and an error is a fault that no journal entry tells of. Such a fault is final: the next
// wait ends with it.
func (h *Hand) await(ctx context.Context, signed []signedTx) ([]Receipt, error) {
	hashes := make([]common.Hash, len(signed))
	for i, tx := range signed {
		hashes[i] = tx.Hash
	}
	until := h.Clock.Last() + h.Patience
	for looks := 1; ; looks++ {
		now, err := h.Clock.WaitUntil(ctx, h.Clock.Last()+h.Poll)
		if err != nil {
			return unknown(hashes), unrecorded(err)
		}
		receipts, err := journal.Take(h.Journal, journal.KindReceipt, hashes, func() ([]Receipt, error) { return h.reader().receipts(ctx, hashes) })
		switch {
		case err == nil && (complete(receipts) || now >= until):
			return receipts, nil
		case now >= until || mute(err):
			return unknown(hashes), unrecorded(err)
		case err == nil && looks%handAgain == 0:
			_, _ = h.hand(ctx, signed, receipts)
		}
	}
}

// unrecorded returns err unless it is a failure that the journal recorded, which
// is an answer like any other.
func unrecorded(err error) error {
	if failure := (*journal.Failure)(nil); errors.As(err, &failure) {
		return nil
	}
	return err
}

// unknown says of every transaction that its outcome is not known.
func unknown(hashes []common.Hash) []Receipt {
	out := make([]Receipt, len(hashes))
	for i, hash := range hashes {
		out[i].TxHash = hash
	}
	return out
}

func complete(receipts []Receipt) bool {
	for _, r := range receipts {
		if !r.Found {
			return false
		}
	}
	return true
}
