package records

import (
	"iter"

	"bardo.run/bardo/golem/host/turn"
)

// Sources of an outcome that a receipt, or a reorg, made known after the tick, and of
// the news that one told before became surer: it changes nothing but that.
const (
	SourceReceipt = "receipt"
	SourceReorg   = "reorg"

	SourceFinality = "finality"
)

// Settled yields every record with its actions as they turned out in the end: what
// became known of them later takes the place of what their tick knew. A fault is
// yielded once, as the last step.
func (s *Store) Settled() iter.Seq2[*turn.Record, error] {
	return func(yield func(*turn.Record, error) bool) {
		late := map[uint64][]Outcome{}
		for e, err := range s.All() {
			if err != nil {
				yield(nil, err)
				return
			}
			if o := e.Outcome; o != nil {
				late[o.Tick] = append(late[o.Tick], *o)
			}
		}
		for e, err := range s.All() {
			if err != nil {
				yield(nil, err)
				return
			}
			if e.Record == nil {
				continue
			}
			Settle(e.Record, late[e.Record.Tick])
			if !yield(e.Record, nil) {
				return
			}
		}
	}
}

// Settle takes outcomes into the actions of their record, in the order in which they
// became known.
func Settle(r *turn.Record, late []Outcome) {
	for _, o := range late {
		for i := range r.Actions {
			a := &r.Actions[i]
			switch {
			case a.Preview.PermitID != o.PermitID:
			case o.Source == SourceReorg:
				a.Status = turn.StatusPending
			case o.Execution != nil:
				a.Execution, a.Status = o.Execution, o.Execution.Status
			}
		}
	}
}
