package thanatopsis

import (
	"context"
	"errors"
	"fmt"

	"bardo.run/bardo/golem/host/turn"
)

// maxSteps bounds the settlement: each position takes one step.
const maxSteps = 64

// settle is phase I in the order of mortality §9.3. Debts that are near their
// liquidation go before it (chain §9). A position's fees come with its closing, so
// nothing is claimed by itself; orders are never open here, for every action ends in
// its own transaction. A step that fails is noted and does not keep the next from
// being tried.
func (p *Protocol) settle(ctx context.Context) error {
	p.left, p.unsold = nil, 0 // of a run that was cut off
	if p.over() == givenUp {  // nobody is asked: what was there when the chain was read last is named
		p.complete(givenUp)
		return nil
	}
	if err := p.await(ctx); err != nil {
		return err
	}
	if err := p.see(ctx); err != nil {
		p.strand("everything", Unknown, "unknown", err.Error(), "look into the wallet")
		return err
	}
	faults := []error{p.deleverage(ctx)}
	given := map[string]bool{}
	for {
		position, ok := p.worst(given)
		if !ok {
			return errors.Join(append(faults, p.unwind(ctx), p.sell(ctx))...)
		}
		given[position.ID] = true
		if err := p.free(ctx, position, len(given)); err != nil {
			faults = append(faults, err)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// deleverage pays what the wallet can towards debts that are near their liquidation.
func (p *Protocol) deleverage(ctx context.Context) error {
	var faults []error
	for _, market := range worstFirst(p.last.Lending) {
		if ClassOf(market) != Critical {
			continue
		}
		for _, r := range market.Reserves {
			faults = append(faults, p.leaveMarket(ctx, market.Protocol, r, p.repayable))
		}
	}
	return errors.Join(faults...)
}

// free closes the n-th position of the settlement.
func (p *Protocol) free(ctx context.Context, position turn.Position, n int) error {
	what := "position " + position.ID
	if n > maxSteps {
		p.strand(what, Important, worth(position.Value), fmt.Sprintf("a settlement closes %d positions at most", maxSteps), "close it by hand")
		return nil
	}
	remove := action("remove_liquidity", map[string]any{"position_id": position.ID, "percent": 100})
	forms := p.each(remove)
	if len(forms) == 1 { // who came in front of the first try does not stop the second (safety §1.4, S-7)
		forms = append(forms, forms[0])
	}
	return p.try(ctx, step{what: what, class: Important, value: position.Value, forms: forms})
}

// worst returns the position with the highest value that was not tried yet.
func (p *Protocol) worst(tried map[string]bool) (worst turn.Position, ok bool) {
	for _, q := range p.last.Positions {
		if !tried[q.ID] && (!ok || q.Value > worst.Value) {
			worst, ok = q, true
		}
	}
	return worst, ok
}

// byHand is an advice for a thing, behind that of its order whose outcome is unknown.
func (p *Protocol) byHand(what, advice string) string {
	for _, d := range p.deeds {
		if d.about(what) && d.Action.Status == turn.StatusPending {
			return "look for that order before anything else, and only where it never came, " + advice
		}
	}
	return advice
}

// try takes a step. What stays open is stranded.
func (p *Protocol) try(ctx context.Context, s step) error {
	done, reason, fault := p.attempt(ctx, s)
	if p.forget(s.what); !done {
		p.strand(s.what, s.class, worth(s.value), reason, p.byHand(s.what, "close it by hand"))
	}
	return fault
}
