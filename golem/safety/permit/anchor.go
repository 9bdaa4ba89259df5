package permit

import (
	"context"
	"crypto/sha256"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/tier"
	"bardo.run/bardo/wire"
)

// The tools of the Golem's own: one anchors the audit, one tells the chain of its death,
// one leaves the coin for gas to the next session key, one sends a dead wallet home.
const (
	ToolAnchor   = tier.Anchor
	ToolDeclare  = tier.Declare
	ToolHandOver = tier.HandOver
	ToolSweep    = tier.Sweep
)

// Own sends what the Golem does of its own accord, and nobody proposes: each is permitted,
// paid and signed like any other order, on the same lock.
type Own struct {
	scribe *scribe
	judge  *judge
	orders *Orders
	book   *Book
	life   Life
}

// Anchor writes a mark of the audit into a transaction of the wallet to itself (safety
// §12.3): no proposal can name it, it moves nothing, and its gas comes from the gas
// partition like any other. The answer is as Commit's; Reconcile tells what was pending.
func (o *Own) Anchor(ctx context.Context, m audit.Mark) (turn.Execution, error) {
	return o.send(ctx, ToolAnchor, grammar.Action{Kind: grammar.Anchor, Payload: m.Payload()})
}

// Declare tells the chain of the Golem's last phase, or that it is dead, so that the
// delegation it redeems closes by itself (provisioning §8.5). It goes the way of an anchor.
func (o *Own) Declare(ctx context.Context, payload []byte) (turn.Execution, error) {
	return o.send(ctx, ToolDeclare, grammar.Action{Kind: grammar.Declare, Payload: payload})
}

// HandOver leaves the coin of the session key to the one that takes over (provisioning
// §9.1). It goes the way of an anchor. The caller has just read what the key holds, and
// nothing that the key signed may be taken back any more.
func (o *Own) HandOver(ctx context.Context, next common.Address) (turn.Execution, error) {
	return o.send(ctx, ToolHandOver, grammar.Action{Kind: grammar.HandOver, Payload: next.Bytes()})
}

// Sweep sends all that a dead wallet has of an asset, zero for coin, to the owner whom the
// venue names (provisioning §8.9). It goes the way of an anchor, and may move that asset,
// out of the wallet, alone. The caller has just read what the wallet holds.
func (o *Own) Sweep(ctx context.Context, asset common.Address) (turn.Execution, error) {
	return o.send(ctx, ToolSweep, grammar.Action{Kind: grammar.Sweep, Payload: asset.Bytes()})
}

// strays says that an order of the Golem's own would move what it must not.
func strays(a grammar.Action, s turn.Simulation) bool {
	if a.Kind != grammar.Sweep {
		return s.Value != 0 || len(s.Deltas) > 0
	}
	asset := common.BytesToAddress(a.Payload)
	return slices.ContainsFunc(s.Deltas, func(d turn.Delta) bool { return !d.Out || d.Token != asset })
}

// send carries out an order of the Golem's own.
func (o *Own) send(ctx context.Context, tool string, a grammar.Action) (turn.Execution, error) {
	defer o.scribe.lock()()
	if o.scribe.unheard != nil {
		return turn.Execution{}, o.scribe.unheard
	}
	x, err := o.own(ctx, a)
	if err != nil {
		return x, err
	}
	o.scribe.note(audit.ToolCall(tool, sha256.Sum256(a.Payload), digest(x), x.PermitID, codeOf(x.Refusal)))
	return x, o.scribe.unheard
}

// own permits and executes what trades nothing: only its gas is asked about.
func (o *Own) own(ctx context.Context, a grammar.Action) (turn.Execution, error) {
	tick, now := o.life.State().Heartbeat().Tick, o.life.Now()
	id := o.book.next(tick)
	if why := o.life.Halted(); why != "" {
		return refused(id, stop(wire.CodeSafetyHalted, why)), nil
	}
	if r := o.orders.waiting(); r != nil {
		return refused(id, r), nil
	}
	s, r, err := o.judge.simulate(ctx, a)
	switch {
	case err != nil:
		return turn.Execution{PermitID: id}, err
	case r != nil:
		return refused(id, r), nil
	case !s.Success:
		return refused(id, &turn.Refusal{Layer: LayerSimulator, Code: wire.CodeSafetySimulationFailed, Detail: s.Revert}), nil
	case strays(a, s):
		return refused(id, stop(wire.CodeSafetySimulationDiverged, string(a.Kind)+" would move tokens")), nil
	}
	p := o.judge.permit(id, tick, o.judge.judged(a, turn.Proposal{}, now), s)
	if r := o.orders.reserve(p, false); r != nil {
		return refused(id, r), nil
	}
	o.scribe.note(audit.PermitCreated(id, string(a.Kind), 0))
	return o.orders.execute(ctx, p)
}
