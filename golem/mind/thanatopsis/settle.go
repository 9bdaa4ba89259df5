package thanatopsis

import (
	"context"
	"errors"
	"fmt"

	"bardo.run/bardo/golem/host/turn"
)

// maxSteps bounds the settlement: each position takes one step.
const maxSteps = 64

// settling orders phase I, over what is held and owed.
type settling struct {
	time  *patience
	seen  *sight
	tried *record
	left  *remains
	hand  *hand
	sale  *sale
	loans *loans
	price tolerance
}

// told is the settlement as the testament has it. recovery is how the owner comes by the
// wallet's key; empty: not at all.
func (s *settling) told(recovery string) Settlement {
	t := s.tried.told()
	t.Stranded, t.Bill = s.left.told(recovery), s.left.bill()
	return t
}

// settle is phase I in the order of mortality §9.3. Debts that are near their
// liquidation go before it (chain §9): what is liquidated meanwhile is lost. All other debts
// go after the positions, and after the sale the positions that are not worth their gas: a stranger may
// have sent as many as take a death's time. A position's fees come with its closing, so
// nothing is claimed by itself; orders are never open here, for every action ends in
// its own transaction. A step that fails is noted and does not keep the next from
// being tried.
func (s *settling) settle(ctx context.Context) error {
	s.left.clear() // of a run that was cut off
	s.sale.again()
	if s.time.over() == givenUp { // nobody is asked: what was there when the chain was read last is named
		s.left.complete(givenUp)
		return nil
	}
	if err := s.hand.await(ctx); err != nil {
		return err
	}
	if err := s.seen.see(ctx); err != nil {
		s.left.strand("everything", Unknown, "unknown", err.Error(), "look into the wallet")
		return err
	}
	faults := []error{s.loans.deleverage(ctx)}
	given := map[string]bool{}
	faults = append(faults, s.close(ctx, given, func(q turn.Position) bool { return !s.seen.dust(q.Value) }))
	if err := ctx.Err(); err != nil {
		return err
	}
	faults = append(faults, s.loans.unwind(ctx), s.sale.sell(ctx))
	begin := len(s.tried.deeds)
	faults = append(faults, s.close(ctx, given, func(turn.Position) bool { return true }))
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.tried.executedSince(begin) {
		faults = append(faults, s.sale.sell(ctx)) // what these paid
	}
	return errors.Join(faults...)
}

// close closes the positions that are meant and were not tried, the dearest first.
func (s *settling) close(ctx context.Context, given map[string]bool, meant func(turn.Position) bool) error {
	var faults []error
	for ctx.Err() == nil {
		position, ok := s.seen.worst(given, meant)
		if !ok {
			break
		}
		given[position.ID] = true
		faults = append(faults, s.free(ctx, position, len(given)))
	}
	return errors.Join(faults...)
}

// free closes the n-th position of the settlement.
func (s *settling) free(ctx context.Context, position turn.Position, n int) error {
	what := "position " + position.ID
	if n > maxSteps {
		s.left.strand(what, Important, worth(position.Value), fmt.Sprintf("a settlement closes %d positions at most", maxSteps), "close it by hand")
		return nil
	}
	remove := action("remove_liquidity", map[string]any{"position_id": position.ID, "percent": 100})
	forms := s.price.each(remove)
	if len(forms) == 1 { // who came in front of the first try does not stop the second (safety §1.4, S-7)
		forms = append(forms, forms[0])
	}
	return s.try(ctx, step{what: what, class: Important, value: position.Value, forms: forms})
}

// try takes a step. What stays open is stranded.
func (s *settling) try(ctx context.Context, t step) error {
	done, reason, fault := s.hand.attempt(ctx, t)
	if s.left.forget(t.what); !done {
		s.left.strand(t.what, t.class, worth(t.value), reason, s.tried.byHand(t.what, "close it by hand"))
	}
	return fault
}
