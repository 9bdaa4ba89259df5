package thanatopsis

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// Protocol runs the phases of one death. It belongs to the goroutine that ticks.
type Protocol struct {
	life   func() Life
	hands  Hands
	events Emitter
	passed []Passed

	time       *patience
	means      *means
	seen       *sight
	settling   *settling
	reflection *reflection
	legacy     *legacy
}

// New returns a protocol. life is asked whenever it must be told of.
func New(terms Terms, ports Ports, life func() Life) *Protocol {
	clock := &patience{now: ports.Now, wait: ports.Wait, abandoned: ports.Abandoned, limit: terms.Limit, paid: ports.Until}
	price := tolerance{ports.Limits}
	seen := &sight{market: ports.Market, portfolio: ports.Portfolio, time: clock}
	tried := &record{life: life}
	left := &remains{tried: tried, seen: seen, gas: ports.Gas}
	hand := &hand{hands: ports.Hands, time: clock, seen: seen, tried: tried}
	sale := &sale{time: clock, seen: seen, tried: tried, left: left, hand: hand, price: price, unsold: map[turn.Token]int{}, start: map[string]float64{}}
	return &Protocol{
		life: life, hands: ports.Hands, events: ports.Events, time: clock, seen: seen,
		means: &means{purse: ports.Purse, review: terms.Review},
		settling: &settling{
			time: clock, seen: seen, tried: tried, left: left, hand: hand, sale: sale, price: price,
			loans: &loans{time: clock, seen: seen, tried: tried, left: left, hand: hand, sale: sale},
		},
		reflection: &reflection{plain: terms.Plain, seen: seen, left: left},
		legacy:     &legacy{estate: ports.Estate, sign: ports.Sign, secret: ports.Reveal},
	}
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
	p.events.Emit(p.life().Ticks, wire.VitalityThanatopsisPhase{Phase: phase.String()})
	p.time.begin()
	switch phase {
	case lifecycle.Acceptance:
		return p.accept(ctx, cause)
	case lifecycle.Settlement:
		return p.settling.settle(ctx)
	case lifecycle.Reflection:
		return p.reflection.reflect(ctx, p.life, cause)
	case lifecycle.Legacy:
		return p.legacy.bequeath(p.testament(cause))
	}
	return fmt.Errorf("thanatopsis: no phase %s", phase)
}

// accept is phase 0 (mortality §9.2). It reads the chain once: waiting is for the
// settlement.
func (p *Protocol) accept(ctx context.Context, cause lifecycle.Cause) error {
	life := p.life()
	e := wire.VitalityDeathInitiated{Cause: string(cause), TicksLived: life.Ticks, VitalityAtDeath: life.Death.Composite}
	p.events.Emit(e.TicksLived, e)
	p.hands.CancelAll("death")
	total, err := p.means.unlock()
	unseen := p.seen.look(ctx)
	return errors.Join(err, unseen, p.means.allot(total, p.seen.last))
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

// testament is everything but the integrity.
func (p *Protocol) testament(cause lifecycle.Cause) Testament {
	life, now := p.life(), p.time.now()
	return Testament{
		Identity: identify(life),
		Death: Death{
			Cause: cause, Timestamp: time.UnixMilli(now).UTC().Format(time.RFC3339), DiedAt: now, Trigger: life.Ticks, Final: life.Ticks,
			Duration: p.time.took(now), Budget: p.means.told(life.GasPaid), Phases: p.passed, Clocks: &life.Death,
		},
		Stats: statsOf(life, p.seen.last, now), Emotion: acceptance, Sections: p.reflection.insight, Settlement: p.settling.told(life.Recovery),
		Wallet: p.seen.wallet(life), Playbook: life.Strategy, Absent: absent,
	}
}

// Deferred is what is left to do now.
func (p *Protocol) Deferred(cause lifecycle.Cause) Deferred {
	life := p.life()
	return Deferred{
		Version: Version, GolemID: life.GolemID, Name: life.Name, Wallet: life.Wallet, Cause: cause, Phases: p.passed, Budget: p.means.told(life.GasPaid),
		Settlement: p.settling.told(life.Recovery), Remains: p.seen.wallet(life), Open: p.seen.open(),
	}
}
