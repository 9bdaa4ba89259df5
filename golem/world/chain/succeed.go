package chain

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/world/protocol"
)

// Succeed has another signer sign what follows; before is the address of the one in force.
// What that one signed is followed on, and handed over again where a node forgot it, but
// offers no more: nobody is left to sign that. The signer is nil in a replay.
//
// spec: provisioning §9.1
func (h *Hand) Succeed(next Signer, before common.Address) {
	for _, f := range h.flights {
		if f.former == (common.Address{}) {
			f.former = before
		}
	}
	h.Signer, h.signed = next, 0
}

// Signed is how many transactions the signer in force signed.
func (h *Hand) Signed() uint64 { return h.signed }

// Idle says that no order of any signer is under way, and none can be taken back.
func (h *Hand) Idle() bool { return len(h.flights) == 0 }

// mayOffer says that the order can offer more: its signer is in force, and it leaves the
// coin that more would cost.
func (f *flight) mayOffer() bool {
	return f.former == (common.Address{}) && !slices.ContainsFunc(f.order.Calls, func(c protocol.Call) bool { return c.Value != nil })
}
