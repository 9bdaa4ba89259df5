package sim

import (
	"encoding/json"

	"bardo.run/bardo/evm/rpc"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// Outcome is what a simulation found. All its lists are sorted or in the order
// of execution.
type Outcome struct {
	Block   rpc.Block // that was simulated on
	Success bool      // every call succeeded
	Calls   []Result  // one for each call that ran; the last one may have reverted
	GasUsed uint64    // of all calls
	Deltas  []Delta   // by token, then account
	// Where the request asks for States:
	Diff    Diff
	Created []common.Address
}

// Result is what became of one call.
type Result struct {
	Success bool
	Return  []byte     // what the call returned, or the code that was deployed
	Revert  rpc.Revert // why it failed, if it did
	GasUsed uint64     // refunds deducted
	Logs    []Log      // none of a call that reverted
}

// Log is an event of a simulated call.
type Log struct {
	Address common.Address `json:"address"`
	Topics  []common.Hash  `json:"topics"`
	Data    hexutil.Bytes  `json:"data"`
}

// Diff is the difference that the calls make to the state, by address.
type Diff []AccountDiff

// AccountDiff is the difference in one account. Equal values before and after
// did not change.
type AccountDiff struct {
	Address common.Address `json:"address"`
	Balance Change[string] `json:"balance"` // wei, decimal
	Nonce   Change[uint64] `json:"nonce"`
	Code    Change[string] `json:"code"` // hash of the code
	Slots   []SlotDiff     `json:"slots,omitempty"`
	Gone    bool           `json:"gone,omitempty"` // the account was destroyed
}

// Change is a value before and after.
type Change[T comparable] struct {
	Before T `json:"before"`
	After  T `json:"after"`
}

func (c Change[T]) changed() bool { return c.Before != c.After }

// SlotDiff is the difference in one storage slot.
type SlotDiff struct {
	Key    common.Hash `json:"key"`
	Before common.Hash `json:"before"`
	After  common.Hash `json:"after"`
}

// Bytes returns the difference as JSON, the same bytes for the same
// difference.
func (d Diff) Bytes() ([]byte, error) { return json.Marshal(d) }

// Of returns the difference in an account, or false if there is none.
func (d Diff) Of(address common.Address) (AccountDiff, bool) {
	for _, a := range d {
		if a.Address == address {
			return a, true
		}
	}
	return AccountDiff{}, false
}
