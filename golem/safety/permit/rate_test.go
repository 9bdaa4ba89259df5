package permit

import (
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// heard says that a refusal is not that of a flood.
func heard(r *turn.Refusal) bool {
	return r == nil || r.Code != wire.CodeSafetyRateLimit || !strings.Contains(r.Detail, "calls within a minute")
}

// spec: safety §14 (60 writes and 300 reads a minute), §1.4 S-7: a model's flood holds up
// nobody else.
func TestAModelThatFloodsIsNotHeardAndHoldsUpNobodyElse(t *testing.T) {
	d, o, _ := setUp()
	model := buy()
	model.Origin = turn.OriginModel
	model.Body = []byte("{")
	for i := range readsPerMinute {
		if p := preview(t, d, model); !heard(p.Refusal) || p.Refusal == nil {
			t.Fatalf("call %d: %+v", i, p.Refusal)
		}
	}
	model.Body = buy().Body
	if p := preview(t, d, model); heard(p.Refusal) || p.PermitID != "" {
		t.Errorf("one more: %+v", p)
	}
	if p := preview(t, d, buy()); p.Refusal != nil {
		t.Errorf("a rule's: %+v", p.Refusal)
	}
	o.now += minute - 1
	if p := preview(t, d, model); heard(p.Refusal) {
		t.Errorf("within the minute: %+v", p.Refusal)
	}
	o.now++
	if p := preview(t, d, model); p.Refusal != nil {
		t.Errorf("a minute later: %+v", p.Refusal)
	}
}

// spec: safety §14 (60 writes a minute)
func TestAModelCommitsSixtyTimesAMinuteAtMost(t *testing.T) {
	d, o, _ := setUp()
	model := buy()
	model.Origin = turn.OriginModel
	var ids []string
	for range writesPerMinute + 1 {
		ids = append(ids, permits(t, d, model))
	}
	rule := permitted(t, d)
	for i, id := range ids {
		x, err := d.Commit(t.Context(), id)
		if err != nil || heard(x.Refusal) != (i < writesPerMinute) {
			t.Fatalf("commit %d: %+v, %v", i, x.Refusal, err)
		}
	}
	sent := o.executions.Load()
	if x, err := d.Commit(t.Context(), rule); err != nil || !heard(x.Refusal) || sent == 0 {
		t.Errorf("a rule's, behind %d sent: %+v, %v", sent, x.Refusal, err)
	}
	if p, ok := d.book.Find(ids[writesPerMinute]); ok && p.State == Created {
		t.Errorf("the permit that came too late is still open: %s", p.ID)
	}
}
