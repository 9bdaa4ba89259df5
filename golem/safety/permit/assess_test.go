package permit

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/risk"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// engine is a risk engine that notes what it is asked.
type engine struct {
	refusal         *turn.Refusal
	says            turn.Assessment // zero: two layers
	asked, held, on []risk.Order
}

func (e *engine) Assess(o risk.Order) (turn.Assessment, *turn.Refusal) {
	e.asked = append(e.asked, o)
	if e.says.Layers != nil {
		return e.says, e.refusal
	}
	return turn.Assessment{Requested: o.Simulation.Value, Layers: []turn.RiskLayer{{Layer: 1, Passed: true}, {Layer: 2}}}, e.refusal
}

func (e *engine) Blocked(value money.USDC, r *turn.Refusal) turn.Assessment {
	return turn.Assessment{Requested: value, Layers: []turn.RiskLayer{{Layer: 1, Detail: string(r.Code)}}}
}

func (e *engine) HeldBack(o risk.Order)  { e.held = append(e.held, o) }
func (e *engine) Committed(o risk.Order) { e.on = append(e.on, o) }

func assessed() (*Desk, *outside, *engine) {
	d, o, _ := setUp()
	e := &engine{}
	d.judge.risk = e
	return d, o, e
}

// spec: safety §16 — the engine is asked at every preview and at every commit, behind the
// cage, and its answer stands in the preview.
func TestTheEngineIsAskedAtPreviewAndAtCommit(t *testing.T) {
	d, _, e := assessed()
	p, err := d.Preview(t.Context(), buy())
	if err != nil || p.PermitID == "" || p.Risk == nil || len(p.Risk.Layers) != 2 || len(e.asked) != 1 || e.asked[0].Permit != "" {
		t.Fatalf("%+v, %v, asked %+v", p, err, e.asked)
	}
	if x, err := d.Commit(t.Context(), p.PermitID); err != nil || x.Status != turn.StatusExecuted || len(e.asked) != 2 || e.asked[1].Permit != p.PermitID || len(e.on) != 1 {
		t.Fatalf("%+v, %v, asked %d times, told %d times", x, err, len(e.asked), len(e.on))
	}
	id := permitted(t, d)
	e.refusal = &turn.Refusal{Layer: risk.Layer, Code: wire.CodeSafetyPriceDeviation}
	if x, err := d.Commit(t.Context(), id); err != nil || x.Refusal == nil || x.Refusal.Code != wire.CodeSafetyPriceDeviation || len(e.on) != 1 {
		t.Errorf("%+v, %v", x, err)
	}
	if p, err := d.Preview(t.Context(), buy()); err != nil || p.Refusal == nil || p.Risk == nil || p.PermitID != "" {
		t.Errorf("%+v, %v", p, err)
	}
}

// spec: heartbeat §15 — layer 1 block ⇒ layers 2–5 not evaluated.
func TestWhatTheCageRefusesIsNotAssessedFurther(t *testing.T) {
	d, o, e := assessed()
	o.sim.ImpactBPS = 500
	p, err := d.Preview(t.Context(), buy())
	if err != nil || p.Refusal == nil || p.Refusal.Code != wire.CodeSafetyPriceImpact || len(e.asked) != 0 || len(e.held) != 0 {
		t.Fatalf("%+v, %v, asked %d times", p.Refusal, err, len(e.asked))
	}
	if p.Risk == nil || len(p.Risk.Layers) != 1 || p.Risk.Layers[0].Passed || p.Risk.Requested != 1_000*money.One {
		t.Errorf("it says %+v", p.Risk)
	}
	o.sim.ImpactBPS, o.sim.Success = 0, false
	if p, _ := d.Preview(t.Context(), buy()); p.Risk != nil || len(e.asked) != 0 {
		t.Errorf("what fails in the simulation is assessed: %+v", p.Risk)
	}
}

// Before there is a simulation there is no value, and an exit is not assessed even where the
// cage refuses it.
func TestWhatTheCageRefusesUnsimulatedHasNoValue(t *testing.T) {
	d, o, e := assessed()
	o.write.Vitality.Edit(func(v *turn.Vitality) { v.Phase = turn.Declining })
	if p, err := d.Preview(t.Context(), buy()); err != nil || p.Refusal == nil || p.Risk == nil || p.Risk.Requested != 0 || p.Simulation != nil {
		t.Errorf("%+v, %v", p, err)
	}
	out := sale()
	o.holds(common.Address{5}, 1)
	out.Body = bytes.Replace(out.Body, []byte(`"weth"`), []byte(`"other"`), 1) // of a token that is not approved
	if p, err := d.Preview(t.Context(), out); err != nil || p.Refusal == nil || p.Refusal.Layer != cage.Layer || p.Risk != nil {
		t.Errorf("%+v, %+v, %v", p.Refusal, p.Risk, err)
	}
	if len(e.asked) != 0 {
		t.Errorf("asked %d times", len(e.asked))
	}
}

// spec: heartbeat §15: whoever looks on sees each layer's word, and the size in dollars.
func TestAnAssessmentIsAnnounced(t *testing.T) {
	d, o, e := assessed()
	e.says = turn.Assessment{Adjusted: 1_250_500, Warnings: []string{"thin"}, Layers: []turn.RiskLayer{{Layer: 1, Passed: true}, {Layer: 2, Detail: "too much"}}}
	want := wire.RiskAssessment{
		Approved: true, AdjustedSize: 1.2505, Warnings: wire.List[string]{"thin"},
		Layers: wire.List[wire.RiskLayer]{{Layer: 1, Passed: true}, {Layer: 2, Details: "too much"}},
	}
	for _, refusal := range []*turn.Refusal{nil, {Layer: risk.Layer, Code: wire.CodeSafetyRiskSize}} {
		o.events, e.refusal, want.Approved = nil, refusal, refusal == nil
		if _, err := d.Preview(t.Context(), buy()); err != nil || len(o.events) != 2 || !reflect.DeepEqual(o.events[0], wire.Payload(want)) {
			t.Errorf("%v, told was %+v", err, o.events)
		}
	}
}

// spec: safety §4.4: the engine knows an order that is graded above the standard.
func TestALargeOrderIsElevated(t *testing.T) {
	d, _, _ := assessed()
	a := action(t, buy())
	for value, want := range map[money.USDC]bool{1: false, 50_000 * money.One: false, 50_000*money.One + 1: true} {
		k := cage.Case{Action: a, Seen: reading()}
		if got := d.judge.order(k, turn.Simulation{Value: value}, "rule:entry@1", "permit:1.1"); got.Elevated != want || got.Permit != "permit:1.1" || got.Cause != "rule:entry@1" || got.Simulation.Value != value {
			t.Errorf("%s: %+v", value, got)
		}
	}
}

// What only the stage, or paper, held back is told to the engine, with what it would have come to.
func TestWhatTheStageHoldsBackIsFollowed(t *testing.T) {
	for paper, code := range map[bool]wire.Code{false: wire.CodeSafetyStageShadow, true: wire.CodeSafetyPaper} {
		d, _, e := assessed()
		limits := d.cage.Policy()
		limits.Shadow, limits.Paper = true, paper
		d.cage.Tighten(limits)
		p, err := d.Preview(t.Context(), buy())
		if err != nil || p.Refusal == nil || p.Refusal.Code != code || len(e.held) != 1 || !e.held[0].Simulation.Success {
			t.Errorf("%+v, %v, held back %+v", p.Refusal, err, e.held)
		}
	}
}

// spec: safety §1.4 S-7
func TestAnExitIsNotAssessed(t *testing.T) {
	d, o, e := assessed()
	e.refusal = &turn.Refusal{Layer: risk.Layer, Code: wire.CodeSafetyRiskSize}
	o.sim = turn.Simulation{Block: reading().Block, Success: true, Value: 1}
	p, err := d.Preview(t.Context(), sale())
	if err != nil || p.Refusal != nil || p.Risk != nil || len(e.asked) != 0 {
		t.Fatalf("%+v, %v", p, err)
	}
}
