package permit

import (
	"math"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// keeper is a gate that notes what it is asked.
type keeper struct {
	refusal *turn.Refusal
	asked   []turn.Stake
	held    []wire.Code
}

func (k *keeper) Judge(_ *turn.ToolCall, s turn.Stake) *turn.Refusal {
	k.asked = append(k.asked, s)
	return k.refusal
}

func (k *keeper) HeldBack(_ *turn.ToolCall, _ turn.Stake, r *turn.Refusal) {
	k.held = append(k.held, r.Code)
}

func guarded() (*Desk, *outside, *keeper) {
	d, o, _ := setUp()
	k := &keeper{}
	d.judge.gate = k
	return d, o, k
}

// spec: heartbeat §3 step 6, §11.6
func TestTheGateIsAskedBetweenGrammarAndCage(t *testing.T) {
	d, o, k := guarded()
	k.refusal = &turn.Refusal{Layer: "action_gate", Code: wire.CodeOracleAccuracy}
	o.write.Vitality.Edit(func(v *turn.Vitality) { v.Phase = turn.Declining }) // the cage would refuse too
	p, err := d.Preview(t.Context(), buy())
	if err != nil || p.Refusal == nil || p.Refusal.Code != wire.CodeOracleAccuracy || p.Simulation != nil {
		t.Fatalf("%+v, %v", p, err)
	}
	if len(k.asked) != 1 || len(k.held) != 1 || k.held[0] != wire.CodeOracleAccuracy {
		t.Errorf("asked %v, held back %v", k.asked, k.held)
	}
	if got := k.asked[0]; !got.Market || math.Abs(got.Value-1000) > 1e-6 {
		t.Errorf("stake %+v", got)
	}
	bad := buy()
	bad.Body = bad.Body[:20]
	if p, _ := d.Preview(t.Context(), bad); p.Refusal == nil || p.Refusal.Layer != LayerGrammar || len(k.asked) != 1 {
		t.Errorf("half a proposal: %+v, asked %d times", p.Refusal, len(k.asked))
	}
}

// What the gate let through and another layer refused is held back as well.
func TestTheGateHearsOfEveryRefusalBehindIt(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(*outside)
		want  wire.Code
	}{
		"the cage before the simulation": {func(o *outside) {
			o.write.Vitality.Edit(func(v *turn.Vitality) { v.Phase = turn.Declining })
		}, wire.CodeSafetyPhaseBlocked},
		"the simulation": {func(o *outside) { o.sim.Success = false }, wire.CodeSafetySimulationFailed},
		"the cage after": {func(o *outside) { o.sim.ImpactBPS = 500 }, wire.CodeSafetyPriceImpact},
	} {
		d, o, k := guarded()
		c.spoil(o)
		p, err := d.Preview(t.Context(), buy())
		if err != nil || p.Refusal == nil || p.Refusal.Code != c.want || len(k.held) != 1 || k.held[0] != c.want {
			t.Errorf("%s: %+v, %v, held back %v", name, p.Refusal, err, k.held)
		}
	}
	d, _, k := guarded()
	if permitted(t, d); len(k.asked) != 1 || len(k.held) != 0 {
		t.Errorf("a permitted action: asked %d times, held back %v", len(k.asked), k.held)
	}
}

// Leaving is never asked about: a Golem that predicts badly could not get out.
func TestAnExitPassesTheGateUnasked(t *testing.T) {
	d, o, k := guarded()
	k.refusal = &turn.Refusal{Layer: "action_gate", Code: wire.CodeOracleAccuracy}
	o.sim = turn.Simulation{Block: reading().Block, Success: true, Value: 1}
	if p, err := d.Preview(t.Context(), sale()); err != nil || p.Refusal != nil || len(k.asked) != 0 {
		t.Errorf("%+v, %v, asked %d times", p.Refusal, err, len(k.asked))
	}
	o.sim.Success = false
	if p, err := d.Preview(t.Context(), sale()); err != nil || p.Refusal == nil || len(k.held) != 0 {
		t.Errorf("one that fails: %+v, %v, held back %v", p.Refusal, err, k.held)
	}
}
