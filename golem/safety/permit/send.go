package permit

import (
	"context"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/wire"
)

// Orders are what was sent. What one can cost is set aside before it is signed, it is signed
// with a capability for itself alone, and it is followed for as long as there may be news of it.
type Orders struct {
	scribe   *scribe
	judge    *judge
	cage     *cage.Cage
	life     Life
	hooks    Hooks
	purse    Purse
	executor Executor
	keys     *capability.Registry
	lifetime uint64 // of a capability, in ticks
	under    []*underway
}

// reserve sets aside what an order can cost. An exempt one leaves a position.
func (o *Orders) reserve(p Permit, exempt bool) *turn.Refusal {
	if err := o.purse.ReserveGas(p.ID, p.gasBound(&p.judged.Seen.MaxFee), exempt); err != nil {
		return &turn.Refusal{Layer: LayerPurse, Code: wire.CodeSafetyGasPartition, Detail: err.Error()}
	}
	return nil
}

func (o *Orders) execute(ctx context.Context, p Permit) (turn.Execution, error) {
	tick := o.life.State().Heartbeat().Tick
	token := o.mint(p, tick)
	if o.scribe.unheard != nil {
		return turn.Execution{PermitID: p.ID}, o.scribe.unheard
	}
	progress := turn.ToolProgress{Tool: ToolCommit, Tick: tick, PermitID: p.ID, Kind: string(p.Action.Kind)}
	o.hooks.ToolStart(ctx, progress)
	o.judge.committed(p)
	order := p.order(tick)
	o.cage.CountLoss(p.ID, p.judged, p.Simulation)
	x, err := o.executor.Execute(ctx, token, order)
	o.keys.Void(p.ID)
	if err != nil {
		return x, err
	}
	x.PermitID = p.ID
	progress.Result, progress.Refusal = string(x.Status), x.Refusal
	o.hooks.ToolEnd(ctx, progress)
	o.follow(p, order, x)
	o.scribe.sent(p, x, string(x.Status))
	return x, o.settle(p, x)
}

func (p Permit) order(tick uint64) Order {
	return Order{PermitID: p.ID, Action: p.Action, Simulation: p.Simulation, Seen: p.judged.Seen, Policy: p.Policy, Tick: tick}
}

// mint binds the token to what the permit froze and to the limits in force, which
// are the cage's to tell: the executor shows what it holds against both.
func (o *Orders) mint(p Permit, tick uint64) *capability.Token {
	return o.minted(capability.Grant{
		Tool: string(p.Action.Kind), PermitID: p.ID, Params: p.Params, Policy: o.cage.Digest(p.judged.Seen),
		ValueLimit: o.cage.ValueLimit(p.judged, p.Simulation.Value), ExpiresAt: tick + o.lifetime,
	})
}

// mintAgain binds a token to what the order was committed under: the calls are out
// already, under limits that held then, and its own value has been counted since.
func (o *Orders) mintAgain(u *underway) *capability.Token {
	use := u.order.Use()
	return o.minted(capability.Grant{
		Tool: use.Tool, PermitID: u.permit.ID, Params: use.Params, Policy: use.Policy, ValueLimit: use.Value, ExpiresAt: use.Tick + o.lifetime,
	})
}

// minted takes down a capability and returns its token.
func (o *Orders) minted(g capability.Grant) *capability.Token {
	o.scribe.note(audit.CapabilityMinted(g.PermitID, g.Tool, g.ValueLimit, g.ExpiresAt, g.Policy))
	return o.keys.Mint(g)
}

// settle books what the commit cost. A pending one keeps its reservation.
func (o *Orders) settle(p Permit, x turn.Execution) error {
	if x.Status != turn.StatusBlocked && x.Status != turn.StatusCancelled {
		o.cage.Sent(p.judged)
	}
	o.cage.SettleLoss(p.ID, p.judged, x, o.life.Now())
	if spends(x) {
		o.cage.Committed(p.judged, p.Simulation.Value)
	}
	switch x.Status {
	case turn.StatusPending:
		return o.purse.PendGas(p.ID)
	case turn.StatusBlocked, turn.StatusCancelled:
		return o.purse.ReleaseGas(p.ID)
	}
	return o.purse.SettleGas(p.ID, x)
}

// spends reports whether an outcome spends what the order is worth, or may have. One that
// failed does where a later transaction of it failed and an earlier one moved something.
func spends(x turn.Execution) bool {
	switch x.Status {
	case turn.StatusPending, turn.StatusExecuted:
		return true
	case turn.StatusFailed:
		return len(x.Deltas) > 0
	}
	return false
}
