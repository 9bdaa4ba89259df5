package thanatopsis

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

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

// Slippages of a step in basis points: the tight one is tried first. The owner's
// limit goes before both.
const tight, wide = 50, 100

// Protocol runs the phases of one death.
type Protocol struct {
	ports Ports
	life  func() Life

	last     turn.Reading
	actions  []turn.Action
	leftOpen []Leftover
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
	p.ports.Events.Emit(p.life().Ticks, wire.VitalityDeathInitiated{Cause: string(cause), TicksLived: p.life().Ticks})
	p.ports.Hands.CancelAll("death")
	return errors.Join(p.ports.Purse.Dying(), p.look(ctx))
}

func (p *Protocol) look(ctx context.Context) error {
	r, err := p.ports.Market.Observe(ctx)
	if err != nil {
		return err
	}
	p.last = r
	p.ports.Portfolio.Settled(r)
	return nil
}

// settle closes positions until none is left that can be closed, then sells. A
// step that fails is noted and does not keep the next from being tried.
func (p *Protocol) settle(ctx context.Context) error {
	p.leftOpen = nil // of a run that was cut off
	if err := p.look(ctx); err != nil {
		p.leave("everything", "unknown", err.Error(), "the chain could not be read; the funds are in the wallet")
		return err
	}
	var faults []error
	given := map[string]bool{}
	for range maxSteps {
		position, ok := p.worst(given)
		if !ok {
			break
		}
		given[position.ID] = true
		remove := action("remove_liquidity", map[string]any{"position_id": position.ID, "percent": 100})
		if err := p.try(ctx, "position "+position.ID, position.Value, remove); err != nil {
			faults = append(faults, err)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return errors.Join(append(faults, p.sell(ctx))...)
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

func (p *Protocol) sell(ctx context.Context) error {
	base, quote := p.last.Pool.Base(), p.last.Pool.Quote()
	for _, held := range p.last.Balances {
		if held.Token.Address != base.Address || held.Units.IsZero() {
			continue
		}
		if p.dust(held) {
			p.leave(base.Symbol, fmt.Sprintf("%.6f", held.Value), "worth less than the gas of selling it", "it stays in the wallet")
			return nil
		}
		swap := action("swap", map[string]any{"token_in": base.Address, "token_out": quote.Address, "amount_in": held.Units.Dec()})
		return p.try(ctx, base.Symbol, held.Value, swap)
	}
	return nil
}

// dust says that selling would not return its gas twice. 250,000 is the gas of
// an approval and a swap with room to spare.
func (p *Protocol) dust(held turn.Balance) bool {
	gas := new(uint256.Int).Mul(&p.last.GasPrice, uint256.NewInt(250_000))
	return held.Value < dustGas*gas.Float64()/1e18*float64(p.last.NativePrice)/float64(money.One)
}

// try proposes a step with each slippage until one is executed, and reads the
// chain after it. What stays open is noted with the reason; a fault of ours is
// returned as well.
func (p *Protocol) try(ctx context.Context, what string, value float64, body func(slippage int) []byte) error {
	reason := ""
	var fault error
	for _, slippage := range p.slippages() {
		a, err := p.step(ctx, turn.Proposal{Body: body(slippage), Origin: turn.OriginSettlement, Cause: "death:settlement"})
		p.actions = append(p.actions, a)
		seen := p.look(ctx)
		if a.Status == turn.StatusExecuted {
			return errors.Join(err, seen)
		}
		reason = why(a)
		if fault = errors.Join(err, seen); fault != nil {
			reason = fault.Error()
			break
		}
		if a.Status == turn.StatusPending {
			break // its outcome is unknown: a second try could pay twice
		}
	}
	p.leave(what, fmt.Sprintf("%.6f", value), reason, "close it by hand from the wallet")
	return fault
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
	preview, err := p.ports.Hands.Preview(ctx, proposal)
	if err != nil {
		return a, err
	}
	a.Preview = preview
	if preview.Refusal != nil {
		return a, nil
	}
	x, err := p.ports.Hands.Commit(ctx, preview.PermitID)
	if err != nil && x.Status == "" {
		x.Status = turn.StatusPending // a fault of ours: the outcome is unknown
	}
	a.Execution, a.Status = &x, x.Status
	return a, err
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

func (p *Protocol) leave(what, value, reason, advice string) {
	p.leftOpen = append(p.leftOpen, Leftover{what, value, reason, advice})
}

// action returns the maker of a proposal body with the given slippage.
func action(kind string, params map[string]any) func(int) []byte {
	for name, v := range params {
		if a, ok := v.(common.Address); ok {
			params[name] = a.Hex()
		}
	}
	return func(slippage int) []byte {
		params["slippage_bps"] = slippage
		body, err := json.Marshal(map[string]any{"type": kind, "params": params, "constraints": map[string]any{}})
		if err != nil {
			panic("thanatopsis: a proposal always encodes: " + err.Error())
		}
		return body
	}
}
