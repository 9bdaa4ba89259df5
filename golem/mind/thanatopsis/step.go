package thanatopsis

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// notSimulated is the write path's word for a simulation that could not be run.
const notSimulated = "EXECUTION_SIM_UNAVAILABLE"

// Slippages of a step in basis points: the tight one is tried first. The owner's
// limit goes before both.
const tight, wide = 50, 100

// step is one thing to settle, and the proposals that would do it, in order.
type step struct {
	what  string
	class Class
	value float64
	forms [][]byte
}

// attempt proposes a step in each of its forms until one is executed, and reads the
// chain after it. A fault of ours is returned as well.
func (p *Protocol) attempt(ctx context.Context, s step) (done bool, reason string, fault error) {
	for _, body := range s.forms {
		if why := p.over(); why != "" {
			return false, why, nil
		}
		a, err := p.affordably(ctx, turn.Proposal{Body: body, Origin: turn.OriginSettlement, Cause: "death:settlement"})
		d := p.note(s, a)
		if a.Status == turn.StatusPending && err == nil {
			err = p.await(ctx)
			a = p.deeds[d].Action
		}
		fault = errors.Join(err, p.see(ctx))
		if a.Status == turn.StatusExecuted {
			p.deeds[d].paid(p.last, p.known)
			return true, "", fault
		}
		reason = why(a)
		if fault != nil && a.Status != turn.StatusPending {
			reason = fault.Error()
		}
		if fault != nil {
			return false, reason, fault
		}
		if a.Status == turn.StatusPending || poor(a) {
			break // a second try could pay twice, or costs no less
		}
	}
	return false, reason, nil
}

// affordably takes a step, again after a while where gas is dearer than can be paid:
// for ten minutes of one death at most.
func (p *Protocol) affordably(ctx context.Context, proposal turn.Proposal) (turn.Action, error) {
	for n := 0; ; n++ {
		a, err := p.step(ctx, proposal)
		if err != nil || !poor(a) || p.dear >= costlier {
			return a, err
		}
		ms := p.pause(ctx, n)
		if ms == 0 || p.look(ctx) != nil {
			return a, nil
		}
		p.dear += ms
	}
}

// poor says that an order was not sent because nobody could pay for its gas: the
// death's budget, or the wallet. Gas may become cheaper.
func poor(a turn.Action) bool {
	if a.Execution == nil || a.Execution.Refusal == nil {
		return false
	}
	code := a.Execution.Refusal.Code
	return code == wire.CodeSafetyGasPartition || code == wire.CodeExecutionNotSent
}

func (p *Protocol) step(ctx context.Context, proposal turn.Proposal) (turn.Action, error) {
	a := turn.Action{Proposal: proposal, Status: turn.StatusBlocked}
	err := p.preview(ctx, proposal, &a.Preview)
	if err != nil || a.Preview.Refusal != nil {
		return a, err
	}
	x, err := p.ports.Hands.Commit(ctx, a.Preview.PermitID)
	for n := 0; err == nil && expired(x) && n < maxSteps; n++ { // each restart lets the open permit expire
		if err = p.preview(ctx, proposal, &a.Preview); err != nil || a.Preview.Refusal != nil {
			return a, err
		}
		x, err = p.ports.Hands.Commit(ctx, a.Preview.PermitID)
	}
	if err != nil && x.Status == "" {
		x.Status = turn.StatusPending // a fault of ours: the outcome is unknown
	}
	a.Execution, a.Status = &x, x.Status
	return a, err
}

// expired says that a permit was asked for too long ago, or by a process that is gone.
func expired(x turn.Execution) bool {
	return x.Refusal != nil && x.Refusal.Code == wire.CodePermitExpired
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

// await waits for the outcome of what is under way: nothing is permitted before it is
// known (mortality §9.2.6). What is still unknown when the time is over stays open.
func (p *Protocol) await(ctx context.Context) error {
	for n := 0; ; n++ {
		known, waiting, err := p.ports.Hands.Reconcile(ctx)
		p.learn(known)
		if err != nil || !waiting || p.pause(ctx, n) == 0 {
			return err
		}
	}
}

// learn notes what became of earlier steps.
func (p *Protocol) learn(known []turn.Execution) {
	for _, x := range known {
		for i := range p.deeds {
			if a := &p.deeds[i].Action; a.Preview.PermitID == x.PermitID {
				a.Execution, a.Status = &x, x.Status
			}
		}
	}
}

// each is a step with each slippage.
func (p *Protocol) each(body func(slippage int) []byte) (forms [][]byte) {
	for _, slippage := range p.slippages() {
		forms = append(forms, body(slippage))
	}
	return forms
}

// slippages are tried in order for each step.
func (p *Protocol) slippages() []int {
	most := wide
	if p.ports.Limits != nil {
		slippage, _ := p.ports.Limits()
		most = min(most, int(slippage))
	}
	if most <= tight {
		return []int{most}
	}
	return []int{tight, most}
}

func why(a turn.Action) string {
	switch {
	case a.Preview.Refusal != nil:
		return a.Preview.Refusal.Layer + ": " + a.Preview.Refusal.Detail
	case a.Execution != nil && a.Execution.Refusal != nil:
		return a.Execution.Refusal.Layer + ": " + a.Execution.Refusal.Detail
	case a.Execution != nil && a.Status == turn.StatusPending:
		return fmt.Sprintf("its order %s was sent and has no receipt: it may still be carried out", a.Execution.TxHash)
	}
	return string(a.Status)
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
