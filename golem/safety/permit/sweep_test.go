package permit

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/wire"
)

// spec: provisioning §8.9, safety §1.4 S-1: an asset goes home the one way, alone and
// outwards, and by nobody's proposal.
func TestASweepMovesItsAssetAlone(t *testing.T) {
	asset, other := common.Address{7}, common.Address{8}
	out := func(token common.Address) turn.Delta {
		return turn.Delta{Token: token, Out: true, Units: *uint256.NewInt(5)}
	}
	for name, c := range map[string]struct {
		deltas []turn.Delta
		code   wire.Code
	}{
		"itself":       {[]turn.Delta{out(asset)}, ""},
		"coin":         {nil, ""},
		"another":      {[]turn.Delta{out(asset), out(other)}, wire.CodeSafetySimulationDiverged},
		"something in": {[]turn.Delta{{Token: asset, Units: *uint256.NewInt(5)}}, wire.CodeSafetySimulationDiverged},
		"only another": {[]turn.Delta{out(other)}, wire.CodeSafetySimulationDiverged},
	} {
		d, o, _ := audited(1 << 20)
		o.sim = turn.Simulation{Block: reading().Block, Success: true, CallGas: []uint64{60_000}, Deltas: c.deltas}
		var sent Order
		o.execute = func(token *capability.Token, order Order) (turn.Execution, error) {
			sent = order
			return turn.Execution{Status: turn.StatusExecuted}, token.Consume(order.Use())
		}
		x, err := d.Own.Sweep(t.Context(), asset)
		if err != nil || code(x) != c.code || (sent.Action.Kind == grammar.Sweep) != (c.code == "") {
			t.Errorf("%s: %+v, %v, sent %+v", name, x, err, sent.Action)
		}
	}
	d, _, _ := audited(1 << 20)
	p, err := d.Preview(t.Context(), turn.Proposal{Origin: turn.OriginModel, Body: []byte(`{"type":"sweep","params":{"payload":"AAAAAAAAAAAAAAAAAAAAAAAAAAA="},"constraints":{}}`)})
	if err != nil || p.Refusal == nil || p.PermitID != "" {
		t.Errorf("a model's word: %+v, %v", p, err)
	}
}
