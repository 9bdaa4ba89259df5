package agent

import (
	"context"
	"slices"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/permit"
)

// How often the head of the audit is anchored (safety §12.3), and how many ticks later
// one that failed is tried again.
const (
	anchorTicks = 1_000
	anchorSpan  = 24 * 3_600_000 // ms
	anchorAgain = 10
)

// anchors are the marks of the audit that stand on the chain, and those on their way.
type anchors struct {
	list    []audit.Anchor
	orders  map[string]audit.Anchor // by permit, until nothing can take it back
	tick    uint64                  // when it was anchored last
	at      int64
	failed  bool
	attempt uint64 // tick of the last failure
}

// anchor anchors the head of the audit where it is time, or where it is the last time. One
// that fails stops nothing. The error is the journal's, or the audit's.
func (a *Agent) anchor(ctx context.Context, last bool) error {
	if !a.boot.Anchor || a.trail == nil || a.trail.Mark().Records == 0 || !last && !a.anchorDue() {
		return nil
	}
	if last && a.orders.Abandoned() { // nothing more is sent
		return nil
	}
	mark := a.trail.Mark()
	x, err := a.desk.Anchor(ctx, mark)
	if journal.IsFinal(err) || a.unheard() != nil {
		return err
	}
	n, tick := &a.anchors, a.state.Heartbeat().Tick
	if err != nil || (x.Status != turn.StatusExecuted && x.Status != turn.StatusPending) {
		n.failed, n.attempt = true, tick
		a.stores.Log.Warn("the audit was not anchored; it is tried again", "refusal", x.Refusal, "error", err)
		return nil
	}
	n.failed, n.tick, n.at = false, tick, a.clock.Last()
	if n.orders == nil {
		n.orders = map[string]audit.Anchor{}
	}
	n.orders[x.PermitID] = audit.Anchored(mark)
	a.stand(x)
	return a.sent(grammar.Anchor, x)
}

func (a *Agent) anchorDue() bool {
	n, tick := a.anchors, a.state.Heartbeat().Tick
	if n.failed && tick < n.attempt+anchorAgain {
		return false
	}
	return tick >= n.tick+anchorTicks || a.clock.Last() >= max(n.at, a.boot.Birth.Start)+anchorSpan
}

// stand takes an anchor in that stands on the chain.
func (a *Agent) stand(x turn.Execution) {
	at, ours := a.anchors.orders[x.PermitID]
	if !ours || x.Status != turn.StatusExecuted {
		return
	}
	at.TxHash, at.Block, at.ChainID = x.TxHash.Hex(), x.Block.Number, a.boot.Identity.ChainID
	at.Time, at.Cost = a.clock.Last(), x.Cost
	a.anchors.list = append(a.anchors.list, at)
	a.keepAnchors()
}

// reanchored takes in what became known of an anchor later: that it stands, that it never
// will, or that a reorg took it back.
func (a *Agent) reanchored(r permit.Resolved) {
	x := *r.Action.Execution
	switch {
	case r.Finality != "":
	case r.Vanished:
		a.anchors.list = slices.DeleteFunc(a.anchors.list, func(at audit.Anchor) bool { return at.TxHash == x.TxHash.Hex() })
		a.keepAnchors()
	case x.Status == turn.StatusExecuted:
		a.stand(x)
	default:
		a.anchors.failed, a.anchors.attempt, a.anchors.tick, a.anchors.at = true, a.state.Heartbeat().Tick, 0, 0
	}
}

func (a *Agent) keepAnchors() {
	if a.stores.Anchors != nil {
		a.stores.Anchors(a.Anchors())
	}
}

// Anchors are the marks of the audit that stand on the chain, oldest first.
func (a *Agent) Anchors() []audit.Anchor { return slices.Clone(a.anchors.list) }
