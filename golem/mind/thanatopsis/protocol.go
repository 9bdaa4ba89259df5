package thanatopsis

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

const (
	// maxSteps bounds the settlement: each position takes one step, each sale up
	// to one per slippage.
	maxSteps = 64
	// dustGas is how often a sale must return its own gas to be worth it.
	dustGas = 2
)

// waits are before each further try of what fails for a moment, in milliseconds
// (heartbeat §14): together they fit the 30 s of a death by ttl (mortality §9.1).
var waits = [...]int64{2_000, 4_000, 8_000}

// notSimulated is the write path's word for a simulation that could not be run.
const notSimulated = "EXECUTION_SIM_UNAVAILABLE"

// Slippages of a step in basis points: the tight one is tried first. The owner's
// limit goes before both.
const tight, wide = 50, 100

// Protocol runs the phases of one death.
type Protocol struct {
	ports Ports
	life  func() Life

	last     turn.Reading
	known    bool // last is what the chain held after the last step
	actions  []turn.Action
	leftOpen []Leftover
	passed   []Passed
}

// Leftover is something that could not be settled, and what to do about it.
type Leftover struct {
	What   string `json:"what"`
	Value  string `json:"value"`
	Reason string `json:"reason"`
	Advice string `json:"advice"`
}

// New returns a protocol. life is asked in Reflection.
func New(ports Ports, life func() Life) *Protocol { return &Protocol{ports: ports, life: life} }

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
		return p.settle(ctx)
	case lifecycle.Reflection:
		return p.reflect(ctx)
	case lifecycle.Legacy:
		return p.bequeath(cause)
	}
	return fmt.Errorf("thanatopsis: no phase %s", phase)
}

func (p *Protocol) accept(ctx context.Context, cause lifecycle.Cause) error {
	e := wire.VitalityDeathInitiated{Cause: string(cause), TicksLived: p.life().Ticks}
	if d := p.life().Death; d != nil {
		e.VitalityAtDeath = d.Composite
	}
	p.ports.Events.Emit(e.TicksLived, e)
	p.ports.Hands.CancelAll("death")
	return errors.Join(p.ports.Purse.Dying(), p.look(ctx))
}

func (p *Protocol) look(ctx context.Context) error {
	p.known = false
	return p.patiently(ctx, func() error {
		r, err := p.ports.Market.Observe(ctx)
		if err != nil {
			return err
		}
		p.last, p.known = r, true
		p.ports.Portfolio.Settled(r)
		return nil
	})
}

// patiently does what may fail for a moment, again after each wait. What cannot
// wait either is final: the journal's end, or the process's.
func (p *Protocol) patiently(ctx context.Context, do func() error) error {
	for _, ms := range waits {
		err := do()
		if err == nil || ctx.Err() != nil || p.ports.Wait(ctx, ms) != nil {
			return err
		}
	}
	return do()
}

// settle closes positions until none is left that can be closed, then sells. A
// step that fails is noted and does not keep the next from being tried.
func (p *Protocol) settle(ctx context.Context) error {
	p.leftOpen = nil // of a run that was cut off
	if err := p.await(ctx); err != nil {
		return err
	}
	if err := p.look(ctx); err != nil {
		p.leave("everything", "unknown", err.Error(), "look into the wallet")
		return err
	}
	var faults []error
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

// free closes the n-th position of the settlement.
func (p *Protocol) free(ctx context.Context, position turn.Position, n int) error {
	what := "position " + position.ID
	if n > maxSteps {
		p.leave(what, worth(position.Value), fmt.Sprintf("a settlement closes %d positions at most", maxSteps), "close it by hand")
		return nil
	}
	return p.try(ctx, what, position.Value, p.each(action("remove_liquidity", map[string]any{"position_id": position.ID, "percent": 100})))
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

// sell sells the base tokens, those that the positions paid among them.
func (p *Protocol) sell(ctx context.Context) error {
	base, quote := p.last.Pool.Base(), p.last.Pool.Quote()
	if !p.known {
		if err := p.look(ctx); err != nil {
			p.leave(base.Symbol, "unknown", err.Error(), "sell by hand what the positions paid")
			return err
		}
	}
	for _, held := range p.last.Balances {
		if held.Token.Address != base.Address || held.Units.IsZero() {
			continue
		}
		if p.dust(held) {
			p.leave(base.Symbol, worth(held.Value), "worth less than the gas of selling it", "it stays in the wallet")
			return nil
		}
		swap := action("swap", map[string]any{"token_in": base.Address, "token_out": quote.Address, "amount_in": held.Units.Dec()})
		return p.try(ctx, base.Symbol, held.Value, p.each(swap))
	}
	return nil
}

// dust says that selling would not return its gas twice. 250,000 is the gas of
// an approval and a swap with room to spare.
func (p *Protocol) dust(held turn.Balance) bool {
	gas := new(uint256.Int).Mul(&p.last.GasPrice, uint256.NewInt(250_000))
	return held.Value < dustGas*gas.Float64()/1e18*float64(p.last.NativePrice)/float64(money.One)
}

// try proposes a step in each of its forms until one is executed. What stays open is
// noted with the reason.
func (p *Protocol) try(ctx context.Context, what string, value float64, forms [][]byte) error {
	done, reason, fault := p.attempt(ctx, forms)
	if p.forget(what); !done {
		p.leave(what, worth(value), reason, "close it by hand")
	}
	return fault
}

// attempt proposes a step in each of its forms until one is executed, and reads the
// chain after it. A fault of ours is returned as well.
func (p *Protocol) attempt(ctx context.Context, forms [][]byte) (done bool, reason string, fault error) {
	for _, body := range forms {
		a, err := p.step(ctx, turn.Proposal{Body: body, Origin: turn.OriginSettlement, Cause: "death:settlement"})
		p.actions = append(p.actions, a)
		if a.Status == turn.StatusPending && err == nil {
			err = p.await(ctx)
			a = p.actions[len(p.actions)-1]
		}
		fault = errors.Join(err, p.look(ctx))
		if a.Status == turn.StatusExecuted {
			return true, "", fault
		}
		reason = why(a)
		if fault != nil {
			return false, fault.Error(), fault
		}
		if a.Status == turn.StatusPending {
			break // its outcome is unknown: a second try could pay twice
		}
	}
	return false, reason, nil
}

// each is a step with each slippage.
func (p *Protocol) each(body func(slippage int) []byte) (forms [][]byte) {
	for _, slippage := range p.slippages() {
		forms = append(forms, body(slippage))
	}
	return forms
}

// await waits a little for the outcome of what is under way: nothing is permitted
// before it is known (mortality §9.2.6). What is still unknown then stays open.
func (p *Protocol) await(ctx context.Context) error {
	for _, ms := range append(waits[:], 0) {
		known, waiting, err := p.ports.Hands.Reconcile(ctx)
		p.learn(known)
		if err != nil || !waiting || ms == 0 {
			return err
		}
		if err := p.ports.Wait(ctx, ms); err != nil {
			return err
		}
	}
	return nil
}

// learn notes what became of earlier steps.
func (p *Protocol) learn(known []turn.Execution) {
	for _, x := range known {
		for i := range p.actions {
			if a := &p.actions[i]; a.Preview.PermitID == x.PermitID {
				a.Execution, a.Status = &x, x.Status
			}
		}
	}
}

// slippages are tried in order for each step.
func (p *Protocol) slippages() []int {
	most := wide
	if p.ports.Slippage != nil {
		most = min(most, int(p.ports.Slippage()))
	}
	if most <= tight {
		return []int{most}
	}
	return []int{tight, most}
}

func (p *Protocol) step(ctx context.Context, proposal turn.Proposal) (turn.Action, error) {
	a := turn.Action{Proposal: proposal, Status: turn.StatusBlocked}
	err := p.preview(ctx, proposal, &a.Preview)
	if err != nil || a.Preview.Refusal != nil {
		return a, err
	}
	x, err := p.ports.Hands.Commit(ctx, a.Preview.PermitID)
	if err != nil && x.Status == "" {
		x.Status = turn.StatusPending // a fault of ours: the outcome is unknown
	}
	a.Execution, a.Status = &x, x.Status
	return a, err
}

// preview asks again while the simulation cannot be run: that is a read that
// failed, and no refusal.
func (p *Protocol) preview(ctx context.Context, proposal turn.Proposal, to *turn.Preview) (fault error) {
	_ = p.patiently(ctx, func() error {
		if *to, fault = p.ports.Hands.Preview(ctx, proposal); fault != nil || to.Refusal == nil || to.Refusal.Code != notSimulated {
			return nil
		}
		return errors.New(notSimulated)
	})
	return fault
}

func why(a turn.Action) string {
	switch {
	case a.Preview.Refusal != nil:
		return a.Preview.Refusal.Layer + ": " + a.Preview.Refusal.Detail
	case a.Execution != nil && a.Execution.Refusal != nil:
		return a.Execution.Refusal.Layer + ": " + a.Execution.Refusal.Detail
	}
	return string(a.Status)
}

// leave names what stays, and how its owner comes by it: the Golem's key ends.
func (p *Protocol) leave(what, value, reason, advice string) {
	key := p.life().Recovery
	if key == "" {
		key = onlyKey
	}
	p.forget(what)
	p.leftOpen = append(p.leftOpen, Leftover{what, value, reason, advice + "; " + key})
}

// forget drops what was said of a thing that is tried again.
func (p *Protocol) forget(what string) {
	p.leftOpen = slices.DeleteFunc(p.leftOpen, func(l Leftover) bool { return l.What == what })
}

func worth(value float64) string { return fmt.Sprintf("%.6f", value) }

// action returns the maker of a proposal body with the given slippage.
func action(kind string, params map[string]any) func(int) []byte {
	for name, v := range params {
		if a, ok := v.(common.Address); ok {
			params[name] = a.Hex()
		}
	}
	return func(slippage int) []byte {
		params["slippage_bps"] = slippage
		return body(kind, params)
	}
}

func body(kind string, params map[string]any) []byte {
	text, err := json.Marshal(map[string]any{"type": kind, "params": params, "constraints": map[string]any{}})
	if err != nil {
		panic("thanatopsis: a proposal always encodes: " + err.Error())
	}
	return text
}
