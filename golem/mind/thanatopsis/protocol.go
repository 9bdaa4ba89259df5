package thanatopsis

import (
	"context"
	"errors"
	"fmt"

	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// Protocol runs the phases of one death. It belongs to the goroutine that ticks.
type Protocol struct {
	ports Ports
	terms Terms
	life  func() Life

	begun, until int64 // unix milliseconds; 0: not begun
	budget       mortality.Budget
	spent        money.USDC // on gas before the death
	dear         int64      // milliseconds waited for cheaper gas and better prices
	price        float64    // of the base token, before the sale that is under way

	last    turn.Reading
	known   bool // last is what the chain held after the last step
	unsold  int  // deeds when a sale was refused; 0: none was
	deeds   []Deed
	left    []Leftover
	passed  []Passed
	insight Sections
}

// New returns a protocol. life is asked whenever it must be told of.
func New(terms Terms, ports Ports, life func() Life) *Protocol {
	return &Protocol{ports: ports, terms: terms, life: life}
}

// Run runs one phase to its end.
func (p *Protocol) Run(ctx context.Context, phase lifecycle.Phase, cause lifecycle.Cause) error {
	err := p.run(ctx, phase, cause)
	if phase < lifecycle.Legacy {
		p.pass(phase, err)
	}
	return err
}

func (p *Protocol) run(ctx context.Context, phase lifecycle.Phase, cause lifecycle.Cause) error {
	p.ports.Events.Emit(p.life().Ticks, wire.VitalityThanatopsisPhase{Phase: phase.String()})
	switch phase {
	case lifecycle.Acceptance:
		return p.accept(ctx, cause)
	case lifecycle.Settlement:
		p.begin()
		return p.settle(ctx)
	case lifecycle.Reflection:
		return p.reflect(ctx, cause)
	case lifecycle.Legacy:
		return p.bequeath(cause)
	}
	return fmt.Errorf("thanatopsis: no phase %s", phase)
}

// accept is phase 0 (mortality §9.2). It reads the chain once: waiting is for the
// settlement.
func (p *Protocol) accept(ctx context.Context, cause lifecycle.Cause) error {
	p.begin()
	life := p.life()
	e := wire.VitalityDeathInitiated{Cause: string(cause), TicksLived: life.Ticks, VitalityAtDeath: life.Death.Composite}
	p.ports.Events.Emit(e.TicksLived, e)
	p.ports.Hands.CancelAll("death")
	total, err := p.ports.Purse.Dying()
	return errors.Join(err, p.look(ctx), p.allot(total))
}

// allot divides the budget over what the reading says is open. A phase that is run
// again finds it divided.
func (p *Protocol) allot(total money.USDC) (err error) {
	if p.budget.Tier != "" {
		return nil
	}
	review := p.terms.Review
	if review == 0 {
		review = mortality.DefaultReview
	}
	p.spent = p.ports.Purse.GasPaid()
	p.budget, err = mortality.Allot(total, mortality.Open(p.last), review)
	return err
}

// look reads the chain. Where it cannot, what was read last stays.
func (p *Protocol) look(ctx context.Context) error {
	p.known = false
	r, err := p.ports.Market.Observe(ctx)
	if err != nil {
		return err
	}
	p.last, p.known = r, true
	p.ports.Portfolio.Settled(r)
	return nil
}

// Passed is a phase of death that was gone through; Fault is empty where it ended
// well.
type Passed struct {
	Phase string `json:"phase"`
	Fault string `json:"fault,omitempty"`
}

// pass notes how a phase ended, the last time it was run.
func (p *Protocol) pass(phase lifecycle.Phase, err error) {
	q := Passed{Phase: phase.String()}
	if err != nil {
		q.Fault = err.Error()
	}
	for i := range p.passed {
		if p.passed[i].Phase == q.Phase {
			p.passed[i] = q
			return
		}
	}
	p.passed = append(p.passed, q)
}
