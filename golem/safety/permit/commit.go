package permit

import (
	"context"
	"math"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// Commit executes a permit once. What it refuses costs nothing and sends
// nothing; the refusal is in the Execution. The error is reserved for faults of
// ours, after which the outcome is unknown.
func (d *Desk) Commit(ctx context.Context, id string) (turn.Execution, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.unheard != nil {
		return turn.Execution{PermitID: id}, d.unheard
	}
	x, err := d.commit(ctx, id)
	if err != nil {
		return x, err
	}
	return d.committed(id, x)
}

func (d *Desk) commit(ctx context.Context, id string) (turn.Execution, error) {
	p, refusal, err := d.committable(ctx, id)
	if err != nil {
		return turn.Execution{PermitID: id}, err
	}
	if refusal != nil {
		return refused(id, refusal), nil
	}
	if err := d.parts.Purse.ReserveGas(id, d.gasBound(p, &p.judged.Seen.MaxFee), !cage.Opens(p.Action, p.judged.Seen.Pool)); err != nil {
		r := &turn.Refusal{Layer: LayerPurse, Code: wire.CodeSafetyGasPartition, Detail: err.Error()}
		d.finish(id, Cancelled, string(r.Code))
		return refused(id, r), nil
	}
	if r := d.approved(p); r != nil {
		d.finish(id, Cancelled, string(r.Code))
		return refused(id, r), d.parts.Purse.ReleaseGas(id)
	}
	d.note(audit.PolicyCageCheck(""))
	d.finish(id, Committed, "")
	return d.execute(ctx, p)
}

// Cancel withdraws a permit that was not committed. Cancelling twice, or a
// permit that is final, changes nothing.
func (d *Desk) Cancel(_ context.Context, id, reason string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.finish(id, Cancelled, reason)
	return nil
}

// CancelAll withdraws every open permit: a steer, a halt, a death.
func (d *Desk) CancelAll(reason string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, id := range d.parts.Book.open() {
		d.finish(id, Cancelled, reason)
	}
}

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

// gasBound is what the order can cost at most, in micro-USDC rounded up: the gas
// limits of its transactions at the most they offer per gas, in wei, and what a rollup
// may charge beside it. Where that overflows it is all there is, and no purse holds it.
func (d *Desk) gasBound(p Permit, offer *uint256.Int) money.USDC {
	most, over := Most(offer, Gas(p.Simulation), p.Simulation)
	if over {
		return math.MaxInt64
	}
	return GasCost(most, p.judged.Seen.NativePrice)
}

// Most is what transactions with so much gas can cost at an offer per gas, in wei: all
// of the gas, and twice what the simulation says that the chain charges beside it. That
// fee follows the base fee of the chain below until a block takes the transaction, and
// no offer bounds it.
//
// spec: chain §7 point 8
func Most(offer *uint256.Int, gas uint64, s turn.Simulation) (wei *uint256.Int, over bool) {
	wei, over = new(uint256.Int).MulOverflow(offer, uint256.NewInt(gas))
	for range 2 {
		var carry bool
		wei, carry = wei.AddOverflow(wei, &s.DataFee)
		over = over || carry
	}
	return wei, over
}

// Gas is the gas limit of all transactions of an order that was simulated.
func Gas(s turn.Simulation) (limit uint64) {
	for i := range s.CallGas {
		limit += GasLimit(s.CallGas, i)
	}
	return limit
}

// GasLimit is the gas limit of an order's i-th transaction: half more than the
// simulation used, for state that moves in between.
func GasLimit(used []uint64, i int) uint64 {
	const floor = 100_000
	if i < len(used) {
		return used[i]*3/2 + floor/2
	}
	return floor
}

// GasCost converts wei to micro-USDC at the price of one whole native coin,
// rounded up; more than there can be is the most there is.
func GasCost(wei *uint256.Int, nativePrice money.USDC) money.USDC {
	cost := new(big.Int).Mul(wei.ToBig(), big.NewInt(int64(nativePrice)))
	q, r := cost.QuoRem(cost, big.NewInt(1e18), new(big.Int))
	if r.Sign() > 0 {
		q.Add(q, big.NewInt(1))
	}
	if !q.IsInt64() {
		return math.MaxInt64
	}
	return money.USDC(q.Int64())
}

func (d *Desk) finish(id string, as State, reason string) {
	if p, ended := d.parts.Book.end(id, as, reason); ended {
		d.note(audit.PermitTransition(p.ID, string(p.State), p.Reason))
		d.parts.Events.Emit(d.parts.Life.State().Heartbeat().Tick, p.event(p.State))
	}
}

func refused(id string, r *turn.Refusal) turn.Execution {
	return turn.Execution{PermitID: id, Status: turn.StatusBlocked, TxHash: common.Hash{}, Refusal: r}
}
