package conformance

import (
	"bytes"
	"slices"
	"testing"

	"bardo.run/bardo/evm/sim"

	"github.com/ethereum/go-ethereum/core/types"
)

// sameReceipt holds a simulated call to the receipt of the same transaction: the
// gas, whether it succeeded, and every log, byte for byte.
func sameReceipt(t *testing.T, simulated sim.Result, r *types.Receipt) {
	t.Helper()
	if ok := r.Status == types.ReceiptStatusSuccessful; ok != simulated.Success {
		t.Errorf("mined: success %v, simulated: success %v (%v)", ok, simulated.Success, simulated.Revert)
	}
	if r.GasUsed != simulated.GasUsed {
		t.Errorf("mined with %d gas, simulated with %d", r.GasUsed, simulated.GasUsed)
	}
	if len(r.Logs) != len(simulated.Logs) {
		t.Fatalf("mined with %d logs, simulated with %d", len(r.Logs), len(simulated.Logs))
	}
	for i, l := range r.Logs {
		s := simulated.Logs[i]
		if l.Address != s.Address || !slices.Equal(l.Topics, s.Topics) || !bytes.Equal(l.Data, s.Data) {
			t.Errorf("log %d: mined %s %v %x, simulated %s %v %x", i, l.Address, l.Topics, l.Data, s.Address, s.Topics, s.Data)
		}
	}
}
