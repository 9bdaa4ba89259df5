package conformance

import (
	"math/big"
	"testing"
	"time"

	"bardo.run/bardo/internal/clock"

	"github.com/ethereum/go-ethereum/core/types"
)

// On a chain that stood still for long, the block that takes an order is much later than the one
// that it was simulated on. The deadline counts from the machine's time there, and without that
// the order is reverted.
//
// spec: chain §8; first look A.9
func TestTheFirstOrderOnAnIdleChainHolds(t *testing.T) {
	for name, ahead := range map[string]bool{"with the machine's time": true, "without": false} {
		o := newOrders(t)
		head, err := o.client.Head(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		later := time.Unix(int64(head.Time), 0).Add(10 * time.Minute)
		if ahead {
			o.simulator.Clock = clock.NewSimulated(later)
		}
		a := o.buys(onV3, big.NewInt(5_000_000))
		preview, err := o.simulator.Simulate(t.Context(), a)
		if err != nil || !preview.Success || (preview.Now != 0) != ahead {
			t.Fatalf("%s: %+v, %v", name, preview, err)
		}
		calls, err := o.adapters.Calls(a, o.read(), &preview)
		if err != nil {
			t.Fatal(err)
		}
		if err := o.Chain().Pace.SetNextTime(uint64(later.Unix())); err != nil {
			t.Fatal(err)
		}
		done := true
		for _, r := range o.mine(calls) {
			done = done && r.Status == types.ReceiptStatusSuccessful
		}
		if done != ahead {
			t.Errorf("%s: every call succeeds: %v", name, done)
		}
	}
}
