package permit

import (
	"context"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/capability"
)

func (d *Desk) execute(ctx context.Context, p Permit) (turn.Execution, error) {
	tick := d.parts.Life.State().Heartbeat().Tick
	token := d.mint(p, tick)
	if d.unheard != nil {
		return turn.Execution{PermitID: p.ID}, d.unheard
	}
	progress := turn.ToolProgress{Tool: ToolCommit, Tick: tick, PermitID: p.ID, Kind: string(p.Action.Kind)}
	d.parts.Hooks.ToolStart(ctx, progress)
	if d.parts.Risk != nil {
		d.parts.Risk.Committed(d.order(p.judged, p.Simulation, p.Proposal.Cause, p.ID))
	}
	order := p.order(tick)
	d.parts.Cage.CountLoss(p.ID, p.judged, p.Simulation)
	x, err := d.parts.Executor.Execute(ctx, token, order)
	d.keys.Void(p.ID)
	if err != nil {
		return x, err
	}
	x.PermitID = p.ID
	progress.Result, progress.Refusal = string(x.Status), x.Refusal
	d.parts.Hooks.ToolEnd(ctx, progress)
	d.follow(p, order, x)
	d.sent(p, x, string(x.Status))
	return x, d.settle(p, x)
}

func (p Permit) order(tick uint64) Order {
	return Order{PermitID: p.ID, Action: p.Action, Simulation: p.Simulation, Seen: p.judged.Seen, Policy: p.Policy, Tick: tick}
}

// mint binds the token to what the permit froze and to the limits in force, which
// are the cage's to tell: the executor shows what it holds against both.
func (d *Desk) mint(p Permit, tick uint64) *capability.Token {
	return d.minted(capability.Grant{
		Tool: string(p.Action.Kind), PermitID: p.ID, Params: p.Params, Policy: d.parts.Cage.Digest(p.judged.Seen),
		ValueLimit: d.parts.Cage.ValueLimit(p.judged, p.Simulation.Value), ExpiresAt: tick + d.cfg.Lifetime,
	})
}

// mintAgain binds a token to what the order was committed under: the calls are out
// already, under limits that held then, and its own value has been counted since.
func (d *Desk) mintAgain(u *underway) *capability.Token {
	use := u.order.Use()
	return d.minted(capability.Grant{
		Tool: use.Tool, PermitID: u.permit.ID, Params: use.Params, Policy: use.Policy, ValueLimit: use.Value, ExpiresAt: use.Tick + d.cfg.Lifetime,
	})
}

// minted takes down a capability and returns its token.
func (d *Desk) minted(g capability.Grant) *capability.Token {
	d.note(audit.CapabilityMinted(g.PermitID, g.Tool, g.ValueLimit, g.ExpiresAt, g.Policy))
	return d.keys.Mint(g)
}

// settle books what the commit cost. A pending one keeps its reservation.
func (d *Desk) settle(p Permit, x turn.Execution) error {
	if x.Status != turn.StatusBlocked && x.Status != turn.StatusCancelled {
		d.parts.Cage.Sent(p.judged.Now)
	}
	d.parts.Cage.SettleLoss(p.ID, p.judged, x, d.parts.Life.Now())
	if spends(x) {
		d.parts.Cage.Committed(p.judged, p.Simulation.Value)
	}
	switch x.Status {
	case turn.StatusPending:
		return d.parts.Purse.PendGas(p.ID)
	case turn.StatusBlocked, turn.StatusCancelled:
		return d.parts.Purse.ReleaseGas(p.ID)
	}
	return d.parts.Purse.SettleGas(p.ID, x)
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
