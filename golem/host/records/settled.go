package records

import (
	"fmt"
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
		for r, err := range s.settled(func(_, _ uint64) bool { return true }) {
			if !yield(r.Record, err) {
				return
			}
		}
	}
}

// placed is a record, and the number of its frame.
type placed struct {
	*turn.Record
	frame uint64
}

// settled yields those records that are wanted by their place among the records and by their
// frame. It decodes no other.
func (s *Store) settled(wanted func(place, frame uint64) bool) iter.Seq2[placed, error] {
	return func(yield func(placed, error) bool) {
		late := map[uint64][]Outcome{}
		for f, err := range s.log.Frames(0) {
			var o *Outcome
			if err == nil && kindOf(f.Payload) == kindOutcome {
				_, o, err = decode(f.Payload)
			}
			if err != nil {
				yield(placed{}, fmt.Errorf("records: %w", err))
				return
			}
			if o != nil {
				late[o.Tick] = append(late[o.Tick], *o)
			}
		}
		place := uint64(0)
		for f, err := range s.log.Frames(0) {
			var r *turn.Record
			if err == nil && kindOf(f.Payload) != kindOutcome {
				if wanted(place, f.Number) {
					r, _, err = decode(f.Payload)
				}
				place++
			}
			if err != nil {
				yield(placed{}, fmt.Errorf("records: %w", err))
				return
			}
			if r == nil {
				continue
			}
			Settle(r, late[r.Tick])
			if !yield(placed{r, f.Number}, nil) {
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
