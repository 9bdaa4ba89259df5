package permit

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/wire"
)

// spec: provisioning §9.1, safety §1.4 S-1: coin goes from key to key the one way: permitted,
// paid, signed under a capability, taken down.
func TestAHandOverGoesTheOneWay(t *testing.T) {
	next := common.Address{7}
	sent := theOneWay(t, grammar.HandOver, func(d *Desk) (turn.Execution, error) { return d.Own.HandOver(t.Context(), next) })
	if common.BytesToAddress(sent.Payload) != next {
		t.Errorf("sent was %+v", sent)
	}
}

// No word of a model, a rule or a steer leads to a hand-over, and none goes out while the
// owner froze the writes or the simulation says that it moves tokens.
func TestAHandOverIsNobodysProposal(t *testing.T) {
	d, o, _ := audited(1 << 20)
	o.execute = func(*capability.Token, Order) (turn.Execution, error) {
		t.Error("it was sent")
		return turn.Execution{}, nil
	}
	body := []byte(`{"type":"hand_over","params":{"payload":"AAAAAAAAAAAAAAAAAAAAAAAAAAA="},"constraints":{}}`)
	for _, origin := range []turn.Origin{turn.OriginModel, turn.OriginRule, turn.OriginSteer} {
		p, err := d.Preview(t.Context(), turn.Proposal{Origin: origin, Body: body})
		if err != nil || p.Refusal == nil || p.PermitID != "" {
			t.Errorf("%s: %+v, %v", origin, p, err)
		}
	}
	for code, spoil := range map[wire.Code]func(){
		wire.CodeSafetyHalted:             func() { o.halted = "by the owner" },
		wire.CodeSafetySimulationDiverged: func() { o.sim = bought(5, 5) },
	} {
		o.halted, o.sim = "", turn.Simulation{Block: reading().Block, Success: true, CallGas: []uint64{21_000}}
		spoil()
		if x, err := d.Own.HandOver(t.Context(), common.Address{7}); err != nil || x.Refusal == nil || x.Refusal.Code != code {
			t.Errorf("%s: %+v, %v", code, x.Refusal, err)
		}
	}
}
