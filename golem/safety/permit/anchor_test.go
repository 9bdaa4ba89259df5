package permit

import (
	"errors"
	"slices"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/audit/anchor"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/wire"
)

// spec: safety §12.3: an anchor is permitted, paid, signed under a capability and taken
// down as any order.
func TestAnAnchorGoesTheOneWay(t *testing.T) {
	m := audit.Mark{Records: 12, Head: audit.Hash{7}}
	sent := theOneWay(t, grammar.Anchor, func(d *Desk) (turn.Execution, error) { return d.Own.Anchor(t.Context(), m) })
	if got, ok := anchor.ParsePayload(sent.Payload); !ok || got != m {
		t.Errorf("sent was %+v", sent)
	}
}

// theOneWay asks for an action of the Golem's own, which must be paid for, signed and taken
// down, and returns what was sent.
func theOneWay(t *testing.T, kind grammar.Kind, ask func(*Desk) (turn.Execution, error)) (sent grammar.Action) {
	t.Helper()
	d, o, c := audited(1 << 20)
	o.sim = turn.Simulation{Block: reading().Block, Success: true, CallGas: []uint64{23_000}}
	o.execute = func(token *capability.Token, order Order) (turn.Execution, error) {
		sent = order.Action
		if o.reserved[order.PermitID] <= 0 {
			t.Error("no gas was set aside")
		}
		return turn.Execution{Status: turn.StatusExecuted, TxHash: [32]byte{1}}, token.Consume(order.Use())
	}
	x, err := ask(d)
	if err != nil || x.Status != turn.StatusExecuted || sent.Kind != kind || len(o.reserved) != 0 {
		t.Fatalf("%+v, %v, sent %+v", x, err, sent)
	}
	want := []string{"PermitCreated", "CapabilityMinted", "PermitConsumed", "Transaction executed", "ToolCall " + string(kind)}
	if got := c.said(t, 0); !slices.Equal(got, want) {
		t.Errorf("on record is %q", got)
	}
	return sent
}

// No word of a model leads to an anchor, and an anchor moves nothing.
func TestAnAnchorIsNobodysProposalAndMovesNothing(t *testing.T) {
	d, o, c := audited(1 << 20)
	o.execute = func(*capability.Token, Order) (turn.Execution, error) {
		t.Error("it was sent")
		return turn.Execution{}, nil
	}
	p, err := d.Preview(t.Context(), turn.Proposal{Origin: turn.OriginModel, Body: []byte(`{"type":"anchor_audit","params":{"payload":"AA=="},"constraints":{}}`)})
	if err != nil || p.Refusal == nil || p.Refusal.Layer != LayerGrammar {
		t.Errorf("a proposal: %+v, %v", p.Refusal, err)
	}
	for code, spoil := range map[wire.Code]func(){
		wire.CodeSafetyHalted:             func() { o.halted = "by the owner" },
		wire.CodeSafetySimulationFailed:   func() { o.sim = turn.Simulation{Revert: "no"} },
		wire.CodeSafetySimulationDiverged: func() { o.sim = bought(5, 5) },
		wire.CodeExecutionSimUnavailable:  func() { o.simErr = errors.New("away") },
		wire.CodeSafetyGasPartition:       func() { o.reserveErr = errors.New("no gas") },
	} {
		o.halted, o.simErr, o.reserveErr = "", nil, nil
		o.sim = turn.Simulation{Block: reading().Block, Success: true, CallGas: []uint64{23_000}}
		spoil()
		x, err := d.Own.Anchor(t.Context(), audit.Mark{Records: 1})
		if err != nil || x.Refusal == nil || x.Refusal.Code != code {
			t.Errorf("%s: %+v, %v", code, x.Refusal, err)
		}
		if got := c.said(t, len(c.kept)-1); got[0] != "ToolCall anchor_audit "+string(code) {
			t.Errorf("%s: on record is %q", code, got)
		}
	}
}
