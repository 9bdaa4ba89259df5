package signing

import (
	"bytes"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
)

// Fence is the most that a key on the Golem's machine signs, whoever asks: calls of these
// contracts, plain coin to these accounts, coin with these calls and no other, until an end. It knows no sums: those are the
// permits', and the chain's under a grant.
//
// spec: DESIGN §12.6
type Fence struct {
	Targets  []common.Address
	Coin     []common.Address
	With     []With
	NotAfter int64 // unix seconds, inclusive; 0: no end
}

// With is a call that coin may go with.
type With struct {
	To   common.Address
	Data []byte
}

// Transaction refuses one that is beyond the fence.
func (f Fence) Transaction(tx *types.DynamicFeeTx, now time.Time) error {
	sends := tx.Value != nil && tx.Value.Sign() != 0
	switch {
	case f.NotAfter != 0 && now.Unix() > f.NotAfter:
		return refuse("the key signs until %s", time.Unix(f.NotAfter, 0).UTC().Format(time.RFC3339))
	case tx.To == nil || *tx.To == (common.Address{}):
		return refuse("it creates a contract, or goes nowhere")
	case len(tx.AccessList) > 0:
		return refuse("it has an access list")
	case sends && slices.ContainsFunc(f.With, func(w With) bool { return w.To == *tx.To && bytes.Equal(w.Data, tx.Data) }):
	case sends && !slices.Contains(f.Coin, *tx.To):
		return refuse("it sends coin to %s, which is not among those that get any", tx.To)
	case sends && len(tx.Data) > 0:
		return refuse("it sends coin with a call")
	case !sends && !slices.Contains(f.Targets, *tx.To):
		return refuse("it calls %s, which is not among the contracts of this life", tx.To)
	}
	return nil
}

// TypedData refuses all: nothing that a Golem does asks its key for any, and with most kinds
// of it somebody takes tokens later, or acts for the account.
func (Fence) TypedData(data apitypes.TypedData) error { return refuseTyped(data) }

func refuseTyped(data apitypes.TypedData) error {
	return refuse("the key signs no typed data, and so no %.40q of %.40q", data.PrimaryType, data.Domain.Name)
}
