package status

import (
	"slices"
	"strings"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// shown is how many decisions a Status has.
const shown = 10

// step is a decision as the fold keeps it. deed is what was sent; nil for a refusal.
type step struct {
	tick, since uint64
	time        int64
	times       int
	cause, kind string
	what        string
	status      turn.Status
	refusal     *turn.Refusal
	deed        *deed
}

// like reports whether another decision says nothing new: the same refusal again.
func (s *step) like(o *step) bool {
	return s.deed == nil && o.deed == nil && s.refusal != nil && o.refusal != nil && s.cause == o.cause && s.kind == o.kind && s.refusal.Code == o.refusal.Code
}

// step keeps a decision, and counts one that is like an earlier of those that are kept.
func (f *fold) step(s step) {
	for i := range f.steps {
		if old := &f.steps[i]; old.like(&s) {
			s.since, s.times = old.since, old.times+1
			f.steps = slices.Delete(f.steps, i, i+1)
			break
		}
	}
	if len(f.steps) == shown {
		f.steps = f.steps[1:]
	}
	f.steps = append(f.steps, s)
}

// refusalOf is who refused an action, before or after it was signed; nil where nobody did.
func refusalOf(a turn.Action) *turn.Refusal {
	if x := a.Execution; x != nil && x.Refusal != nil {
		return x.Refusal
	}
	return a.Preview.Refusal
}

// decisions are the last ones, the newest first, as they turned out.
func (f *fold) decisions() []Decision {
	all := make([]Decision, 0, len(f.steps))
	for i := range slices.Backward(f.steps) {
		all = append(all, f.steps[i].decision(&f.seen))
	}
	return all
}

func (s *step) decision(seen *turn.Reading) Decision {
	d := Decision{Tick: s.tick, Time: s.time, Since: s.since, Times: s.times, Cause: s.cause, Kind: s.kind, What: s.what, Status: string(s.status)}
	refusal := s.refusal
	if s.deed != nil {
		a := s.deed.Action
		d.Status, d.What, refusal = string(a.Status), Said(a, seen), refusalOf(a)
		d.Tx, d.Gas = a.Execution.TxHash.Hex(), a.Execution.Cost
	}
	if refusal != nil {
		d.Refusal = Explained(refusal)
	}
	return d
}

// Explained says a refusal in plain words (safety §21).
func Explained(r *turn.Refusal) *Refusal {
	e, known := wire.Explain(r.Code)
	if !known {
		e.What, e.Next = "the order was refused", "read the reason"
	}
	return &Refusal{Layer: r.Layer, Code: string(r.Code), What: e.What, Detail: strings.TrimSpace(r.Detail), Do: e.Next}
}

// counts counts what became of everything that was proposed.
func (f *fold) counts() (o Orders) {
	for _, d := range f.deeds {
		switch d.Action.Status {
		case turn.StatusExecuted:
			o.Executed++
		case turn.StatusPending:
			o.Pending++
			o.UnderWay = append(o.UnderWay, d.Action.Execution.TxHash.Hex())
		default:
			o.Failed++
		}
	}
	for _, n := range f.refused {
		o.Refused += n
	}
	return o
}
