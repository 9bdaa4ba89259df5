package tool

import (
	"math/big"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/world/protocol"
)

// Forms are the calls that the adapters make on the venue, for the book of a delegation
// (provisioning §8.4, §8.5): account, tokens, spenders and pools are fixed in them.
// Everything that leaves a position is of settlement too, and so is a swap into the
// quote token: no phase holds it up (safety §1.4, S-7, which is an invariant and goes before
// the table of provisioning §8.5). Only what opens counts as spent, and every swap, as value
// can leave by its price.
func (t *Adapters) Forms(r turn.Reading) ([]caveat.Form, error) {
	f := &protocol.Forms{}
	for _, p := range t.all {
		p.Adapter.Forms(f, r)
	}
	return f.All()
}

// Calls are the items of a redemption that carries an order out.
func Calls(order []protocol.Call) []caveat.Call {
	out := make([]caveat.Call, len(order))
	for i, c := range order {
		out[i] = caveat.Call{Target: c.To, Value: new(big.Int), Data: c.Data}
	}
	return out
}
