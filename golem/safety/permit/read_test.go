package permit

import (
	"strings"
	"testing"

	"bardo.run/bardo/golem/core/taint"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/wire"
)

// spec: safety §9 — a forbidden flow is an error, the call is aborted, and
// TaintViolationBlocked{label,sink} is appended to the audit chain without the value; an
// event tells of it too.
func TestAForbiddenFlowIsOnRecordWithoutItsValue(t *testing.T) {
	const canary = "canary-77-do-not-tell"
	labels := map[taint.Labels]string{
		taint.WalletSecret: "WalletSecret", taint.OwnerSecret: "OwnerSecret", taint.UserPII: "UserPII", taint.UntrustedExternal: "UntrustedExternal",
	}
	for label, name := range labels {
		d, o, c := audited(1 << 20)
		content, refusal := d.release(7, taint.New(taint.Owner, canary, label), taint.ToolParameters)
		if content != "" || refusal == nil || refusal.Code != wire.CodeSafetyTaint || refusal.Layer != LayerTaint || strings.Contains(refusal.Detail, canary) {
			t.Errorf("%s flowed: %q, %+v", name, content, refusal)
		}
		want := `{"label":"` + name + `","sink":"tool_parameters","type":"TaintViolationBlocked"}`
		if len(c.kept) != 1 || string(c.kept[0].Event) != want {
			t.Errorf("%s: %d records, want %s", name, len(c.kept), want)
		}
		if len(o.events) != 1 || o.events[0] != (wire.RiskTaintViolationBlocked{Label: name, Sink: "tool parameters"}) {
			t.Errorf("%s: told was %+v", name, o.events)
		}
	}
	d, _, c := audited(1 << 20)
	if content, refusal := d.release(7, taint.New(taint.Owner, canary, taint.StrategyConfidential), taint.ToolParameters); content != canary || refusal != nil || len(c.kept) != 0 {
		t.Errorf("an allowed flow: %q, %+v, %d records", content, refusal, len(c.kept))
	}
}

// spec: safety §9, §10 — words that nobody vouches for become no parameters of a tool: a
// proposal of an origin that is not known is refused whatever it says, and a model's only
// passes through the grammar.
func TestAProposalOfNobodyIsRefused(t *testing.T) {
	for _, from := range []turn.Origin{"", "sibling", "Rule", "model "} {
		d, o, c := audited(1 << 20)
		p := buy()
		p.Origin = from
		answer, err := d.Preview(t.Context(), p)
		if err != nil || answer.Refusal == nil || answer.Refusal.Code != wire.CodeSafetyTaint || o.executions.Load() != 0 {
			t.Errorf("%q: %+v, %v", from, answer.Refusal, err)
		}
		if want := `{"label":"UntrustedExternal","sink":"tool_parameters","type":"TaintViolationBlocked"}`; string(c.kept[0].Event) != want {
			t.Errorf("%q: on record is %s", from, c.kept[0].Event)
		}
	}
	for _, from := range []turn.Origin{turn.OriginRule, turn.OriginModel, turn.OriginSteer, turn.OriginSettlement} {
		d, _, _ := setUp()
		p := buy()
		p.Origin = from
		if answer, err := d.Preview(t.Context(), p); err != nil || answer.Refusal != nil {
			t.Errorf("%q: %+v, %v", from, answer.Refusal, err)
		}
	}
}

// What is wrong with a proposal is told in the grammar's words, to a model as to a rule.
func TestAMalformedProposalIsToldWhatIsWrong(t *testing.T) {
	for _, from := range []turn.Origin{turn.OriginRule, turn.OriginModel} {
		d, _, _ := setUp()
		p := buy()
		p.Origin, p.Body = from, []byte(`{"type":"drain","params":{},"constraints":{}}`)
		_, want := grammar.Parse(p.Body, new(reading()))
		answer, err := d.Preview(t.Context(), p)
		if err != nil || answer.Refusal == nil || answer.Refusal.Layer != LayerGrammar || answer.Refusal.Code != wire.CodeValidationSchema || answer.Refusal.Detail != want.Error() {
			t.Errorf("%s: %+v, %v", from, answer.Refusal, err)
		}
	}
}
